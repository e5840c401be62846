//! The quick reader of life and death: whole groups, within a few milliseconds.
//!
//! It always answers; its answers are judgements. [`crate::Reader`] proves.

mod advised;
mod duel;
mod group;
mod race;
mod room;
mod siege;
mod sight;
mod sights;
mod stake;

use std::cell::RefCell;

use gosedai_board::{Board, Color, Point, PointSet};

use crate::budget::Budget;
use crate::dfpn::Tree;
use crate::outcome::Outcome;
use crate::params::{GuidedParams, OwlParams, Tuning};
use crate::tactics::{QuickAnswer, TABLE_BYTES, weigh};

use duel::Duel;
pub use group::group_of;
pub use race::{race_ground, read_race};
use room::RoomBook;
use siege::Siege;

/// Quick reading of life with its tables.
pub struct Owl {
    pub params: OwlParams,
    pub guided: GuidedParams,
    tree: Tree<()>,
    book: RefCell<RoomBook>,
}

impl Default for Owl {
    fn default() -> Self {
        Owl::new(Tuning::embedded())
    }
}

impl Owl {
    pub fn new(tuning: &Tuning) -> Owl {
        let (params, guided) = (tuning.owl.clone(), tuning.guided.clone());
        Owl { params, guided, tree: Tree::new(2 * TABLE_BYTES), book: RefCell::default() }
    }

    /// A race: can the group of `other` be taken, `to_play` moving first, before the group of `own` is?
    pub fn race(
        &mut self,
        board: &Board,
        own: Point,
        other: Point,
        to_play: Color,
        budget: &Budget,
    ) -> Option<QuickAnswer> {
        let defender = board.color_at(other)?;
        let (target, rival) = (group_of(board, other), group_of(board, own));
        let duel = Duel::new(defender, target, rival, &self.params, &self.book);
        let limited = budget.with_nodes(budget.nodes.min(self.params.race_nodes));
        let found = weigh(&duel, &mut board.clone(), &mut self.tree, to_play, &limited);
        if found.finished {
            return Some(found);
        }
        // not read to the end: the count of liberties decides
        let (low, high) = duel.lead(&mut board.clone(), to_play);
        if low != high {
            return Some(found);
        }
        let achieved = low >= 0;
        let wins = achieved == (to_play != defender);
        let play = found.play.or(found.hint).filter(|_| wins);
        Some(QuickAnswer { outcome: if wins { Outcome::Win } else { Outcome::Lose }, play, ..found })
    }

    /// Life (its owner moving first) or death (the other side) of these stones.
    pub fn read(
        &mut self,
        board: &Board,
        defender: Color,
        target: PointSet,
        to_play: Color,
        budget: &Budget,
    ) -> QuickAnswer {
        let siege = Siege::new(defender, target, &self.params, &self.book);
        let limited = budget.with_nodes(budget.nodes.min(self.params.nodes));
        weigh(&siege, &mut board.clone(), &mut self.tree, to_play, &limited)
    }
}

#[cfg(test)]
mod tests;
