//! `gosedai explain`

use gosedai_engine::explain::{Explain, Explained};

use crate::output::{self, GameArgs, Outcome, say};
use crate::work::Work;

/// What a position is: groups and their strength, territory, judgement, with reasons
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai explain game.sgf --move 57 --lang ja --deadline 30")]
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
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    output::answer(Explain { game: args.game.input()? }, &args.common, |it| print(it, args.depth, args.all))
}

fn print(it: &Explained, depth: usize, all: bool) {
    say!("{}", it.diagram);
    it.brief.sentences().iter().for_each(|sentence| say!("{}", sentence.text));
    say!();
    for line in it.judgement.reason.lines(depth + 1) {
        say!("{line}");
    }
    say!();
    let mut groups: Vec<_> = it.groups.iter().collect();
    groups.sort_by(|a, b| b.importance.total_cmp(&a.importance));
    for group in groups {
        for line in group.reason.lines(depth) {
            say!("{line}");
        }
    }
    if all {
        say!();
        it.judgement.adjusted.iter().for_each(|reason| say!("{}", reason.text));
        say!();
        for string in &it.strings {
            string.reason.lines(depth).iter().for_each(|line| say!("{line}"));
        }
        say!();
        it.links.iter().for_each(|link| say!("{}", link.text));
        say!();
        it.families.iter().for_each(|family| say!("{}", family.text));
    }
    say!();
    say!("{}", it.plan.strategy);
    it.plan.emergency.iter().chain(&it.plan.cooperation).chain(&it.plan.pass).for_each(|line| say!("{line}"));
    for threat in &it.plan.threats {
        say!("{}", threat.text);
    }
    say!();
    for candidate in it.candidates.iter().filter(|c| c.counts()).take(if all { 100 } else { 8 }) {
        let habit = candidate.habit.as_ref().map(|habit| format!("  · {}", habit.text)).unwrap_or_default();
        say!("{:<4} {:6.1}{habit}", candidate.mv, candidate.value);
        for reason in &candidate.reasons {
            let line = if reason.line.len() > 1 { format!("  [{}]", reason.line.join(" ")) } else { String::new() };
            say!("     {:+6.1} {}: {}{line}", reason.value, reason.name, reason.text);
        }
        for reason in &candidate.strategy_reasons {
            say!("            {}", reason.text);
        }
        if all {
            for removed in &candidate.removed {
                say!("     ({})", removed.sentence);
            }
        }
    }
    if let Some(mv) = &it.mv {
        say!("\n→ {mv}");
    }
}
