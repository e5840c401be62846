//! `gosedai show`

use gosedai_engine::show::Show;

use crate::output::{self, Common, GameArgs, Outcome};

/// The board as text, with captures, ko and turn
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai show game.sgf --move 57")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    output::answer(Show { game: args.game.input()? }, &args.common, |shown| {
        println!("{}", shown.diagram);
        let last = shown.last_move.as_deref().map(|m| format!(" ({m})")).unwrap_or_default();
        println!("move {} of {}{last}, {} to play", shown.move_number, shown.moves_in_record, shown.to_play);
        if let Some(ko) = &shown.ko {
            println!("ko: {ko} may not be retaken now");
        }
        println!("prisoners: black has {}, white has {}", shown.captures.black, shown.captures.white);
    })
}
