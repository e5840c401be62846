//! `gosedai cgt`

use std::ffi::OsString;
use std::path::PathBuf;

use gosedai_engine::ApiError;
use gosedai_engine::cgt::Cgt;

use crate::output::{self, Common, Outcome};

/// Calculator for combinatorial games: several expressions are added up
#[derive(clap::Args)]
#[command(
    after_help = "Notation: numbers, {L|R}, ^2 v *3, tiny(2) miny(1), sums with + and -; also ^^*, 3·↑, +_2, ±{3|1}, 1 1/2.\nExamples:\n  gosedai cgt '{6|{4|0}}' --cool 2\n  gosedai cgt '{4|0}' '{6|{4|0}}' -7 --thermograph sum.svg\n  gosedai cgt '^*' --compare 0"
)]
pub struct Args {
    /// Game expressions, the summands
    #[arg(value_name = "EXPR", required = true)]
    expressions: Vec<String>,
    /// Write the thermograph as a picture
    #[arg(long, value_name = "FILE.svg")]
    thermograph: Option<PathBuf>,
    /// Write the game tree as a picture
    #[arg(long, value_name = "FILE.svg")]
    tree: Option<PathBuf>,
    /// Cool every summand by T first
    #[arg(long, value_name = "T")]
    cool: Option<String>,
    /// Compare the value with another game
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    compare: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// Puts brackets around expressions that begin with a minus sign, which would otherwise look like options.
pub fn bracket_negatives(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|name| name == "cgt") {
        for arg in &mut args[2..] {
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
        cool: args.cool,
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
                    Some(path) => std::fs::write(path, svg)
                        .map_err(|e| ApiError::failed(format!("cannot write {}: {e}", path.display()))),
                    None => Ok(()),
                });
                answer.pictures = None;
            }
        },
        |answer| {
            println!("{} = {}", answer.value, answer.canonical);
            println!("mean {}, temperature {}", answer.mean, answer.temperature);
            println!("left stop {}, right stop {}, outcome {}", answer.left_stop, answer.right_stop, answer.outcome);
            if let Some(weight) = answer.atomic_weight {
                println!("atomic weight {weight}");
            }
            for (name, wall) in [("left", &answer.thermograph.left), ("right", &answer.thermograph.right)] {
                let corners: Vec<String> = wall.iter().map(|[t, v]| format!("{v} at {t}")).collect();
                println!("{name} wall: {}", corners.join(", "));
            }
            if let Some(comparison) = &answer.comparison {
                println!("{} {} {}", answer.value, comparison.relation, comparison.with);
            }
        },
    )?;
    written
}
