//! Potential: the sum of what all living stones radiate, Black positive, White negative.
//!
//! A stone radiates in proportion to how surely its group lives, in sixteenths; dead stones radiate nothing.

use crate::geometry::Geometry;
use gosedai_board::{CELLS, Color, Point, PointSet};
use gosedai_knowledge::EquivalentPoints;

/// Full radiation.
pub(crate) const FULL: i32 = 16;

/// The lowest value in sixteenths that is rounded to this potential.
pub(crate) const fn lowest(potential: i32) -> i32 {
    potential * FULL - FULL / 2
}

/// Equivalent points in thousandths by the potential in sixteenths, both signs.
pub(crate) struct Worth {
    table: Vec<i16>,
    /// The place of 0.
    middle: i32,
}

impl Worth {
    pub fn new(equivalent: &EquivalentPoints) -> Worth {
        let middle = (1..).find(|&p| equivalent.is_saturated(p)).unwrap_or(0) * FULL;
        let table = (-middle..=middle).map(|value| equivalent.thousandths(rounded(value)) as i16).collect();
        Worth { table, middle }
    }

    #[inline]
    pub fn at(&self, potential: &Potential, point: Point) -> i32 {
        let value = potential.values[point.index()].clamp(-self.middle, self.middle);
        i32::from(self.table[(value + self.middle) as usize])
    }
}

/// To the nearest whole number, the same for both signs.
#[inline]
const fn rounded(value: i32) -> i32 {
    (value + value.signum() * (FULL / 2)) / FULL
}

/// Potential of every point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    /// In sixteenths.
    values: [i32; CELLS],
}

impl Potential {
    #[inline]
    pub fn at(&self, point: Point) -> i32 {
        rounded(self.values[point.index()])
    }

    /// The sum over some cells where all stones radiate fully: nothing is left to round.
    #[inline]
    pub(crate) fn whole_sum(&self, cells: &[u16]) -> i32 {
        cells.iter().map(|&cell| self.values[usize::from(cell)]).sum::<i32>() / FULL
    }

    /// Before rounding, cell by cell.
    #[inline]
    pub(crate) fn sixteenths(&self) -> &[i32; CELLS] {
        &self.values
    }

    pub(crate) fn new() -> Potential {
        Potential { values: [0; CELLS] }
    }

    /// All living stones radiating fully.
    pub(crate) fn of(living: &[PointSet; 2], geometry: &Geometry) -> Potential {
        let mut potential = Potential::new();
        potential.update(&[PointSet::EMPTY; 2], living, geometry, &mut PointSet::EMPTY.clone());
        potential
    }

    /// Brings the potential of other living stones, all radiating fully, up to date; notes where it changed.
    pub(crate) fn update(
        &mut self,
        old: &[PointSet; 2],
        new: &[PointSet; 2],
        geometry: &Geometry,
        changed: &mut PointSet,
    ) {
        for color in Color::BOTH {
            let i = color.index();
            old[i].minus(&new[i]).each(|stone| self.add(stone, -FULL * color.sign(), geometry, changed));
            new[i].minus(&old[i]).each(|stone| self.add(stone, FULL * color.sign(), geometry, changed));
        }
    }

    /// Adds the radiation of a stone; `weight` in sixteenths, negative for White.
    pub(crate) fn add(&mut self, stone: Point, weight: i32, geometry: &Geometry, changed: &mut PointSet) {
        *changed = changed.union(&geometry.radiated[stone.index()]);
        let radiation = &geometry.radiation[stone.index()];
        let weight = weight as i16;
        for (&start, row) in radiation.rows.iter().zip(radiation.values.chunks_exact(radiation.width.max(1))) {
            let cells = &mut self.values[start as usize..start as usize + row.len()];
            for (cell, &value) in cells.iter_mut().zip(row) {
                *cell += i32::from(value.wrapping_mul(weight));
            }
        }
    }
}
