//! `gosedai grade`

use std::path::{Path, PathBuf};

use gosedai_engine::ApiError;
use gosedai_engine::grade::sgf::line_of;
use gosedai_engine::grade::{Grade, Graded};

use crate::output::{self, Common, Outcome};

/// Run problem collections (JSON lines, SGF files, folders of them) and print which are solved
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai grade problems.jsonl --limit 1 --type life-and-death --status tree")]
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
    /// Only every N-th of them
    #[arg(long, value_name = "N")]
    every: Option<usize>,
    /// Only the half whose ids have an even (0) or odd (1) checksum
    #[arg(long, value_name = "0|1")]
    half: Option<u32>,
    /// Each problem in all eight symmetries and with the colours exchanged
    #[arg(long)]
    symmetries: bool,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    let mut problems = String::new();
    for file in &args.files {
        for path in problem_files(file)? {
            problems.push_str(&problems_of(&path)?);
            problems.push('\n');
        }
    }
    let request = Grade {
        problems,
        limit: args.limit,
        kind: args.kind,
        status: args.status,
        every: args.every,
        half: args.half,
        symmetries: Some(args.symmetries),
    };
    output::answer(request, &args.common, print)
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
        return std::fs::read_to_string(path)
            .map_err(|e| ApiError::failed(format!("cannot read {}: {e}", path.display())));
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
        println!(
            "failed {}: expected {}, got {} ({}, {:.2} s)",
            failed.id,
            failed.expected.join(" or "),
            failed.got,
            failed.trust,
            failed.seconds
        );
    }
    println!("{:>12}  {:>8}  {:>8}  {:>8}", "level", "in 1 s", "in limit", "problems");
    for (level, [passed, total]) in &graded.levels {
        let quick = graded.levels_within_a_second.get(level).copied().unwrap_or(0);
        println!("{level:>12}  {quick:>8}  {passed:>8}  {total:>8}");
    }
    if graded.stopped {
        println!("stopped before the last problem");
    }
    println!(
        "passed {} of {} ({} within a second, {} proved, {} not finished) in {:.1} s",
        graded.passed, graded.total, graded.within_a_second, graded.proved, graded.unknown, graded.seconds
    );
}
