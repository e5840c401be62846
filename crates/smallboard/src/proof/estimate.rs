//! How hard a board looks before it is searched: first proof and disproof numbers for the "whole board" question.
//!
//! A linear score of cheap counts tells proven positions from disproven ones (fitted to decided positions of finished searches). Its
//! exponential, on a scale as large as the subtrees themselves, makes the search go deep where the prover is near his goal instead of
//! opening everything a little. Nothing here can make a verdict wrong.

use super::goal::State;
use super::shapes::Shapes;
use super::table::rounded;
use crate::geometry::Geometry;

/// Number of counts.
pub const FEATURES: usize = 24;

/// The counts of a state; `missing` is the prover's distance to a finished pattern.
#[inline(always)]
pub fn features(g: &Geometry, s: &State, missing: u32) -> [u32; FEATURES] {
    let near_prover = g.spread(s.prover);
    let near_other = g.spread(s.other);
    let empty = g.full & !(s.prover | s.other);
    let loose = g.full & !s.prover & !near_prover;
    let free = empty & !near_prover & !near_other;
    let (prover_chains, prover_atari) = chains(g, s.prover, empty);
    let (other_chains, other_atari) = chains(g, s.other, empty);
    let count = u32::count_ones;
    [
        1,
        missing,
        count(loose),
        count(s.other),
        count(s.prover),
        count(near_prover & empty),
        count(near_other & empty),
        count(loose & empty),
        count(near_prover & near_other & empty),
        count(s.prover & near_prover),
        count(s.other & near_other),
        count(free),
        // points all of whose neighbours are one side's stones
        count(empty & !g.spread(g.full & !s.prover)),
        count(empty & !g.spread(g.full & !s.other)),
        count(empty & !near_other),
        prover_chains,
        prover_atari,
        other_chains,
        other_atari,
        count(s.prover & g.rim),
        count(s.other & g.rim),
        count(s.prover & g.corners),
        count(s.other & g.corners),
        (s.ko != crate::stones::NO_KO) as u32,
    ]
}

/// Number of chains, and of those with one liberty.
#[inline(always)]
fn chains(g: &Geometry, stones: u32, empty: u32) -> (u32, u32) {
    let (mut rest, mut all, mut weak) = (stones, 0, 0);
    while rest != 0 {
        let chain = g.flood(rest & rest.wrapping_neg(), stones);
        rest &= !chain;
        all += 1;
        let liberties = g.spread(chain) & empty;
        weak += (liberties & liberties.wrapping_sub(1) == 0) as u32;
    }
    (all, weak)
}

/// Sixteenths of a unit of the score per count, for the opponent to move and for the prover to move.
const WEIGHTS: [[i32; FEATURES]; 2] = [
    [-8, -30, 9, -27, 58, 3, -22, -17, 10, -26, -1, 15, 14, -32, 8, -36, -69, 34, 16, -10, 7, -20, 23, 67],
    [-21, -37, 9, -59, 52, 5, -22, -15, 8, -14, 22, 15, 6, -60, 12, -16, -68, 65, 31, -8, 12, -24, 20, -21],
];

/// How scores become numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Size of both numbers where the score is zero.
    pub middle: f64,
    /// No first number is larger.
    pub largest: f64,
    /// Scores beyond this (in sixteenths) count as this.
    pub reach: i32,
    /// Sixteenths of the other children's numbers that add to the largest one: subtrees have much in common.
    pub share: u64,
}

/// For the counts, measured on 3x6 and 4x5.
const BY_COUNTS: Scale = Scale { middle: 4096.0, largest: 1e7, reach: 160, share: 16 };
/// For learned shapes, whose score is an order of magnitude of the work; full sums would leave the range of the numbers near the root of 5x5.
const BY_SHAPES: Scale = Scale { middle: 4096.0, largest: 2e8, reach: 184, share: 4 };

/// First numbers by score.
pub struct Estimate<'a> {
    pub scale: Scale,
    /// `middle * e^score` for scores of `-reach..=reach` sixteenths.
    power: Vec<u32>,
    /// Learned for this board; without them the counts decide.
    shapes: Option<&'a Shapes>,
}

impl<'a> Estimate<'a> {
    pub fn new(shapes: Option<&'a Shapes>) -> Self {
        let scale = if shapes.is_some() { BY_SHAPES } else { BY_COUNTS };
        let number = |i: i32| rounded((1.0 + scale.middle * (i as f64 / 16.0).exp()).min(scale.largest) as u32);
        Estimate { scale, power: (-scale.reach..=scale.reach).map(number).collect(), shapes }
    }

    /// Log-odds in sixteenths that the prover succeeds.
    #[inline(always)]
    pub fn score(&self, g: &Geometry, s: &State, missing: u32) -> i32 {
        if let Some(shapes) = self.shapes {
            return shapes.score(g, s, missing);
        }
        let counts = features(g, s, missing);
        let weights = &WEIGHTS[s.prover_to_move as usize];
        counts.iter().zip(weights).map(|(&x, w)| x as i32 * w).sum()
    }

    /// Proof and disproof number of a state that has not been searched.
    #[inline(always)]
    pub fn numbers(&self, g: &Geometry, s: &State, missing: u32) -> (u32, u32) {
        let score = self.score(g, s, missing);
        let reach = self.scale.reach;
        let at = score.clamp(-reach, reach);
        (self.power[(reach - at) as usize], self.power[(reach + at) as usize])
    }
}
