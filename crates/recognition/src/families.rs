//! Families: connected areas of high potential, the unit of territory.

use crate::groups::Group;
use crate::strings::NONE;
use gosedai_board::{CELLS, Color, Point, PointSet};

/// A family with all its attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    pub color: Color,
    /// First point in row order; also names the family.
    pub head: Point,
    pub points: PointSet,
    pub size: usize,
    /// Living stones in it.
    pub stones: usize,
    /// Points of the first line in it.
    pub side_length: usize,
    /// Points settled as territory or enclosed by living groups of its colour.
    pub inner: PointSet,
    /// Free points beside it that belong to no enemy family: the ways out.
    pub encirclement: usize,
    /// Strength of its groups, weighted by stones.
    pub strength: f64,
    /// Points at stake: twice its stones and its area.
    pub importance: f64,
    /// Its groups by index.
    pub groups: Vec<u16>,
}

/// What families are measured against.
pub(crate) struct Ground<'a> {
    pub living: &'a [PointSet; 2],
    /// Points without living stones.
    pub free: PointSet,
    pub edge: &'a PointSet,
    /// Points of each colour whose potential reaches the threshold.
    pub members: &'a [PointSet; 2],
    /// Points settled as territory, or enclosed by living groups, without the living stones of the colour.
    pub inner: [PointSet; 2],
}

/// The families of both colours, Black's first and each colour's in row order, and their numbers point by point.
pub(crate) fn families(ground: &Ground, groups: &[Group], group_at: &[u16; CELLS]) -> (Vec<Family>, Box<[u16; CELLS]>) {
    let mut list: Vec<Family> = Vec::new();
    let mut at = Box::new([NONE; CELLS]);
    for color in Color::BOTH {
        ground.members[color.index()].each_component(|points| {
            points.each(|point| at[point.index()] = list.len() as u16);
            list.push(family(color, points, ground, groups, group_at));
        });
    }
    (list, at)
}

fn family(color: Color, points: PointSet, ground: &Ground, groups: &[Group], group_at: &[u16; CELLS]) -> Family {
    let own = color.index();
    let living = points.intersection(&ground.living[own]);
    let around = points.grown().minus(&points).intersection(&ground.free);
    let mut members: Vec<u16> = Vec::new();
    // stones that touch are in one family and one group: of each clump a few tell
    living.corners().each(|stone| members.push(group_at[stone.index()]));
    members.sort_unstable();
    members.dedup();
    let (mut weight, mut sum) = (0.0, 0.0);
    for group in members.iter().map(|&group| &groups[usize::from(group)]) {
        weight += group.size as f64;
        sum += group.size as f64 * group.strength;
    }
    let (size, stones) = (points.len(), living.len());
    Family {
        color,
        head: points.first().unwrap_or(Point::new(0, 0)),
        size,
        stones,
        side_length: points.intersection(ground.edge).len(),
        inner: points.intersection(&ground.inner[own]),
        encirclement: around.minus(&ground.members[1 - own]).len(),
        strength: if weight > 0.0 { (sum / weight * 1e9).round() / 1e9 } else { 0.0 },
        importance: (size + stones) as f64,
        groups: members,
        points,
    }
}
