//! What belongs to no single group: the potential of stones that radiate as surely as they live, territory, families.

use crate::families::{Families, Ground};
use crate::geometry::Geometry;
use crate::groups::Class;
use crate::potential::Potential;
use crate::settings::Settings;
use crate::stage::Stage;
use crate::territory::{Height, Levels, Territory};
use crate::view::View;
use gosedai_board::{CELLS, Point, PointSet, ROWS, STRIDE};

/// The whole board, kept up to date.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    pub potential: Potential,
    /// How strongly each stone radiates, in sixteenths; negative for White.
    weights: [i8; CELLS],
    /// Where they are not 0.
    weighted: PointSet,
    levels: Levels,
    territory: Territory,
    pub settled: [PointSet; 2],
    pub families: Families,
}

impl Whole {
    pub fn new(settings: &Settings) -> Whole {
        Whole {
            potential: Potential::new(),
            weights: [0; CELLS],
            weighted: PointSet::EMPTY,
            levels: Levels::new(settings),
            territory: Territory::new(),
            settled: [PointSet::EMPTY; 2],
            families: Families::new(),
        }
    }

    /// Brings everything up to date with the groups of the last round. `same` tells that it is the round whose groups were
    /// seen last time.
    pub fn update(&mut self, view: &View, stage: &Stage, same: bool, geometry: &Geometry, settings: &Settings) {
        let (groups, group_at) = (&stage.groups[..], &*stage.group_at);
        self.radiate(view, stage, same, geometry);
        self.settled = self.territory.settle(&geometry.full, groups, &self.levels, settings);
        let mut inner = self.settled;
        for group in groups.iter().filter(|group| group.inner_count > 0 && group.class != Class::Dead) {
            inner[group.color.index()].add(&group.inner);
        }
        for (inner, living) in inner.iter_mut().zip(&view.living) {
            *inner = inner.minus(living);
        }
        let ground = Ground {
            living: &view.living,
            free: &view.empty.union(&view.dead),
            edge: &geometry.edge,
            members: self.levels.of(Height::Member),
            inner: &inner,
        };
        self.families.update(&ground, groups, group_at);
    }

    /// Potential, and the levels of the points.
    fn radiate(&mut self, view: &View, stage: &Stage, same: bool, geometry: &Geometry) {
        let mut rows = 0u32;
        let (weights, potential) = (&mut self.weights, &mut self.potential);
        let mut put = |weights: &mut [i8; CELLS], point: Point, weight: i8| {
            let change = i16::from(weight) - i16::from(weights[point.index()]);
            if change != 0 {
                let radiation = &geometry.radiation[point.index()];
                potential.add(radiation, change);
                rows |= radiation.rows;
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
        while rows != 0 {
            let row = rows.trailing_zeros() as usize % ROWS;
            rows &= rows - 1;
            self.levels.put(row, &self.potential.sixteenths().as_chunks::<STRIDE>().0[row]);
        }
    }
}
