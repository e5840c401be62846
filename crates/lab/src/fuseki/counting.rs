//! Counts of continuations for the opening book.

use std::collections::HashMap;

use gosedai_board::{Point, Position};
use gosedai_knowledge::{Continuations, MoveCode, OpeningBook};
use gosedai_recognition::fuseki::situations;

/// Situations seen less often are dropped.
const LEAST_SEEN: u32 = 60;
/// Moves played less often, or with a smaller share, are not listed.
const LEAST_PLAYED: u32 = 3;
const LEAST_SHARE: f64 = 0.004;

/// Situations with how often they were seen and what was played.
#[derive(Default)]
pub struct Counter {
    rows: HashMap<String, (u32, Vec<(MoveCode, u32)>)>,
}

impl Counter {
    pub fn add(&mut self, position: &Position, played: Point) {
        for situation in situations(position) {
            let code = situation.code(played);
            let row = self.rows.entry(situation.name).or_default();
            row.0 += 1;
            let Some(code) = code else { continue };
            match row.1.iter_mut().find(|(listed, _)| *listed == code) {
                Some((_, times)) => *times += 1,
                None => row.1.push((code, 1)),
            }
        }
    }

    /// What was seen often enough.
    pub fn book(self) -> OpeningBook {
        let mut book = OpeningBook::default();
        for (name, (seen, mut moves)) in self.rows {
            if seen < LEAST_SEEN {
                continue;
            }
            let enough = |times: u32| times >= LEAST_PLAYED && f64::from(times) >= LEAST_SHARE * f64::from(seen);
            moves.retain(|&(_, times)| enough(times));
            moves.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            book.insert(name, Continuations { seen, moves });
        }
        book
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Move, Rules, Size};

    #[test]
    fn continuations_are_counted_for_all_turns_of_a_corner() {
        let mut counter = Counter::default();
        for (stone, mv) in [("D4", "F3"), ("Q4", "R6"), ("D16", "C14"), ("Q16", "K10")] {
            for _ in 0..20 {
                let mut position = Position::new(Size::NINETEEN, Rules::JAPANESE, 6.5);
                position.play(Move::Play(stone.parse().unwrap())).unwrap();
                counter.add(&position, mv.parse().unwrap());
            }
        }
        let book = counter.book();
        let corner = book.get("c9 !44").unwrap();
        assert_eq!((corner.seen, corner.moves.as_slice()), (80, [(*b"36", 60), (*b"aa", 20)].as_slice()));
        assert_eq!(book.get("c9 -").unwrap().seen, 240, "three empty corners each time");
    }
}
