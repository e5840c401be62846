//! Walks through what a finished (or stopped) search remembers: the main line and the whole tree.

use gosedai_board::Move;

use super::{Child, Ground, Known, NOWHERE, Search, Side};
use crate::trace::TraceNode;

/// Moves of a main line, and depth of a tree.
const LONGEST: usize = 60;
const DEEPEST: usize = 40;

impl<G: Ground> Search<'_, G> {
    /// The line of best play as the table has it: the winner's move, the loser's longest resistance.
    pub fn line(&mut self, place: &G::Place, mover: Side, key: u64) -> Vec<Move> {
        let (mut place, mut mover, mut key) = (*place, mover, key);
        let (mut entered, mut seen): (Vec<Child<G>>, Vec<u64>) = (Vec::new(), Vec::new());
        while entered.len() < LONGEST && !seen.contains(&key) {
            let Some(best) = self.tree.table.get(key).map(|e| e.known.best).filter(|&b| b != NOWHERE) else { break };
            let Some(child) = self.ground.follow(&place, mover, best) else { break };
            seen.push(key);
            self.ground.enter(&child, mover);
            (place, mover, key) = (child.place, mover.other(), child.key);
            entered.push(child);
        }
        entered.iter().rev().for_each(|child| self.ground.leave(child));
        entered.iter().map(|child| self.ground.to_move(child.cell)).collect()
    }

    /// The tree below a position as far as the table has it, at most `limit` positions.
    pub fn trace(&mut self, place: &G::Place, mover: Side, key: u64, limit: usize) -> TraceNode {
        let mut left = limit;
        let known = self.tree.table.get(key).map(|entry| entry.known);
        let mut node = self.trace_node(known, key);
        node.nodes = node.nodes.max(self.nodes as u32);
        node.children = self.trace_below(place, mover, known.unwrap_or(Known::open([1, 1])), DEEPEST, &mut left);
        node
    }

    fn trace_node(&self, known: Option<Known<G::Zone>>, key: u64) -> TraceNode {
        let achieved = known.filter(Known::is_solved).map(|known| known.of(Side::Attacker) == 0);
        TraceNode { play: None, achieved, nodes: self.tree.work(key), children: Vec::new() }
    }

    /// A settled winner shows his move, everybody else all that were looked at.
    fn trace_below(
        &mut self,
        place: &G::Place,
        mover: Side,
        known: Known<G::Zone>,
        depth: usize,
        left: &mut usize,
    ) -> Vec<TraceNode> {
        let mut cells = vec![known.best];
        if known.of(mover) != 0 {
            cells.push(NOWHERE);
            cells.extend(self.ground.cells(place).into_iter().filter(|&cell| cell != known.best));
            cells.dedup();
        }
        let mut found = Vec::new();
        for cell in cells {
            let Some(child) = self.ground.follow(place, mover, cell).filter(|_| *left > 0) else { continue };
            let Some(below) = self.ground.look(self.tree, &child, mover.other()) else { continue };
            *left -= 1;
            let mut node = self.trace_node(Some(below), child.key);
            node.play = Some((self.ground.color_of(mover), self.ground.to_move(cell)));
            self.ground.enter(&child, mover);
            if depth > 1 && self.tree.work(child.key) > 1 {
                node.children = self.trace_below(&child.place, mover.other(), below, depth - 1, left);
            }
            self.ground.leave(&child);
            found.push(node);
        }
        found
    }
}
