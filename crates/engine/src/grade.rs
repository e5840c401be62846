//! `grade`: runs problem collections and says which are solved.
//!
//! One JSON object a line, either with goal, target and answers, or a tsumego with solutions only: then group and goal are
//! found from the position. `passed` counts answers that were read to the end; what a limit stopped has failed.

pub mod sgf;
mod tally;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gosedai_board::{Board, Color, Move, Point, Size, Symmetry};
use gosedai_reading::capture::Capture;
use gosedai_reading::connection::Connect;
use gosedai_reading::groups::group_of;
use gosedai_reading::life::{Group, Kill};
use gosedai_reading::verdicts::read;
use gosedai_reading::widen::read_capture;
use gosedai_reading::{Answer, Outcome, Table};
use schemars::JsonSchema;
use serde::Deserialize;

pub use tally::{Graded, Marked, Tally};

use crate::bench::Stopwatch;
use crate::problem::{Solver, until};
use crate::{ApiError, Command, Context};

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

/// A line of either form; what is not named here is passed over.
#[derive(Deserialize, JsonSchema)]
struct Line {
    id: Option<serde_json::Value>,
    #[serde(default = "nineteen")]
    size: usize,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    to_play: String,
    goal: Option<String>,
    target: Option<serde_json::Value>,
    #[serde(default)]
    answers: Vec<String>,
    #[serde(default)]
    solutions: Vec<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    status: Option<String>,
    level: Option<String>,
}

fn nineteen() -> usize {
    19
}

#[derive(Clone)]
struct Problem {
    id: String,
    board: Board,
    to_play: Color,
    goal: Option<String>,
    targets: Vec<Point>,
    answers: Vec<Move>,
    level: Option<String>,
}

impl Command for Grade {
    const NAME: &'static str = "grade";
    const ABOUT: &'static str = "run problem collections and say which are solved";
    type Response = Graded;

