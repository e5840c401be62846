//! Hashes of positions not yet played, and the points that superko forbids, against plain trials.

use gosedai_board::{Color, Illegal, Move, Position, Rng, RuleSet, Size};

#[test]
fn the_hash_after_a_move_is_known_before_it() {
    let mut rng = Rng::new(11);
    for set in [RuleSet::Chinese, RuleSet::NewZealand, RuleSet::TrompTaylor, RuleSet::Japanese] {
        for _ in 0..6 {
            let mut position = Position::new(Size::square(5).unwrap(), set.rules(), 0.5);
            for _ in 0..160 {
                let color = position.to_play();
                for point in position.board().empty_points() {
                    let mut trial = position.board().clone();
                    trial.play_forever(point, color);
                    assert_eq!(
                        position.board().hash_after(point, color),
                        trial.hash(),
                        "{point}\n{:?}",
                        position.board()
                    );
                }
                let banned = position.superko_points();
                for point in position.size().points() {
                    let refused = matches!(position.check(color, Move::Play(point)), Err(Illegal::Superko(_)));
                    assert_eq!(banned.contains(point), refused, "{point}\n{:?}", position.board());
                }
                let legal = position.legal_points();
                assert!(position.size().points().all(|p| legal.contains(&p) == position.is_legal(Move::Play(p))));
                let mv = if legal.is_empty() { Move::Pass } else { Move::Play(legal[rng.below(legal.len())]) };
                position.play(mv).unwrap();
            }
            assert!(Color::BOTH.iter().any(|&color| position.board().captured(color) > 0));
        }
    }
}
