//! The `passdiff` rule: an endless game is won by the side that passed more in its cycle, a balanced cycle is a tie.
//!
//! "At least t, or a cycle with no more passes by the opponent" is an energy game: every own pass earns one credit, every pass of the
//! opponent costs one, and a side holds out forever iff some finite credit suffices. Credits are lifted from zero to the least fixed
//! point; a cap stands for infinity.

use std::sync::atomic::AtomicBool;

use gosedai_memory::{filled, room};

use super::graph::{Graph, go_on};
use crate::error::SmallBoardError;

/// Credits above this count as infinite.
const CAP: u8 = 16;
const LOST: u8 = u8::MAX;

/// Values under `passdiff` for a graph.
pub struct PassDifference<'a> {
    graph: &'a Graph,
    cancel: &'a AtomicBool,
}

impl<'a> PassDifference<'a> {
    /// Sixteen points take a minute: whoever throws the switch gets [`SmallBoardError::Stopped`].
    pub fn new(graph: &'a Graph, cancel: &'a AtomicBool) -> Self {
        PassDifference { graph, cancel }
    }

    /// The value of a state for its side to move.
    pub fn value(&self, state: u32) -> Result<i32, SmallBoardError> {
        let n = self.graph.geometry.n as i32;
        let (mut low, mut high) = (-n, n);
        // invariant: value >= low and value <= high
        while low < high {
            let middle = (low + high + 1).div_euclid(2);
            if self.at_least(state, middle)? { low = middle } else { high = middle - 1 }
        }
        Ok(low)
    }

    /// The value when it is known to be at least `low`: small steps upwards.
    pub fn value_from(&self, state: u32, mut low: i32) -> Result<i32, SmallBoardError> {
        let n = self.graph.geometry.n as i32;
        while low < n && self.at_least(state, low + 1)? {
            low += 1;
        }
        Ok(low)
    }

    /// Does the side to move get at least `target`? A tie by a balanced cycle is worth 0, a won cycle the whole board.
    pub fn at_least(&self, state: u32, target: i32) -> Result<bool, SmallBoardError> {
        match target <= 0 {
            true => self.holds_out(state, target, true),
            false => Ok(!self.holds_out(state, 1 - target, false)?),
        }
    }

    /// Can one side (the mover, or the other) get `target` for itself or keep cycles at no loss of passes?
    fn holds_out(&self, state: u32, target: i32, by_mover: bool) -> Result<bool, SmallBoardError> {
        let finite = self.decided_by_finite_play(target)?;
        let verdict = |roles: &[u8], s: usize| match roles[s] {
            WON => Some(true),
            GONE => Some(false),
            _ => None,
        };
        let roles = if by_mover { &finite.moving } else { &finite.waiting };
        match verdict(roles, state as usize) {
            Some(holds) => Ok(holds),
            None => self.lasts(&finite, state, by_mover),
        }
    }

    /// What finite play decides, whatever a cycle is worth. Most of the graph is settled here, in sweeps that pass over settled states.
    fn decided_by_finite_play(&self, target: i32) -> Result<Finite, SmallBoardError> {
        let g = self.graph;
        let boards = g.boards.len();
        let mut f = Finite { moving: filled(OPEN, g.states()), waiting: filled(OPEN, g.states()) };
        let mut forward = true;
        loop {
            let mut changed = false;
            for i in 0..g.states() {
                go_on(self.cancel, i)?;
                // against the order of the last sweep, so that news travels both ways
                let s = if forward { i } else { g.states() - 1 - i };
                if f.moving[s] != OPEN && f.waiting[s] != OPEN {
                    continue;
                }
                let (b, banned) = place(g, s);
                let (mut own, mut theirs) = if s < 2 * boards && s & 1 == 1 {
                    let score = g.score[b] as i32;
                    let side = |good: bool| if good { WON } else { GONE };
                    (side(score >= target), side(-score >= target))
                } else {
                    let passed = 2 * g.swapped[b] as usize + 1;
                    (f.waiting[passed], f.moving[passed])
                };
                for &(p, next) in g.plays_of(b) {
                    if p != banned {
                        own = own.max(f.waiting[next as usize]);
                        theirs = theirs.min(f.moving[next as usize]);
                    }
                }
                changed |= (own, theirs) != (f.moving[s], f.waiting[s]);
                (f.moving[s], f.waiting[s]) = (own, theirs);
            }
            forward = !forward;
            if !changed {
                return Ok(f);
            }
        }
    }

    /// Credits of the states that finite play leaves open.
    fn lasts(&self, finite: &Finite, state: u32, by_mover: bool) -> Result<bool, SmallBoardError> {
        let g = self.graph;
        let credit = |role: &u8| if *role == GONE { LOST } else { 0 };
        let (mut moving, mut waiting) = (room::<u8>(g.states()), room::<u8>(g.states()));
        moving.extend(finite.moving.iter().map(credit));
        waiting.extend(finite.waiting.iter().map(credit));
        let is_open = |s: &u32| finite.moving[*s as usize] == OPEN || finite.waiting[*s as usize] == OPEN;
        let mut open = room::<u32>((0..g.states() as u32).filter(is_open).count());
        open.extend((0..g.states() as u32).filter(is_open));
        let after = |credit: u8, gain: i16| -> u8 {
            if credit == LOST {
                return LOST;
            }
            let need = (credit as i16 - gain).max(0);
            if need > CAP as i16 { LOST } else { need as u8 }
        };
        loop {
            let mut changed = false;
            for (i, &s) in open.iter().enumerate() {
                go_on(self.cancel, i)?;
                let s = s as usize;
                let (b, banned) = place(g, s);
                let (mut best, mut worst) = if s < 2 * g.boards.len() && s & 1 == 1 {
                    // ending the game is the mover's choice: it is known to be no win for him, or the state were settled
                    (LOST, 0)
                } else {
                    let passed = 2 * g.swapped[b] as usize + 1;
                    (after(waiting[passed], 1), after(moving[passed], -1))
                };
                for &(p, next) in g.plays_of(b) {
                    if p != banned {
                        best = best.min(waiting[next as usize]);
                        worst = worst.max(moving[next as usize]);
                    }
                }
                if finite.moving[s] == OPEN {
                    changed |= best != moving[s];
                    moving[s] = best;
                }
                if finite.waiting[s] == OPEN {
                    changed |= worst != waiting[s];
                    waiting[s] = worst;
                }
            }
            if !changed {
                break;
            }
        }
        let need = if by_mover { moving[state as usize] } else { waiting[state as usize] };
        Ok(need != LOST)
    }
}

/// Outcomes of finite play for the side that collects credits, worst first.
const GONE: u8 = 0;
const OPEN: u8 = 1;
const WON: u8 = 2;

/// Outcomes of every state, when the collecting side is to move and when the other side is.
struct Finite {
    moving: Vec<u8>,
    waiting: Vec<u8>,
}

/// Board and banned point of a state.
#[inline(always)]
fn place(g: &Graph, s: usize) -> (usize, u8) {
    if s < 2 * g.boards.len() {
        return (s / 2, crate::stones::NO_KO);
    }
    let ko = g.kos[s - 2 * g.boards.len()];
    (ko.board as usize, ko.banned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::stones::NO_KO;

    fn value(rows: usize, cols: usize) -> i32 {
        let never = AtomicBool::new(false);
        let graph = Graph::build(Geometry::new(rows, cols).unwrap(), &never).unwrap();
        let state = graph.state(0, 0, NO_KO, false).unwrap();
        PassDifference::new(&graph, &never).value(state).unwrap()
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
