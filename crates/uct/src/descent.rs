//! One visit of the tree: go down, expand, let the evaluator finish, and carry the result back up.

use gosedai_board::{Board, CELLS, Color, Move, Point, Restrictions, Rng};

use crate::config::{Config, Selection};
use crate::evaluator::{Evaluator, Leaf};
use crate::tree::{MoveStats, ROOT, Tree};

/// The position a search starts from.
#[derive(Clone)]
pub struct Start {
    pub board: Board,
    pub to_play: Color,
    pub last: Option<Point>,
    pub earlier: Option<Point>,
    pub number: usize,
    pub passes: usize,
    /// What White gets: komi and the bonus for handicap stones.
    pub komi: f32,
    /// Earlier positions, where repeating one is forbidden.
    pub history: Option<Vec<u64>>,
    /// Legal moves of the root.
    pub legal: Vec<Point>,
    /// Moves that are left out, counted from the root.
    pub restrictions: Restrictions,
}

/// A node whose moves deserve the evaluator's advice: it is asked beside the tree, so that other threads need not wait.
struct Asked {
    node: usize,
    board: Board,
    to_play: Color,
    last: Option<Point>,
    earlier: Option<Point>,
    number: usize,
}

/// The way down of one visit.
pub struct Path {
    nodes: Vec<usize>,
    board: Board,
    to_play: Color,
    last: Option<Point>,
    passes: usize,
    /// Moves from the root on, then those of the playout.
    trace: Vec<u16>,
    asked: Vec<Asked>,
}

/// Result of a playout, ready to be carried up.
pub struct Outcome {
    path: Path,
    margin: f32,
    /// Better shares of the moves of some nodes.
    advice: Vec<(usize, Vec<(Point, f32)>)>,
}

impl Outcome {
    /// Colour of every cell at the end.
    pub fn board(&self) -> &Board {
        &self.path.board
    }

    /// Cell of the move made at the root, 0 for a pass.
    pub fn first_move(&self) -> Option<u16> {
        (self.path.nodes.len() > 1).then(|| self.path.trace.first().copied()).flatten()
    }
}

/// Goes down from the root to a leaf and expands it if it is ripe. Counts the visit at once, so that other threads
/// spread out.
pub fn descend<E: Evaluator>(tree: &mut Tree, start: &Start, config: &Config, evaluator: &E, spread: bool) -> Path {
    let mut path = Path {
        nodes: vec![ROOT],
        board: start.board.clone(),
        to_play: start.to_play,
        last: start.last,
        passes: start.passes,
        trace: Vec::with_capacity(start.board.size().area() * 2),
        asked: Vec::new(),
    };
    let imagined = prior_visits(config, &start.board);
    let mut earlier = start.earlier;
    let mut hashes: Vec<u64> = Vec::new();
    let mut node = ROOT;
    tree.nodes[ROOT].visits += 1;
    loop {
        if path.passes >= 2 && node != ROOT {
            break;
        }
        let visits = tree.nodes[node].visits;
        if config.advise_at > 0 && (visits == config.advise_at || node == ROOT && visits == 1) {
            path.asked.push(Asked {
                node,
                board: path.board.clone(),
                to_play: path.to_play,
                last: path.last,
                earlier,
                number: start.number + path.nodes.len() - 1,
            });
        }
        if tree.is_leaf(node) {
            let ripe = node == ROOT || tree.nodes[node].visits > config.expand_after;
            if !ripe || tree.nodes.len() >= config.most_nodes {
                break;
            }
            let leaf = Leaf {
                board: &path.board,
                to_play: path.to_play,
                last: path.last,
                earlier,
                number: start.number + path.nodes.len() - 1,
            };
            let mut children =
                expand(&leaf, (node == ROOT).then_some(&start.legal[..]), path.passes, config, evaluator);
            forbid(&mut children, &start.restrictions, path.to_play, path.nodes.len() - 1);
            tree.expand(node, children);
        }
        let choice = if node == ROOT && spread { least_visited(tree) } else { select(tree, node, config, imagined) };
        let Some(child) = choice else { break };
        let mv = tree.nodes[child].as_move();
        earlier = path.last;
        match mv {
            Move::Pass => {
                path.board.clear_ko();
                path.passes += 1;
                path.last = None;
            }
            Move::Play(point) => {
                let taken = path.board.captured(path.to_play.opponent());
                path.board.play_forever(point, path.to_play);
                if let Some(history) = &start.history {
                    let hash = path.board.hash();
                    let captured = path.board.captured(path.to_play.opponent()) != taken;
                    if captured && (history.contains(&hash) || hashes.contains(&hash)) {
                        // superko: this move may not be played here; end the visit with the position as it is
                        tree.nodes[child].prior = -1.0;
                        path.trace.push(0);
                        path.to_play = path.to_play.opponent();
                        break;
                    }
                    hashes.push(hash);
                }
                path.passes = 0;
                path.last = Some(point);
            }
        }
        path.trace.push(tree.nodes[child].mv);
        path.to_play = path.to_play.opponent();
        path.nodes.push(child);
        tree.nodes[child].visits += 1;
        node = child;
    }
    path
}

