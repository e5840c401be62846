//! The game a command is about: a record as text, and how many of its moves to play.

use gosedai_board::{Color, Move, Position, RuleSet};
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{GameTree, Mode, NodeId, drawn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, numbers};

/// Part of most requests: an SGF record and the position in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct GameInput {
    /// The record as SGF text, or a position drawn with `X`, `O` and `.`.
    pub sgf: String,
    /// Position after this many moves of the main line; the end if absent.
    #[serde(default, rename = "move")]
    pub move_number: Option<usize>,
    /// Overrides the record's rules.
    #[serde(default)]
    pub rules: Option<String>,
    /// Overrides the record's komi.
    #[serde(default)]
    pub komi: Option<f32>,
}

/// A record replayed up to the position asked for.
pub struct Loaded {
    pub position: Position,
    /// Moves of the main line in the record, played or not.
    pub moves: Vec<(Color, Move)>,
    /// The record itself, for what else stands in it.
    pub record: GameTree,
    /// The node of the record that the position belongs to.
    pub node: NodeId,
}

impl GameInput {
    /// Reads the record and replays its main line.
    pub fn load(&self) -> Result<Loaded, ApiError> {
        let drawn = match drawn::looks_like_diagram(&self.sgf) {
            true => Some(drawn::to_sgf(&self.sgf).map_err(|e| ApiError::bad("sgf", e))?),
            false => None,
        };
        let text = drawn.as_deref().unwrap_or(&self.sgf);
        let record = gosedai_records::parse_first(text, Mode::Lenient).map_err(|e| ApiError::bad("sgf", e))?;
        let rules: Option<RuleSet> = match self.rules.as_deref() {
            Some(text) => Some(text.parse().map_err(|e| ApiError::bad("rules", e))?),
            None => None,
        };
        self.komi.map(|komi| numbers::komi("komi", komi)).transpose()?;
        let line = replay::main_line(&record);
        let bad = |error: replay::ReplayError| match error {
            replay::ReplayError::NoSuchMove { .. } => ApiError::bad("move", error),
            error => ApiError::bad("sgf", error),
        };
        let moves = replay::moves_along(&record, &line).map_err(bad)?;
        let overrides = Overrides { rules, komi: self.komi };
        let replayed = replay::replay(&record, &line, self.move_number, overrides).map_err(|error| match error {
            replay::ReplayError::NoSuchMove { wanted, .. } => {
                bad(replay::ReplayError::NoSuchMove { wanted, moves: moves.len() })
            }
            error => bad(error),
        })?;
        numbers::komi("sgf: KM", replayed.position.komi())?;
        let moves = moves.into_iter().map(|(_, color, mv)| (color, mv)).collect();
        Ok(Loaded { position: replayed.position, moves, node: replayed.node, record })
    }
}
