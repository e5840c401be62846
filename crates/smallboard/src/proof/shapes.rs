//! A learned score of a board for the "whole board" question: weights of local shapes and of cheap counts.
//!
//! Every window of the board (3x3, two whole rows or columns, 3x4) looks up a weight by its contents; windows that are images of each other
//! under the board's symmetries share their weights. The sum is the log-odds that the prover succeeds. It decides where
//! a search looks first, never what is true.

use std::sync::OnceLock;

use super::estimate::{FEATURES, features};
use super::goal::State;
use crate::error::SmallBoardError;
use crate::geometry::Geometry;

/// One window: its points, and for their bits (gathered) the base-3 code in the order of its class.
#[derive(Debug, Clone)]
struct Window {
    mask: u32,
    /// Offset of the class in the weights of one side to move.
    base: u32,
    /// Sum of the powers of three of the gathered bits.
    code: Vec<u32>,
}

/// Weights of one board.
#[derive(Debug, Clone)]
pub struct Shapes {
    windows: Vec<Window>,
    /// Entries of all classes together.
    pub entries: usize,
    /// `[side to move][entry]`, in 1/256 of a unit of log-odds.
    pub weights: [Vec<i16>; 2],
    /// The same for the counts.
    pub counts: [[i32; FEATURES]; 2],
}

/// Units of a weight.
pub const UNIT: f32 = 256.0;

const MAGIC: &[u8; 8] = b"GSDSHP02";

impl Shapes {
    /// All windows of a board, with weights of zero.
    pub fn blank(g: &Geometry) -> Self {
        let mut windows: Vec<Window> = Vec::new();
        let mut entries = 0;
        let mut sizes = vec![(3, 3), (3, 4), (4, 3)];
        if g.cols <= 6 {
            sizes.push((2, g.cols));
        }
        if g.rows <= 6 {
            sizes.push((g.rows, 2));
        }
        for (h, w) in sizes {
            for r in 0..(g.rows + 1).saturating_sub(h) {
                for c in 0..(g.cols + 1).saturating_sub(w) {
                    let points: Vec<usize> = (0..h * w).map(|i| (r + i / w) * g.cols + c + i % w).collect();
                    let mask = points.iter().fold(0u32, |m, p| m | 1 << p);
                    if windows.iter().any(|w| w.mask == mask) {
                        continue;
                    }
                    // a new class: every image of this window that is not there yet
                    for image in images_of_points(g, &points) {
                        let mask = image.iter().fold(0u32, |m, p| m | 1 << p);
                        if windows.iter().any(|w| w.mask == mask) {
                            continue;
                        }
                        let mut sorted = image.clone();
                        sorted.sort_unstable();
                        let power: Vec<u32> = sorted
                            .iter()
                            .map(|p| 3u32.pow(image.iter().position(|q| q == p).unwrap_or(0) as u32))
                            .collect();
                        let code = (0..1usize << sorted.len())
                            .map(|bits| (0..sorted.len()).filter(|i| bits >> i & 1 != 0).map(|i| power[i]).sum())
                            .collect();
                        windows.push(Window { mask, base: entries as u32, code });
                    }
                    entries += 3usize.pow(points.len() as u32);
                }
            }
        }
        let zero = || gosedai_memory::zeros::<i16>(entries);
        Shapes { windows, entries, weights: [zero(), zero()], counts: [[0; FEATURES]; 2] }
    }

    /// Calls `f` with the entry of every window.
    #[inline(always)]
    pub fn each_entry(&self, s: &State, mut f: impl FnMut(usize)) {
        for w in &self.windows {
            let at = |set: u32| w.code[gather(set, w.mask) as usize];
            f((w.base + at(s.prover) + 2 * at(s.other)) as usize);
        }
    }

    /// Log-odds that the prover succeeds, in sixteenths.
    #[inline(always)]
    pub fn score(&self, g: &Geometry, s: &State, missing: u32) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2") {
            // SAFETY: the instruction is there.
            return unsafe { self.score_by_instruction(g, s, missing) };
        }
        self.sum(g, s, missing)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn score_by_instruction(&self, g: &Geometry, s: &State, missing: u32) -> i32 {
        let side = s.prover_to_move as usize;
        let weights = &self.weights[side];
        let mut total = 0i32;
        for w in &self.windows {
            let at = |set: u32| w.code[std::arch::x86_64::_pext_u32(set, w.mask) as usize];
            total += weights[(w.base + at(s.prover) + 2 * at(s.other)) as usize] as i32;
        }
        for (x, w) in features(g, s, missing).iter().zip(&self.counts[side]) {
            total += *x as i32 * w;
        }
        total / 16
    }

    fn sum(&self, g: &Geometry, s: &State, missing: u32) -> i32 {
        let side = s.prover_to_move as usize;
        let mut total = 0i32;
        self.each_entry(s, |e| total += self.weights[side][e] as i32);
        for (x, w) in features(g, s, missing).iter().zip(&self.counts[side]) {
            total += *x as i32 * w;
        }
        total / 16
    }

    /// The weights as bytes; most of them are zero, so the gaps between the others are counted.
    pub fn to_bytes(&self, g: &Geometry) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&[g.rows as u8, g.cols as u8]);
        for side in 0..2 {
            self.counts[side].iter().for_each(|&w| put(&mut out, fold(w)));
            let set = self.weights[side].iter().enumerate().filter(|(_, w)| **w != 0);
            put(&mut out, set.clone().count() as u32);
            let mut next = 0;
            for (at, &w) in set {
                put(&mut out, (at - next) as u32);
                put(&mut out, fold(w as i32));
                next = at + 1;
            }
        }
        out
    }

    pub fn from_bytes(g: &Geometry, bytes: &[u8]) -> Result<Self, SmallBoardError> {
        let bad = |what: &str| SmallBoardError::Checkpoint(format!("weights of shapes: {what}"));
        let cut = || bad("the file is not one, or cut short");
        if bytes.len() < 10 || &bytes[..8] != MAGIC {
            return Err(cut());
        }
        if bytes[8..10] != [g.rows as u8, g.cols as u8] {
            return Err(bad("they are for another board"));
        }
        let mut shapes = Shapes::blank(g);
        let mut rest = &bytes[10..];
        for side in 0..2 {
            for w in &mut shapes.counts[side] {
                *w = unfold(take(&mut rest).ok_or_else(cut)?);
            }
            let mut at = 0;
            for _ in 0..take(&mut rest).ok_or_else(cut)? {
                at += take(&mut rest).ok_or_else(cut)? as usize;
                let w = unfold(take(&mut rest).ok_or_else(cut)?) as i16;
                *shapes.weights[side].get_mut(at).ok_or_else(cut)? = w;
                at += 1;
            }
        }
        if rest.is_empty() { Ok(shapes) } else { Err(bad("there is something behind them")) }
    }

    /// The weights that ship with the program, where a board has some.
    pub fn shipped(g: &Geometry) -> Option<&'static Shapes> {
        // not lazily: whoever finds no memory may find some later
        static FIVE: OnceLock<Option<Shapes>> = OnceLock::new();
        let read = || {
            let bytes = include_bytes!("../../../../knowledge/smallboard/5x5.shapes");
            Shapes::from_bytes(&Geometry::new(5, 5).ok()?, bytes).ok()
        };
        if (g.rows, g.cols) == (5, 5) { FIVE.get_or_init(read).as_ref() } else { None }
    }
}

