//! Who judged, in words: the built-in network, or an engine by the name it gives itself, with its time for a position.

use std::path::Path;

use gosedai_engine::players::Limit;
use gosedai_explain::{Arg, Evidence, Lexicon};

use super::external::External;
use super::judge::{Judge, Judging};

/// Longer names are cut off.
const LONGEST: usize = 60;

/// A player of ours by its name; an engine of somebody else is asked for its own, which takes one start of it.
pub fn of(judge: &Judge) -> String {
    match judge {
        Judge::BuiltIn(name) => name.clone(),
        Judge::External(command) => {
            let own = External::start(command).ok().and_then(|mut engine| engine.own_name());
            own.unwrap_or_else(|| program(command)).chars().take(LONGEST).collect()
        }
    }
}

/// The program of a command line, without its folder: that is nobody else's business.
fn program(command: &str) -> String {
    let first = command.split_whitespace().next().unwrap_or_default();
    Path::new(first).file_stem().map_or_else(|| first.to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// "the built-in network (0.5 s a position)". `name` is the name of the judge.
pub fn words(judging: &Judging, name: &str, lexicon: &Lexicon) -> String {
    let rule = match &judging.engine {
        _ if judging.is_network() => "review.judge.network",
        engine if engine.is_uct() => "review.judge.playouts",
        Judge::BuiltIn(_) => "review.judge.player",
        Judge::External(_) => "review.judge.engine",
    };
    let who = lexicon.sentence(&Evidence::new(rule).arg("name", Arg::Text(name.to_string())));
    let time = match judging.limit {
        Limit { seconds: Some(seconds), .. } => {
            Evidence::new("review.judge.seconds").arg("seconds", Arg::Text(seconds.to_string()))
        }
        Limit { playouts: Some(count), .. } => {
            let rule = if judging.engine.is_uct() { "review.judge.playouts_each" } else { "review.judge.visits_each" };
            Evidence::new(rule).arg("count", count as usize)
        }
        Limit { .. } => return who,
    };
    let timed = Evidence::new("review.judge.timed").arg("who", Arg::Text(who));
    lexicon.sentence(&timed.arg("time", Arg::Text(lexicon.sentence(&time))))
}

#[cfg(test)]
mod tests;
