//! The search as a whole: threads, tree reuse, ownership, and the ranking of every move.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gosedai_board::{CELLS, Cell, Color, KoRule, Move, Point, Position, PositionKey, Restrictions, Rng};

use crate::config::{Config, Selection};
use crate::descent::{Start, descend, finish, forbid, mixed_value, prior_visits, ucb1, update};
use crate::evaluator::Evaluator;
use crate::tree::{ROOT, Tree};

/// What the search thinks of one move of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRank {
    pub mv: Move,
    /// From 1.
    pub rank: usize,
    pub visits: u32,
    /// Chance to win for the side to move.
    pub win_rate: f64,
    /// Expected margin for Black.
    pub margin: f64,
    /// The paper's bound X + sqrt(2 ln n / n_i).
    pub ucb: f64,
    /// The value it was ranked by where visits are equal.
    pub value: f64,
    pub prior: f64,
    pub line: Vec<Move>,
    /// Visits of each move of the line.
    pub line_visits: Vec<u32>,
}

/// State of a search.
#[derive(Clone, Debug)]
pub struct Ranking {
    pub to_play: Color,
    pub visits: u64,
    pub win_rate: f64,
    pub margin: f64,
    /// All legal moves that the search may look at, best first.
    pub moves: Vec<MoveRank>,
    /// Shares of all legal moves before the search.
    pub policy: Vec<(Move, f64)>,
    /// Expected owner of each point in row order from A1, +1 Black … −1 White.
    pub ownership: Vec<f32>,
}

impl Ranking {
    pub fn of(&self, mv: Move) -> Option<&MoveRank> {
        self.moves.iter().find(|m| m.mv == mv)
    }

    pub fn best(&self) -> Option<&MoveRank> {
        self.moves.first()
    }
}

/// How far a search is, for those who decide when it stops.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Playouts made in this search.
    pub playouts: u64,
    /// Visits by which the first move leads the second (tree reuse included).
    pub lead: u64,
}

/// A tree that lives through a game.
pub struct Searcher {
    pub config: Config,
    tree: Tree,
    owners: Box<[i32; CELLS]>,
    owner_count: u32,
    /// The same after each move of the root, by its cell.
    owners_after: BTreeMap<u16, (u32, Box<[i32; CELLS]>)>,
    /// Moves that are left out, counted from the root.
    restrictions: Restrictions,
    /// The position the tree belongs to.
    known: Option<PositionKey>,
    rng: Rng,
}

struct Shared<'a> {
    tree: &'a mut Tree,
    owners: &'a mut [i32; CELLS],
    owner_count: &'a mut u32,
    owners_after: &'a mut BTreeMap<u16, (u32, Box<[i32; CELLS]>)>,
}

impl Searcher {
    pub fn new(config: Config) -> Self {
        Searcher {
            config,
            tree: Tree::default(),
            owners: Box::new([0; CELLS]),
            owner_count: 0,
            owners_after: BTreeMap::new(),
            restrictions: Restrictions::default(),
            known: None,
            rng: Rng::new(config.seed),
        }
    }

    /// Forgets the game.
    pub fn reset(&mut self) {
        *self = Searcher { restrictions: self.restrictions.clone(), ..Searcher::new(self.config) };
    }

    /// Leaves moves out of the search from now on. Depths count from the root, so a tree grown under other
    /// restrictions, or one whose root moves under these, is of no use.
    pub fn restrict(&mut self, restrictions: &Restrictions) {
        if self.restrictions != *restrictions {
            self.restrictions = restrictions.clone();
            self.reset();
        }
    }

    /// Visits already made below the root.
    pub fn visits(&self) -> u64 {
        u64::from(self.tree.nodes[ROOT].visits)
    }

    /// Visits already made of this position, which becomes the root.
    pub fn visits_of(&mut self, position: &Position) -> u64 {
        self.reuse(position);
        self.visits()
    }

