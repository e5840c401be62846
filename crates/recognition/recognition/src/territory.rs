//! Settled points, after the rules of figure 11: stones of living groups and what they alone enclose, dead enemy stones
//! in it, and points deep in one side's potential.

use crate::groups::{Class, Group};
use crate::lanes;
use crate::potential;
use crate::settings::Settings;
use gosedai_board::{PointSet, STRIDE};

/// An area between the walls.
#[derive(Clone, Debug)]
struct Area {
    points: PointSet,
    beside: PointSet,
    size: usize,
    /// The colour whose walls alone stand around it.
    side: Option<usize>,
}

impl Area {
    /// More than half of the board behind a few stones is an open board, not an enclosure: the wall must be as long as the
    /// side of a square of that size.
    fn is_walled(&self, wall: &PointSet) -> bool {
        let length = self.beside.intersection(wall).len();
        length * length >= self.size
    }
}

/// Heights of potential: above zero, enough to be in a family, enough to make a neighbour territory, territory by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Height {
    Side,
    Member,
    Near,
    Full,
}

const HEIGHTS: usize = 4;

/// Points by the height of their potential, for each colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    /// For each height the points of both colours.
    sets: [[PointSet; 2]; HEIGHTS],
    /// The lowest potential in sixteenths that reaches it.
    lowest: [i16; HEIGHTS],
}

impl Levels {
    pub fn new(settings: &Settings) -> Levels {
        let heights = [1, settings.family_threshold, settings.territory_neighbours, settings.territory_point];
        let lowest = heights.map(|height| potential::lowest(height.max(1)).min(i16::MAX.into()) as i16);
        Levels { sets: [[PointSet::EMPTY; 2]; HEIGHTS], lowest }
    }

    #[inline]
    pub fn of(&self, height: Height) -> &[PointSet; 2] {
        &self.sets[height as usize]
    }

    /// The cells of a row of the padded grid have these potentials now, in sixteenths.
    #[inline]
    pub fn put(&mut self, row: usize, values: &[i16; STRIDE]) {
        for (sets, &lowest) in self.sets.iter_mut().zip(&self.lowest) {
            for (set, bits) in sets.iter_mut().zip(lanes::reached(values, lowest)) {
                set.put_row(row, bits);
            }
        }
    }
}

/// The walls of sure stones and the areas between them, kept up to date.
#[derive(Clone, Debug)]
pub(crate) struct Territory {
    walls: [PointSet; 2],
    areas: Vec<Area>,
}

impl Territory {
    pub fn new() -> Territory {
        Territory { walls: [PointSet::EMPTY; 2], areas: Vec::new() }
    }

    /// The settled points of both sides.
    pub fn settle(
        &mut self,
        board: &PointSet,
        groups: &[Group],
        levels: &Levels,
        settings: &Settings,
    ) -> [PointSet; 2] {
        let none = [PointSet::EMPTY; 2];
        let (mut walls, mut weak, mut dead, mut doubtful) = (none, PointSet::EMPTY, none, none);
        for group in groups {
            let own = group.color.index();
            let set = match group.class {
                Class::Alive | Class::Stable => &mut walls[own],
                Class::Dead => &mut dead[own],
                // stones that may still die are no territory yet: they count by their chance
                Class::Weak | Class::VeryWeak => {
                    if group.survival > 0.5 {
                        doubtful[own].add(&group.stones);
                    }
                    &mut weak
                }
            };
            set.add(&group.stones);
        }
        self.rebuild(board, walls);
        // areas that sure stones of one colour close off, unless enemies in there may live
        let mut owned = walls;
        for area in self.areas.iter().filter(|area| area.size <= settings.inner_largest) {
            if let Some(side) = area.side
                && !area.points.intersects(&doubtful[1 - side])
                && (area.size <= board.len() / 2 || area.is_walled(&walls[side]))
            {
                owned[side] = owned[side].union(&area.points);
            }
        }
        let taken = [0, 1].map(|captor| dead[1 - captor].minus(&owned[1 - captor]));
        for (owned, taken) in owned.iter_mut().zip(&taken) {
            owned.add(taken);
        }
        let open = board.minus(&owned[0]).minus(&owned[1]).minus(&weak);
        let [sides, near, full] = [Height::Side, Height::Near, Height::Full].map(|height| levels.of(height));
        for (side, owned) in owned.iter_mut().enumerate() {
            // all neighbours high enough: none of them is among the low ones
            let (beside_low, _) = board.minus(&near[side]).touched();
            let surrounded = sides[side].minus(&beside_low);
            owned.add(&open.intersection(&full[side].union(&surrounded)));
        }
        owned
    }

    /// Areas that a changed wall touches are searched again.
    fn rebuild(&mut self, board: &PointSet, walls: [PointSet; 2]) {
        let changed = self.walls[0].difference(&walls[0]).union(&self.walls[1].difference(&walls[1]));
        self.walls = walls;
        if changed.is_empty() && !self.areas.is_empty() {
            return;
        }
        self.areas.retain(|area| !area.beside.intersects(&changed));
        let known = self.areas.iter().fold(walls[0].union(&walls[1]), |all, area| all.union(&area.points));
        board.minus(&known).each_component(|points| {
            let beside = points.grown();
            let side = match [beside.intersects(&walls[0]), beside.intersects(&walls[1])] {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            };
            self.areas.push(Area { points, beside, size: points.len(), side });
        });
    }
}
