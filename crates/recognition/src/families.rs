//! Families: connected areas of high potential, the unit of territory.

use crate::groups::Group;
use crate::potential::Potential;
use crate::settings::Settings;
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
    /// Points settled as territory or enclosed by its groups.
    pub inner: PointSet,
    /// Free points beside it that are no enemy family's: the ways out.
    pub encirclement: usize,
    /// Strength of its groups, weighted by stones.
    pub strength: f64,
    /// Points at stake: twice its stones and its area.
    pub importance: f64,
    /// Its groups by index.
    pub groups: Vec<u16>,
}

/// Points of each colour whose potential reaches the threshold.
pub(crate) fn members(potential: &Potential, full: &PointSet, threshold: i32) -> [PointSet; 2] {
    let mut sets = [PointSet::EMPTY; 2];
    for point in full.iter() {
        let value = potential.at(point);
        if value >= threshold {
            sets[0].insert(point);
        } else if value <= -threshold {
            sets[1].insert(point);
        }
    }
    sets
}

/// What families are measured against.
pub(crate) struct Ground<'a> {
    pub groups: &'a [Group],
    pub group_at: &'a [u16; CELLS],
    pub living: &'a [PointSet; 2],
    pub edge: &'a PointSet,
    pub full: &'a PointSet,
    /// Territory by the judgement's rules.
    pub territory: &'a [PointSet; 2],
}

/// All families, black first, each colour in row order; areas of `before` that are still whole are not searched again.
pub(crate) fn find(
    potential: &Potential,
    settings: &Settings,
    ground: &Ground,
    before: Option<&[Family]>,
) -> Vec<Family> {
    let members = members(potential, ground.full, settings.family_threshold);
    let mut families = Vec::new();
    for color in Color::BOTH {
        let mut rest = members[color.index()];
        let mut parts: Vec<PointSet> = Vec::new();
        for old in before.unwrap_or_default().iter().filter(|family| family.color == color) {
            if old.points.is_subset(&rest) && old.points.grown().intersection(&rest) == old.points {
                rest = rest.minus(&old.points);
                parts.push(old.points);
            }
        }
        parts.extend(rest.components());
        let mut own: Vec<Family> =
            parts.into_iter().filter_map(|points| measure(points, color, &members, ground)).collect();
        own.sort_by_key(|family| family.head);
        families.append(&mut own);
    }
    families
}

fn measure(points: PointSet, color: Color, members: &[PointSet; 2], ground: &Ground) -> Option<Family> {
    let head = points.first()?;
    let living = &ground.living[color.index()];
    let stones = points.intersection(living);
    let mut groups: Vec<u16> = stones.iter().map(|p| ground.group_at[p.index()]).filter(|&g| g != NONE).collect();
    groups.sort_unstable();
    groups.dedup();
    let free = ground.full.minus(&ground.living[0]).minus(&ground.living[1]);
    let ways_out = points.grown().intersection(&free).minus(&points).minus(&members[color.opponent().index()]);
    let mut inner = points.intersection(&ground.territory[color.index()]).minus(living);
    for &group in &groups {
        inner = inner.union(&ground.groups[group as usize].inner.intersection(&points));
    }
    let (mut weight, mut sum) = (0.0, 0.0);
    for &id in &groups {
        let group = &ground.groups[id as usize];
        let size = group.size as f64;
        weight += size;
        sum += size * group.strength;
    }
    let size = points.len();
    let count = stones.len();
    Some(Family {
        color,
        head,
        size,
        stones: count,
        side_length: points.intersection(ground.edge).len(),
        inner,
        encirclement: ways_out.len(),
        strength: if weight > 0.0 { (sum / weight * 1e9).round() / 1e9 } else { 0.0 },
        importance: (size + count) as f64,
        groups,
        points,
    })
}
