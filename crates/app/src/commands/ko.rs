//! `gosedai ko`

use std::path::PathBuf;

use gosedai_engine::keep::{self, Kind};
use gosedai_engine::ko::{Ko, KoAnswer};

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// What a ko is worth: simple, two-stage and approach kos under each model of ko threats
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  gosedai ko simple 9 0\n  gosedai ko simple '{9|7}' 0   (a move is left where Black wins)\n  gosedai ko two-stage 8 -4\n  gosedai ko approach 13 0 --moves 3 --pictures out --deadline 10"
)]
pub struct Args {
    /// simple, two-stage or approach
    kind: String,
    /// Result if Black wins the ko
    #[arg(allow_hyphen_values = true)]
    black_wins: String,
    /// Result if White wins the ko
    #[arg(allow_hyphen_values = true)]
    white_wins: String,
    /// Moves Black must make before he can win an approach ko
    #[arg(long, value_name = "N")]
    moves: Option<u32>,
    /// Folder for the thermographs of every position under every model
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let request = Ko {
        kind: args.kind,
        approach: args.moves,
        black_wins: args.black_wins,
        white_wins: args.white_wins,
        pictures: args.pictures.is_some(),
    };
    let mut written = Ok(());
    output::answer_then(
        request,
        &args.common,
        |answer| {
            if let Some(folder) = &args.pictures {
                written = write_pictures(folder, answer, args.common.force);
            }
        },
        |answer| {
            say!("{} ko, swing {}", answer.kind, answer.swing);
            for p in &answer.positions {
                say!("{} ({})", p.name, p.class);
                for m in &p.models {
                    say!(
                        "  {:<15} mean {:<8} one move {:<8} = {} of the swing",
                        m.model,
                        m.mean,
                        m.temperature,
                        m.share
                    );
                }
            }
        },
    )?;
    written
}

fn write_pictures(folder: &std::path::Path, answer: &mut KoAnswer, force: bool) -> Outcome {
    output::make_folder(folder)?;
    for position in &mut answer.positions {
        for under in &mut position.models {
            if let Some(svg) = under.picture.take() {
                let path = folder.join(format!("{}-{}.svg", position.name, under.model));
                keep::write(&path, keep::marked_svg(&svg), Kind::PICTURE, force)?;
            }
        }
    }
    Ok(())
}
