//! The quick reader of life and death: whole groups, within some milliseconds.
//!
//! It always answers; its answers are judgements. [`crate::Reader`] proves.

mod advised;
mod duel;
mod group;
mod proofs;
mod race;
mod room;
mod siege;
mod sight;
mod sights;
mod stakes;

use std::cell::RefCell;

use gosedai_board::{Board, Color, Point, PointSet};

use crate::budget::Budget;
use crate::dfpn::Tree;
use crate::outcome::Outcome;
use crate::params::{GuidedParams, OwlParams, Tuning};
use crate::tactics::{QuickAnswer, TABLE_BYTES, weigh};

pub use duel::Duel;
pub use group::grow;
pub use proofs::{Proof, settle};
pub use race::{race_ground, read_race};
pub use room::{Eyes, Room, RoomBook};
pub use siege::Siege;
pub use sight::{Sight, View, look};
pub use stakes::{Stake, Stakes};

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

    /// The group of a stone as this reader sees it.
    pub fn group(&self, board: &Board, stone: Point) -> PointSet {
        let Some(color) = board.color_at(stone) else { return PointSet::EMPTY };
        grow(&mut board.clone(), &board.string_set(stone), color).group
    }

    /// Can the group of the stone be killed, the attacker moving first?
    pub fn attack(&mut self, board: &Board, stone: Point, budget: &Budget) -> Option<QuickAnswer> {
        let defender = board.color_at(stone)?;
        Some(self.read(board, defender, self.group(board, stone), defender.opponent(), budget))
    }

    /// Can it be made to live, its owner moving first?
    pub fn defend(&mut self, board: &Board, stone: Point, budget: &Budget) -> Option<QuickAnswer> {
        let defender = board.color_at(stone)?;
        Some(self.read(board, defender, self.group(board, stone), defender, budget))
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
        let (target, rival) = (self.group(board, other), self.group(board, own));
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
mod tests {
    use super::*;
    use gosedai_board::{Move, diagram};

    const THREE: &str = "
        . . . . . . .
        . O O O O O .
        O O X X X X O
        O X X . . . O";
    const FOUR: &str = "
        . . . . . . . .
        O O O O O O O .
        X X X X X X O .
        . . X . . X O .";

    fn answers(text: &str, stone: &str) -> [QuickAnswer; 2] {
        let board = diagram::parse(text).unwrap();
        let (mut owl, budget, stone) = (Owl::default(), Budget::default(), stone.parse().unwrap());
        [owl.attack(&board, stone, &budget).unwrap(), owl.defend(&board, stone, &budget).unwrap()]
    }

    #[test]
    fn two_rooms_of_two_points_live() {
        let [attack, _] = answers(FOUR, "A2");
        assert_eq!(attack.outcome, Outcome::Lose);
    }

    #[test]
    fn a_room_open_at_its_end_is_killed() {
        let [attack, defend] = answers(THREE, "C2");
        assert_eq!(attack.outcome, Outcome::Win);
        assert_eq!(defend.outcome, Outcome::Lose, "closing it leaves three points less one");
    }

    #[test]
    fn whoever_takes_the_middle_of_three_points() {
        let text = "
            . . . . . . . .
            O O O O O O . .
            X X X X X O . .
            . . . . X O . .
            X X X X X O . .
            O O O O O O . .
            . . . . . . . .";
        let [attack, defend] = answers(&text.replacen("            . . . . X", "            X . . . X", 1), "A3");
        assert_eq!((attack.outcome, attack.play), (Outcome::Win, Some(Move::Play("C4".parse().unwrap()))));
        assert_eq!((defend.outcome, defend.play), (Outcome::Win, Some(Move::Play("C4".parse().unwrap()))));
        let [attack, _] = answers(text, "A3");
        assert_eq!(attack.outcome, Outcome::Lose, "four in a row live");
    }
}
