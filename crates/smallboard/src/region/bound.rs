//! A score that a colour keeps for certain: its alive stones, its dead regions and, as an option, half of its dame.

use super::benson::{Life, life};
use super::dead::{dead_no_two_apart, dead_one};
use crate::geometry::Geometry;

/// Which enclosed regions count as the owner's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeadRule {
    /// No region counts, only the alive stones: Benson's theorem and nothing more.
    StonesOnly,
    /// Regions all of whose points touch the one alive chain around them (proved in the concept page).
    Tight,
    /// At most one point without an alive neighbour, and all chains live through firm regions (proved in the concept page for "the
    /// whole board"; for other goals the same as `Tight`).
    Firm,
    /// At most one point without an alive neighbour.
    One,
    /// No two such points apart from each other; not for boards one point wide.
    NoTwoApart,
}

/// What a bound consists of, for explanations and checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// Own points minus the rest of the board.
    pub score: i32,
    pub alive: u32,
    /// Union of the dead regions.
    pub dead: u32,
    /// Liberties of alive chains outside the dead regions of which half is sure.
    pub dame: u32,
}

/// The dead regions among `life.enclosed`.
pub fn dead_regions(g: &Geometry, own: u32, life: Life, rule: DeadRule) -> u32 {
    let mut dead = 0;
    let mut rest = life.enclosed;
    while rest != 0 {
        let region = g.flood(rest & rest.wrapping_neg(), rest);
        rest &= !region;
        let yes = match rule {
            DeadRule::StonesOnly => false,
            DeadRule::Tight | DeadRule::Firm => tight(g, own, region),
            DeadRule::One => dead_one(g, region, life.alive),
            DeadRule::NoTwoApart => dead_no_two_apart(g, region, life.alive),
        };
        if yes {
            dead |= region;
        }
    }
    dead
}

/// One single chain borders the region and touches all of its points.
fn tight(g: &Geometry, own: u32, region: u32) -> bool {
    let wall = g.spread(region) & own;
    let chain = g.flood(wall & wall.wrapping_neg(), own);
    wall & !chain == 0 && region & !g.spread(chain) == 0
}

/// Lower bound for `own`: `2 * (alive + dead) - N`, plus twice its sure share of dame when `dame` is asked for.
/// Valid whoever is to move unless `own` has just passed.
pub fn lower_bound(g: &Geometry, own: u32, opp: u32, rule: DeadRule, dame: Option<DameTurn>) -> Bound {
    let life = life(g, own, opp);
    let n = g.n as i32;
    if life.alive == 0 {
        return Bound { score: -n, alive: 0, dead: 0, dame: 0 };
    }
    let dead = dead_regions(g, own, life, rule);
    let mut sure = (life.alive | dead).count_ones() as i32;
    let mut free = 0;
    if let Some(turn) = dame {
        free = g.spread(life.alive) & !(own | opp) & !dead;
        let half = free.count_ones() as i32;
        sure += match turn {
            DameTurn::ToMove => (half + 1) / 2,
            DameTurn::Waiting => half / 2,
        };
    }
    Bound { score: 2 * sure - n, alive: life.alive, dead, dame: free }
}

/// Who moves next, for the dame bound. With a ko ban on a dame point use `Waiting`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DameTurn {
    ToMove,
    Waiting,
}
