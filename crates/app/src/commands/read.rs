//! `gosedai read`

use std::path::{Path, PathBuf};

use gosedai_engine::keep::{self, Kind};
use gosedai_engine::read::{Read, ReadAnswer};

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Ladder, capture, connection, life and death of the stones named, for both players moving first
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  gosedai read capture game.sgf D4 --move 57\n  gosedai read capture game.sgf D4 --method paper\n  gosedai read connect game.sgf D4 F3 --deadline 30\n  gosedai read either life:D4 connect:D4,F3 game.sgf"
)]
pub struct Args {
    /// ladder, capture, connect, life or either
    #[arg(value_name = "GOAL")]
    goal: String,
    /// The game and the targets: GAME TARGET…, or INTENTION… GAME for either
    #[arg(value_name = "GAME TARGET", required = true, num_args = 2..)]
    rest: Vec<String>,
    /// Position after N moves of the main line (default: the end)
    #[arg(long = "move", value_name = "N")]
    move_number: Option<usize>,
    /// Write the search trees as SGF: FILE for the attack, FILE.defend.sgf for the defence
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Seconds at most
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Positions at most, for each side moving first
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How captures are read: ours, or paper for the search of "Go Generation" (1988)
    #[arg(long, value_name = "METHOD", default_value = "ours")]
    method: String,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let mut rest = args.rest;
    let game = if args.goal == "either" { rest.pop().unwrap_or_default() } else { rest.remove(0) };
    let input = gosedai_engine::GameInput {
        sgf: output::read_text(&game)?,
        move_number: args.move_number,
        ..Default::default()
    };
    let request = Read {
        game: input,
        goal: args.goal,
        targets: rest,
        trace: args.trace.is_some(),
        seconds: args.seconds,
        nodes: args.nodes,
        method: Some(args.method),
    };
    let mut written = Ok(());
    output::answer_then(
        request,
        &args.common,
        |answer| {
            if let (Some(path), Some(traces)) = (&args.trace, &answer.trace) {
                let defend = PathBuf::from(format!("{}.defend.sgf", path.display()));
                let write = |path: &Path, text: &str| {
                    keep::write(path, keep::marked_sgf(text), Kind::RECORD, args.common.force)
                };
                written = write(path, &traces.attack_sgf).and_then(|()| write(&defend, &traces.defend_sgf));
            }
        },
        print,
    )?;
    written.map_err(Into::into)
}

fn print(answer: &ReadAnswer) {
    say!("{}", answer.title);
    let lines = [&answer.attack, &answer.defend];
    for sentence in &answer.sentences {
        say!("{sentence}");
        // more than the move that the sentence names
        if let Some(side) = lines.into_iter().find(|side| side.text == *sentence && side.pv.len() > 1) {
            say!("  {}", side.pv.join(" "));
        }
    }
    say!("{}", answer.effort);
}
