//! What the search asks about a leaf: which moves look likely, and how the game ends from here.

use gosedai_board::{Board, Color, Point, Rng, playout};
use gosedai_patterns::model::Model;

use crate::playout::{Policy, Style};

/// A position at the edge of the tree.
pub struct Leaf<'a> {
    pub board: &'a Board,
    pub to_play: Color,
    pub last: Option<Point>,
    pub earlier: Option<Point>,
    /// Moves played so far in the game.
    pub number: usize,
}

/// Anything that can guide a search.
pub trait Evaluator: Sync {
    /// Share of every legal move; an empty list makes all moves equal.
    fn priors(&self, leaf: &Leaf) -> Vec<(Point, f32)>;

    /// Better shares that take longer to find, asked for where the search often comes by.
    fn advice(&self, _leaf: &Leaf) -> Option<Vec<(Point, f32)>> {
        None
    }

    /// Brings the board to its end and returns Black's margin on it, komi aside. Moves made on the way go into `trace`
    /// (cell numbers, 0 for a pass), the side to move first.
    fn finish(
        &self,
        board: &mut Board,
        to_play: Color,
        last: Option<Point>,
        passes: usize,
        rng: &mut Rng,
        trace: &mut Vec<u16>,
    ) -> i32;
}

/// Priors from the pattern model, endings from playouts.
pub struct MonteCarlo<'a> {
    pub model: Option<&'a Model>,
    policy: Policy,
}

impl<'a> MonteCarlo<'a> {
    pub fn new(model: Option<&'a Model>, style: Style) -> Self {
        MonteCarlo { model, policy: Policy::new(style) }
    }
}

impl Evaluator for MonteCarlo<'_> {
    fn priors(&self, leaf: &Leaf) -> Vec<(Point, f32)> {
        let Some(model) = self.model else { return Vec::new() };
        let prediction = model.predict(leaf.board, leaf.to_play, leaf.last, leaf.earlier, leaf.number);
        prediction.moves.into_iter().map(|(point, share)| (point, share as f32)).collect()
    }

    fn finish(
        &self,
        board: &mut Board,
        to_play: Color,
        last: Option<Point>,
        passes: usize,
        rng: &mut Rng,
        trace: &mut Vec<u16>,
    ) -> i32 {
        self.policy.play_out(board, to_play, last, passes, rng, trace);
        playout::quick_area(board)
    }
}
