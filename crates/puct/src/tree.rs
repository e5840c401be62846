//! The tree: positions as nodes, moves as edges with their visits. A position reached in two ways is one node.

use std::collections::HashMap;

use gosedai_board::{Color, Move};

use crate::Config;
use crate::seen::{Judged, Scale, Seen, mean_of_moves};

pub(crate) const ROOT: usize = 0;
/// Edge without a node.
pub(crate) const NO_NODE: u32 = u32::MAX;
/// Edge of a move that turned out to repeat an earlier position on one of the ways here.
pub(crate) const FORBIDDEN: u32 = u32::MAX - 1;

/// A usual spread of utilities, and how many visits it is worth.
const USUAL_SPREAD: f64 = 0.4;
const USUAL_WEIGHT: f64 = 2.0;

/// A move from a position.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub mv: Move,
    pub prior: f32,
    pub node: u32,
    pub visits: u32,
    /// Threads that are below this edge now.
    pub busy: u32,
}

impl Edge {
    pub fn new(mv: Move, prior: f32) -> Edge {
        Edge { mv, prior, node: NO_NODE, visits: 0, busy: 0 }
    }

    pub fn child(&self) -> Option<usize> {
        (self.node < FORBIDDEN).then_some(self.node as usize)
    }
}

/// What is known of a node's position.
#[derive(Clone, Debug)]
pub(crate) enum State {
    /// A thread is asking the network.
    Pending,
    Open {
        judged: Judged,
        edges: Vec<Edge>,
    },
    /// The game is over.
    Over(Judged),
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub state: State,
    pub to_play: Color,
    pub visits: u32,
    /// For the side to move here.
    pub seen: Seen,
    /// What the network said about the owners, +127 Black … −127 White, in row order from A1.
    pub owners: Box<[i8]>,
}

impl Node {
    pub fn own(&self) -> Option<Judged> {
        match &self.state {
            State::Pending => None,
            State::Open { judged, .. } | State::Over(judged) => Some(*judged),
        }
    }
}

#[derive(Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    pub scale: Scale,
    /// Where a position stands in `nodes`.
    known: HashMap<u64, u32>,
}

impl Tree {
    pub fn add_pending(&mut self, to_play: Color) -> usize {
        gosedai_memory::more(&mut self.nodes, 1);
        self.nodes.push(Node {
            state: State::Pending,
            to_play,
            visits: 0,
            seen: Seen::default(),
            owners: Box::default(),
        });
        self.nodes.len() - 1
    }

    /// The node of a position, by its key.
    pub fn known(&self, key: u64) -> Option<usize> {
        self.known.get(&key).map(|&node| node as usize)
    }

    pub fn remember(&mut self, key: u64, node: usize) {
        self.known.insert(key, node as u32);
    }

    pub fn edges(&self, node: usize) -> &[Edge] {
        match &self.nodes[node].state {
            State::Open { edges, .. } => edges,
            _ => &[],
        }
    }

    pub fn edges_mut(&mut self, node: usize) -> &mut [Edge] {
        match &mut self.nodes[node].state {
            State::Open { edges, .. } => edges,
            _ => &mut [],
        }
    }

    /// What was seen after a move, for the side that makes it, with the weight of the visits that came this way.
    pub fn after(&self, edge: &Edge) -> Option<Seen> {
        let child = self.nodes.get(edge.child()?).filter(|child| child.visits > 0 && edge.visits > 0)?;
        let share = (f64::from(edge.visits) / f64::from(child.visits)).min(1.0);
        Some(Seen { weight: child.seen.weight * share, ..child.seen.for_opponent() })
    }

