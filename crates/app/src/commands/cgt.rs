//! `gosedai cgt`

use std::ffi::OsString;
use std::path::PathBuf;

use gosedai_engine::cgt::Cgt;
use gosedai_engine::keep::{self, Kind};

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Calculator for combinatorial games: several expressions are added up
#[derive(clap::Args)]
#[command(
    after_help = "Notation: numbers, {L|R}, ^2 v *3, tiny(2) miny(1), sums with + and -; also ^^*, 3·↑, +_2, ±{3|1}, 1 1/2.\nHackenbush: stalks from the ground up in b(lue) r(ed) g(reen), or edges between points, 0 being the ground.\nExamples:\n  gosedai cgt '{6|{4|0}}' --cool 2\n  gosedai cgt 3/4 --warm 1\n  gosedai cgt '{3|-1}' '{6|{4|0}}' -6 --play --deadline 10\n  gosedai cgt --hackenbush 'brrrr g' --hackenbush '0-1g 0-2g 1-2b'\n  gosedai cgt '{4|0}' '{6|{4|0}}' -7 --thermograph sum.svg\n  gosedai cgt '^*' --compare 0"
)]
pub struct Args {
    /// Game expressions, the summands
    #[arg(value_name = "EXPR", required_unless_present = "hackenbush")]
    expressions: Vec<String>,
    /// A Hackenbush picture as a summand
    #[arg(long, value_name = "PICTURE")]
    hackenbush: Vec<String>,
    /// Write the thermograph as a picture
    #[arg(long, value_name = "FILE.svg")]
    thermograph: Option<PathBuf>,
    /// Write the game tree as a picture
    #[arg(long, value_name = "FILE.svg")]
    tree: Option<PathBuf>,
    /// Cool every summand by T first
    #[arg(long, value_name = "T")]
    cool: Option<String>,
    /// Then warm by T: integers stay, every other move is paid T
    #[arg(long, value_name = "T")]
    warm: Option<String>,
    /// Then heat by T: all numbers stay
    #[arg(long, value_name = "T")]
    heat: Option<String>,
    /// Tell what beginning in each summand leads to
    #[arg(long)]
    play: bool,
    /// Compare the value with another game
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    compare: Option<String>,
    #[command(flatten)]
    common: Work,
}

/// The beginning of a long form; `--json` prints all of it.
fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    match text.chars().count() {
        0..=MOST => text.to_string(),
        n => text.chars().take(MOST).collect::<String>() + &format!("… ({n} characters)"),
    }
}

/// Puts brackets around expressions that begin with a minus sign, which would otherwise look like options.
pub fn bracket_negatives(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|name| name == "cgt") {
        for i in 2..args.len() {
            // what follows such an option is no expression of its own
            if args[i - 1].to_str().is_some_and(|a| ["--hackenbush", "--cool", "--warm", "--heat"].contains(&a)) {
                continue;
            }
            let arg = &mut args[i];
            let Some(text) = arg.to_str() else { continue };
            let rest = text.strip_prefix('-').unwrap_or_default();
            let is_game = rest.starts_with(|c: char| !c.is_ascii_alphabetic() && c != '-');
            let named = ["v", "tiny", "miny", "up", "down", "star"].iter().any(|word| rest.starts_with(word));
            if is_game || named {
                *arg = format!("({text})").into();
            }
        }
    }
    args
}

pub fn run(args: Args) -> Outcome {
    let files = [args.thermograph, args.tree];
    let request = Cgt {
        expressions: args.expressions,
        hackenbush: args.hackenbush,
        cool: args.cool,
        warm: args.warm,
        heat: args.heat,
        play: args.play,
        compare: args.compare,
        pictures: files.iter().any(Option::is_some),
    };
    let mut written = Ok(());
    output::answer_then(
        request,
        &args.common,
        |answer| {
            if let Some(pictures) = &mut answer.pictures {
                let texts = [&pictures.thermograph, &pictures.tree];
                written = files.iter().zip(texts).try_for_each(|(file, svg)| match file {
                    Some(path) => keep::write(path, keep::marked_svg(svg), Kind::PICTURE, args.common.force),
                    None => Ok(()),
                });
                answer.pictures = None;
            }
        },
        |answer| {
            say!("{} = {}", shortened(&answer.value), shortened(&answer.canonical));
            say!("mean {}, temperature {}", answer.mean, answer.temperature);
            say!("left stop {}, right stop {}, outcome {}", answer.left_stop, answer.right_stop, answer.outcome);
            if let Some(weight) = answer.atomic_weight {
                say!("atomic weight {weight}");
            }
            for (name, wall) in [("left", &answer.thermograph.left), ("right", &answer.thermograph.right)] {
                let corners: Vec<String> = wall.iter().map(|[t, v]| format!("{v} at {t}")).collect();
                say!("{name} wall: {}", corners.join(", "));
            }
            if let Some(comparison) = &answer.comparison {
                say!("{} {} {}", shortened(&answer.value), comparison.relation, shortened(&comparison.with));
            }
            if let Some(play) = &answer.play {
                for (name, scores, best) in
                    [("Left", &play.left_first, &play.best_left), ("Right", &play.right_first, &play.best_right)]
                {
                    let told = scores.iter().enumerate().filter_map(|(i, score)| {
                        let mark = if best.contains(&i) { " (best)" } else { "" };
                        score.as_ref().map(|s| format!("summand {} leads to {s}{mark}", i + 1))
                    });
                    say!("{name} first: {}", told.collect::<Vec<_>>().join(", "));
                }
            }
        },
    )?;
    written.map_err(Into::into)
}
