//! Looking ahead on the whole board: the best few candidates, the opponent's best answers to each, judged at the end of the line by
//! recognition or by whoever has an expectation of the score.
//!
//! Branches are independent, so they are read in parallel; the result does not depend on the number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use gosedai_board::{Color, Move, Point, Position};
use gosedai_recognition::{PositionModel, QuickAsk, Recogniser};

use crate::decide::{Decision, Mind, Options, decide};

/// How wide and deep, and on how many threads.
#[derive(Clone, Debug)]
pub struct LookAhead {
    /// Candidates at the root.
    pub width: usize,
    /// Answers looked at in deeper positions.
    pub replies: usize,
    /// Moves ahead, the candidate included.
    pub depth: usize,
    pub threads: usize,
    /// Share of its sum in the table that a candidate keeps beside what looking ahead found.
    pub trust: f64,
    /// What one local question may cost.
    pub nodes: u64,
}

impl Default for LookAhead {
    fn default() -> Self {
        LookAhead { width: 6, replies: 4, depth: 2, threads: 1, trust: 0.25, nodes: 1500 }
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

/// Values of the best candidates after looking ahead, for the side to move, best first: the move and its value in points.
pub fn look_ahead(
    position: &Position,
    decision: &Decision,
    options: &Options,
    predictor: &Predictor,
    mind: &Mind,
    how: &LookAhead,
    cancel: &AtomicBool,
) -> Vec<(Move, f64)> {
    let candidates: Vec<(Move, f64)> = decision
        .table
        .candidates
        .iter()
        .filter(|c| c.reasons().next().is_some() && position.is_legal(Move::Play(c.at)))
        .take(how.width)
        .map(|c| (Move::Play(c.at), c.total()))
        .collect();
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, f64)>> = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..how.threads.clamp(1, candidates.len().max(1)) {
            threads.spawn(|| {
                let mut own = Worker::new(mind, options, predictor, how);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(mv, _)) = candidates.get(index) else { return };
                    if cancel.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut after = position.clone();
                    if after.play(mv).is_ok() {
                        let value = -own.value(&mut after, how.depth - 1, cancel);
                        results.lock().unwrap_or_else(PoisonError::into_inner).push((index, value));
                    }
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut values: Vec<(Move, f64, f64)> =
        results.into_iter().filter_map(|(i, value)| candidates.get(i).map(|&(mv, sum)| (mv, value, sum))).collect();
    // the table's own sum settles what the look ahead cannot tell apart
    values.sort_by(|a, b| (b.1 + how.trust * b.2).total_cmp(&(a.1 + how.trust * a.2)).then(a.0.cmp(&b.0)));
    values.into_iter().map(|(mv, value, _)| (mv, value)).collect()
}

struct Worker<'a> {
    mind: Mind,
    recogniser: Recogniser,
    options: Options,
    predictor: &'a Predictor,
    how: &'a LookAhead,
}

impl<'a> Worker<'a> {
    fn new(mind: &Mind, options: &Options, predictor: &'a Predictor, how: &'a LookAhead) -> Self {
        Worker {
            mind: Mind::new(mind.knowledge.clone(), how.nodes),
            recogniser: Recogniser::new(mind.knowledge.clone()),
            options: Options { off: options.off.clone(), experience: Vec::new() },
            predictor,
            how,
        }
    }

    fn model(&mut self, position: &Position) -> PositionModel {
        self.recogniser.recognise(position, &mut QuickAsk)
    }

    /// Lead of the side to move with best play `depth` moves on; what is left on the board counts half of its table value.
    fn value(&mut self, position: &mut Position, depth: usize, cancel: &AtomicBool) -> f64 {
        let insight = (self.predictor)(position);
        if depth == 0
            && let Some(lead) = insight.lead
        {
            return lead;
        }
        let model = self.model(position);
        let lead = insight.lead.unwrap_or(sign(position.to_play()) * model.judgement.score);
        if cancel.load(Ordering::Relaxed) {
            return lead;
        }
        self.options.experience = insight.moves;
        let decision = decide(position, &model, &self.options, &mut self.mind);
        let best = decision.table.best().map_or(0.0, |c| c.total()).max(0.0);
        if depth == 0 {
            return lead + 0.5 * best;
        }
        let moves: Vec<Move> = decision
            .table
            .candidates
            .iter()
            .filter(|c| c.reasons().next().is_some())
            .take(self.how.replies)
            .map(|c| Move::Play(c.at))
            .collect();
        let mut value = f64::NEG_INFINITY;
        for mv in moves.into_iter().chain([Move::Pass]) {
            if mv == Move::Pass && value > f64::NEG_INFINITY {
                break;
            }
            if position.play(mv).is_ok() {
                value = value.max(-self.value(position, depth - 1, cancel));
                position.undo();
            }
        }
        if value == f64::NEG_INFINITY { lead } else { value }
    }
}

fn sign(color: Color) -> f64 {
    f64::from(color.sign())
}
