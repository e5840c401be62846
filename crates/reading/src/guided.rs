//! Search led by an adviser: few positions, each of them looked at by somebody who knows shapes.
//!
//! The tree grows one position at a time, at the move for which the adviser's wish, the results so far and the lack of visits
//! together speak most (PUCT). A [`Judge`], who knows the question, says what a position is worth.

use gosedai_board::{Board, Color, Move, Point, PointSet};

use crate::counsel::{Advice, Adviser};
use crate::params::GuidedParams;

/// Knows what is asked: values are those of one side, +1 its wish fulfilled … −1 not.
pub trait Judge {
    fn side(&self) -> Color;
    /// Decided without advice?
    fn settled(&mut self, board: &Board, to_play: Color, is_root: bool) -> Option<f32>;
    /// What the advice means for the question.
    fn worth(&mut self, board: &Board, to_play: Color, advice: &Advice) -> f32;
    /// The stones the question is about.
    fn stones(&self, board: &Board) -> PointSet;
    /// Where moves are considered, usually within this many steps of the stones.
    fn near(&self, board: &Board, reach: usize, _is_root: bool) -> PointSet {
        (0..reach).fold(self.stones(board), |near, _| near.grown())
    }
}

/// A move at the root and what was found of it.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    pub play: Move,
    pub visits: f32,
    pub value: f32,
    /// Decided without advice.
    pub is_over: bool,
}

/// The branch to play: by its share of the visits and by its value, to which the mover gives this sign.
pub fn favourite(branches: &[Branch], value_weight: f32, sign: f32) -> Option<Branch> {
    let total: f32 = branches.iter().map(|b| b.visits).sum();
    let score = |b: &Branch| b.visits / total + value_weight * sign * b.value;
    branches.iter().max_by(|a, b| score(a).total_cmp(&score(b))).copied()
}

/// Share of the visits that went to a branch.
pub fn share(branch: &Branch, branches: &[Branch]) -> f32 {
    branch.visits / branches.iter().map(|b| b.visits).sum::<f32>()
}

struct GuidedNode {
    board: Board,
    to_play: Color,
    recent: Vec<Move>,
    edges: Vec<Edge>,
    visits: f32,
    /// Sum over the visits.
    value: f32,
    is_over: bool,
    /// Was a ko taken by the move that led here?
    takes_ko: bool,
}

#[derive(Clone, Copy)]
struct Edge {
    play: Move,
    prior: f32,
    child: Option<usize>,
}

/// One search.
pub struct Guided<'a, J: Judge> {
    adviser: &'a mut dyn Adviser,
    judge: &'a mut J,
    params: &'a GuidedParams,
    nodes: Vec<GuidedNode>,
    /// Who may take back a ko at once, because he has threats.
    threats: Option<Color>,
    /// Positions the adviser has been asked about.
    pub looks: u64,
}

impl<'a, J: Judge> Guided<'a, J> {
    pub fn new(
        adviser: &'a mut dyn Adviser,
        judge: &'a mut J,
        params: &'a GuidedParams,
        board: &Board,
        to_play: Color,
    ) -> Self {
        Guided::with_threats(adviser, judge, params, board, to_play, None)
    }

    /// The same where one side has ko threats.
    pub fn with_threats(
        adviser: &'a mut dyn Adviser,
        judge: &'a mut J,
        params: &'a GuidedParams,
        board: &Board,
        to_play: Color,
        threats: Option<Color>,
    ) -> Self {
        let mut search = Guided { adviser, judge, params, nodes: Vec::with_capacity(64), threats, looks: 0 };
        let root = search.node(board.clone(), to_play, Vec::new());
        search.nodes.push(root);
        search
    }

    /// Gives a move of the root this share of the first wishes, whatever the adviser thinks of it.
    pub fn suggest(&mut self, play: Move, share: f32) {
        let edges = &mut self.nodes[0].edges;
        edges.iter_mut().for_each(|edge| edge.prior *= 1.0 - share);
        match edges.iter_mut().find(|edge| edge.play == play) {
            Some(edge) => edge.prior += share,
            None => edges.push(Edge { play, prior: share, child: None }),
        }
    }

    /// Grows the tree until this many positions have been looked at, or `is_plain` says the branches suffice.
    pub fn grow(&mut self, looks: u64, is_plain: impl Fn(&[Branch], u64) -> bool) {
        // a line that ends in a capture needs no look: bounded all the same
        for _ in 0..4 * looks {
            if self.looks >= looks || is_plain(&self.branches(), self.looks) {
                return;
            }
            self.step(0);
        }
    }

