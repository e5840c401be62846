//! Random games on boards of all sizes: kept against scratch, and a number for all models.
use gosedai_board::{Move, Position, Rng, Rules, Size, playout};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{QuickAsk, Recogniser};
use std::hash::{DefaultHasher, Hash, Hasher};
fn play_random(position: &mut Position, rng: &mut Rng) {
    let last = position.last_move().and_then(|(_, mv)| mv.point());
    for _ in 0..20 {
        let Some(point) = playout::random_move(position.board(), position.to_play(), rng) else { break };
        let near = last.is_none_or(|last| last.chebyshev(point) <= 4);
        if (near || rng.below(4) == 0) && position.play(Move::Play(point)).is_ok() {
            return;
        }
    }
    let _ = position.play(Move::Pass);
}
fn main() {
    let seeds: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let from: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let (mut differ, mut all) = (0, 0);
    let mut scratch = Recogniser::new(Knowledge::embedded());
    for seed in from..from + seeds {
        let mut rng = Rng::new(seed);
        let sizes = [
            (19, 19),
            (19, 19),
            (13, 13),
            (9, 9),
            (25, 25),
            (7, 7),
            (5, 5),
            (2, 2),
            (1, 1),
            (19, 13),
            (3, 17),
            (25, 4),
            (9, 19),
            (6, 6),
            (21, 21),
            (11, 11),
        ];
        let (w, h) = sizes[seed as usize % sizes.len()];
        let Ok(size) = Size::new(w, h) else {
            println!("{seed} no size");
            continue;
        };
        let mut position = Position::new(size, Rules::CHINESE, 7.5);
        let mut kept = Recogniser::new(Knowledge::embedded());
        let mut hash = DefaultHasher::new();
        for _ in 0..(w * h * 9 / 10).max(8) {
            if rng.below(12) == 0 {
                for _ in 0..=rng.below(5) {
                    position.undo();
                }
            } else {
                for _ in 0..=(rng.below(10) / 9) * 3 {
                    play_random(&mut position, &mut rng);
                }
            }
            let text = format!("{:?}", kept.follow(&position, &mut QuickAsk));
            text.hash(&mut hash);
            if rng.below(3) == 0 {
                scratch.forget();
                all += 1;
                differ += usize::from(text != format!("{:?}", scratch.follow(&position, &mut QuickAsk)));
            }
        }
        println!("{seed} {w}x{h} {:016x}", hash.finish());
    }
    println!("{differ} of {all} differ from scratch");
}
