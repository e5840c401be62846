//! Players: anything that can choose a move, behind one trait.

mod bounds;
mod ending;
mod knowledge;
mod puct;
mod random;
pub mod uct;

use gosedai_board::{Color, Move, Position, Restrictions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Context, numbers};

pub use bounds::lower_bound;
pub use gosedai_uct::Act;
pub use knowledge::{Thinker, Thought};

/// How long a player may think about one move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit {
    pub playouts: Option<u64>,
    pub seconds: Option<f64>,
}

/// What is asked of an analysis.
#[derive(Clone, Debug, Default)]
pub struct Question {
    pub limit: Limit,
    /// Moves that the search must not look at.
    pub restrictions: Restrictions,
    /// Owners of the points after each move too, and how far the judgements of them lie apart.
    pub owners: bool,
}

impl From<Limit> for Question {
    fn from(limit: Limit) -> Self {
        Question { limit, ..Question::default() }
    }
}

/// What a player does, with what it thinks of it.
#[derive(Clone, Debug)]
pub struct Choice {
    pub act: Act,
    /// Chance of the side to move to win, 0 to 1.
    pub win_rate: Option<f64>,
    /// Expected margin for Black in points.
    pub score: Option<f64>,
    /// Why, as sentences in the language of the context.
    pub reasons: Vec<String>,
}

impl Choice {
    pub fn play(mv: Move) -> Self {
        Choice { act: Act::Play(mv), win_rate: None, score: None, reasons: Vec::new() }
    }
}

/// Who will own each point, in row order from A1: +1 Black … −1 White, and how far the judgements lie apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Owners {
    pub mean: Vec<f32>,
    pub stdev: Vec<f32>,
}

/// One candidate of an analysis.
#[derive(Clone, Debug)]
pub struct MoveInfo {
    pub mv: Move,
    pub visits: u64,
    /// For the side to move, 0 to 1.
    pub win_rate: f64,
    /// What the win rate is at least, as far as the visits tell; few visits leave it below 0.
    pub lcb: f64,
    /// What the search maximises, −1 to 1, for the side to move, and its bound.
    pub utility: f64,
    pub utility_lcb: f64,
    /// Expected margin for Black, where the player knows one.
    pub score: Option<f64>,
    /// How far from it the game may end.
    pub score_stdev: Option<f64>,
    /// Share of the prior, 0 to 1.
    pub prior: f64,
    /// 0 for the best.
    pub order: usize,
    pub pv: Vec<Move>,
    /// Visits of each move of the line, where known.
    pub pv_visits: Vec<u64>,
    /// Owners after the move, where asked for and known.
    pub owners: Option<Owners>,
}

impl MoveInfo {
    /// A move of which nothing is known.
    pub fn new(mv: Move, order: usize) -> Self {
        MoveInfo {
            mv,
            visits: 0,
            win_rate: 0.5,
            lcb: 0.0,
            utility: 0.0,
            utility_lcb: -1.0,
            score: None,
            score_stdev: None,
            prior: 0.0,
            order,
            pv: vec![mv],
            pv_visits: Vec::new(),
            owners: None,
        }
    }

    /// The bounds of values that were seen `visits` times with these variances.
    fn bounded(mut self, win_variance: f64, utility_variance: f64) -> Self {
        self.lcb = lower_bound(self.win_rate, win_variance, self.visits, 0.5);
        self.utility_lcb = lower_bound(self.utility, utility_variance, self.visits, 1.0);
        self
    }
}

/// What a network says of a position before any search, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct FirstSight {
    pub win_rate: f64,
    pub score: f64,
    pub score_stdev: f64,
}

/// State of a running analysis: every legal move ranked, or those that were asked for.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub to_play: Color,
    pub visits: u64,
    /// For the side to move, 0 to 1.
    pub win_rate: f64,
    /// What the search maximises, −1 to 1, for the side to move.
    pub utility: f64,
    /// Expected margin for Black.
    pub score: Option<f64>,
    pub score_stdev: Option<f64>,
    pub first_sight: Option<FirstSight>,
    pub moves: Vec<MoveInfo>,
    /// Shares of all legal moves before the search, where known.
    pub policy: Vec<(Move, f64)>,
    /// Expected owner of each point in row order from A1, +1 Black … −1 White, where known.
    pub ownership: Option<Vec<f32>>,
    /// How far the judgements of it lie apart, where asked for and known.
    pub ownership_stdev: Option<Vec<f32>>,
}

impl Analysis {
    /// Of which nothing is known but the side to move.
    pub fn new(to_play: Color) -> Self {
        Analysis {
            to_play,
            visits: 0,
            win_rate: 0.5,
            utility: 0.0,
            score: None,
            score_stdev: None,
            first_sight: None,
            moves: Vec::new(),
            policy: Vec::new(),
            ownership: None,
            ownership_stdev: None,
        }
    }
}

/// A player of Go.
pub trait Player: Send {
    fn name(&self) -> &'static str;

    /// Chooses for the side to move.
    fn choose(&mut self, position: &Position, limit: Limit, cx: &Context) -> Result<Choice, ApiError>;

    /// Thinks about the position and reports its state several times a second until `report` returns false, the
    /// context is cancelled or the limit is reached. Returns the last state.
    fn analyse(
        &mut self,
        _position: &Position,
        _question: &Question,
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
