//! Players: anything that can choose a move, behind one trait.

mod ending;
mod knowledge;
mod puct;
mod random;
pub mod uct;

use gosedai_board::{Color, Move, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Context, numbers};

pub use knowledge::{Thinker, Thought};

/// How long a player may think about one move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit {
    pub playouts: Option<u64>,
    pub seconds: Option<f64>,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Play(Move),
    Resign,
}

/// A decision with what the player thinks of it.
#[derive(Clone, Debug)]
pub struct Choice {
    pub decision: Decision,
    /// Chance of the side to move to win, 0 to 1.
    pub win_rate: Option<f64>,
    /// Expected margin for Black in points.
    pub score: Option<f64>,
    /// Why, as sentences in the language of the context.
    pub reasons: Vec<String>,
}

impl Choice {
    pub fn play(mv: Move) -> Self {
        Choice { decision: Decision::Play(mv), win_rate: None, score: None, reasons: Vec::new() }
    }
}

/// One candidate of an analysis.
#[derive(Clone, Debug)]
pub struct MoveInfo {
    pub mv: Move,
    pub visits: u64,
    /// For the side to move, 0 to 1.
    pub win_rate: f64,
    /// Expected margin for Black, where the player knows one.
    pub score: Option<f64>,
    /// Share of the prior, 0 to 1.
    pub prior: f64,
    /// 0 for the best.
    pub order: usize,
    pub pv: Vec<Move>,
}

/// State of a running analysis: every legal move ranked.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub to_play: Color,
    pub visits: u64,
    /// For the side to move, 0 to 1.
    pub win_rate: f64,
    /// Expected margin for Black.
    pub score: Option<f64>,
    pub moves: Vec<MoveInfo>,
    /// Expected owner of each point in row order from A1, +1 Black … −1 White, where known.
    pub ownership: Option<Vec<f32>>,
}

/// Somebody who plays Go.
pub trait Player: Send {
    fn name(&self) -> &'static str;

    /// Chooses for the side to move.
    fn choose(&mut self, position: &Position, limit: Limit, cx: &Context) -> Result<Choice, ApiError>;

    /// Thinks about the position, handing out its state several times a second until `report` returns false, the context is
    /// cancelled or the limit is reached. Returns the last state.
    fn analyse(
        &mut self,
        _position: &Position,
        _limit: Limit,
        _cx: &Context,
        _report: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, ApiError> {
        Err(ApiError::failed(format!("the player '{}' cannot analyse", self.name())))
    }

    /// Forgets what it knows of the game so far.
    fn reset(&mut self) {}
}

/// Which player, and how it is set up.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PlayerOptions {
    pub engine: String,
    pub playouts: Option<u64>,
    pub seconds: Option<f64>,
    pub threads: usize,
    pub seed: u64,
    /// Share of random games in the judgement of positions, for players with a network.
    pub playout_mix: f32,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        PlayerOptions {
            engine: ROWS[0].0.to_string(),
            playouts: None,
            seconds: None,
            threads: 1,
            seed: 1,
            playout_mix: 0.0,
        }
    }
}

/// How a player is made.
type Make = fn(&PlayerOptions, &Context) -> Result<Box<dyn Player>, ApiError>;

/// The players built in, one row each; the first is the default.
const ROWS: &[(&str, Make)] = &[
    ("puct", puct::make),
    ("knowledge", knowledge::make),
    ("uct", uct::make),
    ("uct-plain", uct::make),
    ("random", random::make),
];

/// Names of the players built in; the first is the default.
pub fn names() -> Vec<&'static str> {
    ROWS.iter().map(|(name, _)| *name).collect()
}

/// Makes a player by name.
pub fn create(options: &PlayerOptions, cx: &Context) -> Result<Box<dyn Player>, ApiError> {
    let row = ROWS.iter().find(|(name, _)| *name == options.engine);
    let (_, make) = row.ok_or_else(|| {
        let all = names().join(", ");
        ApiError::bad("engine", format!("there is no engine '{}': choose one of {all}", options.engine))
    })?;
    options.seconds.map(|seconds| numbers::seconds("seconds", seconds)).transpose()?;
    numbers::threads("threads", options.threads)?;
    numbers::share("playout_mix", options.playout_mix.into())?;
    make(options, cx)
}
