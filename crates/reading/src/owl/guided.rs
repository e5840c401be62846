//! Search led by an adviser: few positions, each of them looked at by somebody who knows shapes.
//!
//! The tree grows one position at a time, where the adviser's wish, what has been found so far and the neglect of a move
//! speak for it together (PUCT). A position is worth what the adviser expects of the stones at stake.

use gosedai_board::{Board, Color, Move, Point, PointSet};

use super::params::GuidedParams;
use super::proofs::settle;
use crate::counsel::Adviser;

/// A group whose fate is asked for.
#[derive(Clone, Debug)]
pub struct Stake {
    pub color: Color,
    pub stones: PointSet,
}

/// Most groups at stake.
pub const STAKES: usize = 2;

/// How much each group lives: +1 certainly … −1 dead.
pub type Lives = [f32; STAKES];

/// A move at the root and what was found of it.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    pub play: Move,
    pub visits: f32,
    /// Value for the first group's owner.
    pub value: f32,
    pub lives: Lives,
}

struct Node {
    board: Board,
    to_play: Color,
    recent: Vec<Move>,
    edges: Vec<Edge>,
    visits: f32,
    /// Sums over the visits.
    lives: Lives,
    is_over: bool,
}

#[derive(Clone, Copy)]
struct Edge {
    play: Move,
    prior: f32,
    child: Option<usize>,
}

/// One search.
pub struct Guided<'a> {
    adviser: &'a mut dyn Adviser,
    stakes: &'a [Stake],
    params: &'a GuidedParams,
    nodes: Vec<Node>,
    /// Positions the adviser has been asked about.
    pub looks: u64,
}

