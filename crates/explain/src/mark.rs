//! What a piece of evidence points at on the board.

use gosedai_board::{Color, Move, Point, PointSet};

/// Points that play a role in a reason ("stones", "dame", "eye", …).
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub role: &'static str,
    pub points: PointSet,
}

impl Mark {
    pub fn new(role: &'static str, points: PointSet) -> Mark {
        Mark { role, points }
    }

    pub fn at(role: &'static str, point: Point) -> Mark {
        Mark { role, points: PointSet::from_iter([point]) }
    }
}

/// A line drawn on the board, or a sequence of moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// From a point to another, such as a link.
    Segment { role: &'static str, from: Point, to: Point },
    /// Moves in order of play.
    Play { role: &'static str, moves: Vec<(Color, Move)> },
}
