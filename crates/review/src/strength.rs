//! A rough guide to a player's strength: what the moves cost, held against what players of known kinds lose.

use gosedai_board::{Color, Size};
use gosedai_engine::Context;
use gosedai_explain::{Arg, Evidence, Lexicon};
use gosedai_knowledge::strength::{Anchor, Losses, StrengthScale};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::accuracy::Accuracy;
use super::judge::{Judge, Judging};

/// How far beyond the first and the last anchor the scale is read.
const BEYOND: f64 = 20.0;

/// Whose figures the anchors are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// By the built-in network.
    Network,
    /// By an engine from outside.
    Strong,
}

impl Seen {
    /// Other judges were not measured, and neither were other boards.
    pub fn by(judging: &Judging, size: Size) -> Option<Seen> {
        match &judging.engine {
            _ if size != Size::NINETEEN => None,
            _ if judging.is_network() => Some(Seen::Network),
            Judge::External(_) => Some(Seen::Strong),
            Judge::BuiltIn(_) => None,
        }
    }

    fn losses(self, anchor: &Anchor) -> Losses {
        if self == Seen::Network { anchor.network } else { anchor.strong }
    }
}

/// Where a player stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Strength {
    /// The side; none for many games of one player.
    #[schemars(with = "Option<gosedai_engine::schema::ColorName>")]
    pub color: Option<String>,
    pub seen: Seen,
    pub moves: usize,
    /// None with too few moves.
    pub place: Option<f64>,
    /// The standard error of the place.
    pub error: Option<f64>,
    pub text: String,
}

/// A share as log odds, at most one move away from none and all.
fn odds(share: f64, moves: f64) -> f64 {
    ((share * moves + 0.5) / ((1.0 - share) * moves + 0.5)).ln()
}

/// The place on the scale that belongs to a figure, on straight lines between the anchors.
fn between(scale: &StrengthScale, of: impl Fn(&Anchor) -> f64, figure: f64) -> f64 {
    let last = scale.anchors.len() - 2;
    // figures rise or fall along the scale: the first pair that the figure does not lie beyond
    let sign = (of(&scale.anchors[1]) - of(&scale.anchors[0])).signum();
    let first = (0..last).find(|&i| (of(&scale.anchors[i + 1]) - figure) * sign >= 0.0).unwrap_or(last);
    let (low, high) = (&scale.anchors[first], &scale.anchors[first + 1]);
    low.place + (figure - of(low)) / (of(high) - of(low)) * (high.place - low.place)
}

/// Place and error of a side that lost so much: the mean of what both figures say.
fn place(scale: &StrengthScale, seen: Seen, moves: usize, own: Losses) -> Option<(f64, f64)> {
    if moves < scale.least_moves {
        return None;
    }
    let count = moves as f64;
    // a side without any loss lost half a point in all
    let loss = own.per_move.max(0.5 / count).ln();
    let by_loss = between(scale, |anchor| seen.losses(anchor).per_move.ln(), loss);
    let share = |anchor: &Anchor| seen.losses(anchor).within_one;
    let by_share = between(scale, |anchor| (share(anchor) / (1.0 - share(anchor))).ln(), odds(own.within_one, count));
    let ends = (scale.anchors[0].place, scale.anchors[scale.anchors.len() - 1].place);
    let place = ((by_loss + by_share) / 2.0).clamp(ends.0 - BEYOND, ends.1 + BEYOND);
    Some((place.round(), (scale.spread * (scale.side_moves / count).sqrt()).ceil()))
}

/// The strength of one side of a game, or of a player (`color` is none) over many.
pub fn of(scale: &StrengthScale, seen: Seen, color: Option<Color>, figures: &Accuracy, lexicon: &Lexicon) -> Strength {
    let own = Losses { per_move: figures.lost / figures.moves.max(1) as f64, within_one: figures.within_one };
    let found = place(scale, seen, figures.moves, own);
    let (low, high) = (&scale.anchors[0], &scale.anchors[scale.anchors.len() - 1]);
    let word = |anchor: &Anchor| Arg::Word(format!("anchor.{}", anchor.id));
    let rule = match (found.is_some(), color.is_some()) {
        (true, true) => "review.strength.side",
        (true, false) => "review.strength.player",
        (false, true) => "review.strength.side_short",
        (false, false) => "review.strength.player_short",
    };
    let (place, error) = found.unwrap_or_default();
    let evidence = Evidence::new(rule)
        .arg("color", color.unwrap_or(Color::Black))
        .arg("moves", figures.moves)
        .arg("place", place as i64)
        .arg("error", error as i64)
        .arg("from", low.place as i64)
        .arg("to", high.place as i64)
        .arg("low", word(low))
        .arg("high", word(high));
    Strength {
        color: color.map(|color| color.name().to_string()),
        seen,
        moves: figures.moves,
        place: found.map(|found| found.0),
        error: found.map(|found| found.1),
        text: lexicon.sentence(&evidence),
    }
}

/// Both sides of a game.
pub fn of_game(accuracy: &[Accuracy], judging: &Judging, size: Size, lexicon: &Lexicon, cx: &Context) -> Vec<Strength> {
    let (Some(seen), Ok(knowledge)) = (Seen::by(judging, size), cx.knowledge()) else { return Vec::new() };
    let whole = accuracy.iter().filter(|side| side.phase.is_none());
    let side = |side: &Accuracy| {
        let color = if side.color == Color::Black.name() { Color::Black } else { Color::White };
        of(&knowledge.strength, seen, Some(color), side, lexicon)
    };
    whole.map(side).collect()
}

#[cfg(test)]
mod tests;
