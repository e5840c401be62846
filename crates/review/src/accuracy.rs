//! How much each side lost, by phase of the game: points a move, and the share of moves that lost less than one.

use gosedai_board::Color;
use gosedai_explain::{Evidence, Lexicon};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::MoveReview;

/// A phase of the game; `phases` tells where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Opening,
    Middle,
    Endgame,
}

impl Phase {
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];

    /// Its word in the lexicon.
    pub fn term(self) -> &'static str {
        match self {
            Phase::Opening => "phase.opening",
            Phase::Middle => "phase.middle",
            Phase::Endgame => "phase.endgame",
        }
    }
}

/// A side's moves in a phase, or in the whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Accuracy {
    #[schemars(with = "gosedai_engine::schema::ColorName")]
    pub color: String,
    /// None: the whole game.
    pub phase: Option<Phase>,
    pub moves: usize,
    /// Sum of the points lost.
    pub lost: f64,
    /// Points lost a move.
    pub per_move: f64,
    /// Share of the moves that lost less than a point.
    pub within_one: f64,
}

/// Both sides, by phase and as a whole; phases without moves are left out.
pub fn of_game(moves: &[MoveReview]) -> Vec<Accuracy> {
    let mut found = Vec::new();
    for color in Color::BOTH {
        for phase in Phase::ALL.into_iter().map(Some).chain([None]) {
            let own = moves.iter().filter(|m| m.color == color.name());
            let own = own.filter(|m| phase.is_none_or(|phase| m.phase == phase));
            let losses: Vec<f64> = own.map(|m| m.loss).collect();
            found.extend(of_losses(&losses).map(|accuracy| Accuracy { color: color.name().into(), phase, ..accuracy }));
        }
    }
    found
}

/// The figures of some moves; none for no moves.
pub fn of_losses(losses: &[f64]) -> Option<Accuracy> {
    if losses.is_empty() {
        return None;
    }
    let round = |x: f64| (x * 100.0).round() / 100.0;
    let (count, lost) = (losses.len() as f64, losses.iter().sum::<f64>());
    let within = losses.iter().filter(|&&loss| loss < 1.0).count() as f64;
    Some(Accuracy {
        color: String::new(),
        phase: None,
        moves: losses.len(),
        lost: round(lost),
        per_move: round(lost / count),
        within_one: round(within / count),
    })
}

/// The whole game of each side in a sentence.
pub fn sentences(accuracy: &[Accuracy], lexicon: &Lexicon) -> Vec<String> {
    let whole = accuracy.iter().filter(|accuracy| accuracy.phase.is_none());
    whole
        .map(|side| {
            let color = if side.color == Color::Black.name() { Color::Black } else { Color::White };
            let evidence = Evidence::new("review.accuracy").arg("color", color).arg("loss", side.per_move);
            lexicon.sentence(&evidence.arg("percent", 100.0 * side.within_one))
        })
        .collect()
}

#[cfg(test)]
mod tests;
