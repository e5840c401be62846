//! The tree: nodes in one list, the children of a node side by side.

use gosedai_board::{Move, Point};

/// Statistics of a move, seen by the side that played it.
#[derive(Clone, Copy, Debug)]
pub struct MoveStats {
    /// Cell number, 0 for a pass.
    pub mv: u16,
    pub child_count: u16,
    pub first_child: u32,
    pub visits: u32,
    pub rave_visits: u32,
    /// Sum of rewards (0 to 1 each).
    pub value: f32,
    pub rave_value: f32,
    /// Share of the prior; negative: not allowed here (it would repeat a position).
    pub prior: f32,
    /// Sum of margins for Black, komi included.
    pub margin: f32,
}

impl MoveStats {
    pub fn new(mv: u16, prior: f32) -> Self {
        MoveStats {
            mv,
            prior,
            child_count: 0,
            first_child: 0,
            visits: 0,
            rave_visits: 0,
            value: 0.0,
            rave_value: 0.0,
            margin: 0.0,
        }
    }

    pub fn as_move(&self) -> Move {
        if self.mv == 0 { Move::Pass } else { Move::Play(Point::from_index(self.mv as usize)) }
    }

    /// Mean reward; `unknown` where never visited.
    #[inline]
    pub fn mean(&self, unknown: f32) -> f32 {
        if self.visits == 0 { unknown } else { self.value / self.visits as f32 }
    }

    #[inline]
    pub fn is_banned(&self) -> bool {
        self.prior < 0.0
    }
}

/// All nodes; the root is the first.
#[derive(Clone)]
pub struct Tree {
    pub nodes: Vec<MoveStats>,
}

pub const ROOT: usize = 0;

impl Default for Tree {
    fn default() -> Self {
        Tree { nodes: vec![MoveStats::new(0, 1.0)] }
    }
}

impl Tree {
    #[inline]
    pub fn children(&self, node: usize) -> std::ops::Range<usize> {
        let MoveStats { first_child, child_count, .. } = self.nodes[node];
        first_child as usize..first_child as usize + child_count as usize
    }

    #[inline]
    pub fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].child_count == 0
    }

    /// Gives a leaf its children.
    pub fn expand(&mut self, node: usize, children: impl IntoIterator<Item = MoveStats, IntoIter: ExactSizeIterator>) {
        let (first, children) = (self.nodes.len(), children.into_iter());
        gosedai_memory::more(&mut self.nodes, children.len());
        self.nodes.extend(children);
        self.nodes[node].first_child = first as u32;
        self.nodes[node].child_count = (self.nodes.len() - first) as u16;
    }

    /// The child reached by a move.
    pub fn child(&self, node: usize, mv: Move) -> Option<usize> {
        self.children(node).find(|&i| self.nodes[i].as_move() == mv)
    }

    /// The part of the tree below a node, as a tree of its own.
    pub fn below(&self, node: usize) -> Tree {
        let mut tree = Tree { nodes: vec![self.nodes[node]] };
        let mut queue = vec![(node, ROOT)];
        let mut at = 0;
        while at < queue.len() {
            let (old, new) = queue[at];
            at += 1;
            let range = self.children(old);
            if range.is_empty() {
                continue;
            }
            let first = tree.nodes.len();
            tree.nodes[new].first_child = first as u32;
            gosedai_memory::more(&mut tree.nodes, range.len());
            tree.nodes.extend_from_slice(&self.nodes[range.clone()]);
            queue.extend(range.enumerate().map(|(i, child)| (child, first + i)));
        }
        tree
    }

    /// Most visited moves one after the other, with their visits.
    pub fn line(&self, mut node: usize, most: usize) -> Vec<(Move, u32)> {
        let mut line = Vec::new();
        while line.len() < most {
            let best = self.children(node).max_by_key(|&i| (self.nodes[i].visits, std::cmp::Reverse(i)));
            let Some(best) = best.filter(|&i| self.nodes[i].visits > 0) else { break };
            line.push((self.nodes[best].as_move(), self.nodes[best].visits));
            node = best;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_below_keeps_its_statistics() {
        let mut tree = Tree::default();
        tree.expand(ROOT, [MoveStats::new(40, 0.5), MoveStats::new(41, 0.5)]);
        tree.expand(2, [MoveStats::new(50, 0.1), MoveStats::new(0, 0.9)]);
        tree.expand(4, [MoveStats::new(60, 1.0)]);
        tree.nodes[2].visits = 7;
        tree.nodes[4].visits = 5;
        tree.nodes[5].visits = 3;
        let part = tree.below(2);
        assert_eq!(part.nodes.len(), 4);
        assert_eq!(part.nodes[ROOT].visits, 7);
        assert_eq!(part.line(ROOT, 9), [(Move::Pass, 5), (Move::Play(Point::from_index(60)), 3)]);
        assert_eq!(part.child(ROOT, Move::Pass), Some(2));
    }
}
