//! A group whose fate is asked for, as a question for the search an adviser leads.

use gosedai_board::{Board, Color, PointSet};

use crate::counsel::Advice;
use crate::guided::Judge;
use crate::life_proof::settle;
use crate::params::GuidedParams;

/// A group whose owner wants it to live.
#[derive(Clone, Debug)]
pub struct Stake<'a> {
    pub color: Color,
    pub stones: PointSet,
    pub params: &'a GuidedParams,
}

impl Judge for Stake<'_> {
    fn side(&self) -> Color {
        self.color
    }

    fn settled(&mut self, board: &Board, to_play: Color, is_root: bool) -> Option<f32> {
        let left = self.stones(board);
        if left.len() * 2 < self.stones.len() {
            return Some(-1.0);
        }
        let (lives, _) = settle(board, &left, self.color, to_play, &self.params.proofs(is_root)?)?;
        Some(if lives { 1.0 } else { -1.0 })
    }

    /// How much the group lives: +1 certainly … −1 dead.
    fn worth(&mut self, _: &Board, to_play: Color, advice: &Advice) -> f32 {
        let sum: f32 = self.stones.iter().map(|p| advice.owner(p)).sum();
        let life = sum / self.stones.len() as f32;
        if self.color == to_play { life } else { -life }
    }

    fn stones(&self, board: &Board) -> PointSet {
        self.stones.intersection(&board.stone_set(self.color))
    }
}

#[cfg(test)]
mod tests;
