//! The `passdiff` rule: an endless game is won by the side that passed more in its cycle, a balanced cycle is a tie.
//!
//! "At least t, or a cycle with no more passes by the opponent" is an energy game: every own pass earns one credit, every pass of the
//! opponent costs one, and a side holds out forever iff some finite credit suffices. Credits are lifted from zero to the least fixed
//! point; a cap stands for infinity.

use super::graph::Graph;

/// Credits above this count as infinite.
const CAP: u8 = 16;
const LOST: u8 = u8::MAX;

/// Values under `passdiff` for a graph.
pub struct PassDifference<'a> {
    graph: &'a Graph,
}

impl<'a> PassDifference<'a> {
    pub fn new(graph: &'a Graph) -> Self {
        PassDifference { graph }
    }

    /// The value of a state for its side to move.
    pub fn value(&self, state: u32) -> i32 {
        let n = self.graph.geometry.n as i32;
        let (mut low, mut high) = (-n, n);
        // invariant: value >= low and value <= high
        while low < high {
            let middle = (low + high + 1).div_euclid(2);
            if self.at_least(state, middle) { low = middle } else { high = middle - 1 }
        }
        low
    }

    /// The value when it is known to be at least `low`: small steps upwards.
    pub fn value_from(&self, state: u32, mut low: i32) -> i32 {
        let n = self.graph.geometry.n as i32;
        while low < n && self.at_least(state, low + 1) {
            low += 1;
        }
        low
    }

    /// Does the side to move get at least `target`? A tie by a balanced cycle is worth 0, a won cycle the whole board.
    pub fn at_least(&self, state: u32, target: i32) -> bool {
        if target <= 0 { self.holds_out(state, target, true) } else { !self.holds_out(state, 1 - target, false) }
    }

    /// Can one side (the mover, or the other) get `target` for itself or keep cycles at no loss of passes?
    fn holds_out(&self, state: u32, target: i32, by_mover: bool) -> bool {
        let g = self.graph;
        let states = g.states();
        let boards = g.boards.len();
        // credit needed by the energy player, when it is to move and when the other side is
        let mut moving = vec![0u8; states];
        let mut waiting = vec![0u8; states];
        let after = |credit: u8, gain: i16| -> u8 {
            if credit == LOST {
                return LOST;
            }
            let need = (credit as i16 - gain).max(0);
            if need > CAP as i16 { LOST } else { need as u8 }
        };
        loop {
            let mut changed = false;
            for s in 0..states {
                let (b, banned, ends) = if s < 2 * boards {
                    (s / 2, crate::stones::NO_KO, s & 1 == 1)
                } else {
                    let ko = g.kos[s - 2 * boards];
                    (ko.board as usize, ko.banned, false)
                };
                let score = g.score[b] as i32;
                let passed = 2 * g.swapped[b] as usize + 1;
                let (mut best, mut worst) = if ends {
                    (if score >= target { 0 } else { LOST }, if -score >= target { 0 } else { LOST })
                } else {
                    (after(waiting[passed], 1), after(moving[passed], -1))
                };
                for &(p, next) in g.plays_of(b) {
                    if p != banned {
                        best = best.min(waiting[next as usize]);
                        worst = worst.max(moving[next as usize]);
                    }
                }
                changed |= best != moving[s] || worst != waiting[s];
                moving[s] = best;
                waiting[s] = worst;
            }
            if !changed {
                break;
            }
        }
        let credit = if by_mover { moving[state as usize] } else { waiting[state as usize] };
        credit != LOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::stones::NO_KO;

    fn value(rows: usize, cols: usize) -> i32 {
        let graph = Graph::build(Geometry::new(rows, cols).unwrap()).unwrap();
        let state = graph.state(0, 0, NO_KO, false).unwrap();
        PassDifference::new(&graph).value(state)
    }

    #[test]
    fn values_of_empty_boards() {
        for (rows, cols, v) in [(2, 2, 0), (2, 3, 0), (2, 4, 8), (3, 3, 9), (3, 4, 4), (1, 5, 0), (1, 6, 1), (1, 7, 2)]
        {
            assert_eq!(value(rows, cols), v, "{rows}x{cols}");
        }
    }

    #[test]
    #[ignore = "about a minute; run with --ignored"]
    fn four_by_four_is_two() {
        assert_eq!(value(4, 4), 2);
    }
}
