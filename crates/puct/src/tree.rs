//! The tree: positions as nodes, moves as edges with their statistics.

use gosedai_board::Move;

use crate::Config;

pub(crate) const ROOT: usize = 0;
/// Edge without a node.
pub(crate) const NO_NODE: u32 = u32::MAX;

/// A judged position, for the side to move: utility −1 to 1, score in points with its standard deviation.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Judged {
    pub win: f32,
    pub score: f32,
    pub stdev: f32,
}

impl Judged {
    pub fn for_opponent(self) -> Judged {
        Judged { win: 1.0 - self.win, score: -self.score, ..self }
    }

    /// With a share of another judgement.
    pub fn mixed(self, other: Judged, share: f32) -> Judged {
        let mix = |own: f32, other: f32| (1.0 - share) * own + share * other;
        Judged { win: mix(self.win, other.win), score: mix(self.score, other.score), ..self }
    }

    pub fn utility(self, config: &Config) -> f32 {
        let win = 2.0 * self.win - 1.0;
        (1.0 - config.score_share) * win + config.score_share * (self.score / config.score_reach).tanh()
    }
}

/// A move from a position. Sums are for the side that makes the move.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub mv: Move,
    pub prior: f32,
    pub node: u32,
    pub visits: u32,
    /// Threads that are below this edge now.
    pub busy: u32,
    pub utility_sum: f64,
    pub win_sum: f64,
    pub score_sum: f64,
}

impl Edge {
    pub fn new(mv: Move, prior: f32) -> Edge {
        Edge { mv, prior, node: NO_NODE, visits: 0, busy: 0, utility_sum: 0.0, win_sum: 0.0, score_sum: 0.0 }
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

/// Sums of squares over the visits of a node: how far its judgements lie apart, whichever side looks at them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Squares {
    pub utility: f64,
    pub win: f64,
    pub score: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub state: State,
    pub visits: u32,
    /// For the side to move here.
    pub utility_sum: f64,
    /// For the side that moved here, as the sums of the edge that leads here.
    pub squares: Squares,
    /// What the network said about the owners, +127 Black … −127 White, in row order from A1.
    pub owners: Box<[i8]>,
}

impl Node {
    /// Counts a judgement, given for the side to move here.
    fn add(&mut self, judged: Judged, config: &Config) {
        self.visits += 1;
        self.utility_sum += f64::from(judged.utility(config));
        let before = judged.for_opponent();
        let square = |value: f32| f64::from(value) * f64::from(value);
        self.squares.utility += square(before.utility(config));
        self.squares.win += square(before.win);
        self.squares.score += square(before.score) + square(before.stdev);
    }
}

#[derive(Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
}

impl Tree {
    pub fn add_pending(&mut self) -> usize {
        gosedai_memory::more(&mut self.nodes, 1);
        self.nodes.push(Node {
            state: State::Pending,
            visits: 0,
            utility_sum: 0.0,
            squares: Squares::default(),
            owners: Box::default(),
        });
        self.nodes.len() - 1
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

    /// The edge to follow from an open node.
    pub fn select(&self, node: usize, config: &Config) -> Option<usize> {
        let n = &self.nodes[node];
        let State::Open { judged, edges } = &n.state else { return None };
        let total: u32 = edges.iter().map(|e| e.visits + e.busy).sum();
        let seen: f32 = edges.iter().filter(|e| e.visits > 0).map(|e| e.prior).sum();
        let own = if n.visits > 0 { (n.utility_sum / f64::from(n.visits)) as f32 } else { judged.utility(config) };
        let unvisited = own - config.unvisited_penalty * seen.sqrt();
        let growth = config.exploration_growth * ((total as f32 + 500.0) / 500.0).ln();
        let pull = (config.exploration + growth) * (total as f32 + 0.01).sqrt();
        let promise = |e: &Edge| {
            let tries = e.visits + e.busy;
            let value = match tries {
                0 => unvisited,
                // a busy thread counts as a loss, which sends the next one elsewhere
                _ => ((e.utility_sum - f64::from(e.busy)) / f64::from(tries)) as f32,
            };
            value + pull * e.prior / (1.0 + tries as f32)
        };
        let mut best = None;
        for (i, edge) in edges.iter().enumerate() {
            let value = promise(edge);
            if best.is_none_or(|(_, top)| value > top) {
                best = Some((i, value));
            }
        }
        best.map(|(i, _)| i)
    }

    /// Adds a judgement made below the path's last node, seen by the side to move there, to everything above it.
    pub fn back_up(&mut self, path: &[(usize, usize)], leaf: usize, judged: Judged, config: &Config) {
        self.nodes[leaf].add(judged, config);
        let mut judged = judged;
        for &(node, edge) in path.iter().rev() {
            judged = judged.for_opponent();
            let utility = f64::from(judged.utility(config));
            self.nodes[node].add(judged, config);
            let edge = &mut self.edges_mut(node)[edge];
            edge.busy -= 1;
            edge.visits += 1;
            edge.utility_sum += utility;
            edge.win_sum += f64::from(judged.win);
            edge.score_sum += f64::from(judged.score);
        }
    }

    /// Takes back the marks of a descent that led nowhere.
    pub fn release(&mut self, path: &[(usize, usize)]) {
        for &(node, edge) in path {
            self.edges_mut(node)[edge].busy -= 1;
        }
    }

    /// The part of the tree below `node`, which becomes the root.
    pub fn below(&self, node: usize) -> Tree {
        let mut kept = Tree::default();
        let mut waiting = vec![(node, None::<(usize, usize)>)];
        while let Some((old, parent)) = waiting.pop() {
            let new = kept.nodes.len();
            gosedai_memory::more(&mut kept.nodes, 1);
            kept.nodes.push(self.nodes[old].clone());
            if let Some((node, edge)) = parent {
                kept.edges_mut(node)[edge].node = new as u32;
            }
            for (i, edge) in kept.edges(new).iter().enumerate() {
                if edge.node != NO_NODE {
                    waiting.push((edge.node as usize, Some((new, i))));
                }
            }
        }
        kept
    }
}
