//! Looking ahead on the whole board: a selective tree over the moves that the score table proposes, judged by
//! experience.
//!
//! A new position is judged at a glance; one that the search visits again is decided in full like the root:
//! recognition, cases, adjusters, score table. Threads share one tree; while a thread works, its path counts as a loss
//! for the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gosedai_board::{Color, Move, Point, Position};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{QuickAsk, Recogniser};

use crate::decide::{Decision, Mind, Options, decide};
use crate::score_table::ScoreTable;

/// How wide and how long, and on how many threads.
#[derive(Clone, Debug)]
pub struct LookAhead {
    /// Candidates of a position.
    pub width: usize,
    /// Positions judged in all.
    pub visits: u32,
    pub threads: usize,
    /// What one local question may cost.
    pub nodes: u64,
    /// Weight of exploration against the table's order.
    pub curiosity: f64,
}

impl Default for LookAhead {
    fn default() -> Self {
        LookAhead { width: 10, visits: 60, threads: 1, nodes: 400, curiosity: 1.0 }
    }
}

/// What experience says of a position at a glance.
#[derive(Clone, Debug, Default)]
pub struct Insight {
    /// Share of probability of each move, best first.
    pub moves: Vec<(Point, f64)>,
    /// Expected lead of the side to move in points, where known.
    pub lead: Option<f64>,
}

/// A trained judge of positions (may answer with nothing).
pub type Predictor = Arc<dyn Fn(&Position) -> Insight + Send + Sync>;

/// A move after looking ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreseen {
    pub mv: Move,
    pub visits: u32,
    /// Expected lead of the side to move, in points.
    pub lead: f64,
    /// The line expected after it, itself first.
    pub line: Vec<Move>,
}

/// Visits after which a position is thought through with the score table.
const THINK_AFTER: u32 = 6;
/// Points of the table between a move and one that is e times less likely to be right.
const TABLE_UNIT: f64 = 2.6;
/// Points of lead that make one unit of the logistic curve.
const LEAD_UNIT: f64 = 7.0;
/// What a move that was not looked at yet is thought to lose, as a chance.
const UNSEEN_LOSS: f64 = 0.1;

/// The candidates of the position after looking ahead, most visited first.
pub fn look_ahead(
    position: &Position,
    decision: &Decision,
    options: &Options,
    predictor: &Predictor,
    knowledge: &Arc<Knowledge>,
    how: &LookAhead,
    cancel: &AtomicBool,
) -> Vec<Foreseen> {
    let mut root = AheadNode::default();
    root.choose_from(table_moves(position, &decision.table, how.width));
    root.thought = true;
    let tree = Mutex::new(Tree { nodes: vec![root], started: 0 });
    std::thread::scope(|threads| {
        let work = || {
            let mut worker = Worker::new(knowledge, options, predictor, how);
            while !cancel.load(Ordering::Relaxed) && worker.descend(&tree, position) {}
        };
        let running: Vec<_> = (0..how.threads.max(1)).map(|_| threads.spawn(work)).collect();
        running.into_iter().for_each(|thread| gosedai_memory::joined(thread.join()));
    });
    let tree = tree.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut found: Vec<Foreseen> = tree.nodes[0]
        .children
        .iter()
        .map(|child| Foreseen {
            mv: child.mv,
            visits: child.visits,
            lead: if child.visits == 0 { f64::NEG_INFINITY } else { child.leads / f64::from(child.visits) },
            line: std::iter::once(child.mv).chain(child.node.into_iter().flat_map(|n| tree.line(n))).collect(),
        })
        .collect();
    // children stand in the table's order, and sorting keeps it among equals
    found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.lead.total_cmp(&a.lead)));
    found
}

#[derive(Default)]
struct AheadNode {
    children: Vec<Child>,
    visits: u32,
    /// Sum of chances of the side to move.
    chances: f64,
    thought: bool,
}

struct Child {
    mv: Move,
    prior: f64,
    visits: u32,
    /// Sums for the side that plays the move.
    chances: f64,
    leads: f64,
    node: Option<usize>,
}

impl AheadNode {
    /// Takes these moves as candidates; what is known of moves among them stays.
    fn choose_from(&mut self, moves: Vec<(Move, f64)>) {
        let mut old = std::mem::take(&mut self.children);
        self.children = moves
            .into_iter()
            .map(|(mv, prior)| match old.iter().position(|child| child.mv == mv) {
                Some(at) => Child { prior, ..old.swap_remove(at) },
                None => Child { mv, prior, visits: 0, chances: 0.0, leads: 0.0, node: None },
            })
            .collect();
        // a move already followed stays in the tree, with little weight
        self.children.extend(old.into_iter().filter(|c| c.visits > 0).map(|c| Child { prior: 0.01, ..c }));
    }

