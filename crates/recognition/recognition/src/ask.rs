//! Questions recognition puts to a reader, and a quick reader of its own for use without one.

use crate::owners::Owners;
use gosedai_board::{Board, Point, PointSet};

/// What reading says about a string or group, seen from its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Safe even if the opponent moves first.
    Alive,
    /// Whoever moves first decides.
    Neutral,
    /// Lost even if the owner moves first.
    Dead,
    /// Not read, or not read to the end.
    Unknown,
}

impl Status {
    pub const fn name(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Neutral => "neutral",
            Status::Dead => "dead",
            Status::Unknown => "unknown",
        }
    }

    /// Lost, or lost if the opponent moves first.
    pub const fn is_danger(self) -> bool {
        matches!(self, Status::Neutral | Status::Dead)
    }
}

/// An answer with the points it depends on: it stays true while nothing changes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: Status,
    pub depends: PointSet,
    /// The line that shows it, first move first (empty if there is none to show).
    pub line: Vec<Point>,
}

impl Answer {
    pub fn new(status: Status, depends: PointSet) -> Answer {
        Answer { status, depends, line: Vec::new() }
    }
}

/// A reader of local questions. Answers must depend on the board alone (the same board gives the same answer).
pub trait Ask {
    /// Readers with different answers have different names: what one said is not remembered for another.
    fn name(&self) -> u64 {
        0
    }

    /// Can the string be captured? The board has no ko ban (what the stones can do is asked without it) and is there to
    /// be played on: the reader leaves it as it was.
    fn capture(&mut self, board: &mut Board, string: Point) -> Answer;

    /// The same with a wider view: adjacent enemy strings that are as weak may be attacked too (capturing race).
    fn capture_wide(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Answer;

    /// Does the link between two stones hold if the opponent moves first? `Unknown` leaves it to the shape.
    fn link(&mut self, board: &Board, from: Point, to: Point) -> Answer {
        let _ = (board, from, to);
        Answer::new(Status::Unknown, PointSet::EMPTY)
    }

    /// Who will own each point, if somebody outside has an opinion.
    fn owners(&self) -> Option<&Owners> {
        None
    }

    /// Does the sealed-in group live? `Unknown` leaves it to the count of eyes and room.
    fn life(&mut self, board: &Board, group: &PointSet) -> Answer {
        let _ = (board, group);
        Answer::new(Status::Unknown, PointSet::EMPTY)
    }
}
