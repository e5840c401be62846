//! `gosedai eyes`

use gosedai_engine::eyes::Eyes;

use crate::output::{self, GameArgs, Outcome, say};
use crate::work::Work;

/// Eye-space value of the group at TARGET
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai eyes game.sgf C3 --deadline 10")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// A stone of the group
    target: String,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    output::answer(Eyes { game: args.game.input()?, target: args.target }, &args.common, |eyes| {
        let count = |n: Option<i64>| n.map_or("unknown".to_string(), |n| n.to_string());
        say!("{} group of {} stones: {}", eyes.color, eyes.stones.len(), eyes.value.as_deref().unwrap_or("unknown"));
        say!(
            "eyes: {} if black moves first, {} if white does",
            count(eyes.eyes_black_first),
            count(eyes.eyes_white_first)
        );
        for line in &eyes.reasons {
            say!("{line}");
        }
        for s in &eyes.spaces {
            let text = |t: &Option<String>| t.clone().unwrap_or_else(|| "-".to_string());
            say!(
                "  {:<28} {} cooled {}  make {} destroy {}",
                s.points.join(" "),
                text(&s.game),
                text(&s.chilled),
                text(&s.make),
                text(&s.destroy)
            );
        }
    })
}
