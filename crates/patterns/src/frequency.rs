//! The relative-frequency method of Nakanishi and Nakamura, as in their paper.
//!
//! In every position each legal move takes its *largest* pattern in the dictionary: `p` counts how often that move was
//! played, `n` how often not; score = (p + 1) / (p + n + 2). To predict, a move takes the *best* score of all its
//! patterns, divided by the distance to the previous move. Because the templates are nested and every pattern was
//! counted around played moves, a pattern can only be in the dictionary if all smaller ones around the same point are:
//! the walk stops at the first miss.

use gosedai_board::{Board, Color, Point};

use crate::game::GameMoves;
use crate::grid::{Fresh, Grid, Nested, Rings};
use crate::harvest::Counts;
use crate::rank::Prediction;
use crate::table::Table;

/// How the distance to the previous move is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Distance {
    #[default]
    Manhattan,
    Chebyshev,
    /// No division: the bare pattern score.
    None,
}

/// Dictionary with its counters.
#[derive(Clone, Default)]
pub struct Frequency {
    pub games: u64,
    pub positions: u64,
    /// Name to index into the counters.
    pub table: Table,
    /// (played, not played)
    pub counters: Vec<(u32, u32)>,
    pub distance: Distance,
}

impl Frequency {
    /// An untrained dictionary; patterns get their numbers in order of their names.
    pub fn new(counts: &Counts) -> Self {
        let names = counts.table.sorted();
        let mut table = Table::with_capacity(names.len());
        for (i, &(name, _)) in names.iter().enumerate() {
            *table.entry(name, 0) = i as u32;
        }
        Frequency { counters: gosedai_memory::filled((0, 0), names.len()), table, ..Frequency::default() }
    }

    /// The largest pattern around a point that the dictionary has.
    #[inline]
    fn largest<R: Rings>(&self, source: &R, point: Point, mover: Color) -> Option<u32> {
        Nested::new(source, point, mover).map_while(|name| self.table.get(name)).last()
    }

    /// Counts for and against in every position of a game.
    pub fn add_game(&mut self, game: &GameMoves) {
        let mut grid = Grid::new(game.size);
        let mut positions = 0;
        game.replay(|moment| {
            let Some(played) = moment.played.point() else { return };
            grid.follow(moment.board);
            positions += 1;
            for point in moment.board.empty_points() {
                if !moment.board.is_legal(point, moment.mover) {
                    continue;
                }
                if let Some(i) = self.largest(&grid, point, moment.mover) {
                    let counter = &mut self.counters[i as usize];
                    if point == played { counter.0 += 1 } else { counter.1 += 1 }
                }
            }
        });
        self.games += 1;
        self.positions += positions;
    }

    /// Adds the counters of another shard trained with the same dictionary; `false` if the dictionaries differ.
    #[must_use]
    pub fn merge(&mut self, other: &Frequency) -> bool {
        if self.table.len() != other.table.len() || self.counters.len() != other.counters.len() {
            return false;
        }
        if other.table.iter().any(|(name, i)| self.table.get(name) != Some(i)) {
            return false;
        }
        self.games += other.games;
        self.positions += other.positions;
        for (mine, theirs) in self.counters.iter_mut().zip(&other.counters) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
        true
    }

    /// Score of a pattern; none if it was never the largest match.
    pub fn score(&self, i: u32) -> Option<f64> {
        let (p, n) = self.counters[i as usize];
        (p + n > 0).then(|| f64::from(p + 1) / f64::from(p + n + 2))
    }

    fn divisor(&self, point: Point, last: Option<Point>) -> f64 {
        let Some(last) = last else { return 1.0 };
        let steps = match self.distance {
            Distance::Manhattan => point.manhattan(last),
            Distance::Chebyshev => point.chebyshev(last),
            Distance::None => 1,
        };
        steps.max(1) as f64
    }

    /// Scores all legal moves.
    pub fn predict(&self, board: &Board, mover: Color, last: Option<Point>) -> Prediction {
        self.predict_with(&Fresh::new(board), board, mover, last)
    }

    /// The same with patterns from any source.
    pub fn predict_with<R: Rings>(&self, source: &R, board: &Board, mover: Color, last: Option<Point>) -> Prediction {
        let legal = board.empty_points().filter(|&point| board.is_legal(point, mover));
        let scored = legal.map(|point| {
            let matched = Nested::new(source, point, mover).map_while(|name| self.table.get(name));
            let best = matched.filter_map(|i| self.score(i)).fold(0.0, f64::max);
            (point, best / self.divisor(point, last))
        });
        Prediction::by_score(scored.collect())
    }
}