    /// The moves of the root that were looked at.
    pub fn branches(&self) -> Vec<Branch> {
        let branch = |edge: &Edge| {
            let child = &self.nodes[edge.child?];
            let (visits, value) = (child.visits, child.value / child.visits);
            Some(Branch { play: edge.play, visits, value, is_over: child.is_over })
        };
        self.nodes[0].edges.iter().filter_map(branch).collect()
    }

    /// Share of what was looked at below a move (`None`: all) in which a ko was taken.
    pub fn ko_share(&self, play: Option<Move>) -> f32 {
        let start = match play {
            None => Some(0),
            Some(play) => self.nodes[0].edges.iter().find(|edge| edge.play == play).and_then(|edge| edge.child),
        };
        start.map_or(0.0, |start| self.in_ko(start) / self.nodes[start].visits)
    }

    fn in_ko(&self, at: usize) -> f32 {
        let node = &self.nodes[at];
        if node.takes_ko {
            return node.visits;
        }
        node.edges.iter().filter_map(|edge| edge.child).map(|child| self.in_ko(child)).sum()
    }

    fn node(&mut self, board: Board, to_play: Color, recent: Vec<Move>) -> GuidedNode {
        let is_root = self.nodes.is_empty();
        let mut board = board;
        let takes_ko = board.ko_point().is_some() && !is_root;
        if self.threats == Some(to_play) {
            board.clear_ko();
        }
        let mut node =
            GuidedNode { board, to_play, recent, edges: Vec::new(), visits: 1.0, value: 0.0, is_over: false, takes_ko };
        if let Some(value) = self.judge.settled(&node.board, to_play, is_root) {
            node.is_over = true;
            node.value = value;
            return node;
        }
        self.looks += 1;
        let advice = self.adviser.advise(&node.board, to_play, &node.recent);
        node.value = self.judge.worth(&node.board, to_play, &advice);
        let near = self.judge.near(&node.board, self.params.reach, is_root);
        let legal = |p: &Point| node.board.is_legal(*p, to_play);
        let mut wishes: Vec<(f32, Move)> = near
            .intersection(&node.board.empty_set())
            .iter()
            .filter(legal)
            .map(|p| (advice.wish(p), Move::Play(p)))
            .collect();
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        wishes.truncate(self.params.breadth);
        let best = wishes.first().map_or(0.0, |wish| wish.0);
        // elsewhere: worth a thought wherever nothing is to be done here
        if wishes.is_empty() || !is_root {
            wishes.push((best - self.params.elsewhere, Move::Pass));
        }
        let weight = |wish: f32| ((wish - best) / self.params.temper).exp();
        let total: f32 = wishes.iter().map(|wish| weight(wish.0)).sum();
        let edge = |&(wish, play): &(f32, Move)| Edge { play, prior: weight(wish) / total, child: None };
        node.edges = wishes.iter().map(edge).collect();
        node
    }

    fn step(&mut self, at: usize) -> f32 {
        let node = &self.nodes[at];
        if node.is_over {
            let value = node.value / node.visits;
            self.add(at, value);
            return value;
        }
        let chosen = self.choose(at);
        let value = match node.edges[chosen].child {
            Some(child) => self.step(child),
            None => {
                let (to_play, play) = (node.to_play, node.edges[chosen].play);
                let mut board = node.board.clone();
                match play {
                    Move::Play(point) => {
                        board.play_forever(point, to_play);
                    }
                    Move::Pass => board.clear_ko(),
                }
                let recent = [play].into_iter().chain(node.recent.iter().copied()).take(5).collect();
                let child = self.node(board, to_play.opponent(), recent);
                let value = child.value;
                self.nodes.push(child);
                self.nodes[at].edges[chosen].child = Some(self.nodes.len() - 1);
                value
            }
        };
        self.add(at, value);
        value
    }

    fn add(&mut self, at: usize, value: f32) {
        let node = &mut self.nodes[at];
        node.visits += 1.0;
        node.value += value;
    }

    fn choose(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let sign = if node.to_play == self.judge.side() { 1.0 } else { -1.0 };
        let worth = |node: &GuidedNode| sign * node.value / node.visits;
        let unseen = worth(node) - self.params.unseen;
        let attention = self.params.exploration * node.visits.sqrt();
        let score = |edge: &Edge| {
            let (value, visits) = edge.child.map_or((unseen, 0.0), |c| (worth(&self.nodes[c]), self.nodes[c].visits));
            value + attention * edge.prior / (1.0 + visits)
        };
        let by_score = |a: &usize, b: &usize| score(&node.edges[*a]).total_cmp(&score(&node.edges[*b])).then(b.cmp(a));
        (0..node.edges.len()).max_by(by_score).unwrap_or(0)
    }
}
