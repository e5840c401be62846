//! Advice from outside: somebody who has seen many games and says at a glance what is played next and who will own each point.
//!
//! Reading knows no network. Whoever has one lends it here; without an adviser every reader works on its own.

use gosedai_board::{Board, CELLS, Color, Move, Point, PointSet};

use crate::outcome::Outcome;

/// What an adviser thinks of a position.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Inclination to each point, by index of the point: the logarithm of a probability, up to a constant.
    pub wish: Vec<f32>,
    /// Whose each point will be in the end, by index: +1 the side to move … −1 the opponent.
    pub owner: Vec<f32>,
}

impl Default for Advice {
    fn default() -> Self {
        Advice { wish: vec![f32::NEG_INFINITY; CELLS], owner: vec![0.0; CELLS] }
    }
}

impl Advice {
    pub fn wish(&self, point: Point) -> f32 {
        self.wish[point.index()]
    }

    pub fn owner(&self, point: Point) -> f32 {
        self.owner[point.index()]
    }
}

/// Somebody to ask.
pub trait Adviser {
    /// `recent`: the moves that led here, newest first, as far as they are known.
    fn advise(&mut self, board: &Board, to_play: Color, recent: &[Move]) -> Advice;
}

/// Somebody who has looked at the whole board and says which stones belong together.
pub trait Overview {
    /// The group that these stones belong to; nothing on any board but the one seen.
    fn group(&mut self, board: &Board, stones: &PointSet) -> Option<PointSet>;

    /// What he expects of attack and defence on them, each moving first, and by which move; nothing where he is not sure.
    fn expects(&mut self, board: &Board, stones: &PointSet) -> Option<[(Outcome, Option<Move>); 2]> {
        let _ = (board, stones);
        None
    }
}
