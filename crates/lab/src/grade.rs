//! `grade`: runs problem collections and says which are solved.
//!
//! One JSON object a line, either with goal, target and answers, or a tsumego with solutions only: then group and goal are
//! found from the position. `passed` counts answers that were read to the end; what a limit stopped has failed.

mod problem;
pub mod sgf;
mod tally;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gosedai_board::{Board, Color, Size, Symmetry};
use gosedai_engine::problem::{Solver, until};
use gosedai_engine::{ApiError, Command, Context, Stopwatch, numbers};
use gosedai_reading::{Answer, Effort, Outcome, Question, Reader};
use schemars::JsonSchema;
use serde::Deserialize;

use problem::{Problem, problems};
pub use tally::{Graded, Marked, Tally};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Grade {
    /// The problems, one JSON object a line.
    pub problems: String,
    /// Seconds for each problem.
    #[serde(default)]
    pub limit: Option<f64>,
    /// Only problems of this type (`life-and-death`, `capture`…).
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Only problems whose solutions are a tree (`tree`) or a first move (`first-move`).
    #[serde(default)]
    pub status: Option<String>,
    /// Every how many-th problem of those asked for.
    #[serde(default)]
    pub every: Option<usize>,
    /// The first of them (0 to `every` - 1): with each of these numbers in turn every problem comes once.
    #[serde(default)]
    pub offset: Option<usize>,
    /// Problems tried at the same time, each on a processor of its own.
    #[serde(default)]
    pub threads: Option<usize>,
    /// What came of problems tried earlier: they count and are not tried again.
    #[serde(default)]
    pub earlier: Vec<Marked>,
    /// Only the half of the problems whose id has an even (0) or odd (1) checksum: one to tune on, one to report.
    #[serde(default)]
    pub half: Option<u32>,
    /// Each problem turned and mirrored in all eight ways, and with the colours exchanged: it has to pass in all of them.
    #[serde(default)]
    pub symmetries: Option<bool>,
}

impl Command for Grade {
    const NAME: &'static str = "grade";
    const ABOUT: &'static str = "run problem collections and say which are solved";
    type Response = Graded;

    fn run(self, cx: &Context) -> Result<Graded, ApiError> {
        let limit = Duration::from_secs_f64(numbers::seconds("limit", self.limit.unwrap_or(10.0))?);
        let symmetries = self.symmetries.unwrap_or(false);
        let problems = self.chosen()?;
        let total = (self.earlier.len() + problems.len()) as u64;
        let marked = Mutex::new(self.earlier);
        let next = AtomicUsize::new(0);
        // what is wrong with the knowledge shows here, not on some thread
        Solver::new(cx)?;
        let work = || {
            let Ok(mut solver) = Solver::new(cx) else { return };
            while cx.go_on().is_ok() {
                let Some(problem) = problems.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let Tried { answer, right, seconds } = attempt(problem, limit, cx, symmetries, &mut solver);
                if cx.go_on().is_err() {
                    break;
                }
                let expected = problem.answers.iter().map(|play| play.to_string()).collect();
                let one = Marked::new(problem.id.clone(), problem.level.clone(), expected, &answer, right, seconds);
                let partial = serde_json::to_value(&one).unwrap_or_default();
                let mut all = marked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                all.push(one);
                cx.report_partial(all.len() as u64, total, "problems", partial);
            }
        };
        let threads = self.threads.unwrap_or(1).clamp(1, 256);
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let marked = marked.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let stopped = cx.go_on().is_err();
        Ok(Graded::of(marked, stopped))
    }
}

impl Grade {
    /// The problems asked for and not tried yet.
    fn chosen(&self) -> Result<Vec<Problem>, ApiError> {
        let mut chosen = Vec::new();
        let mut seen = 0;
        let (every, offset) = (self.every.unwrap_or(1).max(1), self.offset.unwrap_or(0));
        let other = |wanted: &Option<String>, found: Option<&str>| wanted.is_some() && wanted.as_deref() != found;
        for problem in problems(&self.problems, |kind, status| !other(&self.kind, kind) && !other(&self.status, status))
        {
            let problem = problem?;
            if self.half.is_some_and(|half| problem.half() != half & 1) {
                continue;
            }
            seen += 1;
            let is_tried = self.earlier.iter().any(|one| one.id == problem.id);
            if (seen - 1) % every == offset % every && !is_tried {
                chosen.push(problem);
            }
        }
        Ok(chosen)
    }
}

