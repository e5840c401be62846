//! What a move gains for the groups of both sides, summed by kind of group.

use super::Shape;
use crate::pon::{self, PonGroup, Profile};
use gosedai_board::{Color, Point};

/// Groups weaker than this count as weak.
const WEAK: f64 = 0.6;

/// Expected territory gained by a move, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gains {
    /// By the group the new stone belongs to, over what its parts had.
    pub new: f64,
    /// By the other own groups.
    pub own: f64,
    /// Lost by the enemy's groups.
    pub enemy: f64,
    /// Part of the above: size of weak own groups times the strength they gain.
    pub rescue: f64,
    /// Size of weak enemy groups times the strength they lose.
    pub attack: f64,
}

impl Gains {
    pub const COUNT: usize = 5;

    pub fn list(self) -> [f64; Self::COUNT] {
        [self.new, self.own, self.enemy, self.rescue, self.attack]
    }
}

/// The groups before a move, evaluated.
#[derive(Clone, Debug, Default)]
pub struct Before {
    pub shapes: Vec<Shape>,
    pub groups: Vec<PonGroup>,
}

impl Before {
    pub fn new(shapes: Vec<Shape>, to_play: Color, profile: &Profile) -> Before {
        let groups = pon::evaluate(&super::position::inputs(&shapes, profile), to_play, profile);
        Before { shapes, groups }
    }

    /// What `side` gains by the move at `point`, after which the groups are these.
    pub fn gains(&self, shapes: &[Shape], groups: &[PonGroup], side: Color, point: Point) -> Gains {
        let mut gains = Gains::default();
        let joined = shapes.iter().position(|shape| shape.stones.contains(point));
        for (i, (shape, group)) in shapes.iter().zip(groups).enumerate() {
            match () {
                () if Some(i) == joined => gains.new += group.t,
                () if shape.color == side => gains.own += group.t,
                () => gains.enemy -= group.t,
            }
        }
        for (shape, group) in self.shapes.iter().zip(&self.groups) {
            let own = shape.color == side;
            match joined {
                Some(j) if own && shapes[j].stones.intersects(&shape.stones) => gains.new -= group.t,
                _ if own => gains.own -= group.t,
                _ => gains.enemy += group.t,
            }
            if group.s < WEAK
                && let Some(now) = shapes.iter().position(|after| after.stones.contains(shape.head))
            {
                let stronger = (groups[now].s - group.s) * group.z;
                if own { gains.rescue += stronger } else { gains.attack -= stronger }
            }
        }
        gains
    }
}
