//! `gosedai explain`

use gosedai_engine::explain::{Explain, Explained};

use crate::output::{self, Common, GameArgs, Outcome};

/// What a position is: groups and their strength, territory, judgement, with reasons
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai explain game.sgf --move 57 --lang ja")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How deep to show the reasons behind each statement
    #[arg(long, default_value_t = 1, value_name = "LEVELS")]
    depth: usize,
    /// Also list strings, links and families
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    output::answer(Explain { game: args.game.input()? }, &args.common, |it| print(it, args.depth, args.all))
}

fn print(it: &Explained, depth: usize, all: bool) {
    println!("{}", it.diagram);
    for line in it.judgement.reason.lines(depth + 1) {
        println!("{line}");
    }
    println!();
    let mut groups: Vec<_> = it.groups.iter().collect();
    groups.sort_by(|a, b| b.importance.total_cmp(&a.importance));
    for group in groups {
        for line in group.reason.lines(depth) {
            println!("{line}");
        }
    }
    if all {
        println!();
        for string in &it.strings {
            string.reason.lines(depth).iter().for_each(|line| println!("{line}"));
        }
        println!();
        it.links.iter().for_each(|link| println!("{}", link.text));
        println!();
        it.families.iter().for_each(|family| println!("{}", family.text));
    }
    for candidate in &it.candidates {
        println!("{} {:.1}", candidate.mv, candidate.value);
        for reason in &candidate.reasons {
            println!("  {:+.1} {}", reason.value, reason.text);
        }
    }
    if let Some(mv) = &it.mv {
        println!("{mv}");
    }
}
