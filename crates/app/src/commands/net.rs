//! `gosedai net`

use std::path::PathBuf;

use clap::Subcommand;
use gosedai_engine::keep::{self, Kind};
use gosedai_lab::net_eval::{NetEval, NetEvaluated};

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// The neural evaluator
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai net eval GAMES --every 10 --deadline 600")]
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
    /// Draw the calibration and the right winners by move number into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let Action::Eval(args) = args.action;
    let request = NetEval { games: args.games, every: args.every, limit: args.limit };
    let mut drawn = Ok(());
    let draw = |result: &mut NetEvaluated| {
        drawn = args.svg.as_ref().map_or(Ok(()), |path| {
            keep::write(path, keep::marked_svg(&result.chart()), Kind::PICTURE, args.common.force)
        });
    };
    output::answer_then(request, &args.common, draw, |result| {
        say!("{} games, {} positions", result.games, result.positions);
        say!("next move: first {:.1} %, in the first five {:.1} %", result.top1 * 100.0, result.top5 * 100.0);
        say!("mean log-likelihood {:.4}, mean rank {:.2}", result.log_likelihood, result.mean_rank);
        say!("right winner {:.1} %", result.value_accuracy * 100.0);
        say!(
            "counted games: right leader by score {:.1} %, margin off by {:.1}; owner of a point right {:.1} % ({} games)",
            result.leader_accuracy * 100.0,
            result.score_error,
            result.owner_accuracy * 100.0,
            result.games_with_owners
        );
        say!("\nmoves      positions  right winner  margin off  owners right");
        for span in &result.value_by_move {
            let range = format!("{}-{}", span.from + 1, span.to);
            let number = |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{v:.1}"));
            say!(
                "{range:<10} {:>9}  {:>10.1} %  {:>10}  {:>10} %",
                span.positions,
                span.value_accuracy * 100.0,
                number(span.score_error),
                number(span.owner_accuracy.map(|share| share * 100.0))
            );
        }
        say!("\npredicted  positions  won");
        for bin in result.calibration.iter().filter(|bin| bin.positions > 0) {
            let bar = "*".repeat((bin.won * 40.0).round() as usize);
            say!("{:>7.1} %  {:>9}  {:>5.1} % {bar}", bin.predicted * 100.0, bin.positions, bin.won * 100.0);
        }
    })?;
    drawn.map_err(Into::into)
}
