//! Problems of life and death without a stated goal: what the exact search proves, and where it proves nothing, what
//! the network that was taught problems would play, weighed with what the search finds out about those moves.

mod command;
pub mod exact;
mod meant;
pub mod race;
mod trial;
mod weigh;
mod wishes;

use std::time::{Duration, Instant};

use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_reading::{Answer, Budget, Outcome, Trust};

use crate::adviser::NetworkAdviser;
use crate::{ApiError, Context, Stopwatch};
pub use command::{AskProblem, ProblemMove, ProblemReply};
use meant::Meant;
pub use trial::TriedMove;
use weigh::Weights;
use wishes::Wishes;

/// Share of the time in which a problem has to be solved; the rest is for doubts.
const SOLVING: f64 = 0.55;
/// Share of the time in which a race is looked for.
const RACING: f64 = 0.12;
/// Kept back for the network's looks.
const RESERVE: Duration = Duration::from_millis(50);

/// A first move that was thought of.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub play: Point,
    /// How likely the network takes it to be the solution.
    pub chance: f32,
    /// What the search says of it in the time it had.
    pub outcome: Outcome,
}

/// What is said about a problem.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The group it seems to be about, if any.
    pub stake: Option<(Color, PointSet)>,
    pub answer: Answer,
    /// The answer is proved for these stones, but other moves do the same: something else may be meant.
    pub has_others: bool,
    /// Moves that were weighed where nothing was proved, the best first.
    pub candidates: Vec<Candidate>,
    pub nodes: u64,
}

/// Solves problems one after the other.
pub struct Solver {
    /// Nobody where the processor has no fast path for the network: then what is not proved is left open.
    adviser: Option<NetworkAdviser>,
    weights: Weights,
}

impl Solver {
    pub fn new(cx: &Context) -> Result<Solver, ApiError> {
        Ok(Solver { adviser: NetworkAdviser::of_problems(cx)?, weights: Weights::new(&cx.knowledge()?.params) })
    }

    pub fn solve(&mut self, board: &Board, to_play: Color, limit: Duration, cx: &Context) -> Solution {
        let Solver { adviser, weights } = self;
        let adviser = adviser.as_mut().filter(|_| limit > 2 * RESERVE);
        let limit = if adviser.is_some() { limit - RESERVE } else { limit };
        let (watch, budget) = (Stopwatch::start(), until(limit, cx));
        let Some(adviser) = adviser else { return proved_or_open(exact::solve(board, to_play, &budget)) };
        let wishes = Wishes::of(board, to_play, adviser);
        let mut found = exact::solve(board, to_play, &until(limit.mul_f64(SOLVING), cx));
        let mut meaning = Meant::Yes;
        if let Some(found) = &mut found
            && found.answer.trust == Trust::Proved
        {
            meaning = meant::meaning(board, to_play, found, &wishes, &budget);
            if meaning == Meant::Yes {
                return proved_or_open(Some(exact::ProblemAnswer { answer: found.answer.clone(), ..*found }));
            }
            found.answer.trust = Trust::Judged;
        }
        // a race is looked for where neither of its groups is settled
        let raced = race::solve(board, to_play, &until(limit.mul_f64(RACING), cx));
        let raced = raced.and_then(|raced| raced.answer.point());
        let left = || limit.saturating_sub(Duration::from_secs_f64(watch.seconds()));
        let part = |share: f64| until(limit.mul_f64(share).min(left()), cx);
        weights.weigh((board, to_play), found, raced, meaning, &wishes, &budget, &part)
    }
}

fn proved_or_open(found: Option<exact::ProblemAnswer>) -> Solution {
    let stake = found.as_ref().map(|found| (found.defender, found.target));
    let nodes = found.as_ref().map_or(0, |found| found.nodes);
    Solution {
        stake,
        answer: found.map_or_else(Answer::unknown, |found| found.answer),
        has_others: false,
        candidates: Vec::new(),
        nodes,
    }
}

/// A budget that ends with this much of the thread's own time; the wall clock stops what the system does not count.
pub fn until(limit: Duration, cx: &Context) -> Budget {
    let (start, wall) = (Stopwatch::start(), Instant::now());
    let is_over = move || start.seconds() > limit.as_secs_f64() || wall.elapsed() > limit * 20;
    Budget::nodes(u64::MAX).with_cancel(cx.cancel.flag()).with_deadline(is_over)
}
