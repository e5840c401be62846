//! The search: threads walk down the tree, ask the network about a new position and carry its judgement back up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gosedai_board::{Color, Move, Position, PositionKey, Restrictions, Rng, playout};
use gosedai_net::{Net, Output, Workspace};

use crate::Config;
use crate::judge::{counted, judged};
use crate::owners::{Owners, packed};
use crate::ranking::{FirstSight, MoveRank, Ranking, Spread};
use crate::tree::{Edge, Judged, NO_NODE, Node, ROOT, State, Tree};

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions judged for this root, those kept from earlier searches included.
    pub visits: u32,
    /// Positions judged in this search.
    pub new_visits: u32,
    /// Visits of the two most visited moves.
    pub leaders: [u32; 2],
}

/// A searcher keeps its tree from move to move.
pub struct Searcher {
    net: Arc<Net>,
    config: Config,
    tree: Tree,
    /// The position at the root.
    root: Option<PositionKey>,
    root_output: Option<Output>,
    /// Moves that are left out, counted from the root.
    restrictions: Restrictions,
}

/// What one thread keeps for itself.
struct Mind {
    work: Workspace,
    rng: Rng,
}

struct Shared<'a> {
    net: &'a Net,
    config: Config,
    tree: Mutex<Tree>,
    root: &'a Position,
    restrictions: &'a Restrictions,
    stop: AtomicBool,
    kept: u32,
}

impl Searcher {
    pub fn new(net: Arc<Net>, config: Config) -> Searcher {
        Searcher {
            net,
            config,
            tree: Tree::default(),
            root: None,
            root_output: None,
            restrictions: Restrictions::default(),
        }
    }

    /// Has the tree as many positions as it may hold? Searching on would change nothing.
    pub fn is_full(&self) -> bool {
        self.tree.nodes.len() >= self.config.max_nodes
    }

