//! The search: threads walk down the tree, ask the network about a new position and carry its judgement back up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gosedai_board::{Color, Move, Position, PositionKey, Restrictions, Rng, playout};
use gosedai_net::{Net, Output, Workspace};

use crate::Config;
use crate::judge::{counted, judged};
use crate::owners::{Owners, packed};
use crate::ranking::{FirstSight, MoveRank, Ranking, Spread};
use crate::seen::{Judged, Scale, Seen};
use crate::tree::{Edge, FORBIDDEN, NO_NODE, ROOT, State, Tree};

/// Share of the expected score that counts as nothing gained.
const CENTRE_SHARE: f32 = 0.8;
/// Visits from which on a move can be surer than the leader.
const MIN_SURE: f32 = 4.0;

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
            self.tree.add_pending(position.to_play());
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
        let root = &mut self.tree.nodes[ROOT];
        root.state = State::Open { judged, edges };
        root.owners = owners_of(position, &output);
        let expected = if root.visits > 0 { root.seen.score as f32 } else { judged.score };
        let centre = CENTRE_SHARE * expected * position.to_play().sign() as f32;
        let reach = (position.size().area() as f32).sqrt();
        self.tree.rescale(Scale { centre, reach }, &self.config);
        self.root_output = Some(output);
    }

    fn find(&self, old: &PositionKey, new: &PositionKey) -> Option<usize> {
        let mut node = ROOT;
        for &(_, mv) in old.moves_to(new)? {
            let edge = self.tree.edges(node).iter().find(|e| e.mv == mv)?;
            node = edge.child()?;
        }
        Some(node)
    }

    fn rank(&self, position: &Position) -> Ranking {
        let root = &self.tree.nodes[ROOT];
        let State::Open { judged, edges } = &root.state else { unreachable!("the root was opened") };
        let Seen { win: win_rate, score, utility, squares, .. } = root.seen;
        let policy = self.policy(position);
        let prior_of = |mv: Move| policy.iter().find(|(other, _)| *other == mv).map_or(0.0, |&(_, prior)| prior);
        let mut moves: Vec<MoveRank> = edges
            .iter()
            .map(|edge| {
                let (line, line_visits) = self.line(edge);
                // an unlikely move without visits is taken to be a little worse than the position
                let guessed = Seen {
                    win: (win_rate - 0.1).max(0.0),
                    score: score - 2.0,
                    utility: (utility - 0.2).max(-1.0),
                    ..Seen::default()
                };
                let seen = self.tree.after(edge);
                let values = seen.unwrap_or(guessed);
                MoveRank {
                    mv: edge.mv,
                    visits: edge.visits,
                    win_rate: values.win,
                    score: values.score,
                    prior: prior_of(edge.mv),
                    line,
                    line_visits,
                    utility: values.utility,
                    spread: seen.map_or_else(Spread::default, spread),
                    worst_case: seen.map_or(-1.0, |seen| seen.worst_case()),
                }
            })
            .collect();
        moves.sort_by(|a, b| {
            (b.visits, b.win_rate, b.prior)
                .partial_cmp(&(a.visits, a.win_rate, a.prior))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        self.surest_first(&mut moves);
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
            _ => (squares.score - score * score).max(0.0).sqrt(),
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

    /// Of the moves with enough visits the one with the best worst case comes first; the others stay in order of visits.
    fn surest_first(&self, moves: &mut [MoveRank]) {
        let share = self.config.worst_case_from;
        let Some(leader) = moves.first().filter(|_| share > 0.0) else { return };
        let enough = (leader.visits as f32 * share).max(MIN_SURE);
        let candidates = moves.iter().enumerate().filter(|(_, rank)| rank.visits as f32 >= enough);
        let best = candidates.max_by(|(_, a), (_, b)| a.worst_case.total_cmp(&b.worst_case)).map(|(at, _)| at);
        if let Some(best) = best {
            moves[..=best].rotate_right(1);
        }
    }

    /// Who will own each point, by all positions seen in the last search: of the whole tree, or after one move.
    pub fn owners(&self, after: Option<Move>) -> Option<Owners> {
        let node = match after {
            None => ROOT,
            Some(mv) => {
                let edge = self.tree.nodes.first().and(self.tree.edges(ROOT).iter().find(|edge| edge.mv == mv))?;
                edge.child().filter(|_| edge.visits > 0)?
            }
        };
        (node < self.tree.nodes.len()).then(|| self.tree.owners(node))
    }

    /// The most visited moves one after the other, with their visits.
    fn line(&self, from: &Edge) -> (Vec<Move>, Vec<u32>) {
        let (mut line, mut visits, mut node) = (vec![from.mv], vec![from.visits], from.node);
        while node < FORBIDDEN && line.len() < 24 {
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
                State::Over(_) => {
                    tree.back_up(&path, Some(node), &self.config);
                    return;
                }
                State::Open { .. } => {}
            }
            let Some(edge) = tree.select(node, &self.config) else {
                // nothing may be played here: the position itself is judged once more
                tree.back_up(&path, Some(node), &self.config);
                return;
            };
            tree.edges_mut(node)[edge].busy += 1;
            path.push((node, edge));
            let mv = tree.edges(node)[edge].mv;
            // legal when the node was opened, but that may have been on another way here
            if position.play(mv).is_err() {
                tree.release(&path);
                tree.edges_mut(node)[edge].node = FORBIDDEN;
                return;
            }
            let shares = self.config.transpositions && self.restrictions.is_empty();
            if tree.edges(node)[edge].node == NO_NODE {
                let key = key_of(&position);
                let Some(known) = tree.known(key).filter(|_| shares) else {
                    let new = tree.add_pending(position.to_play());
                    tree.edges_mut(node)[edge].node = new as u32;
                    tree.remember(key, new);
                    drop(tree);
                    let (state, owners) = self.judge(&position, path.len(), mind);
                    let mut tree = self.lock();
                    tree.nodes[new].state = state;
                    tree.nodes[new].owners = owners;
                    tree.back_up(&path, Some(new), &self.config);
                    return;
                };
                tree.edges_mut(node)[edge].node = known as u32;
            }
            let taken = &tree.edges(node)[edge];
            let next = taken.node as usize;
            if shares && tree.nodes[next].visits > taken.visits + taken.busy - 1 {
                // known from another way here: no need to look again
                tree.back_up(&path, None, &self.config);
                return;
            }
            node = next;
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

fn spread(seen: Seen) -> Spread {
    let variance = |square: f64, mean: f64| (square - mean * mean).max(0.0);
    Spread {
        win: variance(seen.squares.win, seen.win),
        utility: variance(seen.squares.utility, seen.utility),
        score_stdev: variance(seen.squares.score, seen.score).sqrt(),
    }
}

/// Positions with the same key have the same future but for repetition. The stones taken are part of it: so no way through
/// the tree comes back to where it was.
fn key_of(position: &Position) -> u64 {
    let taken = |color| u64::from(position.board().captured(color));
    let past = taken(Color::Black) | taken(Color::White) << 20 | (position.passes() as u64) << 40;
    position.board().hash_with(position.to_play()) ^ (past + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
