//! `gosedai problem`

use std::path::PathBuf;
use std::sync::Mutex;

use gosedai_engine::Command;
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::problem::{AskProblem, ProblemReply};
use gosedai_lab::make::{MakeProblems, SourceGame};

use crate::commands::game_list;
use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Solve a life-and-death problem: which group is in question, the move, and whether it is proved
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  gosedai problem corner.sgf\n  gosedai problem corner.sgf --try B2\n  gosedai problem game.sgf --move 57 --seconds 10 --deadline 30 --json\n\nOnly what was searched to the end is called proved. Everything else is a judgement: the moves that were\nweighed are listed with the chance the network gives them and what the search found out about each."
)]
#[command(subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    other: Option<Other>,
    /// The position: SGF, its side to move has to solve the problem
    #[arg(value_name = "GAME", required = true)]
    game: Option<String>,
    /// Position after N moves of the main line (default: the end)
    #[arg(long = "move", value_name = "N")]
    move_number: Option<usize>,
    /// Seconds of processor time (default: 3)
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Put this first move to the test: refute it, or say that it works, too
    #[arg(long = "try", value_name = "MOVE")]
    tried: Option<String>,
    #[command(flatten)]
    common: Work,
}

#[derive(clap::Subcommand)]
enum Other {
    Make(Make),
}

/// Make problems out of games: a group in question, one right move, all others refuted, everything proved
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  gosedai problem make games -o problems.sgf --max 100 --deadline 3600\n\nCtrl-C or the deadline ends it with what is made by then. 'gosedai grade problems.sgf' solves them again."
)]
struct Make {
    /// SGF files, collections, folders of them
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// The collection to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Processor seconds for one position at most
    #[arg(long, value_name = "S")]
    limit: Option<f64>,
    /// So many problems at most
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    #[command(flatten)]
    common: Work,
}

/// The file is written again as often as a game has added to it, always whole.
fn make(args: Make) -> Outcome {
    let (mut context, back) = args.common.begin()?;
    keep::may_write(&args.out, Kind::RECORD, context.force)?;
    let named = game_list::read(&args.games)?;
    let games = named.into_iter().map(|game| SourceGame { name: game.name, sgf: game.sgf }).collect();
    let (shown, path) = (context.progress.clone(), args.out.clone());
    let held = Mutex::new(String::new());
    // what was written just now is ours
    let force = context.force;
    context = context.with_progress(move |progress| {
        let sgf = progress.partial.as_ref().and_then(|partial| partial["sgf"].as_str()).unwrap_or_default();
        if let Ok(mut held) = held.lock()
            && *held != sgf
        {
            // a write that fails here fails again at the end, and is told there
            let _ = keep::write(&path, keep::marked_sgf(sgf), Kind::RECORD, force);
            *held = sgf.to_owned();
        }
        if let Some(show) = &shown {
            show(progress);
        }
    });
    let made = MakeProblems { games, limit: args.limit, max: args.max }.run(&context)?;
    drop(back);
    // a collection without a record is none
    if made.problems > 0 {
        keep::write(&args.out, keep::marked_sgf(&made.sgf), Kind::RECORD, force)?;
    }
    if args.common.json {
        output::print_json(&made)?;
    } else {
        let levels: Vec<String> = made.levels.iter().map(|(level, count)| format!("{level} {count}")).collect();
        say!(
            "{} problems from {} positions of {} games: {}",
            made.problems,
            made.positions,
            made.games,
            levels.join(", ")
        );
    }
    context.go_on()
}

pub fn run(args: Args) -> Outcome {
    if let Some(Other::Make(args)) = args.other {
        return make(args);
    }
    let game = gosedai_engine::GameInput {
        sgf: output::read_text(&args.game.unwrap_or_default())?,
        move_number: args.move_number,
        ..Default::default()
    };
    output::answer_then(AskProblem { game, seconds: args.seconds, tried: args.tried }, &args.common, |_| {}, print)
}

fn print(answer: &ProblemReply) {
    answer.sentences.iter().for_each(|sentence| say!("{sentence}"));
    if answer.pv.len() > 1 {
        say!("  {}", answer.pv.join(" "));
    }
    if let Some(tried) = &answer.tried {
        say!("{}", tried.text);
        say!("  {}", tried.pv.join(" "));
        return;
    }
    answer.candidates.iter().for_each(|one| say!("  {}", one.text));
}