    fn select(&self, curiosity: f64) -> Option<usize> {
        let mean = if self.visits == 0 { 0.5 } else { self.chances / f64::from(self.visits) };
        let wish = curiosity * f64::from(self.visits.max(1)).sqrt();
        let score = |child: &Child| {
            let chance = if child.visits == 0 { mean - UNSEEN_LOSS } else { child.chances / f64::from(child.visits) };
            chance + wish * child.prior / (1.0 + f64::from(child.visits))
        };
        let scores = self.children.iter().map(score).enumerate();
        scores.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(index, _)| index)
    }
}

struct Tree {
    nodes: Vec<AheadNode>,
    started: u32,
}

impl Tree {
    fn line(&self, mut node: usize) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(child) = self.nodes[node].children.iter().filter(|c| c.visits > 0).max_by_key(|c| c.visits) {
            line.push(child.mv);
            let Some(next) = child.node else { break };
            node = next;
        }
        line
    }

    /// Counts one visit along the path; `chance` and `lead` are for the side to move at its end.
    fn back_up(&mut self, path: &[(usize, usize)], end: usize, mut chance: f64, mut lead: f64) {
        self.nodes[end].visits += 1;
        self.nodes[end].chances += chance;
        for &(node, index) in path.iter().rev() {
            (chance, lead) = (1.0 - chance, -lead);
            let node = &mut self.nodes[node];
            // the visit was counted as a loss on the way down
            node.chances += chance;
            node.children[index].chances += chance;
            node.children[index].leads += lead;
        }
    }
}

struct Worker<'a> {
    mind: Mind,
    recogniser: Recogniser,
    options: Options,
    predictor: &'a Predictor,
    how: &'a LookAhead,
}

impl<'a> Worker<'a> {
    fn new(knowledge: &Arc<Knowledge>, options: &Options, predictor: &'a Predictor, how: &'a LookAhead) -> Self {
        Worker {
            mind: Mind::new(knowledge.clone(), how.nodes),
            recogniser: Recogniser::new(knowledge.clone()),
            options: Options { off: options.off.clone(), experience: Vec::new() },
            predictor,
            how,
        }
    }

    /// One way down the tree and back; false when enough was seen.
    fn descend(&mut self, tree: &Mutex<Tree>, root: &Position) -> bool {
        let mut position = root.clone();
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut guard = lock(tree);
        if guard.started >= self.how.visits || guard.nodes[0].children.is_empty() {
            return false;
        }
        guard.started += 1;
        let mut at = 0;
        while let Some(index) = guard.nodes[at].select(self.how.curiosity) {
            let node = &mut guard.nodes[at];
            node.visits += 1;
            let child = &mut node.children[index];
            child.visits += 1;
            path.push((at, index));
            if position.play(child.mv).is_err() {
                // forbidden by repetition: it counts as lost
                child.prior = 0.0;
                return true;
            }
            match child.node {
                Some(next) => at = next,
                None => {
                    let next = guard.nodes.len();
                    guard.nodes.push(AheadNode::default());
                    guard.nodes[at].children[index].node = Some(next);
                    at = next;
                    break;
                }
            }
            let node = &guard.nodes[at];
            if node.children.is_empty() || !node.thought && node.visits >= THINK_AFTER {
                break;
            }
        }
        let think = !guard.nodes[at].thought && guard.nodes[at].visits >= THINK_AFTER && !position.is_over();
        guard.nodes[at].thought |= think;
        drop(guard);
        let (lead, moves) = self.judge(&position, think);
        let chance = 1.0 / (1.0 + (-lead / LEAD_UNIT).exp());
        let mut guard = lock(tree);
        if think || guard.nodes[at].children.is_empty() {
            guard.nodes[at].choose_from(moves);
        }
        guard.back_up(&path, at, chance, lead);
        true
    }

    /// Lead of the side to move, and its candidates.
    fn judge(&mut self, position: &Position, think: bool) -> (f64, Vec<(Move, f64)>) {
        let insight = (self.predictor)(position);
        if !think && let Some(lead) = insight.lead {
            let moves = if position.is_over() { Vec::new() } else { glance(position, &insight.moves, self.how.width) };
            return (lead, moves);
        }
        let model = self.recogniser.recognise(position, &mut QuickAsk);
        let lead = insight.lead.unwrap_or(sign(position.to_play()) * model.judgement.score);
        if position.is_over() {
            return (lead, Vec::new());
        }
        self.options.experience = insight.moves;
        let decision = decide(position, &model, &self.options, &mut self.mind);
        (lead, table_moves(position, &decision.table, self.how.width))
    }
}

