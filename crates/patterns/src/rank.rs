//! Scored moves in order, and how well an order agrees with what was played.

use gosedai_board::Point;

/// Legal moves with their scores, best first; equal scores in board order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prediction {
    pub moves: Vec<(Point, f64)>,
}

impl Prediction {
    pub fn by_score(mut moves: Vec<(Point, f64)>) -> Self {
        moves.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Prediction { moves }
    }

    /// Place of a move, from 1.
    pub fn rank(&self, point: Point) -> Option<usize> {
        self.moves.iter().position(|&(p, _)| p == point).map(|i| i + 1)
    }

    /// Share of the sum of scores that falls to a move.
    pub fn share(&self, point: Point) -> f64 {
        let sum: f64 = self.moves.iter().map(|m| m.1).sum();
        let own = self.moves.iter().find(|m| m.0 == point).map_or(0.0, |m| m.1);
        if sum > 0.0 { own / sum } else { 0.0 }
    }
}

/// Agreement with played moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    pub games: u64,
    pub moves: u64,
    /// Moves ranked first, within five, within ten.
    pub top: [u64; 3],
    pub sum_of_ranks: u64,
    /// Sum of natural logarithms of the probability given to the played move.
    pub log_likelihood: f64,
}

impl Agreement {
    /// Notes where the played move stood; a move given no probability counts as one in a thousand.
    pub fn note(&mut self, rank: usize, probability: f64) {
        self.moves += 1;
        for (count, limit) in self.top.iter_mut().zip([1, 5, 10]) {
            *count += u64::from(rank <= limit);
        }
        self.sum_of_ranks += rank as u64;
        self.log_likelihood += probability.max(1e-3).ln();
    }

    pub fn merge(&mut self, other: &Agreement) {
        self.games += other.games;
        self.moves += other.moves;
        for (mine, theirs) in self.top.iter_mut().zip(other.top) {
            *mine += theirs;
        }
        self.sum_of_ranks += other.sum_of_ranks;
        self.log_likelihood += other.log_likelihood;
    }

    /// Share of moves within the first 1, 5, 10.
    pub fn shares(&self) -> [f64; 3] {
        self.top.map(|count| count as f64 / self.moves.max(1) as f64)
    }

    pub fn mean_log_likelihood(&self) -> f64 {
        self.log_likelihood / self.moves.max(1) as f64
    }
}
