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
    /// Visits of each move of the line.
    pub line_visits: Vec<u32>,
    /// What the search maximises, −1 to 1.
    pub utility: f64,
    pub spread: Spread,
    /// What the utility hardly falls below.
    pub worst_case: f64,
}

/// How far the judgements below a move lie apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spread {
    /// Variance of the chance to win from visit to visit.
    pub win: f64,
    pub utility: f64,
    /// Standard deviation of the score the game may end with.
    pub score_stdev: f64,
}

/// What the network thinks at first sight, for the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstSight {
    pub win_rate: f64,
    pub score: f64,
    pub score_stdev: f64,
}

/// The state of a search: the move to play first, the others in order of their visits.
#[derive(Clone, Debug)]
pub struct Ranking {
    pub to_play: Color,
    pub visits: u32,
    /// Chance of the side to move to win, 0 to 1.
    pub win_rate: f64,
    /// Expected margin for the side to move.
    pub score: f64,
    pub utility: f64,
    pub score_stdev: f64,
    pub first_sight: FirstSight,
    /// Moves the search may look at.
    pub moves: Vec<MoveRank>,
    /// What the network thinks of every legal move, 0 to 1.
    pub policy: Vec<(Move, f64)>,
    /// Expected owner of each point in row order from A1, +1 Black … −1 White.
    pub ownership: Vec<f32>,
}
