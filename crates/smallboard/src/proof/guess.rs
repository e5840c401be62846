//! The first guess for a position nobody has searched: how likely is it to be proven?
//!
//! A sum of weights, one per small window of the board and pattern in it, learned while the search runs: every node that gets decided
//! moves the weights of its patterns towards its verdict (logistic regression). Windows that are images of each other under
//! the board's symmetries share weights. A guess only orders the search; it can never decide anything.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::goal::State;
use crate::geometry::{Geometry, points};

struct Window {
    /// Bit of the first point of each row of the window.
    shifts: Vec<u32>,
    width: u32,
    mask: u32,
    /// Pattern bits to base-3 number, in the order of the window's class.
    ternary: Vec<u32>,
    offset: usize,
}

/// Weights and windows of one board.
pub struct Guess {
    windows: Vec<Window>,
    weights: Vec<AtomicU32>,
    per_side: usize,
    rate: f32,
    cost: Vec<u32>,
}

pub static STAT: [std::sync::atomic::AtomicU64; 8] = [const { std::sync::atomic::AtomicU64::new(0) }; 8];
/// Cost table resolution: logits are quantised to eighths within +-8.
const STEPS: i32 = 64;

impl Guess {
    pub fn new(g: &Geometry, shapes: &[(usize, usize)], rate: f32, scale: f32, base: f32) -> Self {
        let mut windows: Vec<Window> = Vec::new();
        let mut classes: Vec<(Vec<u32>, usize)> = Vec::new();
        let mut size = 0;
        let mut seen = Vec::new();
        for &(h, w) in shapes {
            for (h, w) in [(h.min(g.rows), w.min(g.cols)), (w.min(g.rows), h.min(g.cols))] {
                if seen.contains(&(h, w)) {
                    continue;
                }
                seen.push((h, w));
                for r in 0..=g.rows - h {
                    for c in 0..=g.cols - w {
                        let cells: Vec<usize> = (0..h * w).map(|i| (r + i / w) * g.cols + c + i % w).collect();
                        windows.push(Self::window(g, &cells, (r, c, h, w), &mut classes, &mut size));
                    }
                }
            }
        }
        let cost = (-STEPS..=STEPS)
            .map(|i| (base * (-(i as f32) / 8.0 * scale).exp()).round().clamp(1.0, 4000.0) as u32)
            .collect();
        let mut weights = Vec::new();
        weights.resize_with(2 * size, AtomicU32::default);
        Guess { rate: rate / windows.len() as f32, windows, weights, per_side: size, cost }
    }

    fn window(
        g: &Geometry,
        cells: &[usize],
        (r, c, h, w): (usize, usize, usize, usize),
        classes: &mut Vec<(Vec<u32>, usize)>,
        size: &mut usize,
    ) -> Window {
        // images of the ordered cells under every symmetry; the class is an image already known, or this one
        let mut images: Vec<Vec<u32>> = Vec::new();
        for (i, &cell) in cells.iter().enumerate() {
            let mut k = 0;
            g.images(1u64 << cell, |y| {
                if i == 0 {
                    images.push(Vec::new());
                }
                images[k].push(y.trailing_zeros());
                k += 1;
            });
        }
        let mut found = None;
        for (known, offset) in classes.iter() {
            for image in &images {
                let mut a = image.clone();
                let mut b = known.clone();
                a.sort_unstable();
                b.sort_unstable();
                if a == b {
                    // cell i of this window sits at place `order[i]` of the class
                    let order: Vec<usize> =
                        image.iter().map(|p| known.iter().position(|q| q == p).unwrap_or(0)).collect();
                    found = Some((order, *offset));
                }
            }
        }
        let (order, offset) = found.unwrap_or_else(|| {
            let offset = *size;
            classes.push((cells.iter().map(|&p| p as u32).collect(), offset));
            *size += 3usize.pow(cells.len() as u32);
            ((0..cells.len()).collect(), offset)
        });
        let ternary = (0u32..1 << cells.len())
            .map(|bits| points(bits).map(|i| 3u32.pow(order[i] as u32)).sum())
            .collect();
        Window {
            shifts: (0..h).map(|i| ((r + i) * g.cols + c) as u32).collect(),
            width: w as u32,
            mask: (1 << w) - 1,
            ternary,
            offset,
        }
    }

    #[inline(always)]
    fn index(&self, w: &Window, s: &State) -> usize {
        let (mut p, mut o) = (0u32, 0u32);
        for (i, &shift) in w.shifts.iter().enumerate() {
            p |= (s.prover >> shift & w.mask) << (i as u32 * w.width);
            o |= (s.other >> shift & w.mask) << (i as u32 * w.width);
        }
        let side = if s.prover_to_move { self.per_side } else { 0 };
        side + w.offset + (w.ternary[p as usize] + 2 * w.ternary[o as usize]) as usize
    }

    /// Log-odds that the state is proven.
    #[inline(always)]
    pub fn logit(&self, s: &State) -> f32 {
        let mut sum = 0.0;
        for w in &self.windows {
            sum += f32::from_bits(self.weights[self.index(w, s)].load(Relaxed));
        }
        sum
    }

    /// Proof and disproof numbers to start with.
    #[inline(always)]
    pub fn numbers(&self, logit: f32) -> (u32, u32) {
        let step = ((logit * 8.0) as i32).clamp(-STEPS, STEPS);
        (self.cost[(STEPS + step) as usize], self.cost[(STEPS - step) as usize])
    }

    /// Learns from a decided state.
    #[inline(always)]
    pub fn learn(&self, s: &State, proven: bool) {
        let p = 1.0 / (1.0 + (-self.logit(s)).exp());
        let i = (s.prover_to_move as usize) * 4 + (proven as usize) * 2 + ((p > 0.5) == proven) as usize;
        STAT[i].fetch_add(1, Relaxed);
        let step = (if proven { 1.0 - p } else { -p }) * self.rate;
        for w in &self.windows {
            let cell = &self.weights[self.index(w, s)];
            cell.store((f32::from_bits(cell.load(Relaxed)) + step).to_bits(), Relaxed);
        }
    }
}
