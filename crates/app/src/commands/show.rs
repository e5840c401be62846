//! `gosedai show`

use gosedai_engine::show::Show;

use crate::output::{self, GameArgs, Outcome, say};
use crate::work::Work;

/// The board as text, with captures, ko and turn
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai show game.sgf --move 57")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Draw what recognition sees: potential, groups, families, territory or encirclement
    #[arg(long, value_name = "WHAT")]
    overlay: Option<String>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    output::answer(Show { game: args.game.input()?, overlay: args.overlay }, &args.common, |shown| {
        say!("{}", shown.overlay.as_ref().unwrap_or(&shown.diagram));
        let last = shown.last_move.as_deref().map(|m| format!(" ({m})")).unwrap_or_default();
        say!("move {} of {}{last}, {} to play", shown.move_number, shown.moves_in_record, shown.to_play);
        if let Some(ko) = &shown.ko {
            say!("ko: {ko} may not be retaken now");
        }
        say!("prisoners: black has {}, white has {}", shown.captures.black, shown.captures.white);
    })
}