/// Plays the game to its end.
pub fn finish<E: Evaluator>(mut path: Path, start: &Start, evaluator: &E, rng: &mut Rng) -> Outcome {
    let ask = |at: &Asked| {
        let Asked { node, ref board, to_play, last, earlier, number } = *at;
        Some((node, evaluator.advice(&Leaf { board, to_play, last, earlier, number })?))
    };
    let advice = path.asked.iter().filter_map(ask).collect();
    let Path { board, to_play, last, passes, trace, nodes, .. } = &mut path;
    let over = *passes >= 2 && nodes.len() > 1;
    let margin = if over {
        let score = gosedai_board::score::area(board, &Default::default());
        score.margin() as f32
    } else {
        evaluator.finish(board, *to_play, *last, *passes, rng, trace) as f32
    };
    Outcome { margin: margin - start.komi, path, advice }
}

/// Carries a result up the path; RAVE statistics of all moves seen later go to the siblings.
pub fn update(tree: &mut Tree, start: &Start, config: &Config, outcome: &Outcome) {
    for (node, shares) in &outcome.advice {
        let range = tree.children(*node);
        for child in tree.nodes[range].iter_mut().filter(|child| child.mv != 0 && !child.is_banned()) {
            let share = shares.iter().find(|(point, _)| point.index() == child.mv as usize);
            child.prior = share.map_or(0.0, |(_, share)| *share);
        }
    }
    let margin = outcome.margin;
    let reward = reward(margin, start.board.size().area(), config.margin_weight);
    let rave = config.rave_equivalence > 0.0;
    let mut first = [0u16; CELLS];
    if rave {
        // when each point was first played, counted from 1; odd: by the side to move at the root
        for (ply, &cell) in outcome.path.trace.iter().enumerate() {
            if cell != 0 && first[cell as usize] == 0 {
                first[cell as usize] = ply as u16 + 1;
            }
        }
    }
    for (depth, &index) in outcome.path.nodes.iter().enumerate() {
        let mover = if depth % 2 == 0 { start.to_play } else { start.to_play.opponent() };
        // a node's value belongs to the side that moved into it
        let node = &mut tree.nodes[index];
        node.value += if mover == Color::White { reward } else { 1.0 - reward };
        node.margin += margin;
        if rave {
            let share = if mover == Color::Black { reward } else { 1.0 - reward };
            let range = tree.children(index);
            for child in &mut tree.nodes[range] {
                let ply = first[child.mv as usize];
                if ply as usize > depth && (ply as usize - 1) % 2 == depth % 2 {
                    child.rave_visits += 1;
                    child.rave_value += share;
                }
            }
        }
    }
}

/// What a margin is worth to Black: winning counts, and a little how clearly.
pub fn reward(margin: f32, area: usize, margin_weight: f32) -> f32 {
    let won = if margin > 0.0 {
        1.0
    } else if margin < 0.0 {
        0.0
    } else {
        0.5
    };
    let clear = 0.5 + 0.5 * (margin * 4.0 / area as f32).tanh();
    won * (1.0 - margin_weight) + clear * margin_weight
}

fn expand<E: Evaluator>(
    leaf: &Leaf,
    legal: Option<&[Point]>,
    passes: usize,
    config: &Config,
    evaluator: &E,
) -> Vec<MoveStats> {
    let board = leaf.board;
    let mut children: Vec<MoveStats> = Vec::new();
    let allowed = |point: Point| match legal {
        Some(legal) => legal.contains(&point),
        None => board.is_legal(point, leaf.to_play) && !board.is_simple_eye(point, leaf.to_play),
    };
    if config.selection == Selection::Guided {
        let priors = evaluator.priors(leaf);
        children.extend(
            priors.into_iter().filter(|&(p, _)| allowed(p)).map(|(p, share)| MoveStats::new(p.index() as u16, share)),
        );
    }
    if children.is_empty() {
        let mut points: Vec<Point> = board.empty_points().filter(|&p| allowed(p)).collect();
        points.sort_unstable();
        let share = 1.0 / points.len().max(1) as f32;
        children.extend(points.into_iter().map(|p| MoveStats::new(p.index() as u16, share)));
    }
    // passing is a thought for the end: when few points are left or the opponent has passed
    let late = board.empty_count() * 3 < board.size().area() * 2 || children.len() < 12;
    if passes > 0 || late || children.is_empty() {
        children.push(MoveStats::new(0, if passes > 0 { 0.1 } else { 0.01 }));
    }
    children
}

