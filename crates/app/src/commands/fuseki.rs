//! `gosedai fuseki GAME`, `gosedai fuseki eval GAMES`, `gosedai fuseki tune GAMES -o FILE`

use std::path::PathBuf;

use gosedai_engine::ApiError;
use gosedai_engine::fuseki::{Fuseki, OpeningReport, Profile, book_beside};
use gosedai_engine::keep::{self, Kind};
use gosedai_lab::fuseki::{FusekiEval, FusekiTune, TuneResult};

use super::patterns::PartArg;
use crate::output::{self, GameArgs, Outcome, say};
use crate::work::Work;

/// Opening evaluation by the possible omission number (PON)
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  gosedai fuseki game.sgf --move 12\n  gosedai fuseki game.sgf --move 12 --profile paper --candidates R10,K3\n  gosedai fuseki eval games.sgfs.xz --positions 200 --deadline 600"
)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    // an optional group must hold its arguments itself to be noticed
    #[command(flatten)]
    game: Option<GameArgs>,
    #[command(flatten)]
    how: PositionArgs,
}

#[derive(clap::Subcommand)]
enum Action {
    Eval(EvalArgs),
    Tune(TuneArgs),
}

#[derive(clap::Args)]
struct PositionArgs {
    /// paper, default, or a file of parameters
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Only these moves, separated by commas
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    candidates: Option<Vec<String>>,
    /// How many candidates to show
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    common: Work,
}

/// Where the moves played in games stand among all moves
#[derive(clap::Args)]
struct EvalArgs {
    /// Games: files, folders, collections
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<String>,
    /// Positions to use
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Games to pass over first
    #[arg(long, value_name = "N")]
    skip: Option<usize>,
    /// Use only every N-th game
    #[arg(long, value_name = "N")]
    every: Option<usize>,
    /// Only the games that tune leaves out (test) or uses (train)
    #[arg(long, value_name = "PART", value_enum, default_value = "all")]
    part: PartArg,
    /// The tuned profile: default, or a file of parameters
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Ask GNU Go for its top moves on the first N positions
    #[arg(long, value_name = "N")]
    gnugo: Option<usize>,
    #[command(flatten)]
    common: Work,
}

/// Fit a profile to the moves played in games
#[derive(clap::Args)]
struct TuneArgs {
    /// Games: files, folders, collections
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<String>,
    /// File for the fitted profile
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Positions to use
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Random steps for the constants
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    #[arg(long, value_name = "K")]
    seed: Option<u64>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    match (args.action, args.game) {
        (Some(Action::Eval(args)), _) => eval(args),
        (Some(Action::Tune(args)), _) => tune(args),
        (None, Some(game)) => position(game, args.how),
        (None, None) => Err(ApiError::bad("game", "say which game, or eval or tune with games")),
    }
}

fn position(game: GameArgs, args: PositionArgs) -> Outcome {
    let request = Fuseki {
        game: game.input()?,
        profile: args.profile.map(Profile::named),
        candidates: args.candidates,
        limit: args.limit,
    };
    output::answer(request, &args.common, print)
}

fn print(report: &OpeningReport) {
    say!("{} to play: {:+.1} points expected ({})", report.to_play, report.value, report.profile);
    say!("  color  stones              S     PON      r      s      z      t");
    for group in &report.groups {
        let mut stones = group.stones.join(" ");
        if stones.chars().count() > 18 {
            stones = stones.chars().take(17).chain(['…']).collect();
        }
        say!(
            "  {:<6} {stones:<18} {:>5.1} {:>6.1} {:>6.2} {:>6.2} {:>6.1} {:>6.1}",
            group.color,
            group.size,
            group.pon,
            group.r,
            group.s,
            group.z,
            group.t
        );
    }
    for candidate in &report.candidates {
        let parts: Vec<String> = candidate.parts.iter().map(|(name, value)| format!("{name} {value:+.1}")).collect();
        say!("{:<4} {:>8.2}  ({})", candidate.mv, candidate.value, parts.join(", "));
        if let Some(reason) = &candidate.reason {
            reason.lines(1).iter().for_each(|line| say!("     {line}"));
        }
    }
}

fn eval(args: EvalArgs) -> Outcome {
    let request = FusekiEval {
        games: args.games,
        positions: args.positions,
        skip: args.skip,
        every: args.every,
        part: args.part.into(),
        profile: args.profile,
        gnugo: args.gnugo,
    };
    output::answer(request, &args.common, |result| {
        say!("{} positions", result.positions);
        say!(
            "  {:<46} {:<7} {:>5} {:>6} {:>6} {:>9} {:>8}",
            "method",
            "moves",
            "n",
            "top 1",
            "top 5",
            "mean rank",
            "ms"
        );
        for row in &result.methods {
            say!(
                "  {:<46} {:<7} {:>5} {:>6.3} {:>6.3} {:>9.1} {:>8.2}",
                row.method,
                row.moves,
                row.positions,
                row.top1,
                row.top5,
                row.mean_rank,
                row.milliseconds
            );
        }
    })
}

fn tune(args: TuneArgs) -> Outcome {
    let path = args.output;
    for path in [&path, &book_beside(&path)] {
        keep::may_write(path, Kind::TABLE, args.common.force)?;
    }
    let request = FusekiTune { games: args.games, positions: args.positions, steps: args.steps, seed: args.seed };
    let result = {
        use gosedai_engine::Command;
        request.run(&args.common.begin()?.0)?
    };
    for (path, text) in [(path.clone(), &result.file), (book_beside(&path), &result.book)] {
        keep::write(&path, text, Kind::TABLE, args.common.force)?;
    }
    if args.common.json {
        say!("{}", serde_json::to_string_pretty(&result).map_err(ApiError::failed)?);
    } else {
        let TuneResult { games, positions, situations, loss, .. } = &result;
        say!("{games} games, {positions} positions, {situations} situations, loss {loss:?}");
        say!("written to {} and {}", path.display(), book_beside(&path).display());
    }
    Ok(())
}
