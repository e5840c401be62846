//! Problems as collections write them: one JSON object a line.

use gosedai_board::{Board, Color, Move, Point, Size, Symmetry};
use gosedai_engine::ApiError;
use schemars::JsonSchema;
use serde::Deserialize;

/// A line of either form; what is not named here is passed over.
#[derive(Deserialize, JsonSchema)]
struct Line {
    id: Option<serde_json::Value>,
    #[serde(default = "nineteen")]
    size: usize,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    to_play: String,
    goal: Option<String>,
    target: Option<serde_json::Value>,
    #[serde(default)]
    answers: Vec<String>,
    #[serde(default)]
    solutions: Vec<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    status: Option<String>,
    level: Option<String>,
}

fn nineteen() -> usize {
    19
}

#[derive(Clone)]
pub(crate) struct Problem {
    pub id: String,
    pub board: Board,
    pub to_play: Color,
    pub goal: Option<String>,
    pub targets: Vec<Point>,
    pub answers: Vec<Move>,
    pub kind: Option<String>,
    pub status: Option<String>,
    pub level: Option<String>,
}

/// The problems of a collection whose type and status are wanted; the others are not looked at any further.
pub(crate) fn problems<'a>(
    text: &'a str,
    wanted: impl Fn(Option<&str>, Option<&str>) -> bool + 'a,
) -> impl Iterator<Item = Result<Problem, ApiError>> + 'a {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.filter_map(move |(number, text)| match serde_json::from_str::<Line>(text) {
        Ok(line) if !wanted(line.kind.as_deref(), line.status.as_deref()) => None,
        Ok(line) => Some(prepare(line, number + 1)),
        Err(e) => Some(Err(ApiError::bad("problems", format!("line {} is no problem: {e}", number + 1)))),
    })
}

impl Problem {
    /// 0 or 1, by the checksum of the id: one half to tune on, one to report.
    pub fn half(&self) -> u32 {
        checksum(&self.id) & 1
    }

    pub fn turned(&self, symmetry: Symmetry) -> Problem {
        let size = self.board.size();
        Problem {
            board: symmetry.apply_board(&self.board),
            targets: self.targets.iter().map(|&p| symmetry.apply(p, size)).collect(),
            answers: self.answers.iter().map(|&play| symmetry.apply_move(play, size)).collect(),
            ..self.clone()
        }
    }

    pub fn exchanged(&self) -> Problem {
        Problem { board: self.board.swapped_colors(), to_play: self.to_play.opponent(), ..self.clone() }
    }
}

/// CRC-32 of an id: splits problems into halves that stay the same.
fn checksum(id: &str) -> u32 {
    let mut sum = u32::MAX;
    for byte in id.bytes() {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

fn prepare(line: Line, number: usize) -> Result<Problem, ApiError> {
    let here = |message: String| ApiError::bad("problems", format!("line {number}: {message}"));
    let size = Size::square(line.size).map_err(|e| here(e.to_string()))?;
    // the tsumego files write SGF points, the problem files GTP points
    let sgf = line.to_play.len() == 1;
    let point = |text: &str| -> Result<Point, ApiError> {
        let found = if sgf { Point::from_sgf(text, size) } else { size.parse_point(text).ok() };
        found.ok_or_else(|| here(format!("'{text}' is not a point of the board")))
    };
    let mut stones = Vec::new();
    for (names, color) in [(&line.black, Color::Black), (&line.white, Color::White)] {
        for name in names {
            stones.push((point(name)?, color));
        }
    }
    let board = Board::with_stones(size, stones).map_err(|e| here(e.to_string()))?;
    let mut answers = Vec::new();
    for text in line.answers.iter().chain(&line.solutions) {
        answers.push(if text.eq_ignore_ascii_case("pass") { Move::Pass } else { Move::Play(point(text)?) });
    }
    let mut targets = Vec::new();
    let names: Vec<&str> = match &line.target {
        Some(serde_json::Value::String(text)) => vec![text],
        Some(serde_json::Value::Array(all)) => all.iter().filter_map(|v| v.as_str()).collect(),
        _ => Vec::new(),
    };
    for name in names {
        targets.push(point(name)?);
    }
    Ok(Problem {
        id: match line.id {
            Some(serde_json::Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => number.to_string(),
        },
        board,
        to_play: line.to_play.parse().map_err(|e: gosedai_board::BadColor| here(e.to_string()))?,
        goal: line.goal.filter(|_| !targets.is_empty()),
        targets,
        answers,
        kind: line.kind,
        status: line.status,
        level: line.level,
    })
}
