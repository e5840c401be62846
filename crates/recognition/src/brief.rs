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

/// 1 for true and 0 for false: what is multiplied by it is added or not, without a branch. Whether a neighbour is a friend
/// is as good as a toss-up.
#[inline]
pub(crate) fn one_if(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}

/// One over every distance.
const NEARNESS: [f64; 64] = {
    let mut table = [1.0; 64];
    let mut d = 1;
    while d < 64 {
        table[d] = 1.0 / d as f64;
        d += 1;
    }
    table
};

/// One over a distance.
#[inline]
pub(crate) fn nearness(distance: u8) -> f64 {
    NEARNESS[usize::from(distance) % NEARNESS.len()]
}
