//! The game a command is about: a record as text, and how many of its moves to play.

use gosedai_board::{Color, Move, Point, Position, RuleSet, Size};
use serde::{Deserialize, Serialize};

use crate::ApiError;

/// Part of most requests: an SGF record and the position in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameInput {
    /// The record as SGF text.
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
}

impl GameInput {
    /// Replays the main line.
    pub fn load(&self) -> Result<Loaded, ApiError> {
        // A plain reader of the main line; the records crate takes its place.
        let props = main_line(&self.sgf)?;
        let find = |key: &str| props.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
        let side: usize = find("SZ").unwrap_or("19").parse().map_err(|_| ApiError::bad("sgf", "unreadable SZ"))?;
        let size = Size::square(side).map_err(|e| ApiError::bad("sgf", e))?;
        let rules: RuleSet = match self.rules.as_deref().or(find("RU")) {
            Some(text) => text
                .parse()
                .map_err(|e| ApiError::bad("rules", e))
                .or_else(|e| if self.rules.is_some() { Err(e) } else { Ok(RuleSet::Chinese) })?,
            None => RuleSet::Chinese,
        };
        let komi = self.komi.unwrap_or_else(|| find("KM").and_then(|k| k.parse().ok()).unwrap_or(rules.usual_komi()));
        let point =
            |v: &str| Point::from_sgf(v, size).ok_or_else(|| ApiError::bad("sgf", format!("'{v}' is no point")));
        let mut stones = Vec::new();
        let mut moves = Vec::new();
        for (key, value) in &props {
            match key.as_str() {
                "AB" => stones.push((point(value)?, Color::Black)),
                "AW" => stones.push((point(value)?, Color::White)),
                "B" | "W" => {
                    let mv = if value.is_empty() || (value == "tt" && side <= 19) {
                        Move::Pass
                    } else {
                        Move::Play(point(value)?)
                    };
                    moves.push((if key == "B" { Color::Black } else { Color::White }, mv));
                }
                _ => {}
            }
        }
        let handicap = find("HA").and_then(|h| h.parse().ok()).unwrap_or(0);
        let first = match find("PL") {
            Some(text) => text.parse().map_err(|e| ApiError::bad("sgf", e))?,
            None => moves.first().map_or(if handicap > 1 { Color::White } else { Color::Black }, |m| m.0),
        };
        let board = gosedai_board::Board::with_stones(size, stones).map_err(|e| ApiError::bad("sgf", e))?;
        let mut position = Position::from_board(board, first, rules.rules(), komi);
        position.set_handicap(handicap);
        let wanted = self.move_number.unwrap_or(moves.len());
        if wanted > moves.len() {
            return Err(ApiError::bad(
                "move",
                format!("the record has {} moves, there is no move {wanted}", moves.len()),
            ));
        }
        for (i, &(color, mv)) in moves[..wanted].iter().enumerate() {
            position.play_as(color, mv).map_err(|e| ApiError::bad("sgf", format!("move {}: {e}", i + 1)))?;
        }
        Ok(Loaded { position, moves })
    }
}

fn main_line(text: &str) -> Result<Vec<(String, String)>, ApiError> {
    let mut out = Vec::new();
    let mut key = String::new();
    let mut fresh = true;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            ')' => break,
            'A'..='Z' => {
                if fresh {
                    key.clear();
                    fresh = false;
                }
                key.push(c);
            }
            '[' => {
                let mut value = String::new();
                loop {
                    match chars.next().ok_or_else(|| ApiError::bad("sgf", "the record ends inside a value"))? {
                        ']' => break,
                        '\\' => value.extend(chars.next()),
                        c => value.push(c),
                    }
                }
                out.push((key.clone(), value));
                fresh = true;
            }
            _ => {}
        }
    }
    Ok(out)
}
