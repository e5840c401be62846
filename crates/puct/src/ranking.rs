//! What a search found: every legal move in order.

use gosedai_board::{Color, Move};

/// One move of the position searched. Values are for the side to move.
#[derive(Clone, Debug)]
pub struct MoveRank {
    pub mv: Move,
    pub visits: u32,
    /// Chance to win, 0 to 1; an estimate of the network for moves not visited.
    pub win_rate: f64,
    /// Expected margin in points.
    pub score: f64,
    /// What the network thought of the move at first sight, 0 to 1.
    pub prior: f64,
    /// The line expected after it, the move itself first.
    pub line: Vec<Move>,
}

/// The state of a search: best move first.
#[derive(Clone, Debug)]
pub struct Ranking {
    pub to_play: Color,
    pub visits: u32,
    /// Chance of the side to move to win, 0 to 1.
    pub win_rate: f64,
    /// Expected margin for the side to move.
    pub score: f64,
    pub moves: Vec<MoveRank>,
    /// Expected owner of each point in row order from A1, +1 Black … −1 White.
    pub ownership: Vec<f32>,
}
