//! Verdicts without search.
//!
//! Alive stones are Benson's theorem and hold everywhere. Counting dead regions (`dead1`) has been compared with the exact values of all
//! positions on boards of up to 18 points (two-dimensional) and 12 points (one row); beyond them only `Tight` regions, which are
//! proved in the concept page, may decide a general goal. For "the whole board" the search may use `dead1` on larger
//! boards too, but then its proof counts only after the walker has replaced every such leaf by explicit play.

use super::goal::{Goal, State};
use crate::geometry::Geometry;
use crate::region::benson::{firm_life, life};
use crate::region::bound::{DeadRule, dead_regions};
use crate::stones::NO_KO;

/// What the static tests say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Proven,
    Disproven,
    Open,
}

/// The region test used by a search, and whether its verdicts stand on their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticRule {
    pub dead: DeadRule,
    /// False: a proof must be walked with [`StaticRule::proved`] at its leaves before it counts.
    pub verified: bool,
}

impl StaticRule {
    /// The strongest test allowed for `goal`.
    pub fn for_goal(goal: &Goal) -> Self {
        let g = &goal.geometry;
        if exhaustively_checked(g) {
            StaticRule { dead: DeadRule::One, verified: true }
        } else if goal.wants_everything() {
            // the firm test needs a second row: an eye point then has two neighbours or more
            let dead = if g.rows.min(g.cols) >= 2 { DeadRule::Firm } else { DeadRule::Tight };
            StaticRule { dead, verified: true }
        } else {
            Self::proved()
        }
    }

    /// The test that is proved for every board.
    pub fn proved() -> Self {
        StaticRule { dead: DeadRule::Tight, verified: true }
    }
}

/// Boards on which `dead1` agrees with the exact values of all positions.
pub fn exhaustively_checked(g: &Geometry) -> bool {
    if g.rows.min(g.cols) == 1 { g.n <= 12 } else { g.n <= 18 }
}

/// Judges a state.
#[inline]
pub fn judge(goal: &Goal, dead: DeadRule, s: &State) -> Verdict {
    judge_near(goal, dead, s, true)
}

/// [`judge`] where it is known whether the prover's stones may hold a finished pattern (see [`super::distance`]).
#[inline(always)]
pub fn judge_near(goal: &Goal, dead: DeadRule, s: &State, may_be_finished: bool) -> Verdict {
    if goal.wants_everything() { judge_everything(goal, dead, s, may_be_finished) } else { judge_score(goal, dead, s) }
}

#[inline]
fn judge_everything(goal: &Goal, dead: DeadRule, s: &State, may_be_finished: bool) -> Verdict {
    let g = &goal.geometry;
    // Cheap necessary condition first: hardly any point may be out of touch with the prover's stones. A ko ban against
    // the prover could forbid the answer that the region test relies on.
    let loose = g.full & !s.prover & !g.spread(s.prover);
    let banned = s.ko != NO_KO && s.prover_to_move;
    if may_be_finished && loose.count_ones() <= 4 && s.prover != 0 && !banned {
        let won = if dead == DeadRule::Firm {
            let mine = firm_life(g, s.prover, s.other);
            mine.alive == s.prover && dead_regions(g, s.prover, mine, DeadRule::One) | s.prover == g.full
        } else {
            let mine = life(g, s.prover, s.other);
            mine.alive == s.prover && dead_regions(g, s.prover, mine, dead) | s.prover == g.full
        };
        if won {
            return Verdict::Proven;
        }
    }
    if s.other.count_ones() >= 2 && life(g, s.other, s.prover).alive != 0 {
        return Verdict::Disproven;
    }
    Verdict::Open
}

fn judge_score(goal: &Goal, dead: DeadRule, s: &State) -> Verdict {
    let g = &goal.geometry;
    let sure = |own: u32, opp: u32| {
        let life = life(g, own, opp);
        if life.alive == 0 {
            return -(g.n as i32);
        }
        2 * (life.alive | dead_regions(g, own, life, dead)).count_ones() as i32 - g.n as i32
    };
    if sure(s.prover, s.other) >= goal.target {
        Verdict::Proven
    } else if sure(s.other, s.prover) > -goal.target {
        Verdict::Disproven
    } else {
        Verdict::Open
    }
}
