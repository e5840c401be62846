//! Every position a region can reach, as a graph: nodes are open spots, edges are moves.

use crate::room::Room;
use crate::spot::{Counting, Spot};
use gosedai_board::Color;
use std::collections::HashMap;

/// One move: where it leads (several independent spots), the points decided or taken by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index of the point in the room.
    pub point: usize,
    pub parts: Vec<usize>,
    pub score: i64,
    /// Stones taken.
    pub taken: u32,
}

#[derive(Clone, Debug, Default)]
pub struct RegionNode {
    pub spot: Spot,
    pub black: Vec<Step>,
    pub white: Vec<Step>,
}

/// The graph of a region; `roots` are the independent parts it falls into at once.
#[derive(Clone, Debug)]
pub struct RegionGraph {
    pub nodes: Vec<RegionNode>,
    pub roots: Vec<usize>,
    /// Points settled already.
    pub settled: i64,
    pub counting: Counting,
}

/// Which moves a graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    All,
    /// No stones thrown into atari without taking any: fewer loops, at the price of sacrifices that are not seen.
    Sober,
}

/// The region has more positions than the limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl RegionGraph {
    /// Explores a region completely, or gives up beyond `limit` positions.
    pub fn explore(room: &Room, spot: Spot, counting: Counting, limit: usize) -> Result<Self, TooLarge> {
        Self::explore_moves(room, spot, counting, limit, Moves::All)
    }

    /// The same with fewer moves.
    pub fn explore_moves(
        room: &Room,
        spot: Spot,
        counting: Counting,
        limit: usize,
        moves: Moves,
    ) -> Result<Self, TooLarge> {
        let (parts, settled) = spot.settle(room, counting);
        let mut graph = RegionGraph { nodes: Vec::new(), roots: Vec::new(), settled, counting };
        let mut index = HashMap::new();
        graph.roots = parts.into_iter().map(|s| graph.node(s, &mut index)).collect();
        let mut next = 0;
        while next < graph.nodes.len() {
            if graph.nodes.len() > limit {
                return Err(TooLarge);
            }
            let spot = graph.nodes[next].spot;
            let black = graph.steps(room, &spot, Color::Black, moves, &mut index);
            let white = graph.steps(room, &spot, Color::White, moves, &mut index);
            graph.nodes[next].black = black;
            graph.nodes[next].white = white;
            next += 1;
        }
        Ok(graph)
    }

    fn node(&mut self, spot: Spot, index: &mut HashMap<Spot, usize>) -> usize {
        *index.entry(spot).or_insert_with(|| {
            self.nodes.push(RegionNode { spot, ..RegionNode::default() });
            self.nodes.len() - 1
        })
    }

    fn steps(
        &mut self,
        room: &Room,
        spot: &Spot,
        color: Color,
        moves: Moves,
        index: &mut HashMap<Spot, usize>,
    ) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut rest = spot.empty();
        while rest != 0 {
            let point = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let Some((next, taken)) = spot.play(room, point, color) else {
                continue;
            };
            if moves == Moves::Sober && taken == 0 && next.in_atari(room, point, color) {
                continue;
            }
            let (parts, mut score) = next.settle(room, self.counting);
            if self.counting == Counting::Territory {
                score += crate::spot::sign(color) * taken as i64;
            }
            let parts = parts.into_iter().map(|s| self.node(s, index)).collect();
            steps.push(Step { point, parts, score, taken });
        }
        steps
    }

    pub fn steps_of(&self, node: usize, color: Color) -> &[Step] {
        if color == Color::Black { &self.nodes[node].black } else { &self.nodes[node].white }
    }

    /// Strongly connected components, children before parents (Tarjan); loops of more than one node are kos.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let n = self.nodes.len();
        let (mut order, mut low) = (vec![usize::MAX; n], vec![0; n]);
        let (mut on_stack, mut stack) = (vec![false; n], Vec::new());
        let mut out = Vec::new();
        let mut counter = 0;
        let children: Vec<Vec<usize>> = self
            .nodes
            .iter()
            .map(|node| node.black.iter().chain(&node.white).flat_map(|s| s.parts.iter().copied()).collect())
            .collect();
        for start in 0..n {
            if order[start] != usize::MAX {
                continue;
            }
            // explicit stack of (node, next child): regions can be deep
            let mut work = vec![(start, 0usize)];
            while let Some(&mut (v, ref mut i)) = work.last_mut() {
                if *i == 0 {
                    order[v] = counter;
                    low[v] = counter;
                    counter += 1;
                    stack.push(v);
                    on_stack[v] = true;
                }
                if let Some(&w) = children[v].get(*i) {
                    *i += 1;
                    if order[w] == usize::MAX {
                        work.push((w, 0));
                    } else if on_stack[w] {
                        low[v] = low[v].min(order[w]);
                    }
                    continue;
                }
                work.pop();
                if let Some(&(parent, _)) = work.last() {
                    low[parent] = low[parent].min(low[v]);
                }
                if low[v] == order[v] {
                    let mut part = Vec::new();
                    while let Some(w) = stack.pop() {
                        on_stack[w] = false;
                        part.push(w);
                        if w == v {
                            break;
                        }
                    }
                    out.push(part);
                }
            }
        }
        out
    }
}
