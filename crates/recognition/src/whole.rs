//! What belongs to no single group: the potential of stones that radiate as surely as they live, territory, families.

use crate::families::{Families, Ground};
use crate::geometry::Geometry;
use crate::groups::{Class, Group};
use crate::potential::Potential;
use crate::settings::Settings;
use crate::territory::{Levels, Territory};
use crate::view::View;
use gosedai_board::{CELLS, PointSet};
use gosedai_knowledge::EquivalentPoints;

/// The whole board, kept up to date.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    pub potential: Potential,
    /// How strongly each stone radiates, in sixteenths; negative for White.
    weights: [i8; CELLS],
    levels: Levels,
    /// The potential of every point as it was last looked at, and how many of the thresholds it reaches; negative for White.
    value: [i32; CELLS],
    level: [i8; CELLS],
    /// Equivalent points of every point, in thousandths.
    pub worth: [i16; CELLS],
    territory: Territory,
    pub settled: [PointSet; 2],
    pub families: Families,
}

impl Whole {
    pub fn new() -> Whole {
        Whole {
            potential: Potential::new(),
            weights: [0; CELLS],
            levels: Levels::new(),
            value: [0; CELLS],
            level: [0; CELLS],
            worth: [0; CELLS],
            territory: Territory::new(),
            settled: [PointSet::EMPTY; 2],
            families: Families::new(),
        }
    }

    /// Brings everything up to date with the groups of the last round.
    pub fn update(
        &mut self,
        view: &View,
        groups: &[Group],
        group_at: &[u16; CELLS],
        geometry: &Geometry,
        settings: &Settings,
        equivalent: &EquivalentPoints,
    ) {
        self.radiate(groups, group_at, geometry, settings, equivalent);
        self.settled = self.territory.settle(&geometry.full, groups, &self.levels, settings);
        let mut inner = self.settled;
        for group in groups.iter().filter(|group| group.class != Class::Dead) {
            inner[group.color.index()].add(&group.inner);
        }
        for (inner, living) in inner.iter_mut().zip(&view.living) {
            *inner = inner.minus(living);
        }
        let ground = Ground {
            living: &view.living,
            free: &view.empty.union(&view.dead),
            edge: &geometry.edge,
            members: &self.levels.member,
            inner: &inner,
        };
        self.families.update(&ground, groups, group_at);
    }

    /// Potential, and what of each point follows from it.
    fn radiate(
        &mut self,
        groups: &[Group],
        group_at: &[u16; CELLS],
        geometry: &Geometry,
        settings: &Settings,
        equivalent: &EquivalentPoints,
    ) {
        let mut changed = PointSet::EMPTY;
        let radiates: Vec<i8> = groups.iter().map(|group| group.radiates).collect();
        for point in &geometry.points {
            let cell = point.index();
            // a point without group has a number beyond the list
            let weight = radiates.get(group_at[cell] as usize).copied().unwrap_or(0);
            let change = i32::from(weight) - i32::from(self.weights[cell]);
            if change != 0 {
                self.potential.add(*point, change, geometry, &mut changed);
                self.weights[cell] = weight;
            }
        }
        changed.each(|point| {
            let value = self.potential.at(point);
            if value == self.value[point.index()] {
                return;
            }
            self.value[point.index()] = value;
            self.worth[point.index()] = equivalent.thousandths(value) as i16;
            let height = value.abs();
            let level = i8::from(height > 0)
                + i8::from(height >= settings.family_threshold)
                + i8::from(height >= settings.territory_neighbours)
                + i8::from(height >= settings.territory_point);
            let level = if value < 0 { -level } else { level };
            // most points stay on their level
            if self.level[point.index()] != level {
                self.level[point.index()] = level;
                let levels = &mut self.levels;
                for i in 0..2 {
                    let here = (i == 1) == (value < 0);
                    levels.member[i].assign(point, here && height >= settings.family_threshold);
                    levels.near[i].assign(point, here && height >= settings.territory_neighbours);
                    levels.full[i].assign(point, here && height >= settings.territory_point);
                    levels.side[i].assign(point, here && height > 0);
                }
            }
        });
    }
}
