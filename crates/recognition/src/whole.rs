//! What belongs to no single group: the potential of stones that radiate as surely as they live, territory, families.

use crate::families::{Families, Ground};
use crate::geometry::Geometry;
use crate::groups::Class;
use crate::potential::{self, Potential};
use crate::settings::Settings;
use crate::stage::Stage;
use crate::territory::{Levels, Territory};
use crate::view::View;
use gosedai_board::{CELLS, Point, PointSet, ROWS, STRIDE};

/// The whole board, kept up to date.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    pub potential: Potential,
    /// How strongly each stone radiates, in sixteenths; negative for White.
    weights: [i8; CELLS],
    levels: Levels,
    /// Where they are not 0.
    weighted: PointSet,
    /// How many of the thresholds the potential of every point reaches; negative for White.
    level: [i8; CELLS],
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
            weighted: PointSet::EMPTY,
            level: [0; CELLS],
            territory: Territory::new(),
            settled: [PointSet::EMPTY; 2],
            families: Families::new(),
        }
    }

    /// Brings everything up to date with the groups of the last round. `same` tells that it is the round whose groups were
    /// seen last time.
    pub fn update(&mut self, view: &View, stage: &Stage, same: bool, geometry: &Geometry, settings: &Settings) {
        let (groups, group_at) = (&stage.groups[..], &*stage.group_at);
        self.radiate(view, stage, same, geometry, settings);
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

    /// Potential, and the levels of the points.
    fn radiate(&mut self, view: &View, stage: &Stage, same: bool, geometry: &Geometry, settings: &Settings) {
        let mut changed = PointSet::EMPTY;
        let (weights, potential) = (&mut self.weights, &mut self.potential);
        let mut put = |weights: &mut [i8; CELLS], point: Point, weight: i8| {
            let change = i32::from(weight) - i32::from(weights[point.index()]);
            if change != 0 {
                potential.add(point, change, geometry, &mut changed);
                weights[point.index()] = weight;
            }
        };
        let stones = view.stones[0].union(&view.stones[1]);
        self.weighted.minus(&stones).each(|point| put(weights, point, 0));
        for (group, hot) in stage.groups.iter().zip(&stage.hot) {
            // the stones of a group that stays radiate alike
            if !same || hot.fresh || weights[group.head.index()] != group.radiates {
                group.stones.each(|point| put(weights, point, group.radiates));
            }
        }
        self.weighted = stones;
        if changed.is_empty() {
            return;
        }
        let thresholds = [1, settings.family_threshold, settings.territory_neighbours, settings.territory_point];
        let lowest = thresholds.map(potential::lowest);
        let busy = changed.busy();
        for row in (0..ROWS).filter(|row| busy >> row & 1 == 1) {
            let cells = row * STRIDE..(row + 1) * STRIDE;
            let mut now = [0i8; STRIDE];
            for (now, &value) in now.iter_mut().zip(&self.potential.sixteenths()[cells.clone()]) {
                let reached = |value: i32| lowest.iter().map(|&lowest| i8::from(value >= lowest)).sum::<i8>();
                *now = reached(value) - reached(-value);
            }
            // most points stay on their level
            if self.level[cells.clone()] == now {
                continue;
            }
            for (x, cell) in cells.enumerate() {
                if self.level[cell] != now[x] {
                    self.level[cell] = now[x];
                    self.levels.put(Point::from_index(cell), self.potential.at(Point::from_index(cell)), settings);
                }
            }
        }
    }
}
