//! `gosedai patterns`

use std::path::PathBuf;

use clap::Subcommand;
use gosedai_engine::ApiError;
use gosedai_engine::patterns::predict::PatternsPredict;
use gosedai_lab::patterns::Part;
use gosedai_lab::patterns::eval::PatternsEval;
use gosedai_lab::patterns::learn::{Learned, Method, PatternsLearn, PatternsMerge};

use crate::output::{self, GameArgs, Outcome, say};
use crate::work::Work;

/// Move prediction: learn, merge, evaluate, predict
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    gosedai patterns predict game.sgf --move 57\n  \
    gosedai patterns eval GAMES --part test --deadline 600\n  \
    gosedai patterns learn GAMES --part train -o model.gpat\n  \
    gosedai patterns learn GAMES --method relative-frequency -o paper.gpat")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Learn(LearnArgs),
    Merge(MergeArgs),
    Eval(EvalArgs),
    Predict(PredictArgs),
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub enum PartArg {
    All,
    Train,
    Test,
}

impl From<PartArg> for Part {
    fn from(part: PartArg) -> Part {
        match part {
            PartArg::All => Part::All,
            PartArg::Train => Part::Train,
            PartArg::Test => Part::Test,
        }
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum MethodArg {
    Trained,
    RelativeFrequency,
    Counts,
}

/// Learn a model from games
#[derive(clap::Args)]
struct LearnArgs {
    /// Files and folders of games
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// File to write
    #[arg(short, long, value_name = "MODEL")]
    output: PathBuf,
    #[arg(long, value_enum, default_value = "trained")]
    method: MethodArg,
    /// Games to use: train leaves out every tenth game in the order of reading, test is that tenth
    #[arg(long, value_enum, default_value = "all")]
    part: PartArg,
    /// Counts made before with --method counts (relative frequency)
    #[arg(long, value_name = "COUNTS")]
    dictionary: Option<PathBuf>,
    /// Only shard I of N, as I/N with I from 0
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Drop patterns seen fewer times (default: 10 trained, 2 relative frequency, 0 counts)
    #[arg(long, value_name = "N")]
    least: Option<u32>,
    /// Count in N passes: less memory, more time
    #[arg(long, value_name = "N")]
    passes: Option<u32>,
    /// Train weights on at most N games
    #[arg(long, value_name = "N")]
    weight_games: Option<usize>,
    /// Share of positions used for weights
    #[arg(long, value_name = "SHARE")]
    sample: Option<f64>,
    #[arg(long, value_name = "K")]
    seed: Option<u64>,
    /// Distance to the last move (relative frequency): manhattan, chebyshev, none
    #[arg(long)]
    distance: Option<String>,
    #[command(flatten)]
    common: Work,
}

/// Add counts or relative-frequency tables of shards
#[derive(clap::Args)]
struct MergeArgs {
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Drop patterns of merged counts seen fewer times
    #[arg(long, value_name = "N")]
    least: Option<u32>,
    #[command(flatten)]
    common: Work,
}

/// Measure agreement with the moves of games
#[derive(clap::Args)]
struct EvalArgs {
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// Model or table instead of the built-in model
    #[arg(long, value_name = "MODEL")]
    model: Option<PathBuf>,
    #[arg(long, value_enum, default_value = "all")]
    part: PartArg,
    /// Use every N-th game only
    #[arg(long, value_name = "N")]
    every: Option<usize>,
    #[command(flatten)]
    common: Work,
}

/// Rank all legal moves of a position
#[derive(clap::Args)]
struct PredictArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "MODEL")]
    model: Option<PathBuf>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    match args.action {
        Action::Learn(args) => learn(args),
        Action::Merge(args) => {
            let request = PatternsMerge { inputs: args.inputs, output: args.output, least: args.least };
            output::answer(request, &args.common, print_learned)
        }
        Action::Eval(args) => {
            let request =
                PatternsEval { games: args.games, model: args.model, part: args.part.into(), every: args.every };
            output::answer(request, &args.common, |found| {
                say!("{} games, {} moves ({} games could not be read)", found.games, found.moves, found.skipped);
                say!(
                    "first choice {:.1} %, within five {:.1} %, within ten {:.1} %",
                    found.top1 * 100.0,
                    found.top5 * 100.0,
                    found.top10 * 100.0
                );
                say!("mean rank {:.1}, mean log-likelihood {:.3}", found.mean_rank, found.log_likelihood);
                say!("{:.0} microseconds a position", found.microseconds_per_position);
            })
        }
        Action::Predict(args) => {
            let request = PatternsPredict { game: args.game.input()?, model: args.model.map(Into::into) };
            output::answer(request, &args.common, |found| {
                say!("{} to play", found.to_play);
                for m in found.moves.iter().take(12) {
                    say!("{:3}. {:4} {:6.2} %", m.rank, m.mv, m.score * 100.0);
                }
                if let Some(played) = &found.played {
                    say!("played: {}, rank {} of {}", played.mv, played.rank, found.moves.len());
                }
            })
        }
    }
}

fn learn(args: LearnArgs) -> Outcome {
    let shard = match &args.shard {
        None => None,
        Some(text) => {
            let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
            let parsed: Option<(usize, usize)> = parts.filter(|(i, n)| i < n);
            let bad = || ApiError::bad("shard", format!("'{text}' is not a shard: write I/N, such as 0/4"));
            Some(parsed.ok_or_else(bad)?)
        }
    };
    let request = PatternsLearn {
        games: args.games,
        output: args.output,
        method: match args.method {
            MethodArg::Trained => Method::Trained,
            MethodArg::RelativeFrequency => Method::RelativeFrequency,
            MethodArg::Counts => Method::Counts,
        },
        part: args.part.into(),
        dictionary: args.dictionary,
        shard,
        least: args.least,
        passes: args.passes,
        weight_games: args.weight_games,
        sample: args.sample,
        seed: args.seed,
        distance: args.distance,
    };
    output::answer(request, &args.common, print_learned)
}

fn print_learned(learned: &Learned) {
    say!("{} games, {} positions, {} patterns", learned.games, learned.positions, learned.patterns);
    let memory = learned.peak_memory_mib.map(|mib| format!(", peak memory {mib} MiB")).unwrap_or_default();
    say!(
        "{} bytes written in {:.1} s ({:.0} games a second){memory}",
        learned.bytes,
        learned.seconds,
        learned.games_per_second
    );
}
