//! KataGo's view of a position against KataGo's own code: `katago.jsonl` holds what its `fillRowV7` (version 1.17.2) says.

mod common;

use gosedai_board::{Board, Color, Move, Point, Position, Rng, Rules, Size, playout};
use gosedai_net::katago::{Conditions, Features, Game, Ladders, Setup, Turn};

fn words(features: &Features) -> Vec<u32> {
    let mut words = Vec::new();
    features.each_point(|_, _, word| words.push(word));
    words
}

#[test]
fn planes_globals_and_legal_moves_equal_katagos() {
    for (i, row) in common::rows("katago.jsonl").iter().enumerate() {
        let mut game = common::game(row);
        let features = game.features();
        let codes = row["codes"].as_str().unwrap();
        let want: Vec<u32> =
            (0..codes.len() / 6).map(|k| u32::from_str_radix(&codes[6 * k..6 * k + 6], 16).unwrap()).collect();
        let legal = game.legal();
        let size = game.size();
        for (k, (got, want)) in words(&features).into_iter().zip(want).enumerate() {
            let point = Point::new(k % size.width(), size.height() - 1 - k / size.width());
            let got = got | u32::from(legal.contains(point)) << 22;
            assert_eq!(format!("{got:023b}"), format!("{want:023b}"), "position {i}, {point}, planes 22 to 0");
        }
        for (k, (got, want)) in features.globals.iter().zip(common::floats(&row["global"])).enumerate() {
            assert!((got - want).abs() < 1e-5, "position {i}, number {k}: {got} not {want}");
        }
    }
}

/// A position with its own history shows the same as a game played forward.
#[test]
fn positions_and_games_show_the_same() {
    let mut rng = Rng::new(5);
    for (rules, size) in
        [(Rules::CHINESE, Size::NINE), (Rules::JAPANESE, Size::NINE), (Rules::TROMP_TAYLOR, Size::THIRTEEN)]
    {
        let setup =
            Setup { size, conditions: Conditions::from(rules), komi: 6.5, first: Color::Black, handicap: Vec::new() };
        let (mut game, mut position) = (Game::new(&setup).unwrap(), Position::new(size, rules, 6.5));
        for turn in 0..150 {
            let (a, b) = (game.features(), Features::of(&position));
            assert_eq!((words(&a), a.globals), (words(&b), b.globals), "{} move {turn}", rules.set());
            let legal = position.legal_points();
            assert_eq!(game.legal().iter().collect::<Vec<_>>(), legal, "{} move {turn}", rules.set());
            let mv = match legal.len() {
                0 => Move::Pass,
                _ if turn % 23 == 22 => Move::Pass,
                n => Move::Play(legal[rng.below(n)]),
            };
            position.play(mv).unwrap();
            if game.play(mv) != Turn::GoesOn {
                break;
            }
        }
    }
}

#[test]
fn reading_ladders_leaves_the_board_as_it_was() {
    let mut rng = Rng::new(9);
    for _ in 0..20 {
        let mut board = Board::new(Size::THIRTEEN);
        playout::play_out(&mut board, Color::Black, 80, &mut rng);
        let before = board.clone();
        Ladders::of(&mut board);
        assert_eq!(board, before);
    }
}
