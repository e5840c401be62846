//! Potential: the sum of what all living stones radiate, Black positive, White negative.

use crate::geometry::Geometry;
use gosedai_board::{CELLS, Point, PointSet};

/// Potential of every point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    values: [i16; CELLS],
}

impl Potential {
    #[inline]
    pub fn at(&self, point: Point) -> i32 {
        i32::from(self.values[point.index()])
    }

    pub(crate) fn of(living: &[PointSet; 2], geometry: &Geometry) -> Potential {
        let mut potential = Potential { values: [0; CELLS] };
        potential.add(&living[0], geometry, 1);
        potential.add(&living[1], geometry, -1);
        potential
    }

    /// Brings the potential of other living stones up to date.
    pub(crate) fn update(&mut self, old: &[PointSet; 2], new: &[PointSet; 2], geometry: &Geometry) {
        for (i, sign) in [(0, 1), (1, -1)] {
            self.add(&old[i].minus(&new[i]), geometry, -sign);
            self.add(&new[i].minus(&old[i]), geometry, sign);
        }
    }

    fn add(&mut self, stones: &PointSet, geometry: &Geometry, sign: i16) {
        for stone in stones.iter() {
            for &(cell, value) in &geometry.radiation[stone.index()] {
                // wraps on absurd patterns instead of panicking; adding and removing stay inverse
                let cell = &mut self.values[cell as usize];
                *cell = cell.wrapping_add(value.wrapping_mul(sign));
            }
        }
    }
}
