//! Potential: the sum of what all living stones radiate, Black positive, White negative.
//!
//! A stone radiates in proportion to how surely its group lives, in sixteenths; dead stones radiate nothing.

use crate::geometry::{Geometry, LANES};
use crate::groups::Group;
use gosedai_board::{CELLS, Color, Point, PointSet};

/// Full radiation.
pub(crate) const FULL: i32 = 16;

/// The lowest value in sixteenths that is rounded to this potential.
pub(crate) const fn lowest(potential: i32) -> i32 {
    potential * FULL - FULL / 2
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
    values: [i16; CELLS],
}

impl Potential {
    #[inline]
    pub fn at(&self, point: Point) -> i32 {
        rounded(i32::from(self.values[point.index()]))
    }

    /// Before rounding, cell by cell.
    #[inline]
    pub(crate) fn sixteenths(&self) -> &[i16; CELLS] {
        &self.values
    }

    /// All living stones radiating fully.
    pub(crate) fn of(living: &[PointSet; 2], geometry: &Geometry) -> Potential {
        let mut potential = Potential { values: [0; CELLS] };
        for color in Color::BOTH {
            let weight = (FULL * color.sign()) as i16;
            living[color.index()].each(|stone| potential.add(stone, weight, geometry));
        }
        potential
    }

    /// Stones radiating as surely as their groups live.
    pub(crate) fn weighted(groups: &[Group], geometry: &Geometry) -> Potential {
        let mut potential = Potential { values: [0; CELLS] };
        for group in groups.iter().filter(|group| group.radiates != 0) {
            group.stones.each(|stone| potential.add(stone, i16::from(group.radiates), geometry));
        }
        potential
    }

    /// Adds what a stone radiates; `weight` in sixteenths, negative for White.
    fn add(&mut self, stone: Point, weight: i16, geometry: &Geometry) {
        for piece in &geometry.radiation[stone.index()] {
            let start = usize::from(piece.start);
            for (cell, value) in self.values[start..start + LANES].iter_mut().zip(piece.values) {
                *cell = cell.wrapping_add(value.wrapping_mul(weight));
            }
        }
    }
}
