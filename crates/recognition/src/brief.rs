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
