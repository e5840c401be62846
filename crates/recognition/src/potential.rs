//! Potential: the sum of what all living stones radiate, Black positive, White negative.
//!
//! A stone radiates in proportion to how surely its group lives, in sixteenths; dead stones radiate nothing.

use crate::geometry::Geometry;
use gosedai_board::{CELLS, Color, Point, PointSet};

/// Full radiation.
pub(crate) const FULL: i32 = 16;

/// Potential of every point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    /// In sixteenths.
    values: [i32; CELLS],
}

impl Potential {
    #[inline]
    pub fn at(&self, point: Point) -> i32 {
        let value = self.values[point.index()];
        // rounded to the nearest whole number, the same for both signs
        (value + value.signum() * (FULL / 2)) / FULL
    }

    pub(crate) fn new() -> Potential {
        Potential { values: [0; CELLS] }
    }

    /// All living stones radiating fully.
    pub(crate) fn of(living: &[PointSet; 2], geometry: &Geometry) -> Potential {
        let mut potential = Potential::new();
        potential.update(&[PointSet::EMPTY; 2], living, geometry);
        potential
    }

    /// Brings the potential of other living stones up to date.
    pub(crate) fn update(&mut self, old: &[PointSet; 2], new: &[PointSet; 2], geometry: &Geometry) {
        for color in Color::BOTH {
            let i = color.index();
            for stone in old[i].minus(&new[i]).iter() {
                self.add(stone, -FULL * color.sign(), geometry);
            }
            for stone in new[i].minus(&old[i]).iter() {
                self.add(stone, FULL * color.sign(), geometry);
            }
        }
    }

    /// Adds the radiation of a stone; `weight` in sixteenths, negative for White.
    pub(crate) fn add(&mut self, stone: Point, weight: i32, geometry: &Geometry) {
        for &(cell, value) in &geometry.radiation[stone.index()] {
            self.values[cell as usize] += i32::from(value) * weight;
        }
    }
}

/// How strongly each stone radiates, in sixteenths; negative for White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub of: [i8; CELLS],
}

impl Weights {
    pub fn new() -> Weights {
        Weights { of: [0; CELLS] }
    }

    /// Sets the weight of a group's stones by its chance to live: none at one half or less, full at certainty.
    pub fn set(&mut self, stones: &PointSet, color: Color, survival: f64) {
        let weight = (f64::from(FULL) * (2.0 * survival - 1.0).max(0.0)).round() as i32 * color.sign();
        for stone in stones.iter() {
            self.of[stone.index()] = weight as i8;
        }
    }
}