impl<'a> Guided<'a> {
    /// The first stake's owner wants it to live and, where there is a second stake, that one to die.
    pub fn new(
        adviser: &'a mut dyn Adviser,
        stakes: &'a [Stake],
        params: &'a GuidedParams,
        board: &Board,
        to_play: Color,
    ) -> Self {
        let mut search = Guided { adviser, stakes, params, nodes: Vec::with_capacity(64), looks: 0 };
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

    /// The moves of the root with their shares of the first wishes.
    pub fn wishes(&self) -> Vec<(Move, f32)> {
        self.nodes[0].edges.iter().map(|edge| (edge.play, edge.prior)).collect()
    }

    /// What the adviser expects before any move.
    pub fn glance(&self) -> Lives {
        let root = &self.nodes[0];
        root.lives.map(|sum| sum / root.visits)
    }

    /// Grows the tree until so many positions have been looked at, or `is_plain` says the branches suffice.
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
            let lives = child.lives.map(|sum| sum / child.visits);
            Some(Branch { play: edge.play, visits: child.visits, value: self.value(&lives), lives })
        };
        self.nodes[0].edges.iter().filter_map(branch).collect()
    }

    /// Value of the lives for the first stake's owner.
    fn value(&self, lives: &Lives) -> f32 {
        if self.stakes.len() > 1 { (lives[0] - lives[1]) / 2.0 } else { lives[0] }
    }

    fn side(&self) -> Color {
        self.stakes[0].color
    }

    fn node(&mut self, board: Board, to_play: Color, recent: Vec<Move>) -> Node {
        let mut node =
            Node { board, to_play, recent, edges: Vec::new(), visits: 1.0, lives: [0.0; STAKES], is_over: false };
        let left: Vec<PointSet> =
            self.stakes.iter().map(|s| s.stones.intersection(&node.board.stone_set(s.color))).collect();
        if let Some(lost) = (0..left.len()).find(|&i| left[i].len() * 2 < self.stakes[i].stones.len()) {
            node.is_over = true;
            node.lives = [1.0; STAKES];
            node.lives[lost] = -1.0;
            return node;
        }
        if let (Some(spending), [stake]) = (&self.params.proofs(self.nodes.is_empty()), self.stakes)
            && let Some(proof) = settle(&node.board, &left[0], stake.color, to_play, spending)
        {
            node.is_over = true;
            node.lives[0] = if proof.lives { 1.0 } else { -1.0 };
            return node;
        }
        self.looks += 1;
        let advice = self.adviser.advise(&node.board, to_play, &node.recent);
        for (life, stake) in node.lives.iter_mut().zip(self.stakes) {
            let sum: f32 = stake.stones.iter().map(|p| advice.owner(p)).sum();
            *life = if stake.color == to_play { sum } else { -sum } / stake.stones.len() as f32;
        }
        let mut near = left.iter().fold(PointSet::EMPTY, |all, part| all.union(part));
        for _ in 0..self.params.reach {
            near = near.grown();
        }
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
        if wishes.is_empty() || !self.nodes.is_empty() || self.stakes.len() > 1 {
            wishes.push((best - self.params.elsewhere, Move::Pass));
        }
        let weight = |wish: f32| ((wish - best) / self.params.temper).exp();
        let total: f32 = wishes.iter().map(|wish| weight(wish.0)).sum();
        let edge = |&(wish, play): &(f32, Move)| Edge { play, prior: weight(wish) / total, child: None };
        node.edges = wishes.iter().map(edge).collect();
        node
    }

    fn step(&mut self, at: usize) -> Lives {
        let node = &self.nodes[at];
        if node.is_over {
            let lives = node.lives.map(|sum| sum / node.visits);
            self.add(at, &lives);
            return lives;
        }
        let chosen = self.choose(at);
        let lives = match node.edges[chosen].child {
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
                let lives = child.lives;
                self.nodes.push(child);
                self.nodes[at].edges[chosen].child = Some(self.nodes.len() - 1);
                lives
            }
        };
        self.add(at, &lives);
        lives
    }

    fn add(&mut self, at: usize, lives: &Lives) {
        let node = &mut self.nodes[at];
        node.visits += 1.0;
        node.lives.iter_mut().zip(lives).for_each(|(sum, life)| *sum += life);
    }

    fn choose(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let sign = if node.to_play == self.side() { 1.0 } else { -1.0 };
        let worth = |node: &Node| sign * self.value(&node.lives) / node.visits;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counsel::Advice;
    use crate::tactics::Tuning;
    use gosedai_board::diagram;

    /// Somebody without any opinion.
    struct Nobody;

    impl Adviser for Nobody {
        fn advise(&mut self, _: &Board, _: Color, _: &[Move]) -> Advice {
            let mut advice = Advice::default();
            advice.wish.fill(0.0);
            advice
        }
    }

    fn stake(board: &Board, stone: &str) -> Stake {
        let stone: Point = stone.parse().unwrap();
        Stake { color: board.color_at(stone).unwrap(), stones: board.string_set(stone) }
    }

    #[test]
    fn a_capture_needs_no_advice() {
        let board = diagram::parse(". . . . .\n. O O . .\nO X X . .\n. O O . .\n. . . . .").unwrap();
        let stakes = [stake(&board, "B3")];
        let params = &GuidedParams { proof_inner: 0, proof_inner_large: 0, ..Tuning::embedded().guided.clone() };
        let mut nobody = Nobody;
        let mut search = Guided::new(&mut nobody, &stakes, params, &board, Color::White);
        search.grow(40, |_, _| false);
        let best = search.branches().into_iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).unwrap();
        assert_eq!(best.play, Move::Play("D3".parse().unwrap()));
        assert_eq!(best.value, -1.0);
    }

    #[test]
    fn what_is_proved_needs_no_advice() {
        // three points in a row, the owner to move
        let text = "
            O O O O O O .
            X X X X O O .
            . . . X O . .
            X X X X O . .
            O O O O O . .";
        let board = diagram::parse(text).unwrap();
        let stakes = [stake(&board, "A2")];
        let mut nobody = Nobody;
        let mut search = Guided::new(&mut nobody, &stakes, &Tuning::embedded().guided, &board, Color::Black);
        search.grow(40, |_, _| false);
        let middle = search.branches().into_iter().find(|b| b.play == Move::Play("B3".parse().unwrap())).unwrap();
        assert_eq!(middle.value, 1.0);
    }

    #[test]
    fn in_a_race_taking_the_other_group_is_worth_everything() {
        let board = diagram::parse(". . . . .\n. O O . .\nO X X . .\nX O O . .\n. X X . .").unwrap();
        let stakes = [stake(&board, "B3"), stake(&board, "B2")];
        let params = &Tuning::embedded().guided;
        let mut nobody = Nobody;
        let mut search = Guided::new(&mut nobody, &stakes, params, &board, Color::Black);
        search.suggest(Move::Play("D2".parse().unwrap()), 0.5);
        search.grow(40, |_, _| false);
        let taking = search.branches().into_iter().find(|b| b.play == Move::Play("D2".parse().unwrap())).unwrap();
        assert_eq!(taking.lives, [1.0, -1.0]);
        assert!(search.looks <= 40);
    }
}
