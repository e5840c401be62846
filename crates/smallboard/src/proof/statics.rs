//! Verdicts without search, each of them a theorem or checked exhaustively on the board it is used on.

use super::goal::Goal;
use crate::region::bound::{DeadRule, dead_regions};
use crate::region::benson::life;

/// What the static tests say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Proven,
    Disproven,
    Open,
}

/// Judges a board; valid whoever is to move.
#[inline]
pub fn judge(goal: &Goal, rule: DeadRule, prover: u32, other: u32) -> Verdict {
    let g = &goal.geometry;
    let n = g.n as i32;
    if goal.wants_everything() {
        // Cheap necessary condition first: hardly any point may be out of touch with the prover's stones.
        let loose = g.full & !prover & !g.spread(prover);
        if loose.count_ones() <= 4 {
            let alive = life(g, prover, other);
            if alive.alive == prover && prover != 0 {
                let dead = dead_regions(g, prover, alive, rule);
                if dead | prover == g.full {
                    return Verdict::Proven;
                }
            }
        }
        if other.count_ones() >= 2 && life(g, other, prover).alive != 0 {
            return Verdict::Disproven;
        }
        return Verdict::Open;
    }
    let mine = life(g, prover, other);
    if mine.alive != 0 {
        let sure = (mine.alive | dead_regions(g, prover, mine, rule)).count_ones() as i32;
        if 2 * sure - n >= goal.target {
            return Verdict::Proven;
        }
    }
    let theirs = life(g, other, prover);
    if theirs.alive != 0 {
        let sure = (theirs.alive | dead_regions(g, other, theirs, rule)).count_ones() as i32;
        if 2 * sure - n > -goal.target {
            return Verdict::Disproven;
        }
    }
    Verdict::Open
}
