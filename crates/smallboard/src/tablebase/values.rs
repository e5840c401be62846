//! L and H by iteration to the fixed point.

use std::sync::atomic::AtomicBool;

use gosedai_memory::filled;

use super::graph::{Graph, go_on};
use crate::error::SmallBoardError;
use crate::geometry::Geometry;

/// What the side to move forces by finite play (`low`) and what it cannot be denied beyond (`high`), own minus opposing points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bracket {
    pub low: i32,
    pub high: i32,
}

impl Bracket {
    /// The value when endless play scores nothing for either side.
    pub fn tie_zero(self) -> i32 {
        0.clamp(self.low, self.high)
    }

    /// The bracket seen by the other side.
    pub fn reversed(self) -> Self {
        Bracket { low: -self.high, high: -self.low }
    }
}

/// Exact brackets of all positions of one board.
pub struct Tablebase {
    pub graph: Graph,
    low: Vec<i8>,
    high: Vec<i8>,
    /// Sweeps until nothing changed.
    pub sweeps: usize,
}

impl Tablebase {
    /// Analyses a whole board.
    pub fn build(geometry: Geometry) -> Result<Self, SmallBoardError> {
        Self::build_until(geometry, &AtomicBool::new(false))
    }

    /// The same, given up when somebody throws the switch.
    pub fn build_until(geometry: Geometry, cancel: &AtomicBool) -> Result<Self, SmallBoardError> {
        let graph = Graph::build(geometry, cancel)?;
        let n = graph.geometry.n as i8;
        let states = graph.states();
        let mut table = Tablebase { low: filled(-n, states), high: filled(n, states), graph, sweeps: 0 };
        while table.sweep(cancel)? {
            table.sweeps += 1;
        }
        Ok(table)
    }

    fn sweep(&mut self, cancel: &AtomicBool) -> Result<bool, SmallBoardError> {
        let n = self.graph.geometry.n as i8;
        let mut changed = false;
        let mut set = |low: &mut Vec<i8>, high: &mut Vec<i8>, s: usize, l: i8, h: i8| {
            changed |= low[s] != l || high[s] != h;
            low[s] = l;
            high[s] = h;
        };
        for b in 0..self.graph.boards.len() {
            go_on(cancel, b)?;
            let (mut l, mut h) = (-n, -n);
            for &(_, next) in self.graph.plays_of(b) {
                l = l.max(-self.high[next as usize]);
                h = h.max(-self.low[next as usize]);
            }
            let score = self.graph.score[b];
            set(&mut self.low, &mut self.high, 2 * b + 1, l.max(score), h.max(score));
            let passed = 2 * self.graph.swapped[b] as usize + 1;
            let (pl, ph) = (-self.high[passed], -self.low[passed]);
            set(&mut self.low, &mut self.high, 2 * b, l.max(pl), h.max(ph));
        }
        let first_ko = 2 * self.graph.boards.len();
        for k in 0..self.graph.kos.len() {
            let ko = self.graph.kos[k];
            let b = ko.board as usize;
            let passed = 2 * self.graph.swapped[b] as usize + 1;
            let (mut l, mut h) = (-self.high[passed], -self.low[passed]);
            for &(p, next) in self.graph.plays_of(b) {
                if p != ko.banned {
                    l = l.max(-self.high[next as usize]);
                    h = h.max(-self.low[next as usize]);
                }
            }
            set(&mut self.low, &mut self.high, first_ko + k, l, h);
        }
        Ok(changed)
    }

    /// The bracket of a state of the graph.
    pub fn bracket_of(&self, state: u32) -> Bracket {
        Bracket { low: self.low[state as usize] as i32, high: self.high[state as usize] as i32 }
    }

    /// The bracket of a position for the side to move.
    pub fn bracket(&self, own: u32, opp: u32, ko: u8, passed: bool) -> Option<Bracket> {
        Some(self.bracket_of(self.graph.state(own, opp, ko, passed)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stones::NO_KO;

    fn empty_board(rows: usize, cols: usize) -> Bracket {
        let t = Tablebase::build(Geometry::new(rows, cols).unwrap()).unwrap();
        t.bracket(0, 0, NO_KO, false).unwrap()
    }

    #[test]
    fn brackets_of_empty_boards() {
        for (rows, cols, low, high) in
            [(1, 1, 0, 0), (1, 3, 3, 3), (1, 4, 4, 4), (2, 4, 8, 8), (2, 5, 10, 10), (3, 3, 9, 9), (3, 4, 4, 12)]
        {
            let b = empty_board(rows, cols);
            assert_eq!((b.low, b.high), (low, high), "{rows}x{cols}");
        }
        assert_eq!(empty_board(2, 2).tie_zero(), 0);
        assert_eq!(empty_board(2, 3).tie_zero(), 0);
    }

    #[test]
    fn boards_above_the_limit_are_refused() {
        assert!(Tablebase::build(Geometry::new(3, 6).unwrap()).is_err());
    }

    #[test]
    #[ignore = "about half a minute; run with --ignored"]
    fn brackets_of_3x5_and_4x4() {
        let b = empty_board(3, 5);
        assert_eq!((b.low, b.high), (15, 15));
        let b = empty_board(4, 4);
        assert_eq!(b.tie_zero(), 1);
    }
}
