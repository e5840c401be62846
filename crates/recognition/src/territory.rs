//! Settled points, by the rules of figure 11: stones of living groups, what these alone enclose with the dead enemy
//! stones in it, and points deep in one side's potential.

use crate::groups::{Class, Group};
use crate::potential::{self, Potential};
use crate::settings::Settings;
use gosedai_board::{PointSet, STRIDE};

/// Points of each colour by the height of their potential.
pub(crate) struct Levels {
    /// Above zero.
    side: [PointSet; 2],
    /// Enough to be in a family.
    pub member: [PointSet; 2],
    /// Enough to make a neighbour territory.
    near: [PointSet; 2],
    /// Territory by itself.
    full: [PointSet; 2],
}

impl Levels {
    pub fn new(potential: &Potential, settings: &Settings) -> Levels {
        let reaching = |height: i32| {
            let lowest = potential::lowest(height.max(1)).min(i16::MAX.into()) as i16;
            let mut sets = [PointSet::EMPTY; 2];
            for (y, row) in potential.sixteenths().chunks_exact(STRIDE).enumerate() {
                let bits = |reaches: &dyn Fn(i16) -> bool| {
                    row.iter().enumerate().fold(0, |bits, (x, &value)| bits | u32::from(reaches(value)) << x)
                };
                sets[0].put_row(y, bits(&|value| value >= lowest));
                sets[1].put_row(y, bits(&|value| value <= -lowest));
            }
            sets
        };
        Levels {
            side: reaching(1),
            member: reaching(settings.family_threshold),
            near: reaching(settings.territory_neighbours),
            full: reaching(settings.territory_point),
        }
    }
}

/// The settled points of both sides.
pub(crate) fn settle(board: &PointSet, groups: &[Group], levels: &Levels, settings: &Settings) -> [PointSet; 2] {
    let none = [PointSet::EMPTY; 2];
    let (mut walls, mut weak, mut dead, mut doubtful) = (none, PointSet::EMPTY, none, none);
    for group in groups {
        let own = group.color.index();
        let set = match group.class {
            Class::Alive | Class::Stable => &mut walls[own],
            Class::Dead => &mut dead[own],
            // stones that may still die are not territory yet: they count by their chance to live
            Class::Weak | Class::VeryWeak => {
                if group.survival > 0.5 {
                    doubtful[own].add(&group.stones);
                }
                &mut weak
            }
        };
        set.add(&group.stones);
    }
    // areas that sure stones of one colour close off, unless enemies in there may live
    let mut owned = walls;
    board.minus(&walls[0]).minus(&walls[1]).each_component(|area| {
        let beside = area.grown();
        let side = match [beside.intersects(&walls[0]), beside.intersects(&walls[1])] {
            [true, false] => 0,
            [false, true] => 1,
            _ => return,
        };
        let size = area.len();
        // more than half of the board behind a few stones is an open board, not an enclosure: the wall must be as long
        // as the side of a square of that size
        let length = || beside.intersection(&walls[side]).len();
        let enclosed = size <= settings.inner_largest && (size <= board.len() / 2 || length() * length() >= size);
        if enclosed && !area.intersects(&doubtful[1 - side]) {
            owned[side].add(&area);
        }
    });
    let taken = [0, 1].map(|captor| dead[1 - captor].minus(&owned[1 - captor]));
    for (owned, taken) in owned.iter_mut().zip(&taken) {
        owned.add(taken);
    }
    let open = board.minus(&owned[0]).minus(&owned[1]).minus(&weak);
    for (side, owned) in owned.iter_mut().enumerate() {
        // all neighbours high enough: none of them is among the low ones
        let (beside_low, _) = board.minus(&levels.near[side]).touched();
        let surrounded = levels.side[side].minus(&beside_low);
        owned.add(&open.intersection(&levels.full[side].union(&surrounded)));
    }
    owned
}
