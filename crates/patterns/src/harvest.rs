//! The dictionary: how often every pattern was seen around a move that was played.
//!
//! Counting streams through the games. Shards merge by addition, so the result does not depend on how the games were
//! split or ordered. Patterns seen only once are the bulk; to bound memory a harvest can count one *part* of all names
//! at a time (names are evenly spread), and every part is pruned before the next one starts.

use crate::game::GameMoves;
use crate::grid::{Grid, Nested};
use crate::table::Table;

/// One of several equal parts of all pattern names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub index: u32,
    pub of: u32,
}

impl Part {
    pub const WHOLE: Part = Part { index: 0, of: 1 };

    #[inline]
    pub fn has(self, name: u64) -> bool {
        (((name >> 32) * self.of as u64) >> 32) as u32 == self.index
    }

    /// All parts of a split.
    pub fn split(of: u32) -> impl Iterator<Item = Part> {
        (0..of).map(move |index| Part { index, of })
    }
}

/// Occurrences of patterns.
#[derive(Clone, Default)]
pub struct Counts {
    pub games: u64,
    pub moves: u64,
    pub table: Table,
}

impl Counts {
    /// Counts all templates of all moves of a game.
    pub fn add_game(&mut self, game: &GameMoves, part: Part) {
        let mut grid = Grid::new(game.size);
        let mut moves = 0;
        game.replay(|moment| {
            let Some(point) = moment.played.point() else { return };
            grid.follow(moment.board);
            moves += 1;
            for name in Nested::new(&grid, point, moment.mover) {
                if part.has(name) {
                    *self.table.entry(name, 0) += 1;
                }
            }
        });
        self.moves += moves;
        self.games += 1;
    }

    /// Adds what another shard has counted.
    pub fn merge(&mut self, other: &Counts) {
        self.games += other.games;
        self.moves += other.moves;
        for (name, count) in other.table.iter() {
            *self.table.entry(name, 0) += count;
        }
    }

    /// Drops patterns seen fewer than `least` times.
    pub fn prune(&mut self, least: u32) {
        let kept: Vec<_> = self.table.iter().filter(|entry| entry.1 >= least).collect();
        let mut table = Table::with_capacity(kept.len());
        for (name, count) in kept {
            *table.entry(name, 0) = count;
        }
        self.table = table;
    }
}
