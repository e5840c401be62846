//! `bench exercises OUT PROBLEMS.jsonl… [most N] [nodes N] [threads N]`: positions that the exact search solves on the way to the solution
//! of problems, one JSON object a line, to teach the network of problems (`training/encode_problems.py`). The problems that
//! `grade --half 1 --type life-and-death --status tree` reports on are left out.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gosedai_board::{Color, PointSet, Size};
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::{ApiError, Context, Stopwatch, files};
use gosedai_reading::exact::learn::Exercise;
use gosedai_reading::{Budget, problem};
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
                let mut found = Vec::new();
                problem::exercises(board, *to_play, &Budget::nodes(nodes), most, &mut found);
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

fn line(id: &str, exercise: &Exercise, size: Size) -> Value {
    let names = |set: &PointSet| set.iter().map(|point| point.to_sgf(size)).collect::<Vec<_>>();
    json!({
        "of": id, "black": names(&exercise.stones[0]), "white": names(&exercise.stones[1]),
        "to_play": if exercise.to_play == Color::Black { "B" } else { "W" }, "wins": exercise.wins,
        "right": exercise.right.iter().map(|point| point.to_sgf(size)).collect::<Vec<_>>(),
    })
}
