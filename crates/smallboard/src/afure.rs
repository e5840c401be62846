//! The overflow (AFURE) rules: area scoring re-expressed so that the board can be filled early.
//!
//! A turn is a placement or a pass; a pass puts one stone into the player's overflow, captured stones go to their owner's. After two
//! passes the sides fill their own territory in turn, first the one that passed first; who has none left adds a stone to the overflow.
//! The game ends when it is Black's turn and no territory is left. Black's margin is White's overflow minus Black's.

use crate::geometry::Geometry;
use crate::stones::{NO_KO, play};

/// A game under the overflow rules.
#[derive(Debug, Clone)]
pub struct AfureGame {
    g: Geometry,
    pub black: u32,
    pub white: u32,
    pub black_overflow: u32,
    pub white_overflow: u32,
    pub black_to_move: bool,
    ko: u8,
    passes: u32,
}

impl AfureGame {
    pub fn new(g: Geometry) -> Self {
        AfureGame {
            g,
            black: 0,
            white: 0,
            black_overflow: 0,
            white_overflow: 0,
            black_to_move: true,
            ko: NO_KO,
            passes: 0,
        }
    }

    /// Has play stopped (two passes in a row)?
    pub fn stopped(&self) -> bool {
        self.passes >= 2
    }

    pub fn pass(&mut self) {
        if self.black_to_move {
            self.black_overflow += 1;
        } else {
            self.white_overflow += 1;
        }
        self.passes += 1;
        self.ko = NO_KO;
        self.black_to_move = !self.black_to_move;
    }

    /// Places a stone; false (and nothing changes) if that is illegal.
    pub fn place(&mut self, p: usize) -> bool {
        let (own, opp) = if self.black_to_move { (self.black, self.white) } else { (self.white, self.black) };
        if self.stopped() || p >= self.g.n || p as u8 == self.ko {
            return false;
        }
        let Some(played) = play(&self.g, own, opp, p) else {
            return false;
        };
        let taken = opp.count_ones() - played.opp.count_ones();
        if self.black_to_move {
            (self.black, self.white) = (played.own, played.opp);
            self.white_overflow += taken;
        } else {
            (self.white, self.black) = (played.own, played.opp);
            self.black_overflow += taken;
        }
        self.ko = played.ko;
        self.passes = 0;
        self.black_to_move = !self.black_to_move;
        true
    }

    /// Stones on the board and in the overflow, per side: equal after equal numbers of turns.
    pub fn totals(&self) -> (u32, u32) {
        (self.black.count_ones() + self.black_overflow, self.white.count_ones() + self.white_overflow)
    }

    /// Empty regions that touch one colour only. Filling is not capture: filled stones without liberties stay.
    fn territory(&self) -> (u32, u32) {
        let empty = self.g.full & !(self.black | self.white);
        let by_black = self.g.flood(self.g.spread(self.black) & empty, empty);
        let by_white = self.g.flood(self.g.spread(self.white) & empty, empty);
        (by_black & !by_white, by_white & !by_black)
    }

    /// Plays the filling to the end and returns Black's margin; dead stones still on the board count for their owner.
    pub fn finish(&mut self) -> i32 {
        let (mut black_left, mut white_left) = self.territory();
        // the side that passed first moves first, and that is the side now to move
        while !(self.black_to_move && black_left == 0 && white_left == 0) {
            let (left, stones, overflow) = if self.black_to_move {
                (&mut black_left, &mut self.black, &mut self.black_overflow)
            } else {
                (&mut white_left, &mut self.white, &mut self.white_overflow)
            };
            if *left == 0 {
                *overflow += 1;
            } else {
                let point = *left & left.wrapping_neg();
                *stones |= point;
                *left &= !point;
            }
            self.black_to_move = !self.black_to_move;
        }
        self.white_overflow as i32 - self.black_overflow as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::points;
    use crate::stones::area_score;

    /// A small generator is enough for random games.
    fn next(seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize
    }

    #[test]
    fn margin_equals_area_score_and_totals_balance_in_random_games() {
        for (rows, cols) in [(1, 5), (2, 3), (3, 3), (3, 5), (4, 4), (5, 5), (5, 6)] {
            let mut seed = (rows * 100 + cols) as u64;
            for _ in 0..500 {
                let mut game = AfureGame::new(Geometry::new(rows, cols).unwrap());
                let mut turns = 0;
                while !game.stopped() {
                    let empty: Vec<usize> = points(game.g.full & !(game.black | game.white)).collect();
                    let tired = turns > 3 * rows * cols || empty.is_empty() || next(&mut seed).is_multiple_of(12);
                    if tired || !game.place(empty[next(&mut seed) % empty.len()]) {
                        game.pass();
                    }
                    turns += 1;
                    if turns % 2 == 0 {
                        let (black, white) = game.totals();
                        assert_eq!(black, white, "after {turns} turns on {rows}x{cols}");
                    }
                }
                let area = area_score(&game.g, game.black, game.white);
                assert_eq!(game.finish(), area, "{rows}x{cols}");
            }
        }
    }
}