/// What came of a problem, or of the first of its symmetries that failed.
struct Tried {
    answer: Answer,
    right: bool,
    /// The longest any of them took.
    seconds: f64,
}

fn attempt(problem: &Problem, limit: Duration, cx: &Context, symmetries: bool, solver: &mut Solver) -> Tried {
    let mut all = vec![problem.clone()];
    if symmetries {
        let turned = Symmetry::of(problem.board.size()).iter().map(|&symmetry| problem.turned(symmetry));
        all = turned.flat_map(|p| [p.exchanged(), p]).collect();
    }
    let mut longest = 0f64;
    let mut last = None;
    for problem in &all {
        let watch = Stopwatch::start();
        let answer = solve(problem, limit, cx, solver);
        longest = longest.max(watch.seconds());
        let right = answer.play.is_some_and(|play| problem.answers.contains(&play));
        let is_over = !right || answer.outcome == Outcome::Unknown;
        last = Some((answer, right));
        if is_over {
            break;
        }
    }
    let (answer, right) = last.unwrap_or_else(|| (Answer::unknown(), false));
    Tried { answer, right, seconds: longest }
}

/// Boards and players of the problems of a type and status in one half of a collection.
pub(crate) fn positions(text: &str, kind: &str, status: &str, half: u32) -> Result<Vec<(Board, Color)>, ApiError> {
    let mut out = Vec::new();
    for problem in problems(text, |its_kind, its_status| its_kind == Some(kind) && its_status == Some(status)) {
        let problem = problem?;
        if problem.half() == half & 1 {
            out.push((problem.board, problem.to_play));
        }
    }
    Ok(out)
}

/// Levels, boards and players of the problems of life and death with a tree in the even half.
pub(crate) fn levelled(text: &str) -> Result<Vec<(String, Board, Color)>, ApiError> {
    let mut out = Vec::new();
    for problem in problems(text, |kind, status| kind == Some("life-and-death") && status == Some("tree")) {
        let problem = problem?;
        if let Some(level) = problem.level.clone().filter(|_| problem.half() == 0) {
            out.push((level, problem.board, problem.to_play));
        }
    }
    Ok(out)
}

/// Ids, boards and players of the problems of a collection on the full board but those of life and death with a tree in the odd half.
pub(crate) fn positions_to_learn(text: &str) -> Result<Vec<(String, Board, Color)>, ApiError> {
    let mut out = Vec::new();
    for problem in problems(text, |_, _| true) {
        let problem = problem?;
        let is_graded = problem.kind.as_deref() == Some("life-and-death") && problem.status.as_deref() == Some("tree");
        if problem.board.size() == Size::NINETEEN && !(is_graded && problem.half() == 1) {
            out.push((problem.id, problem.board, problem.to_play));
        }
    }
    Ok(out)
}

fn solve(problem: &Problem, limit: Duration, cx: &Context, solver: &mut Solver) -> Answer {
    let Problem { board, to_play, targets, .. } = problem;
    let stones = targets.iter().all(|&target| board.color_at(target).is_some());
    let question = match (problem.goal.as_deref(), &targets[..]) {
        (Some("capture" | "escape" | "capture-any"), [_, ..]) => Question::Capture(targets.clone()),
        (Some("kill" | "live" | "semeai"), [target, ..]) => Question::Life(vec![*target]),
        (Some("connect" | "cut"), &[from, to]) => Question::Connection(from, to),
        _ => return solver.solve(board, *to_play, limit, cx).answer,
    };
    if !stones {
        return Answer::unknown();
    }
    let effort = Effort { only: Some(*to_play), ..Effort::of(until(limit, cx)) };
    let reading = Reader::with(effort).ask(board, &question);
    if reading.attacker == *to_play { reading.attack } else { reading.defend }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_problem_is_tried_with_a_limit_that_no_clock_can_hold() {
        for bad in [-1.0, 1e300] {
            let request: Grade = serde_json::from_value(serde_json::json!({"problems": "", "limit": bad})).unwrap();
            let told = request.run(&Context::default()).err();
            assert!(matches!(told, Some(ApiError::BadRequest { field: Some(_), .. })), "{bad}: {told:?}");
        }
    }
}
