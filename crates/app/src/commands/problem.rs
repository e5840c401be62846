//! `gosedai problem`

use gosedai_engine::problem::{AskProblem, ProblemReply};

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Solve a life-and-death problem: which group is in question, the move, and whether it is proved
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  gosedai problem corner.sgf\n  gosedai problem corner.sgf --try B2\n  gosedai problem game.sgf --move 57 --seconds 10 --deadline 30 --json\n\nOnly what was searched to the end is called proved. Everything else is a judgement: the moves that were\nweighed are listed with the chance the network gives them and what the search found out about each."
)]
pub struct Args {
    /// The position: SGF, its side to move has to solve the problem
    #[arg(value_name = "GAME")]
    game: String,
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

pub fn run(args: Args) -> Outcome {
    let game = gosedai_engine::GameInput {
        sgf: output::read_text(&args.game)?,
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
