//! Questions recognition puts to a reader.

use crate::fate::{Fate, Life};
use crate::owners::Owners;
use gosedai_board::{Board, Point, PointSet};

/// What reading says about a string or a link, seen from its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Safe even if the opponent moves first.
    Alive,
    /// It depends on who moves first.
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

/// What reading says about a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caught {
    pub status: Status,
    /// Is the status proved for both sides moving first?
    pub is_proved: bool,
}

/// A reader of local questions. Answers must depend on the board alone (the same board gives the same answer).
pub trait Ask {
    /// Can the string be captured? The board has no ko ban (what the stones can do is asked without it) and is there to
    /// be played on: the reader leaves it as it was.
    fn capture(&mut self, board: &mut Board, string: Point) -> Caught;

    /// The same with a wider view: these adjacent enemy strings are as weak and may be attacked too (capturing race).
    fn race(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Status;

    /// Does the link between two stones hold if the opponent moves first? `Unknown` leaves it to the shape.
    fn link(&mut self, board: &Board, from: Point, to: Point) -> Status {
        let _ = (board, from, to);
        Status::Unknown
    }

    /// Does the sealed-in group live, as far as so many positions for each side moving first can prove? What stays open is left
    /// to the count of eyes and room.
    fn life(&mut self, board: &Board, group: &PointSet, nodes: u64) -> Life {
        let _ = (board, group, nodes);
        Life::of(Fate::Open)
    }

    /// Who will own each point, if there is an opinion from outside.
    fn owners(&self) -> Option<&Owners> {
        None
    }
}
