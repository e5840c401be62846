//! `gosedai analysis`

use std::io::BufReader;

use super::gtp::PlayerArgs;
use crate::output::{Common, Outcome, Standard};

/// KataGo's analysis protocol (JSON lines) on standard input and output, for KaTrain and review programs
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  gosedai analysis --seconds 2\nA query with \"includeReasons\": true gets reasons beside the numbers."
)]
pub struct Args {
    #[command(flatten)]
    player: PlayerArgs,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    let context = args.common.context()?;
    crate::analysis::serve(&args.player.options(), &context, BufReader::new(std::io::stdin()), Box::new(Standard))
}
