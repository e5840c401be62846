//! `gosedai net`

use std::path::PathBuf;

use clap::Subcommand;
use gosedai_engine::net_eval::NetEval;

use crate::output::{self, Common, Outcome};

/// The neural evaluator
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai net eval GAMES --every 10")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Eval(EvalArgs),
}

/// How well it agrees with games it has not seen: next move, winner, calibration
#[derive(clap::Args)]
struct EvalArgs {
    /// Files and folders of games
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// Look at every N-th position only
    #[arg(long, value_name = "N")]
    every: Option<usize>,
    /// Stop after so many games
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    let Action::Eval(args) = args.action;
    let request = NetEval { games: args.games, every: args.every, limit: args.limit };
    output::answer(request, &args.common, |result| {
        println!("{} games, {} positions", result.games, result.positions);
        println!("next move: first {:.1} %, in the first five {:.1} %", result.top1 * 100.0, result.top5 * 100.0);
        println!("mean log-likelihood {:.4}, mean rank {:.2}", result.log_likelihood, result.mean_rank);
        println!("right winner {:.1} %, margin off by {:.1}", result.value_accuracy * 100.0, result.score_error);
        println!("\nmoves      positions  right winner");
        for span in &result.value_by_move {
            let range = format!("{}-{}", span.from + 1, span.to);
            println!("{range:<10} {:>9}  {:>10.1} %", span.positions, span.value_accuracy * 100.0);
        }
        println!("\npredicted  positions  won");
        for bin in result.calibration.iter().filter(|bin| bin.positions > 0) {
            println!("{:>7.1} %  {:>9}  {:.1} %", bin.predicted * 100.0, bin.positions, bin.won * 100.0);
        }
    })
}
