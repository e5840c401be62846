//! `gosedai gtp`

use std::io::BufReader;

use gosedai_engine::players::{self, PlayerOptions};

use crate::gtp::comments::Channel;
use crate::gtp::{Lines, Output, Running, Session};
use crate::output::{Common, Outcome, Standard};

/// A GTP engine on standard input and output, for Sabaki, GoGui and other programs
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  gosedai gtp --seconds 5\nGuides for Sabaki, GoGui, KaTrain, Lizzie and OGS stand in docs/guides."
)]
pub struct Args {
    #[command(flatten)]
    player: PlayerArgs,
    /// Go on thinking while the opponent does
    #[arg(long)]
    ponder: bool,
    /// What to answer to `name`, for programs that want a certain one (Lizzie: KataGo)
    #[arg(long, value_name = "NAME")]
    gtp_name: Option<String>,
    /// What to answer to `version` (Lizzie wants 0.15 or later of an engine that is not KataGo)
    #[arg(long, value_name = "VERSION")]
    gtp_version: Option<String>,
    /// Say why each move is made on standard error, where gtp2ogs finds it: in the chat all read, or the one of onlookers
    #[arg(long, value_name = "CHAT")]
    comments: Option<Channel>,
    #[command(flatten)]
    common: Common,
}

/// Options that set up a player.
#[derive(clap::Args, Clone, Debug)]
pub struct PlayerArgs {
    /// Who plays
    #[arg(long, value_name = "ENGINE", default_value = players::names()[0], value_parser = clap::builder::PossibleValuesParser::new(players::names()))]
    pub engine: String,
    /// Playouts for a move
    #[arg(long, value_name = "N")]
    pub playouts: Option<u64>,
    /// Seconds for a move
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Threads (default: one with a fixed number of playouts, else all processors, at most 8)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Seed of all random choices
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,
    /// Share of random games in the judgement of positions, 0 to 1 (only puct)
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub playout_mix: f32,
}

/// A fixed number of playouts is asked for where results shall repeat, which one thread does; time wants all processors.
fn usual_threads(playouts: Option<u64>) -> usize {
    match playouts {
        Some(_) => 1,
        None => std::thread::available_parallelism().map_or(1, |count| count.get().min(8)),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().map_err(|_| "write a number of seconds greater than 0".to_owned())?;
    gosedai_engine::numbers::seconds("seconds", number).map_err(|error| error.to_string())
}

impl PlayerArgs {
    pub fn options(&self) -> PlayerOptions {
        PlayerOptions {
            engine: self.engine.clone(),
            playouts: self.playouts,
            seconds: self.seconds,
            threads: self.threads.map_or_else(|| usual_threads(self.playouts), usize::from),
            seed: self.seed,
            playout_mix: self.playout_mix,
        }
    }
}

pub fn run(args: Args) -> Outcome {
    let running = Running::default();
    let input = Lines::spawn(BufReader::new(std::io::stdin()), running.clone());
    let output = Output::new(Standard);
    let context = args.common.context()?;
    let mut session = Session::new(args.player.options(), context, Box::new(input), output, running)?;
    session.ponders = args.ponder;
    session.name = args.gtp_name;
    session.version = args.gtp_version;
    session.comments = args.comments;
    session.run();
    Ok(())
}
