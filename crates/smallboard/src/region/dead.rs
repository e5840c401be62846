//! Which regions enclosed by alive chains are the owner's points: two usable tests and the literal one that is not.

use crate::geometry::{Geometry, points};

/// The points of `region` none of whose neighbours is an alive stone: only there can the enemy ever have an eye.
#[inline(always)]
pub fn eye_points(g: &Geometry, region: u32, alive: u32) -> u32 {
    region & !g.spread(alive)
}

/// `dead1`: at most one point where the enemy could have an eye.
#[inline(always)]
pub fn dead_one(g: &Geometry, region: u32, alive: u32) -> bool {
    let e = eye_points(g, region, alive);
    e & e.wrapping_sub(1) == 0
}

/// `deadNA`: no two different points that are not neighbours. Fails on boards one point wide.
pub fn dead_no_two_apart(g: &Geometry, region: u32, alive: u32) -> bool {
    let e = eye_points(g, region, alive);
    points(e).all(|p| e & !(1 << p) & !g.near[p] == 0)
}

/// The eight points round each point of `set`, and `set` itself.
pub fn eight_spread(g: &Geometry, set: u32) -> u32 {
    let sideways = (set | g.spread(set)) & g.full;
    let mut rows = 0;
    for r in 0..g.rows {
        let row = ((1u32 << g.cols) - 1) << (r * g.cols);
        rows |= g.spread(set & row) & row | set & row;
    }
    sideways | g.spread(rows)
}

/// The literal reading of the paper: *empty* points of the region that do not touch the wall even diagonally; "dead" with at most one.
/// Unsound; kept so that tests can show it.
pub fn dead_literal(g: &Geometry, region: u32, alive: u32, opp: u32) -> bool {
    let e = region & !opp & !eight_spread(g, alive);
    e.count_ones() <= 1
}
