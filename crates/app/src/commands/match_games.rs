//! `gosedai match`

use std::path::PathBuf;

use gosedai_board::{RuleSet, Size};
use gosedai_engine::{ApiError, numbers};

use crate::matches::{Finished, Report, Settings, play_series};
use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Games between two GTP programs, colours alternating, with a confidence interval
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  gosedai match --black 'gosedai gtp --engine random' --white 'gnugo --mode gtp --level 1' \\\n    --games 20 --size 9 --sgf games --deadline 3600\n\nThe first program (a) has black in the first game. 'gosedai' as a command means this very program.\nA match that was stopped or killed goes on with the same command where it writes records (--sgf); programs that carry something\nover from game to game may then play differently."
)]
pub struct Args {
    /// Command of the first program (a)
    #[arg(long, value_name = "CMD")]
    black: String,
    /// Command of the second program (b)
    #[arg(long, value_name = "CMD")]
    white: String,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Number of the first game: parts of one match can be played by several processes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    first: u32,
    /// Board size: 19 or 9x13
    #[arg(long, value_name = "S", default_value = "19", value_parser = size)]
    size: Size,
    /// Komi (default: the usual one of the rules)
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    komi: Option<f32>,
    /// Rules
    #[arg(long, value_name = "RULES", default_value = "chinese")]
    rules: String,
    /// Seconds for a move, told to both programs
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Give up on a program that takes longer than this for a move, in seconds
    #[arg(long, value_name = "S", default_value_t = 600.0)]
    patience: f64,
    /// Random moves at the start, the same for each pair of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    opening: usize,
    /// Seed of the random openings
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// Folder for the records of all games
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Show what the programs write on standard error
    #[arg(long)]
    show_errors: bool,
    #[command(flatten)]
    common: Work,
}

fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', ':']).unwrap_or((text, text));
    let side = |text: &str| text.parse::<usize>().ok();
    let parsed = side(width).zip(side(height)).and_then(|(width, height)| Size::new(width, height).ok());
    parsed.ok_or_else(|| "write a size from 1 to 25, or two as in 9x13".to_owned())
}

pub fn run(args: Args) -> Outcome {
    let rules: RuleSet = args.rules.parse().map_err(|error| ApiError::bad("rules", error))?;
    numbers::seconds("patience", args.patience)?;
    args.seconds.map(|seconds| numbers::seconds("seconds", seconds)).transpose()?;
    args.komi.map(|komi| numbers::komi("komi", komi)).transpose()?;
    let (context, back) = args.common.begin()?;
    let settings = Settings {
        commands: [args.black, args.white],
        games: args.games as usize,
        first: args.first as usize,
        size: args.size,
        komi: args.komi.unwrap_or(rules.usual_komi()),
        rules,
        seconds: args.seconds,
        patience: args.patience,
        opening: args.opening,
        seed: args.seed,
        sgf: args.sgf,
        force: args.common.force,
        show_errors: args.show_errors,
    };
    // every game is told as it ends, so that a run that is cut short has not been for nothing
    let json = args.common.json;
    let tell = |report: &Report| {
        if let Some(last) = report.results.last().filter(|_| !json) {
            let Finished { game, black, result, moves, .. } = last;
            say!("game {game}: {black} black, {result}, {moves} moves (a {} : b {})", report.wins_a, report.wins_b);
        }
    };
    let report = play_series(&settings, &context, tell)?;
    drop(back);
    if args.common.json {
        output::print_json(&report)?;
    } else {
        print(&report);
    }
    context.go_on()
}

fn print(report: &Report) {
    for fault in &report.faults {
        say!("{fault}");
    }
    say!("a: {}\nb: {}", report.a, report.b);
    say!(
        "a won {}, b won {}, {} draws in {} games{}",
        report.wins_a,
        report.wins_b,
        report.draws,
        report.games,
        if report.stopped { " (stopped early)" } else { "" }
    );
    let [low, high] = report.interval.map(|share| share * 100.0);
    say!("share of a: {:.1} % (95 % interval {low:.1} to {high:.1})", report.rate_a * 100.0);
}
