//! The small-board position of a record: stones, ko ban, turn, and whether the last move was a pass.

use gosedai_board::{Color, Move, Point};
use gosedai_smallboard::Geometry;
use gosedai_smallboard::solve::Position;

use crate::{ApiError, GameInput};

/// Replays the record; the board must have at most 30 points.
pub fn of_record(game: &GameInput) -> Result<Position, ApiError> {
    let loaded = game.load()?;
    let position = &loaded.position;
    let board = position.board();
    let (cols, rows) = (board.size().width(), board.size().height());
    let geometry = Geometry::new(rows, cols).map_err(|e| ApiError::bad("sgf", e))?;
    let bit = |p: Point| {
        let (col, row) = (p.x(), p.y());
        // row 0 is drawn on top here, row 0 of a point is the bottom line
        (rows - 1 - row) * cols + col
    };
    let stones = |color| board.stone_set(color).iter().fold(0u32, |set, p| set | 1 << bit(p));
    let to_play = position.to_play();
    let ko = board.ko(to_play).map(|p| bit(p) as u8);
    let passed = matches!(position.last_move(), Some((_, Move::Pass)));
    Position::new(geometry, stones(Color::Black), stones(Color::White), ko, to_play == Color::Black, passed)
        .map_err(|e| ApiError::bad("sgf", e))
}

/// Reads a drawn position; X is Black.
pub fn of_diagram(rows: &str, to_play: Option<&str>, ko: Option<&str>) -> Result<Position, ApiError> {
    let black_to_move = match to_play.map(str::to_ascii_lowercase).as_deref() {
        None | Some("black" | "b" | "x") => true,
        Some("white" | "w" | "o") => false,
        Some(other) => return Err(ApiError::bad("to_play", format!("'{other}' is neither black nor white"))),
    };
    let mut position = Position::parse(rows, black_to_move).map_err(|e| ApiError::bad("diagram", e))?;
    if let Some(name) = ko {
        let g = &position.geometry;
        let taken = position.black | position.white;
        let point = (0..g.n).find(|&p| g.point_name(p).eq_ignore_ascii_case(name.trim()));
        match point.filter(|p| taken >> p & 1 == 0) {
            Some(p) => position.ko = p as u8,
            None => return Err(ApiError::bad("ko", format!("'{name}' is not an empty point of this {}", g.name()))),
        }
    }
    Ok(position)
}

#[cfg(test)]
mod tests;