    /// Leaves moves out of the search from now on. Depths count from the root, so a tree grown under other
    /// restrictions, or one whose root moves under these, is of no use.
    pub fn restrict(&mut self, restrictions: &Restrictions) {
        if self.restrictions != *restrictions {
            self.restrictions = restrictions.clone();
            self.reset();
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.tree = Tree::default();
        self.root = None;
    }

    /// Searches on `threads` threads for as long as `go_on` says so (it is asked before every visit), then ranks all
    /// moves. Searching the same position again goes on where the last search stopped.
    pub fn search(
        &mut self,
        position: &Position,
        threads: usize,
        go_on: &(dyn Fn(Progress) -> bool + Sync),
    ) -> Ranking {
        self.move_root(position);
        let kept = self.tree.nodes[ROOT].visits;
        let shared = Shared {
            net: &self.net,
            config: self.config,
            tree: Mutex::new(std::mem::take(&mut self.tree)),
            root: position,
            restrictions: &self.restrictions,
            stop: AtomicBool::new(false),
            kept,
        };
        if threads <= 1 {
            shared.work(go_on, 0);
        } else {
            std::thread::scope(|scope| {
                let shared = &shared;
                let spawn = |thread| scope.spawn(move || shared.work(go_on, thread));
                let threads: Vec<_> = (0..threads as u64).map(spawn).collect();
                threads.into_iter().for_each(|thread| gosedai_memory::joined(thread.join()));
            });
        }
        self.tree = shared.tree.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.rank(position)
    }

    /// Makes the position the root, keeping what is known of it, and opens all its legal moves.
    fn move_root(&mut self, position: &Position) {
        let key = PositionKey::of(position);
        if self.root.as_ref() == Some(&key) && self.root_output.is_some() && !self.tree.nodes.is_empty() {
            return;
        }
        let free = self.restrictions.is_empty();
        let known = self.root.as_ref().filter(|_| free).and_then(|old| self.find(old, &key));
        self.tree = match known {
            Some(node) => self.tree.below(node),
            None => Tree::default(),
        };
        self.root = Some(key);
        if self.tree.nodes.is_empty() {
            self.tree.add_pending();
        }
        let views = self.config.root_views;
        let output = self.net.evaluate_views(&self.net.input(position), views, &mut Workspace::default());
        let judged = judged(&output);
        let mut edges = open_edges(position, &output, None, |mv| self.restrictions.permits(position.to_play(), mv, 0));
        for old in self.tree.edges(ROOT) {
            if let Some(edge) = edges.iter_mut().find(|e| e.mv == old.mv) {
                let prior = edge.prior;
                *edge = Edge { prior, busy: 0, ..old.clone() };
            }
        }
        self.tree.nodes[ROOT].state = State::Open { judged, edges };
        self.tree.nodes[ROOT].owners = owners_of(position, &output);
        self.root_output = Some(output);
    }

    fn find(&self, old: &PositionKey, new: &PositionKey) -> Option<usize> {
        let mut node = ROOT;
        for &(_, mv) in old.moves_to(new)? {
            let edge = self.tree.edges(node).iter().find(|e| e.mv == mv)?;
            if edge.node == NO_NODE {
                return None;
            }
            node = edge.node as usize;
        }
        Some(node)
    }

    fn rank(&self, position: &Position) -> Ranking {
        let root = &self.tree.nodes[ROOT];
        let State::Open { judged, edges } = &root.state else { unreachable!("the root was opened") };
        let visited: f64 = edges.iter().map(|e| f64::from(e.visits)).sum();
        let mean = |sum: fn(&Edge) -> f64, own: f32| match visited {
            0.0 => f64::from(own),
            n => edges.iter().map(sum).sum::<f64>() / n,
        };
        let (win_rate, score) = (mean(|e| e.win_sum, judged.win), mean(|e| e.score_sum, judged.score));
        let own_utility = judged.utility(&self.config);
        let utility = mean(|e| e.utility_sum, own_utility);
        let policy = self.policy(position);
        let prior_of = |mv: Move| policy.iter().find(|(other, _)| *other == mv).map_or(0.0, |&(_, prior)| prior);
        let mut moves: Vec<MoveRank> = edges
            .iter()
            .map(|edge| {
                let n = f64::from(edge.visits.max(1));
                let known = edge.visits > 0;
                let (line, line_visits) = self.line(edge);
                MoveRank {
                    mv: edge.mv,
                    visits: edge.visits,
                    // an unlikely move without visits is taken to be a little worse than the position
                    win_rate: if known { edge.win_sum / n } else { (win_rate - 0.1).max(0.0) },
                    score: if known { edge.score_sum / n } else { score - 2.0 },
                    prior: prior_of(edge.mv),
                    line,
                    line_visits,
                    utility: if known { edge.utility_sum / n } else { (utility - 0.2).max(-1.0) },
                    spread: self.spread(edge),
                }
            })
            .collect();
        moves.sort_by(|a, b| {
            (b.visits, b.win_rate, b.prior)
                .partial_cmp(&(a.visits, a.win_rate, a.prior))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let sign = if position.to_play() == Color::Black { 1.0 } else { -1.0 };
        let ownership = self.root_output.as_ref().map_or_else(Vec::new, |output| {
            position.size().points().map(|p| sign * output.ownership[output.index(Move::Play(p))]).collect()
        });
        let first_sight = FirstSight {
            win_rate: f64::from(judged.win),
            score: f64::from(judged.score),
            score_stdev: f64::from(judged.stdev),
        };
        let score_stdev = match root.visits {
            0 => first_sight.score_stdev,
            n => (root.squares.score / f64::from(n) - score * score).max(0.0).sqrt(),
        };
        let (to_play, visits) = (position.to_play(), root.visits);
        Ranking { to_play, visits, win_rate, score, utility, score_stdev, first_sight, moves, policy, ownership }
    }

    /// What the network thinks of all legal moves, allowed or not.
    fn policy(&self, position: &Position) -> Vec<(Move, f64)> {
        let Some(output) = &self.root_output else { return Vec::new() };
        let moves = legal_moves(position);
        let shares = output.probabilities(&moves);
        moves.into_iter().zip(shares.into_iter().map(f64::from)).collect()
    }

    fn spread(&self, edge: &Edge) -> Spread {
        let node: Option<&Node> = self.tree.nodes.get(edge.node as usize).filter(|node| node.visits > 0);
        let Some(node) = node else { return Spread::default() };
        let n = f64::from(node.visits);
        let variance = |squares: f64, sum: f64| (squares / n - (sum / n) * (sum / n)).max(0.0);
        Spread {
            win: variance(node.squares.win, edge.win_sum),
            utility: variance(node.squares.utility, edge.utility_sum),
            score_stdev: variance(node.squares.score, edge.score_sum).sqrt(),
        }
    }

    /// Who will own each point, by all positions seen in the last search: of the whole tree, or after one move.
    pub fn owners(&self, after: Option<Move>) -> Option<Owners> {
        let node = match after {
            None => ROOT,
            Some(mv) => {
                let edge = self.tree.nodes.first().and(self.tree.edges(ROOT).iter().find(|edge| edge.mv == mv))?;
                (edge.node != NO_NODE && edge.visits > 0).then_some(edge.node as usize)?
            }
        };
        (node < self.tree.nodes.len()).then(|| self.tree.owners(node))
    }

    /// The most visited moves one after the other, with their visits.
    fn line(&self, from: &Edge) -> (Vec<Move>, Vec<u32>) {
        let (mut line, mut visits, mut node) = (vec![from.mv], vec![from.visits], from.node);
        while node != NO_NODE && line.len() < 24 {
            let best = self.tree.edges(node as usize).iter().max_by_key(|e| e.visits).filter(|e| e.visits > 0);
            let Some(edge) = best else { break };
            line.push(edge.mv);
            visits.push(edge.visits);
            node = edge.node;
        }
        (line, visits)
    }
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, go_on: &(dyn Fn(Progress) -> bool + Sync), thread: u64) {
        let seed = self.config.seed ^ thread << 48 ^ u64::from(self.kept) << 16 ^ self.root.board().hash();
        let mut mind = Mind { work: Workspace::default(), rng: Rng::new(seed) };
        while !self.stop.load(Ordering::Relaxed) {
            let progress = {
                let tree = self.lock();
                let root = &tree.nodes[ROOT];
                let mut leaders = [0, 0];
                for edge in tree.edges(ROOT) {
                    if edge.visits > leaders[0] {
                        leaders = [edge.visits, leaders[0]];
                    } else if edge.visits > leaders[1] {
                        leaders[1] = edge.visits;
                    }
                }
                Progress { visits: root.visits, new_visits: root.visits.saturating_sub(self.kept), leaders }
            };
            if !go_on(progress) || self.lock().nodes.len() >= self.config.max_nodes {
                self.stop.store(true, Ordering::Relaxed);
                return;
            }
            self.visit(&mut mind);
        }
    }

    /// One walk down to a new or finished position and back.
    fn visit(&self, mind: &mut Mind) {
        let mut position = self.root.clone();
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut node = ROOT;
        let mut tree = self.lock();
        // before anything is marked that others would wait for
        gosedai_memory::more(&mut tree.nodes, 1);
        loop {
            match &tree.nodes[node].state {
                State::Pending => {
                    // another thread is asking about this very position
                    tree.release(&path);
                    drop(tree);
                    std::thread::yield_now();
                    return;
                }
                State::Over(judged) => {
                    let judged = *judged;
                    tree.back_up(&path, node, judged, &self.config);
                    return;
                }
                State::Open { .. } => {}
            }
            let Some(edge) = tree.select(node, &self.config) else {
                // nothing may be played here: the position itself is judged once more
                if let State::Open { judged, .. } = &tree.nodes[node].state {
                    let judged = *judged;
                    tree.back_up(&path, node, judged, &self.config);
                }
                return;
            };
            tree.edges_mut(node)[edge].busy += 1;
            path.push((node, edge));
            let (mv, next) = (tree.edges(node)[edge].mv, tree.edges(node)[edge].node);
            // moves were legal when the node was opened; the path to it is the same
            let legal = position.play(mv).is_ok();
            debug_assert!(legal);
            if next == NO_NODE {
                let new = tree.add_pending();
                tree.edges_mut(node)[edge].node = new as u32;
                drop(tree);
                let (state, owners) = self.judge(&position, path.len(), mind);
                let judged = match &state {
                    State::Open { judged, .. } | State::Over(judged) => *judged,
                    State::Pending => Judged { win: 0.5, score: 0.0, stdev: 0.0 },
                };
                let mut tree = self.lock();
                tree.nodes[new].state = state;
                tree.nodes[new].owners = owners;
                tree.back_up(&path, new, judged, &self.config);
                return;
            }
            node = next as usize;
        }
    }

    fn judge(&self, position: &Position, depth: usize, mind: &mut Mind) -> (State, Box<[i8]>) {
        let output = self.net.evaluate(&self.net.input(position), &mut mind.work);
        let owners = owners_of(position, &output);
        if position.is_over() {
            return (State::Over(counted(position, &output)), owners);
        }
        let mut judged = judged(&output);
        if self.config.playout_share > 0.0 {
            judged = judged.mixed(played_out(position, &mut mind.rng), self.config.playout_share);
        }
        let permitted = |mv| self.restrictions.permits(position.to_play(), mv, depth);
        (State::Open { judged, edges: open_edges(position, &output, Some(self.config.kept_prior), permitted) }, owners)
    }
}

fn owners_of(position: &Position, output: &Output) -> Box<[i8]> {
    let sign = position.to_play().sign() as f32;
    packed(position.size().points().map(|p| sign * output.ownership[output.index(Move::Play(p))]))
}

fn legal_moves(position: &Position) -> Vec<Move> {
    position.legal_points().into_iter().map(Move::Play).chain([Move::Pass]).collect()
}

/// The end of one random game, for the side to move.
fn played_out(position: &Position, rng: &mut Rng) -> Judged {
    let (mut board, me) = (position.board().clone(), position.to_play());
    playout::play_out(&mut board, me, position.size().area() * 3, rng);
    let komi = position.komi() + position.rules().handicap_points(position.handicap()) as f32;
    let margin = (playout::quick_area(&board) as f32 - komi) * me.sign() as f32;
    let win = if margin == 0.0 { 0.5 } else { f32::from(u8::from(margin > 0.0)) };
    Judged { win, score: margin, stdev: 0.0 }
}

/// Edges of the permitted moves, which share the priors among them; below the root only until their priors reach
/// `kept`.
fn open_edges(position: &Position, output: &Output, kept: Option<f32>, permitted: impl Fn(Move) -> bool) -> Vec<Edge> {
    let mut moves = legal_moves(position);
    moves.retain(|&mv| permitted(mv));
    let mut edges: Vec<Edge> =
        moves.iter().zip(output.probabilities(&moves)).map(|(&mv, prior)| Edge::new(mv, prior)).collect();
    edges.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    if let Some(kept) = kept {
        let mut sum = 0.0;
        let enough = edges.iter().position(|e| {
            sum += e.prior;
            sum >= kept
        });
        edges.truncate(enough.map_or(edges.len(), |i| i + 1).max(8));
        edges.shrink_to_fit();
    }
    edges
}
