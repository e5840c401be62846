//! Proofs behind the questions: whether a group that is shut in lives is asked of `gosedai-reading`, and only what is proved
//! counts. Everything else is left to the quick reader.

use crate::ask::{Ask, Status};
use crate::quick::QuickAsk;
use gosedai_board::{Board, Point, PointSet};
use gosedai_reading::{Budget, Effort, Outcome, Reader, Trust};

/// The quick reader with proofs of life and death.
#[derive(Debug)]
pub struct ReaderAsk {
    reader: Reader,
}

impl ReaderAsk {
    /// A reader that spends at most so many nodes on the proof of each side moving first.
    pub fn new(nodes: u64) -> ReaderAsk {
        ReaderAsk { reader: Reader::with(Effort { search: 0, advised: false, ..Effort::of(Budget::nodes(nodes)) }) }
    }
}

impl Ask for ReaderAsk {
    fn capture(&mut self, board: &mut Board, string: Point) -> Status {
        QuickAsk.capture(board, string)
    }

    fn race(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Status {
        QuickAsk.race(board, string, rivals)
    }

    fn link(&mut self, board: &Board, from: Point, to: Point) -> Status {
        QuickAsk.link(board, from, to)
    }

    fn life(&mut self, board: &Board, group: &PointSet) -> Status {
        let mut board = board.clone();
        board.clear_ko();
        let stones: Vec<Point> = group.iter().collect();
        let reading = self.reader.life(&board, &stones);
        let proved = |answer: &gosedai_reading::Answer| match answer.trust {
            Trust::Proved => answer.outcome,
            _ => Outcome::Unknown,
        };
        match (proved(&reading.attack), proved(&reading.defend)) {
            (Outcome::Lose | Outcome::Seki, _) => Status::Alive,
            (_, Outcome::Lose) => Status::Dead,
            (Outcome::Unknown, _) | (_, Outcome::Unknown) => Status::Unknown,
            _ => Status::Neutral,
        }
    }
}
