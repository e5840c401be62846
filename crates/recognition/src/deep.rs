//! A reader behind the questions: captures, links and life asked of `gosedai-reading`, within a budget of nodes.

use crate::ask::{Ask, Status};
use crate::quick::QuickAsk;
use gosedai_board::{Board, Point, PointSet};
use gosedai_reading::{Budget, Outcome, Reader, Reading};

/// Asks the searcher where the quick reader does not know enough.
#[derive(Debug)]
pub struct ReaderAsk {
    reader: Reader,
    /// Connections are many: they are read with a quarter of the nodes.
    links: Reader,
}

impl ReaderAsk {
    /// Spends at most this many nodes on a question.
    pub fn new(nodes: u64) -> ReaderAsk {
        ReaderAsk { reader: Reader::new(Budget::nodes(nodes)), links: Reader::new(Budget::nodes(nodes.div_ceil(4))) }
    }
}

/// From the owner's side: a successful attack is death.
fn status(reading: &Reading) -> Status {
    match reading.status() {
        gosedai_reading::Status::Success => Status::Dead,
        gosedai_reading::Status::Neutral => Status::Neutral,
        gosedai_reading::Status::Failure => Status::Alive,
        gosedai_reading::Status::Unknown => Status::Unknown,
    }
}

/// What the stones can do is asked without the ko ban of the moment.
fn without_ko(board: &Board) -> Board {
    let mut board = board.clone();
    board.clear_ko();
    board
}

impl Ask for ReaderAsk {
    fn capture(&mut self, board: &mut Board, string: Point) -> Status {
        let quick = QuickAsk.capture(board, string);
        if quick.is_danger() && board.liberty_count_to(string, 4) <= 2 {
            return quick;
        }
        let Some(owner) = board.color_at(string) else { return quick };
        // a string that escapes with the attacker to move is safe; otherwise it matters what the owner can do first
        let attack = self.reader.capture_half(board, string, owner.opponent());
        let read = match attack.attack.outcome {
            Outcome::Lose | Outcome::Seki => Status::Alive,
            Outcome::Unknown => Status::Unknown,
            _ => {
                let defend = self.reader.capture_half(board, string, owner);
                status(&Reading { defend: defend.defend, ..attack })
            }
        };
        if read == Status::Unknown { quick } else { read }
    }

    fn race(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Status {
        QuickAsk.race(board, string, rivals)
    }

    fn link(&mut self, board: &Board, from: Point, to: Point) -> Status {
        status(&self.links.connection(&without_ko(board), from, to))
    }

    fn life(&mut self, board: &Board, group: &PointSet) -> Status {
        let stones: Vec<Point> = group.iter().collect();
        status(&self.reader.life(&without_ko(board), &stones))
    }
}