    fn run(self, cx: &Context) -> Result<Graded, ApiError> {
        let limit = Duration::from_secs_f64(self.limit.unwrap_or(10.0).clamp(0.001, 3600.0));
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
        for (number, text) in self.problems.lines().filter(|line| !line.trim().is_empty()).enumerate() {
            let line: Line = serde_json::from_str(text)
                .map_err(|e| ApiError::bad("problems", format!("line {} is no problem: {e}", number + 1)))?;
            let other = |wanted: &Option<String>, found: &Option<String>| wanted.is_some() && wanted != found;
            if other(&self.kind, &line.kind) || other(&self.status, &line.status) {
                continue;
            }
            let problem = prepare(line, number + 1)?;
            if self.half.is_some_and(|half| checksum(&problem.id) & 1 != half & 1) {
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

impl Problem {
    fn turned(&self, symmetry: Symmetry) -> Problem {
        let size = self.board.size();
        Problem {
            board: symmetry.apply_board(&self.board),
            targets: self.targets.iter().map(|&p| symmetry.apply(p, size)).collect(),
            answers: self.answers.iter().map(|&play| symmetry.apply_move(play, size)).collect(),
            ..self.clone()
        }
    }

    fn exchanged(&self) -> Problem {
        Problem { board: self.board.swapped_colors(), to_play: self.to_play.opponent(), ..self.clone() }
    }
}

/// Boards and players of the problems of a type and status in one half of a collection.
pub(crate) fn positions(text: &str, kind: &str, status: &str, half: u32) -> Result<Vec<(Board, Color)>, ApiError> {
    let mut out = Vec::new();
    for (number, text) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = serde_json::from_str(text)
            .map_err(|e| ApiError::bad("problems", format!("line {} is no problem: {e}", number + 1)))?;
        if line.kind.as_deref() == Some(kind) && line.status.as_deref() == Some(status) {
            let problem = prepare(line, number + 1)?;
            if checksum(&problem.id) & 1 == half & 1 {
                out.push((problem.board, problem.to_play));
            }
        }
    }
    Ok(out)
}

/// Ids, boards and players of the problems of a collection on the full board but those of life and death with a tree in the odd half.
pub(crate) fn positions_to_learn(text: &str) -> Result<Vec<(String, Board, Color)>, ApiError> {
    let mut out = Vec::new();
    for (number, text) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = serde_json::from_str(text)
            .map_err(|e| ApiError::bad("problems", format!("line {} is no problem: {e}", number + 1)))?;
        let is_graded = line.kind.as_deref() == Some("life-and-death") && line.status.as_deref() == Some("tree");
        let problem = prepare(line, number + 1)?;
        if problem.board.size() == Size::NINETEEN && !(is_graded && checksum(&problem.id) & 1 == 1) {
            out.push((problem.id, problem.board, problem.to_play));
        }
    }
    Ok(out)
}

/// CRC-32 of an id: splits problems into halves that stay the same.
fn checksum(id: &str) -> u32 {
    let mut sum = u32::MAX;
    for byte in id.bytes() {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

fn prepare(line: Line, number: usize) -> Result<Problem, ApiError> {
    let here = |message: String| ApiError::bad("problems", format!("line {number}: {message}"));
    let size = Size::square(line.size).map_err(|e| here(e.to_string()))?;
    // the tsumego files write SGF points, the problem files GTP points
    let sgf = line.to_play.len() == 1;
    let point = |text: &str| -> Result<Point, ApiError> {
        let found = if sgf { Point::from_sgf(text, size) } else { size.parse_point(text).ok() };
        found.ok_or_else(|| here(format!("'{text}' is not a point of the board")))
    };
    let mut stones = Vec::new();
    for (names, color) in [(&line.black, Color::Black), (&line.white, Color::White)] {
        for name in names {
            stones.push((point(name)?, color));
        }
    }
    let board = Board::with_stones(size, stones).map_err(|e| here(e.to_string()))?;
    let mut answers = Vec::new();
    for text in line.answers.iter().chain(&line.solutions) {
        answers.push(if text.eq_ignore_ascii_case("pass") { Move::Pass } else { Move::Play(point(text)?) });
    }
    let mut targets = Vec::new();
    let names: Vec<&str> = match &line.target {
        Some(serde_json::Value::String(text)) => vec![text],
        Some(serde_json::Value::Array(all)) => all.iter().filter_map(|v| v.as_str()).collect(),
        _ => Vec::new(),
    };
    for name in names {
        targets.push(point(name)?);
    }
    Ok(Problem {
        id: match line.id {
            Some(serde_json::Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => number.to_string(),
        },
        board,
        to_play: line.to_play.parse().map_err(|e: gosedai_board::BadColor| here(e.to_string()))?,
        goal: line.goal.filter(|_| !targets.is_empty()),
        targets,
        answers,
        level: line.level,
    })
}

fn solve(problem: &Problem, limit: Duration, cx: &Context, solver: &mut Solver) -> Answer {
    let budget = until(limit, cx);
    let Problem { board, to_play, .. } = problem;
    let target = problem.targets.first().copied();
    let color = target.and_then(|t| board.color_at(t));
    let mut table = Table::new(budget.memory);
    match (problem.goal.as_deref(), target, color) {
        (Some("capture" | "escape"), Some(_), Some(color)) => {
            read_capture(board, color, &problem.targets, *to_play, &budget).answer
        }
        (Some("kill" | "live" | "semeai"), Some(target), Some(color)) => {
            let goal = Kill(Group::new(board, color, group_of(board, target)));
            read(&goal, board, *to_play, &mut table, &budget, 1).answer
        }
        (Some("connect" | "cut"), Some(from), Some(color)) if problem.targets.len() == 2 => {
            let goal = Connect::new(board, color, from, problem.targets[1]);
            read(&goal, board, *to_play, &mut table, &budget, 1).answer
        }
        (Some("capture-any"), Some(_), Some(color)) => {
            let goal = Capture::new(board, color, problem.targets.clone());
            read(&goal, board, *to_play, &mut table, &budget, 1).answer
        }
        _ => solver.solve(board, *to_play, limit, cx).answer,
    }
}
