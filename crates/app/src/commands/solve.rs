//! `gosedai solve`

use gosedai_engine::solve::{Solve, Solved};
use gosedai_engine::{ApiError, Command};

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Solve Go on a small board, from the empty board or from a position
#[derive(clap::Args)]
#[command(
    after_help = "Ctrl-C or the deadline ends the search with what is known; with --resume the proof is saved first and the same command goes on.\n\nExamples:\n  gosedai solve 3x5\n  gosedai solve 4x4 --rules passdiff\n  gosedai solve 3x4 --method all\n  gosedai solve 5x5 --memory 2048 --resume 5x5.proof --deadline 3600\n  gosedai solve --sgf game.sgf --move 12 --moves\n  gosedai solve --diagram .XO/X.O/... --to-play white --rules basic"
)]
pub struct Args {
    /// Board as ROWSxCOLUMNS, at most 30 points
    #[arg(value_name = "MxN", required_unless_present_any = ["sgf", "diagram"])]
    board: Option<String>,
    /// Solve the position of a record (its ko state and turn included); - for standard input
    #[arg(long, value_name = "GAME")]
    sgf: Option<String>,
    /// Position after N moves of the record's main line (default: the end)
    #[arg(long = "move", value_name = "N", requires = "sgf")]
    move_number: Option<usize>,
    /// Solve a drawn position: X, O and . row by row from the top, rows separated by /
    #[arg(long, value_name = "ROWS", conflicts_with = "sgf")]
    diagram: Option<String>,
    /// Side to move of a drawn position: black or white
    #[arg(long, value_name = "COLOR", requires = "diagram")]
    to_play: Option<String>,
    /// Point of a drawn position that may not be retaken now
    #[arg(long, value_name = "POINT", requires = "diagram")]
    ko: Option<String>,
    /// Repetition and counting: basic, tie0, passdiff, psk, ssk or afure
    #[arg(long, default_value = "tie0", value_name = "RULES")]
    rules: String,
    /// base, promise, all (the paper's searcher), best, or oracle (retrograde analysis)
    #[arg(long, default_value = "best", value_name = "METHOD")]
    method: String,
    /// Retrograde analysis of the whole board, the same as --method oracle
    #[arg(long)]
    oracle: bool,
    /// The exact value (the default)
    #[arg(long, conflicts_with = "win")]
    value: bool,
    /// Only who wins
    #[arg(long)]
    win: bool,
    /// With the paper's searcher: merge positions after filling promised points (identification not proven)
    #[arg(long)]
    landfill: bool,
    /// Also the value of every legal move
    #[arg(long)]
    moves: bool,
    #[arg(long, default_value_t = 2, value_name = "T")]
    threads: usize,
    /// Table memory in MiB (default 1024; 8 for the paper's searcher)
    #[arg(long, value_name = "M")]
    memory: Option<usize>,
    /// Stop after about this many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Resume a proof from this file if it exists, and save to it (also when stopped)
    #[arg(long, value_name = "FILE")]
    resume: Option<std::path::PathBuf>,
    /// Minutes between two checkpoints; 0 saves whenever there is something new
    #[arg(long, default_value_t = 5, value_name = "MIN")]
    checkpoint: u64,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let sgf = args.sgf.as_deref().map(output::read_text).transpose()?;
    let _ = args.value;
    let request = Solve {
        board: args.board,
        sgf,
        move_number: args.move_number,
        diagram: args.diagram,
        to_play: args.to_play,
        ko: args.ko,
        rules: Some(args.rules),
        method: Some(if args.oracle { "oracle".to_string() } else { args.method }),
        win: args.win,
        landfill: args.landfill,
        moves: args.moves,
        threads: Some(args.threads),
        memory: args.memory,
        nodes: args.nodes,
        resume: args.resume.map(Into::into),
        checkpoint_minutes: args.checkpoint,
    };
    let (context, back) = args.common.begin()?;
    let solved = request.run(&context)?;
    drop(back);
    if args.common.json {
        output::print_json(&solved)?;
    } else {
        print(&solved);
    }
    match solved.unsaved {
        Some(why) => Err(ApiError::failed(why)),
        None => context.go_on(),
    }
}

fn print(s: &Solved) {
    let value = match s.value {
        Some(v) => format!("value {v:+}"),
        None if s.low == s.high => format!("value {:+}", s.low),
        None => format!("between {:+} and {:+}", s.low, s.high),
    };
    say!("{} ({}, {}): {}, {value}", s.board, s.rules, s.method, s.result);
    if !s.complete {
        say!("not complete");
    }
    if let Some(best) = &s.best {
        say!("best: {best}");
    }
    if !s.pv.is_empty() {
        say!("line: {}", s.pv.join(" "));
    }
    for m in s.moves.iter().flatten() {
        match m.value {
            Some(v) => say!("  {:5} {v:+}", m.step),
            None => say!("  {:5} between {:+} and {:+}", m.step, m.low, m.high),
        }
    }
    if !s.notes.is_empty() {
        say!("notes: {}", s.notes.join(", "));
    }
    say!(
        "{} positions in {:.2} s ({:.0} per second), table {} MiB",
        s.nodes,
        s.seconds,
        s.nodes_per_second,
        s.table_bytes >> 20
    );
}
