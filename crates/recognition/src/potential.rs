//! Potential: the sum of what all living stones radiate, Black positive, White negative.
//!
//! A stone radiates in proportion to how surely its group lives, in sixteenths; dead stones radiate nothing.

use crate::geometry::{Geometry, LANES};
use crate::groups::Group;
use gosedai_board::{CELLS, Color, Point, PointSet, STRIDE};
use gosedai_knowledge::EquivalentPoints;

/// Full radiation.
pub(crate) const FULL: i32 = 16;

/// The lowest value in sixteenths that is rounded to this potential.
pub(crate) const fn lowest(potential: i32) -> i32 {
    potential * FULL - FULL / 2
}

/// Equivalent points in thousandths by the potential, both signs.
pub(crate) struct Worth {
    /// The number itself, and its size above that: both are summed at once.
    table: Box<[i64; TABLE]>,
    /// The place of 0; higher potentials are worth no more than the ends of the table.
    middle: i16,
}

/// Room for every potential there is.
const TABLE: usize = (u16::MAX as usize + 1) / FULL as usize;

/// What points are worth together, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorthSum {
    /// Black's less White's.
    pub lead: i64,
    /// Black's and White's together.
    pub both: i64,
}

impl Worth {
    pub fn new(equivalent: &EquivalentPoints) -> Worth {
        let highest = i32::from(i16::MAX) / FULL;
        let middle = (1..highest).find(|&p| equivalent.is_saturated(p)).unwrap_or(highest);
        let packed = |potential| i64::from(equivalent.thousandths(potential));
        let mut table = Box::new([0; TABLE]);
        for (place, potential) in table.iter_mut().zip(-middle..=middle) {
            *place = packed(potential) + (packed(potential).abs() << 32);
        }
        Worth { table, middle: middle as i16 }
    }

    /// What some points are worth.
    pub fn sum(&self, potential: &Potential, points: &PointSet) -> WorthSum {
        let mut sum = 0i64;
        // two rows at a time: where the last point of a row is nobody can guess (the last row is on no board)
        for (i, values) in potential.values.as_chunks::<{ 2 * STRIDE }>().0.iter().enumerate() {
            let mut rows = u64::from(points.row(2 * i)) | u64::from(points.row(2 * i + 1)) << STRIDE;
            if rows == 0 {
                continue;
            }
            let mut places = [0u16; 2 * STRIDE];
            for (place, &value) in places.iter_mut().zip(values) {
                let rounded = (value + (FULL / 2) as i16 + (value >> 15)) >> FULL.trailing_zeros();
                *place = (rounded.min(self.middle).max(-self.middle) + self.middle) as u16;
            }
            while rows != 0 {
                let place = places[rows.trailing_zeros() as usize % (2 * STRIDE)];
                sum += self.table[usize::from(place) % TABLE];
                rows &= rows - 1;
            }
        }
        let lead = i64::from(sum as i32);
        WorthSum { lead, both: (sum - lead) >> 32 }
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