fn lock(tree: &Mutex<Tree>) -> MutexGuard<'_, Tree> {
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The best moves of a table with their shares; a pass where there are none.
fn table_moves(position: &Position, table: &ScoreTable, width: usize) -> Vec<(Move, f64)> {
    let moves: Vec<(Move, f64)> = table
        .candidates
        .iter()
        .filter(|c| c.reasons().next().is_some() && position.is_legal(Move::Play(c.at)))
        .take(width)
        .map(|c| (Move::Play(c.at), c.total()))
        .collect();
    let best = moves.first().map_or(0.0, |m| m.1);
    shares(moves.into_iter().map(|(mv, sum)| (mv, ((sum - best) / TABLE_UNIT).exp())).collect())
}

/// What experience expects, before anything is thought through.
fn glance(position: &Position, moves: &[(Point, f64)], width: usize) -> Vec<(Move, f64)> {
    let legal = moves.iter().filter(|(point, _)| position.is_legal(Move::Play(*point)));
    shares(legal.take(width).map(|&(point, share)| (Move::Play(point), share)).collect())
}

fn shares(mut moves: Vec<(Move, f64)>) -> Vec<(Move, f64)> {
    if moves.is_empty() {
        return vec![(Move::Pass, 1.0)];
    }
    let total: f64 = moves.iter().map(|m| m.1).sum();
    moves.iter_mut().for_each(|m| m.1 /= total);
    moves
}

fn sign(color: Color) -> f64 {
    f64::from(color.sign())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Rules, Size};
    use gosedai_knowledge::Knowledge;
    use gosedai_recognition::recognise;

    /// Experience expects C3 and G7 alike, and everything else hardly; only G7 wins for Black.
    fn foresee(visits: u32, threads: usize, stop: bool) -> Vec<Foreseen> {
        let position = Position::new(Size::square(9).unwrap(), Rules::CHINESE, 7.0);
        let (bad, good): (Point, Point) = ("C3".parse().unwrap(), "G7".parse().unwrap());
        let predictor: Predictor = Arc::new(move |position: &Position| {
            let free = |p: &Point| position.board().is_empty(*p);
            let moves = position.board().empty_points().filter(|p| *p != bad && *p != good).map(|p| (p, 0.002));
            let moves = [(bad, 0.4), (good, 0.4)].into_iter().filter(|m| free(&m.0)).chain(moves).collect();
            let first = position.moves().next().and_then(|(_, mv)| mv.point());
            let black = if first == Some(good) { 9.0 } else { -9.0 };
            Insight { moves, lead: Some(black * sign(position.to_play())) }
        });
        let knowledge = Knowledge::embedded();
        let model = recognise(&position, &knowledge);
        let mut mind = Mind::new(knowledge, 200);
        let options = Options { experience: predictor(&position).moves, ..Options::default() };
        let decision = decide(&position, &model, &options, &mut mind);
        let how = LookAhead { visits, threads, ..LookAhead::default() };
        look_ahead(&position, &decision, &Options::default(), &predictor, &mind.knowledge, &how, &AtomicBool::new(stop))
    }

    #[test]
    fn what_looking_ahead_finds_overrules_the_table() {
        let found = foresee(40, 1, false);
        assert_eq!(found[0].mv.to_string(), "G7", "{found:?}");
        assert!((found[0].lead - 9.0).abs() < 1e-6, "every line after G7 is won by 9: {found:?}");
        assert_eq!(found.iter().map(|f| f.visits).sum::<u32>(), 40, "every visit is counted once");
        assert!(found[0].line.len() >= 2, "the expected answer is shown: {found:?}");
    }

    #[test]
    fn two_threads_share_the_work_and_find_the_same() {
        let found = foresee(40, 2, false);
        assert_eq!(found[0].mv.to_string(), "G7", "{found:?}");
        assert_eq!(found.iter().map(|f| f.visits).sum::<u32>(), 40);
    }

    #[test]
    fn a_cancelled_search_leaves_the_table_as_it_was() {
        let found = foresee(40, 1, true);
        assert!(!found.is_empty());
        assert!(found.iter().all(|f| f.visits == 0), "{found:?}");
    }
}