    /// Thinks about a position until `go_on` says no (it is asked before every playout).
    pub fn search<E: Evaluator>(
        &mut self,
        position: &Position,
        evaluator: &E,
        go_on: &(dyn Fn(Progress) -> bool + Sync),
    ) -> Ranking {
        let start = Start { restrictions: self.restrictions.clone(), ..start_of(position) };
        self.reuse(position);
        let config = self.config;
        let threads = config.threads.max(1);
        let done = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let seeds: Vec<u64> =
            if threads == 1 { Vec::new() } else { (0..threads).map(|_| self.rng.next_u64()).collect() };
        {
            let shared = Mutex::new(Shared {
                tree: &mut self.tree,
                owners: &mut self.owners,
                owner_count: &mut self.owner_count,
                owners_after: &mut self.owners_after,
            });
            let work = |rng: &mut Rng| {
                while !stop.load(Ordering::Relaxed) {
                    let count = done.load(Ordering::Relaxed);
                    let path = {
                        let Ok(mut shared) = shared.lock() else { return };
                        let lead = if count.is_multiple_of(16) { lead(shared.tree) } else { 0 };
                        if !go_on(Progress { playouts: count, lead }) {
                            stop.store(true, Ordering::Relaxed);
                            return;
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                        let spread = config.root_spread > 0.0 && rng.unit() < config.root_spread;
                        descend(shared.tree, &start, &config, evaluator, spread)
                    };
                    let outcome = finish(path, &start, evaluator, rng);
                    let Ok(mut shared) = shared.lock() else { return };
                    update(shared.tree, &start, &config, &outcome);
                    *shared.owner_count += 1;
                    note_owners(&start, outcome.board(), shared.owners);
                    if let Some(first) = outcome.first_move() {
                        let (count, owners) =
                            shared.owners_after.entry(first).or_insert_with(|| (0, Box::new([0; CELLS])));
                        *count += 1;
                        note_owners(&start, outcome.board(), owners);
                    }
                }
            };
            if threads == 1 {
                // one stream of random numbers, however often the search is asked to pause
                work(&mut self.rng);
            } else {
                std::thread::scope(|scope| {
                    let spawn = |&seed: &u64| scope.spawn(move || work(&mut Rng::new(seed)));
                    let threads: Vec<_> = seeds.iter().map(spawn).collect();
                    threads.into_iter().for_each(|thread| gosedai_memory::joined(thread.join()));
                });
            }
        }
        self.ranking(&start)
    }

    /// Keeps the part of the tree that is still of use: if the new position follows from the last one by a few moves.
    fn reuse(&mut self, position: &Position) {
        let key = PositionKey::of(position);
        let known = self.known.take();
        if known.as_ref() == Some(&key) {
            // the same position once more: go on as if the search had never stopped
            self.known = known;
            return;
        }
        self.owners.fill(0);
        self.owner_count = 0;
        self.owners_after.clear();
        let kept = known.filter(|_| self.restrictions.is_empty()).and_then(|old| {
            let new = old.moves_to(&key).filter(|new| (1..=4).contains(&new.len()))?;
            let mut node = ROOT;
            for &(_, mv) in new {
                node = self.tree.child(node, mv)?;
            }
            (self.tree.nodes[node].visits > 0).then(|| self.tree.below(node))
        });
        self.tree = kept.unwrap_or_default();
        // the new root must offer every legal move: grow its children afresh if they were cut down inside the tree
        self.complete_root(position);
        self.known = Some(key);
    }

    fn complete_root(&mut self, position: &Position) {
        if self.tree.is_leaf(ROOT) {
            return;
        }
        let legal = position.legal_points();
        let mut children: Vec<_> = self.tree.nodes[self.tree.children(ROOT)].to_vec();
        children.retain(|child| child.mv == 0 || legal.iter().any(|p| p.index() == child.mv as usize));
        for point in legal {
            if !children.iter().any(|child| child.mv as usize == point.index()) {
                children.push(crate::tree::MoveStats::new(point.index() as u16, 1e-4));
            }
        }
        for child in &mut children {
            child.prior = child.prior.abs();
        }
        forbid(&mut children, &self.restrictions, position.to_play(), 0);
        self.tree.expand(ROOT, children);
    }

    fn ranking(&self, start: &Start) -> Ranking {
        let tree = &self.tree;
        let root = &tree.nodes[ROOT];
        let unknown = 1.0 - root.mean(0.5);
        let mut moves: Vec<MoveRank> = tree
            .children(ROOT)
            .filter(|&i| start.restrictions.permits(start.to_play, tree.nodes[i].as_move(), 0))
            .map(|i| {
                let child = &tree.nodes[i];
                let (mut line, mut line_visits) = (vec![child.as_move()], vec![child.visits]);
                for (mv, visits) in tree.line(i, 9) {
                    line.push(mv);
                    line_visits.push(visits);
                }
                let value =
                    mixed_value(child, unknown, self.config.rave_equivalence, prior_visits(&self.config, &start.board));
                MoveRank {
                    mv: child.as_move(),
                    rank: 0,
                    visits: child.visits,
                    win_rate: f64::from(child.mean(unknown)),
                    margin: f64::from(if child.visits > 0 { child.margin / child.visits as f32 } else { f32::NAN }),
                    ucb: f64::from(ucb1(child, root.visits)),
                    value: f64::from(value),
                    prior: f64::from(child.prior.max(0.0)),
                    line,
                    line_visits,
                }
            })
            .collect();
        let plain = self.config.selection == Selection::Ucb1;
        moves.sort_by(|a, b| {
            let (x, y) = if plain { (a.win_rate, b.win_rate) } else { (a.value, b.value) };
            b.visits.cmp(&a.visits).then(y.total_cmp(&x)).then(a.mv.cmp(&b.mv))
        });
        let mean_margin = f64::from(root.margin / root.visits.max(1) as f32);
        for (i, m) in moves.iter_mut().enumerate() {
            m.rank = i + 1;
            if m.margin.is_nan() {
                m.margin = mean_margin;
            }
        }
        let count = self.owner_count.max(1) as f32;
        let ownership = start.board.size().points().map(|p| self.owners[p.index()] as f32 / count).collect();
        Ranking {
            to_play: start.to_play,
            visits: u64::from(root.visits),
            win_rate: f64::from(unknown),
            margin: mean_margin,
            moves,
            policy: tree
                .children(ROOT)
                .map(|i| (tree.nodes[i].as_move(), f64::from(tree.nodes[i].prior.abs())))
                .collect(),
            ownership,
        }
    }

    /// Expected owner of each point after a move of the root, as [`Ranking::ownership`] has it for the root itself.
    pub fn owners_after(&self, mv: Move, position: &Position) -> Option<Vec<f32>> {
        let cell = mv.point().map_or(0, |point| point.index() as u16);
        let (count, owners) = self.owners_after.get(&cell)?;
        let share = |point: Point| owners[point.index()] as f32 / (*count).max(1) as f32;
        Some(position.size().points().map(share).collect())
    }
}

/// Visits between the first and the second move.
fn lead(tree: &Tree) -> u64 {
    let (mut first, mut second) = (0, 0);
    for i in tree.children(ROOT) {
        let visits = tree.nodes[i].visits;
        if visits > first {
            (first, second) = (visits, first);
        } else if visits > second {
            second = visits;
        }
    }
    u64::from(first - second)
}

fn start_of(position: &Position) -> Start {
    let mut plays = position.moves().rev();
    let last = plays.next().and_then(|m| m.1.point());
    let earlier = plays.next().and_then(|m| m.1.point());
    let rules = position.rules();
    let history = (rules.ko != KoRule::Simple).then(|| {
        let mut past = position.clone();
        let mut hashes = vec![past.board().hash()];
        while past.undo() {
            hashes.push(past.board().hash());
        }
        hashes
    });
    Start {
        board: position.board().clone(),
        to_play: position.to_play(),
        last,
        earlier,
        number: position.move_number(),
        passes: position.passes().min(1),
        komi: position.komi() + rules.handicap_points(position.handicap()) as f32,
        history,
        legal: position.legal_points(),
        restrictions: Restrictions::default(),
    }
}

fn note_owners(start: &Start, end: &gosedai_board::Board, owners: &mut [i32; CELLS]) {
    for point in start.board.size().points() {
        owners[point.index()] += match owner_at_end(end, point) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
    }
}

/// Owner of a point at the end of a playout: its stone, or the colour that surrounds it.
fn owner_at_end(board: &gosedai_board::Board, point: Point) -> Option<Color> {
    match board.at(point) {
        Cell::Empty => {
            let mut owner = None;
            for beside in point.neighbours() {
                if let Some(color) = board.color_at(beside) {
                    if owner.is_some_and(|o| o != color) {
                        return None;
                    }
                    owner = Some(color);
                }
            }
            owner
        }
        cell => cell.color(),
    }
}