    /// The edge to follow from an open node.
    pub fn select(&self, node: usize, config: &Config) -> Option<usize> {
        let n = &self.nodes[node];
        let State::Open { judged, edges } = &n.state else { return None };
        let total: u32 = edges.iter().map(|e| e.visits + e.busy).sum();
        let seen: f32 = edges.iter().filter(|e| e.visits > 0).map(|e| e.prior).sum();
        let own = self.scale.utility(*judged, n.to_play, config);
        // the more of the likely moves have been tried, the more the mean of what they led to is believed
        let parent = if n.visits > 0 { own + seen * seen * (n.seen.utility as f32 - own) } else { own };
        let penalty = if node == ROOT { config.root_unvisited_penalty } else { config.unvisited_penalty };
        let unvisited = parent - penalty * seen.sqrt();
        let growth = config.exploration_growth * ((total as f32 + 500.0) / 500.0).ln();
        let by_spread = 1.0 + config.exploration_by_spread * (spread_of(&n.seen) / USUAL_SPREAD - 1.0) as f32;
        let pull = (config.exploration + growth) * by_spread * (total as f32 + 0.01).sqrt();
        let promise = |e: &Edge| {
            let value = match self.after(e) {
                None if e.busy > 0 => -1.0,
                None => unvisited,
                // a busy thread counts as a loss, which sends the next one elsewhere
                Some(seen) => {
                    let (visits, busy) = (f64::from(e.visits), f64::from(e.busy));
                    ((seen.utility * visits - busy) / (visits + busy)) as f32
                }
            };
            value + pull * e.prior / (1.0 + (e.visits + e.busy) as f32)
        };
        let mut best = None;
        for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| edge.node != FORBIDDEN) {
            let value = promise(edge);
            if best.is_none_or(|(_, top)| value > top) {
                best = Some((i, value));
            }
        }
        best.map(|(i, _)| i)
    }

    /// Counts a visit of the path's last node, or of the edge to it alone where another way has been there more often.
    pub fn back_up(&mut self, path: &[(usize, usize)], leaf: Option<usize>, config: &Config) {
        if let Some(leaf) = leaf {
            self.nodes[leaf].visits += 1;
            self.refresh(leaf, config);
        }
        for &(node, edge) in path.iter().rev() {
            let edge = &mut self.edges_mut(node)[edge];
            edge.busy -= 1;
            edge.visits += 1;
            self.nodes[node].visits += 1;
            self.refresh(node, config);
        }
    }

    /// Means anew from the node's own judgement and its moves.
    fn refresh(&mut self, node: usize, config: &Config) {
        let n = &self.nodes[node];
        let Some(judged) = n.own() else { return };
        let passed_on: u32 = self.edges(node).iter().map(|edge| edge.visits).sum();
        // the root is judged once without a visit; where nothing may be played the position itself is judged again
        let weight = f64::from(n.visits.saturating_sub(passed_on).max(1));
        let own = Seen::of(judged, self.scale.utility(judged, n.to_play, config), weight);
        let moves: Vec<Seen> = self.edges(node).iter().filter_map(|edge| self.after(edge)).collect();
        self.nodes[node].seen = mean_of_moves(own, moves, config);
    }

    /// Takes back the marks of a descent that led nowhere.
    pub fn release(&mut self, path: &[(usize, usize)]) {
        for &(node, edge) in path {
            self.edges_mut(node)[edge].busy -= 1;
        }
    }

    /// Takes the scores as seen from `scale` from now on.
    pub fn rescale(&mut self, scale: Scale, config: &Config) {
        self.scale = scale;
        for node in self.leaves_first() {
            self.refresh(node, config);
        }
    }

    /// All nodes below the root and itself, each after those it leads to.
    fn leaves_first(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut entered = vec![false; self.nodes.len()];
        let mut waiting = if self.nodes.is_empty() { Vec::new() } else { vec![(ROOT, false)] };
        while let Some((node, is_done)) = waiting.pop() {
            if is_done {
                order.push(node);
            } else if !std::mem::replace(&mut entered[node], true) {
                waiting.push((node, true));
                waiting.extend(self.edges(node).iter().filter_map(Edge::child).map(|child| (child, false)));
            }
        }
        order
    }

    /// The part of the tree below `node`, which becomes the root.
    pub fn below(&self, node: usize) -> Tree {
        let mut kept = Tree { scale: self.scale, ..Tree::default() };
        let mut place: HashMap<usize, u32> = HashMap::new();
        let mut waiting = vec![(node, None::<(usize, usize)>)];
        while let Some((old, parent)) = waiting.pop() {
            let is_new = !place.contains_key(&old);
            let new = *place.entry(old).or_insert(kept.nodes.len() as u32);
            if let Some((node, edge)) = parent {
                kept.edges_mut(node)[edge].node = new;
            }
            if is_new {
                gosedai_memory::more(&mut kept.nodes, 1);
                kept.nodes.push(self.nodes[old].clone());
                let children = self.edges(old).iter().enumerate();
                waiting.extend(children.filter_map(|(i, edge)| Some((edge.child()?, Some((new as usize, i))))));
            }
        }
        let moved = |(&key, node): (&u64, &u32)| Some((key, *place.get(&(*node as usize))?));
        kept.known = self.known.iter().filter_map(moved).collect();
        kept
    }
}

/// Standard deviation of what was seen, a usual one where little was.
fn spread_of(seen: &Seen) -> f64 {
    let mean = seen.utility;
    let usual = (mean * mean + USUAL_SPREAD * USUAL_SPREAD) * USUAL_WEIGHT;
    let square = (usual + seen.squares.utility * seen.weight) / (USUAL_WEIGHT + seen.weight);
    (square - mean * mean).max(0.0).sqrt()
}
