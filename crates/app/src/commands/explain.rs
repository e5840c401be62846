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
    println!();
    println!("{}", it.plan.strategy);
    it.plan.emergency.iter().chain(&it.plan.cooperation).chain(&it.plan.pass).for_each(|line| println!("{line}"));
    for threat in &it.plan.threats {
        println!("threat: {} {} ({:.1})", threat.mv, threat.intention, threat.value);
    }
    println!();
    for candidate in it.candidates.iter().filter(|c| !c.reasons.is_empty()).take(if all { 100 } else { 8 }) {
        println!("{:<4} {:6.1}", candidate.mv, candidate.value);
        for reason in &candidate.reasons {
            let line = if reason.line.len() > 1 { format!("  [{}]", reason.line.join(" ")) } else { String::new() };
            println!("     {:+6.1} {}: {}{line}", reason.value, reason.name, reason.text);
        }
        for reason in &candidate.strategy_reasons {
            println!("            {}", reason.text);
        }
        if all {
            for removed in &candidate.removed {
                println!(
                    "     ({:+.1} {} removed by {}: {})",
                    removed.value, removed.intention, removed.by, removed.text
                );
            }
        }
    }
    if let Some(mv) = &it.mv {
        println!("\n→ {mv}");
    }
}
