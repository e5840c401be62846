//! Loop graphs: positions as nodes, moves as edges, and which moves take a ko.

use crate::{Rational, Thermograph};
use thiserror::Error;

#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum KoError {
    #[error("the ko is about nothing: Black's win must be worth more than White's")]
    NothingAtStake,
    #[error("an approach ko of {moves} moves is longer than supported")]
    TooLong { moves: u32 },
    #[error("the position loops in a way no single ko does")]
    Tangled,
    #[error("ko node {node} has no move for one side")]
    OneSided { node: usize },
    #[error("the evaluation did not settle")]
    Unsettled,
}

/// A move to another node; `takes_ko` forbids the opponent's immediate retake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoMove {
    pub to: usize,
    pub takes_ko: bool,
}

impl KoMove {
    pub fn plain(to: usize) -> Self {
        KoMove { to, takes_ko: false }
    }

    pub fn taking(to: usize) -> Self {
        KoMove { to, takes_ko: true }
    }
}

#[derive(Clone, Debug)]
pub enum KoNode {
    /// A settled position or a short game, by its thermograph.
    Known(Thermograph),
    Open {
        black: Vec<KoMove>,
        white: Vec<KoMove>,
    },
}

impl KoNode {
    pub fn number(x: Rational) -> Self {
        KoNode::Known(Thermograph::of_number(x))
    }
}

#[derive(Clone, Debug, Default)]
pub struct KoGraph {
    pub nodes: Vec<KoNode>,
}

impl KoGraph {
    pub fn add(&mut self, node: KoNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// An n-move approach ko; returns the graph and its nodes Kb_n and Ka_n.
    pub fn approach(n: u32, c: Rational, f: Rational) -> (KoGraph, usize, usize) {
        let mut graph = KoGraph::default();
        let mut won = graph.add(KoNode::number(c));
        let lost = graph.add(KoNode::number(f));
        let mut pair = (won, lost);
        for _ in 0..=n {
            let kb = graph.nodes.len();
            let ka = kb + 1;
            graph.add(KoNode::Open { black: vec![KoMove::plain(won)], white: vec![KoMove::taking(ka)] });
            graph.add(KoNode::Open { black: vec![KoMove::taking(kb)], white: vec![KoMove::plain(lost)] });
            pair = (kb, ka);
            won = kb;
        }
        (graph, pair.0, pair.1)
    }

    /// `C <- B <-> K <-> E -> F`; returns the graph and [B, K, E].
    pub fn two_stage(c: Rational, f: Rational) -> (KoGraph, [usize; 3]) {
        let mut graph = KoGraph::default();
        let won = graph.add(KoNode::number(c));
        let lost = graph.add(KoNode::number(f));
        let (b, k, e) = (2, 3, 4);
        graph.add(KoNode::Open { black: vec![KoMove::plain(won)], white: vec![KoMove::taking(k)] });
        graph.add(KoNode::Open { black: vec![KoMove::taking(b)], white: vec![KoMove::taking(e)] });
        graph.add(KoNode::Open { black: vec![KoMove::taking(k)], white: vec![KoMove::plain(lost)] });
        (graph, [b, k, e])
    }
}
