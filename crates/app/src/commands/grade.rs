//! `gosedai grade`

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use gosedai_engine::files;
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::{ApiError, Command, Context};
use gosedai_lab::grade::sgf::line_of;
use gosedai_lab::grade::{Grade, Graded, Marked, Tally};

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Run problem collections (JSON lines, SGF files, folders of them) and print which are solved
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  gosedai grade problems.jsonl --limit 1 --type life-and-death --status tree --deadline 600"
)]
pub struct Args {
    /// Files with one problem a line (.jsonl), SGF files, or folders
    #[arg(value_name = "PROBLEMS", required = true)]
    files: Vec<std::path::PathBuf>,
    /// Seconds for each problem
    #[arg(long, value_name = "S")]
    limit: Option<f64>,
    /// Only problems of this type
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
    /// Only problems of this status: tree or first-move
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// Only every N-th of those asked for
    #[arg(long, value_name = "N")]
    every: Option<usize>,
    /// Which of the N parts, from 0 on
    #[arg(long, value_name = "K", default_value_t = 0)]
    offset: usize,
    /// Problems at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// File that gets one JSON line for each problem as it is done; what it holds already counts and is not tried again
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Only the half whose ids have an even (0) or odd (1) checksum
    #[arg(long, value_name = "0|1")]
    half: Option<u32>,
    /// Each problem in all eight symmetries and with the colours exchanged
    #[arg(long)]
    symmetries: bool,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let mut problems = String::new();
    for file in &args.files {
        for path in problem_files(file)? {
            problems.push_str(&problems_of(&path)?);
            problems.push('\n');
        }
    }
    let (mut context, back) = args.common.begin()?;
    let under = conditions(&args, &context);
    let request = Grade {
        problems,
        limit: args.limit,
        kind: args.kind,
        status: args.status,
        every: args.every,
        offset: Some(args.offset),
        threads: Some(args.threads),
        earlier: args.log.as_deref().map_or(Ok(Vec::new()), |log| earlier(log, &under))?,
        half: args.half,
        symmetries: Some(args.symmetries),
    };
    let unwritten = Arc::new(Mutex::new(Ok(())));
    if let Some(path) = &args.log {
        let file = Mutex::new(keep::append(path, Kind::JSON_LINES, context.force)?);
        let (shown, unwritten, path) = (context.progress.clone(), unwritten.clone(), path.clone());
        context = context.with_progress(move |progress| {
            if let (Some(one), Ok(mut file), Ok(mut state)) = (&progress.partial, file.lock(), unwritten.lock()) {
                let mut line = one.clone();
                line["under"] = under.as_str().into();
                // a log that cannot be written must not end the run, but it is told at the end
                let written = file.line(&line.to_string());
                if let (Err(error), true) = (written, state.is_ok()) {
                    *state = Err(ApiError::failed(format!("cannot write {}: {error}", path.display())));
                }
            }
            if let Some(show) = &shown {
                show(progress);
            }
        });
    }
    let graded = request.run(&context)?;
    drop(back);
    if args.common.json {
        output::print_json(&graded)?;
    } else {
        print(&graded);
    }
    unwritten.lock().map_or(Ok(()), |state| state.clone())?;
    context.go_on()
}

/// What a result depends on besides the problem: one that was found under other conditions is no result of this run.
fn conditions(args: &Args, context: &Context) -> String {
    format!("{:?} {} {:016x}", args.limit, args.symmetries, context.knowledge_digest())
}

/// The problems a log holds that were tried under the same conditions; a last line that was cut off does not count.
fn earlier(path: &Path, under: &str) -> Result<Vec<Marked>, ApiError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = files::text(path, files::MOST_DATA)?;
    let lines = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    Ok(lines.filter(|line| line["under"] == under).filter_map(|line| serde_json::from_value(line).ok()).collect())
}

/// The file itself, or all problem files of a folder in the order of their names.
fn problem_files(path: &Path) -> Result<Vec<PathBuf>, ApiError> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let cannot = |e: std::io::Error| ApiError::failed(format!("cannot read {}: {e}", path.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(cannot)? {
        let inner = entry.map_err(cannot)?.path();
        if inner.is_dir() && !inner.is_symlink() {
            found.extend(problem_files(&inner)?);
        } else if inner.extension().is_some_and(|e| e == "jsonl" || e == "sgf" || e == "sgfs") {
            found.push(inner);
        }
    }
    found.sort();
    Ok(found)
}

fn problems_of(path: &Path) -> Result<String, ApiError> {
    if !path.extension().is_some_and(|e| e == "sgf" || e == "sgfs") {
        return files::text(path, files::MOST_DATA);
    }
    let mut lines = Vec::new();
    for (number, game) in gosedai_engine::files::games(&[path]).enumerate() {
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("problem");
        lines.extend(line_of(&game?.record.game, &format!("{stem}-{}", number + 1)));
    }
    Ok(lines.join("\n"))
}

fn print(graded: &Graded) {
    for failed in &graded.failed {
        say!(
            "failed {}: expected {}, got {} ({}, {:.2} s)",
            failed.id,
            failed.expected.join(" or "),
            failed.got,
            failed.trust,
            failed.seconds
        );
    }
    let words = ["level", "problems", "proved<1s", "right<1s", "proved", "right", "other", "wrong", "unknown"];
    say!("{}", words.map(|word| format!("{word:>10}")).join(""));
    for (level, tally) in &graded.levels {
        say!("{}", row(level, tally));
    }
    say!("{}", row("all", &graded.all));
    if graded.stopped {
        say!("stopped before the last problem");
    }
    say!(
        "passed {} of {} ({} within a second), {} proved ({} within a second), {} another move ({} with a proof), {} not finished, {:.1} s",
        graded.passed,
        graded.total,
        graded.all.right_in_a_second,
        graded.proved,
        graded.all.proved_in_a_second,
        graded.all.other,
        graded.all.other_proved,
        graded.all.unknown,
        graded.seconds
    );
}

/// One line of the table; `wrong` are other moves that claim a proof.
fn row(name: &str, tally: &Tally) -> String {
    let counts = [
        tally.problems,
        tally.proved_in_a_second,
        tally.right_in_a_second,
        tally.proved,
        tally.right,
        tally.other,
        tally.other_proved,
        tally.unknown,
    ];
    format!("{name:>10}{}", counts.map(|n| format!("{n:>10}")).concat())
}
