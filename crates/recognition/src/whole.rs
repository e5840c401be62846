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
    /// How many of the heights the potential of every point reaches; negative for White.
    level: [i8; CELLS],
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
        self.radiate(view, stage, same, geometry);
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
            self.relevel(row);
        }
    }

    /// Points of a row whose potential passed a threshold change sets.
    fn relevel(&mut self, row: usize) {
        let cells = row * STRIDE..(row + 1) * STRIDE;
        let mut now = [0i8; STRIDE];
        for (now, &value) in now.iter_mut().zip(&self.potential.sixteenths()[cells.clone()]) {
            for lowest in self.levels.lowest {
                *now += i8::from(value >= lowest) - i8::from(value <= -lowest);
            }
        }
        let before = &mut self.level[cells];
        for word in 0..STRIDE / 8 {
            let here = word * 8..word * 8 + 8;
            let bytes = |levels: &[i8]| levels.iter().rev().fold(0u64, |all, &level| all << 8 | u64::from(level as u8));
            let mut changed = bytes(&before[here.clone()]) ^ bytes(&now[here]);
            while changed != 0 {
                let byte = changed.trailing_zeros() as usize / 8;
                changed &= !(0xff << (8 * byte));
                let x = word * 8 + byte;
                self.levels.pass(Point::from_index(row * STRIDE + x), before[x], now[x]);
            }
        }
        before.copy_from_slice(&now);
    }
}