/// Signed numbers as unsigned ones, small if they are small.
fn fold(w: i32) -> u32 {
    ((w << 1) ^ (w >> 31)) as u32
}

fn unfold(x: u32) -> i32 {
    (x >> 1) as i32 ^ -((x & 1) as i32)
}

/// Seven bits a byte, the highest bit says that more follow.
fn put(out: &mut Vec<u8>, mut x: u32) {
    while x >= 128 {
        out.push(x as u8 | 128);
        x >>= 7;
    }
    out.push(x as u8);
}

fn take(rest: &mut &[u8]) -> Option<u32> {
    let (mut x, mut shift) = (0u32, 0);
    loop {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        x |= ((byte & 127) as u32).checked_shl(shift)?;
        shift += 7;
        if byte & 128 == 0 {
            return Some(x);
        }
    }
}

/// The bits of `set` under `mask`, moved together.
#[inline(always)]
fn gather(set: u32, mask: u32) -> u32 {
    let (mut out, mut at, mut rest) = (0, 0, mask);
    while rest != 0 {
        out |= (set >> rest.trailing_zeros() & 1) << at;
        at += 1;
        rest &= rest - 1;
    }
    out
}

/// The images of a list of points under the board's symmetries, in order.
fn images_of_points(g: &Geometry, points: &[usize]) -> Vec<Vec<usize>> {
    let mut images: Vec<Vec<usize>> = Vec::new();
    for &p in points {
        let mut number = 0;
        g.images(1 << p, |image| {
            if images.len() == number {
                images.push(Vec::new());
            }
            images[number].push(image.trailing_zeros() as usize);
            number += 1;
        });
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_bytes_and_both_ways_of_adding_agree() {
        let g = Geometry::parse("4x4").unwrap();
        let mut shapes = Shapes::blank(&g);
        for side in 0..2 {
            let weights = shapes.weights[side].iter_mut().enumerate();
            weights.for_each(|(i, w)| *w = (i * 7919 % 2001) as i16 - 1000);
            shapes.counts[side][2] = 31;
        }
        let bytes = shapes.to_bytes(&g);
        let again = Shapes::from_bytes(&g, &bytes).unwrap();
        for cut in [0, 9, 10, 11, 5000, bytes.len() - 1] {
            assert!(Shapes::from_bytes(&g, &bytes[..cut]).is_err(), "cut after {cut} bytes");
        }
        assert!(Shapes::from_bytes(&g, &[&bytes[..], &[0]].concat()).is_err(), "a byte too many");
        assert_eq!(again.weights, shapes.weights);
        assert!(Shapes::from_bytes(&Geometry::parse("4x5").unwrap(), &bytes).is_err());
        for (prover, other) in [(0x0421, 0x8010), (0x1, 0x0ff0), (0, 0)] {
            let s = State { prover, other, ko: 31, prover_to_move: prover != 1 };
            assert_eq!(again.score(&g, &s, 3), shapes.sum(&g, &s, 3));
        }
    }

    #[test]
    fn windows_in_equal_places_share_their_weights() {
        let g = Geometry::parse("5x5").unwrap();
        let shapes = Shapes::blank(&g);
        // 3x3: corner, side and centre; two rows: at the side and inside; 3x4: at the side and inside
        assert_eq!(shapes.entries, 3 * 3usize.pow(9) + 2 * 3usize.pow(10) + 2 * 3usize.pow(12));
        assert_eq!(shapes.windows.len(), 9 + 8 + 12);
        let corner = |p: usize| {
            let mut entries = Vec::new();
            let s = State { prover: 1 << p, ..State::empty(true) };
            shapes.each_entry(&s, |e| entries.push(e));
            entries.sort_unstable();
            entries
        };
        let first: Vec<_> = corner(0).into_iter().filter(|e| *e < 3usize.pow(9)).collect();
        assert_eq!(first.len(), corner(24).into_iter().filter(|e| *e < 3usize.pow(9)).count());
    }
}
