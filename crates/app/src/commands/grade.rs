//! `gosedai grade`

use gosedai_engine::ApiError;
use gosedai_engine::grade::{Grade, Graded};

use crate::output::{self, Common, Outcome};

/// Run problem collections (JSON lines) and print which are solved
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai grade problems.jsonl --limit 1 --type life-and-death --status tree")]
pub struct Args {
    /// Files with one problem a line
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
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    let mut problems = String::new();
    for file in &args.files {
        let text = std::fs::read_to_string(file)
            .map_err(|e| ApiError::failed(format!("cannot read {}: {e}", file.display())))?;
        problems.push_str(&text);
        problems.push('\n');
    }
    let request = Grade { problems, limit: args.limit, kind: args.kind, status: args.status, every: args.every };
    output::answer(request, &args.common, print)
}

fn print(graded: &Graded) {
    for failed in &graded.failed {
        println!(
            "failed {}: expected {}, got {} ({})",
            failed.id,
            failed.expected.join(" or "),
            failed.got,
            failed.trust
        );
    }
    for (level, [passed, total]) in &graded.levels {
        println!("{level:>12}: {passed}/{total}");
    }
    println!(
        "passed {} of {} ({} proved, {} not finished) in {:.1} s",
        graded.passed, graded.total, graded.proved, graded.unknown, graded.seconds
    );
}