/// Marks the moves that the search shall not look at; their share stays readable behind the mark.
pub fn forbid(children: &mut [MoveStats], restrictions: &Restrictions, to_play: Color, depth: usize) {
    for child in children.iter_mut().filter(|child| !restrictions.permits(to_play, child.as_move(), depth)) {
        child.prior = -child.prior.abs().max(f32::MIN_POSITIVE);
    }
}

fn least_visited(tree: &Tree) -> Option<usize> {
    tree.children(ROOT).filter(|&i| !tree.nodes[i].is_banned() && tree.nodes[i].mv != 0).min_by(|&a, &b| {
        let (a, b) = (&tree.nodes[a], &tree.nodes[b]);
        a.visits.cmp(&b.visits).then(b.prior.total_cmp(&a.prior))
    })
}

fn select(tree: &Tree, node: usize, config: &Config, imagined: Imagined) -> Option<usize> {
    match config.selection {
        Selection::Ucb1 => select_ucb1(tree, node),
        Selection::Guided => select_guided(tree, node, config, imagined),
    }
}

/// The paper's bound of a move: mean and sqrt(2 ln n / n_i).
pub fn ucb1(child: &MoveStats, parent_visits: u32) -> f32 {
    if child.visits == 0 {
        return f32::INFINITY;
    }
    let n = child.visits as f32;
    child.value / n + (2.0 * (parent_visits.max(1) as f32).ln() / n).sqrt()
}

fn select_ucb1(tree: &Tree, node: usize) -> Option<usize> {
    let parent = tree.nodes[node].visits;
    let mut best = None;
    let mut best_bound = f32::NEG_INFINITY;
    for i in tree.children(node) {
        let child = &tree.nodes[i];
        let bound = ucb1(child, parent);
        if !child.is_banned() && bound > best_bound {
            (best, best_bound) = (Some(i), bound);
        }
    }
    best
}

/// Imagined visits that every move starts with: how many won ones for a prior of 1, and how many even ones.
#[derive(Clone, Copy)]
pub struct Imagined {
    won: f32,
    even: f32,
}

pub fn prior_visits(config: &Config, board: &Board) -> Imagined {
    let won = config.prior_visits + config.prior_visits_per_point * board.size().area() as f32;
    Imagined { won, even: config.even_visits }
}

/// A move's value as the guided search sees it: its own mean mixed with RAVE while young, both steadied by imagined
/// visits.
#[inline]
pub fn mixed_value(child: &MoveStats, unknown: f32, rave_equivalence: f32, imagined: Imagined) -> f32 {
    let won = imagined.won * child.prior.max(0.0).sqrt();
    let extra = won + imagined.even;
    let extra_value = won + imagined.even * unknown;
    let n = child.visits as f32 + extra;
    let own = (child.value + extra_value) / n.max(1e-3);
    if child.rave_visits == 0 || rave_equivalence <= 0.0 {
        return own;
    }
    let r = child.rave_visits as f32 + extra;
    let rave = (child.rave_value + extra_value) / r;
    let beta = r / (r + n + r * n / rave_equivalence);
    own * (1.0 - beta) + rave * beta
}

fn select_guided(tree: &Tree, node: usize, config: &Config, imagined: Imagined) -> Option<usize> {
    let parent = &tree.nodes[node];
    let unknown = 1.0 - parent.mean(0.5);
    let root_of_visits = (parent.visits.max(1) as f32).sqrt();
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for i in tree.children(node) {
        let child = &tree.nodes[i];
        if child.is_banned() {
            continue;
        }
        let bonus = config.prior_weight * child.prior * root_of_visits / (1.0 + child.visits as f32);
        let value = mixed_value(child, unknown, config.rave_equivalence, imagined) + bonus;
        if value > best_value {
            (best, best_value) = (Some(i), value);
        }
    }
    best
}
