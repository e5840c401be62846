//! What neighbours want to know of a group, side by side in memory: groups themselves are large and lie far apart.

use crate::groups::Group;
use gosedai_board::Color;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Brief {
    pub color: Color,
    pub size: usize,
    pub strength_alone: f64,
    pub pon: i32,
    pub r: f64,
}

impl Brief {
    pub fn of(group: &Group) -> Brief {
        Brief { color: group.color, size: group.size, strength_alone: group.strength_alone, pon: group.pon, r: group.r }
    }
}

/// One over every distance, or nothing: first for those who do not count, then for those who do. Whether a neighbour is a
/// friend is as good as a toss-up, so it is looked up; a factor of 0 or 1 becomes a branch.
const NEARNESS: [[f64; 64]; 2] = {
    let mut table = [[0.0; 64], [1.0; 64]];
    let mut d = 1;
    while d < 64 {
        table[1][d] = 1.0 / d as f64;
        d += 1;
    }
    table
};

/// One over a distance if the neighbour counts, else 0.
#[inline]
pub(crate) fn nearness_if(counts: bool, distance: u8) -> f64 {
    let row = &NEARNESS[usize::from(counts)];
    row[usize::from(distance) % row.len()]
}
