//! `bench exercises OUT PROBLEMS.jsonl… [most N] [nodes N] [threads N]`: positions that the exact search solves on the way to the solution
//! of problems, one JSON object a line, to teach the network of problems (`training/encode_problems.py`). The problems that
//! `grade --half 1 --type life-and-death --status tree` reports on are left out.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gosedai_board::{Board, Color, Point, PointSet, Rng, Size};
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::problem::exact::likely_groups;
use gosedai_engine::{ApiError, Context, Stopwatch, files};
use gosedai_reading::Budget;
use gosedai_reading::exact::ground::{Border, ground};
use gosedai_reading::exact::verdict::lessons;
use gosedai_reading::exact::{Kos, Side};
use serde_json::{Value, json};

use super::Figures;
use crate::grade;

pub fn exercises(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let option = |name: &str, usual: u64| {
        let at = args.iter().position(|word| word == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let (most, nodes, threads) = (option("most", 40) as usize, option("nodes", 40_000), option("threads", 1) as usize);
    let files: Vec<&String> =
        args.iter().take_while(|word| !["most", "nodes", "threads"].contains(&word.as_str())).collect();
    let [out, files @ ..] = &files[..] else {
        return Err(ApiError::bad("args", "name the file to write and the files of problems"));
    };
    let mut all = Vec::new();
    for file in files {
        let text = files::text(file.as_ref(), files::MOST_DATA)?;
        all.extend(grade::positions_to_learn(&text)?);
    }
    let out = std::path::Path::new(out.as_str());
    keep::may_write(out, Kind::JSON_LINES, cx.force)?;
    let (next, made, watch) = (AtomicUsize::new(0), AtomicUsize::new(0), Stopwatch::start());
    keep::write_with(out, Kind::JSON_LINES, cx.force, |writer| {
        let writer = Mutex::new((writer, Ok(())));
        let work = || {
            while cx.go_on().is_ok() {
                let Some((id, board, to_play)) = all.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let found = exercises_of(board, *to_play, &Budget::nodes(nodes), most);
                made.fetch_add(found.len(), Ordering::Relaxed);
                let mut held = writer.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                let (writer, state) = &mut *held;
                let mut lines = found.iter().map(|exercise| line(id, exercise, board.size()));
                if state.is_ok() {
                    *state = lines.try_for_each(|line| writeln!(writer, "{line}"));
                }
                if state.is_err() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            (1..threads.clamp(1, 256)).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        writer.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).1
    })?;
    let mut figures = Figures::new();
    figures.insert("problems".into(), json!(all.len().min(next.into_inner())));
    figures.insert("positions".into(), json!(made.into_inner()));
    figures.insert("seconds_of_one_thread".into(), json!(watch.seconds()));
    Ok(figures)
}

/// A solved position as a board: what the side to move can play to have its way, and whether it can.
struct Exercise {
    stones: [PointSet; 2],
    to_play: Color,
    wins: bool,
    right: Option<Point>,
}

/// Positions worth an exercise took at least so much work.
const WORTH: u64 = 12;

/// Positions solved while reading a problem for either side: at most so many of each search, those that took work.
fn exercises_of(board: &Board, to_play: Color, budget: &Budget, most: usize) -> Vec<Exercise> {
    let Some((defender, target)) = likely_groups(board).into_iter().next() else { return Vec::new() };
    let mover = if to_play == defender { Side::Defender } else { Side::Attacker };
    let field = ground(board, &target, defender, Border::Wall, 1);
    let color = |side: Side| if side == Side::Defender { defender } else { defender.opponent() };
    let sides = [Side::Attacker, Side::Defender];
    let asked = sides.map(|side| board.stone_set(color(side)).intersection(&field.inside));
    let mut out = Vec::new();
    for side in [mover, mover.other()] {
        let (_, mut solved) = lessons(board, &field, side, Kos::Nobody, budget);
        solved.retain(|lesson| lesson.work >= WORTH && lesson.stones != asked);
        let mut rng = Rng::new(solved.len() as u64);
        while solved.len() > most {
            // the harder of two stays
            let (a, b) = (rng.below(solved.len()), rng.below(solved.len()));
            solved.swap_remove(if solved[a].work < solved[b].work { a } else { b });
        }
        for lesson in solved {
            let mut stones = Color::BOTH.map(|color| board.stone_set(color).minus(&field.inside));
            sides.iter().for_each(|&side| stones[color(side).index()].add(&lesson.stones[side as usize]));
            let wins = lesson.winner == lesson.to_play;
            if !wins || lesson.best.is_some() {
                out.push(Exercise { stones, to_play: color(lesson.to_play), wins, right: lesson.best });
            }
        }
    }
    out
}

fn line(id: &str, exercise: &Exercise, size: Size) -> Value {
    let names = |set: &PointSet| set.iter().map(|point| point.to_sgf(size)).collect::<Vec<_>>();
    json!({
        "of": id, "black": names(&exercise.stones[0]), "white": names(&exercise.stones[1]),
        "to_play": if exercise.to_play == Color::Black { "B" } else { "W" }, "wins": exercise.wins,
        "right": exercise.right.iter().map(|point| point.to_sgf(size)).collect::<Vec<_>>(),
    })
}
