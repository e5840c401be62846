//! The grid: one bit per point, shifts for neighbours, and the board's symmetries as delta moves on both colours at once.

use crate::error::SmallBoardError;

/// The largest board: two colours of 30 bits fit one 64-bit key with room for the side to move.
pub const MAX_POINTS: usize = 30;

/// One symmetry step: every listed mask of points moves by its shift (positive = towards higher bits).
type Moves = Vec<(u64, i32)>;

/// A rectangular board of at most [`MAX_POINTS`] points; point `row * cols + col`, row 0 drawn on top.
#[derive(Debug, Clone)]
pub struct Geometry {
    pub rows: usize,
    pub cols: usize,
    /// Number of points.
    pub n: usize,
    /// All points.
    pub full: u32,
    /// All points that have a neighbour at the next / previous bit.
    has_next: u32,
    has_prev: u32,
    /// Points with fewer than four neighbours, and with the fewest.
    pub rim: u32,
    pub corners: u32,
    /// Neighbours of each point.
    pub near: [u32; MAX_POINTS],
    flip_cols: Moves,
    flip_rows: Moves,
    /// Only square boards may be transposed.
    transpose: Option<Moves>,
    /// Where the processor gathers 64 bits at once: the source bit of every bit, for each symmetry but the identity.
    gather: Vec<[u8; 64]>,
}

impl Geometry {
    pub fn new(rows: usize, cols: usize) -> Result<Self, SmallBoardError> {
        let n = rows.saturating_mul(cols);
        if n == 0 || n > MAX_POINTS {
            return Err(SmallBoardError::BoardSize { rows, cols });
        }
        let full = (1u32 << n) - 1;
        let mut has_next = 0;
        for p in 0..n {
            if p % cols + 1 < cols {
                has_next |= 1 << p;
            }
        }
        let has_prev = (has_next << 1) & full;
        let target = |f: &dyn Fn(usize, usize) -> (usize, usize)| -> Moves {
            let mut moves: Moves = Vec::new();
            for p in 0..n {
                let (r, c) = f(p / cols, p % cols);
                let shift = (r * cols + c) as i32 - p as i32;
                let both = (1u64 << p) | (1u64 << (p + 32));
                match moves.iter_mut().find(|m| m.1 == shift) {
                    Some(m) => m.0 |= both,
                    None => moves.push((both, shift)),
                }
            }
            moves
        };
        let mut geometry = Geometry {
            rows,
            cols,
            n,
            full,
            has_next,
            has_prev,
            rim: 0,
            corners: 0,
            near: [0; MAX_POINTS],
            flip_cols: target(&|r, c| (r, cols - 1 - c)),
            flip_rows: target(&|r, c| (rows - 1 - r, c)),
            transpose: (rows == cols).then(|| target(&|r, c| (c, r))),
            gather: Vec::new(),
        };
        if gathers_bits() {
            geometry.gather = geometry.gather_tables();
        }
        for p in 0..n {
            geometry.near[p] = geometry.spread(1 << p);
            geometry.rim |= ((geometry.near[p].count_ones() < 4) as u32) << p;
            geometry.corners |= ((geometry.near[p].count_ones() < 3) as u32) << p;
        }
        Ok(geometry)
    }

    /// Parses `3x5` (rows x columns).
    pub fn parse(name: &str) -> Result<Self, SmallBoardError> {
        let bad = || SmallBoardError::BoardName(name.to_string());
        let (rows, cols) = name.trim().split_once(['x', 'X', '×']).ok_or_else(bad)?;
        let rows = rows.trim().parse().map_err(|_| bad())?;
        let cols = cols.trim().parse().map_err(|_| bad())?;
        Self::new(rows, cols)
    }

    /// `3x5`.
    pub fn name(&self) -> String {
        format!("{}x{}", self.rows, self.cols)
    }

    /// The points next to `set`, which may include points of `set`.
    #[inline(always)]
    pub fn spread(&self, set: u32) -> u32 {
        let w = self.cols as u32;
        (((set & self.has_next) << 1) | ((set & self.has_prev) >> 1) | set.wrapping_shl(w) | set.wrapping_shr(w))
            & self.full
    }

    /// The connected part of `within` that holds `seed`; `seed` must lie in `within`.
    #[inline(always)]
    pub fn flood(&self, seed: u32, within: u32) -> u32 {
        let mut set = seed;
        loop {
            let grown = (set | self.spread(set)) & within;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    #[inline(always)]
    fn apply(x: u64, moves: &Moves) -> u64 {
        let mut out = 0;
        for &(mask, shift) in moves {
            let part = x & mask;
            out |= if shift >= 0 { part << shift } else { part >> -shift };
        }
        out
    }

    /// Calls `f` with every image of the two 32-bit lanes `x` under the board's symmetries (4, or 8 on squares).
    #[inline(always)]
    pub fn images(&self, x: u64, mut f: impl FnMut(u64)) {
        let mut four = |x: u64| {
            let y = Self::apply(x, &self.flip_cols);
            f(x);
            f(y);
            f(Self::apply(x, &self.flip_rows));
            f(Self::apply(y, &self.flip_rows));
        };
        four(x);
        if let Some(t) = &self.transpose {
            four(Self::apply(x, t));
        }
    }

    /// The smallest image: equal for positions that are rotations or reflections of each other.
    #[inline(always)]
    pub fn canonical(&self, x: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if !self.gather.is_empty() {
            // SAFETY: the tables are only made on processors that have the instruction.
            return unsafe { least_image(x, &self.gather) };
        }
        self.canonical_by_moves(x)
    }

    /// The source bit of every bit of every image but the first, found by moving single bits.
    fn gather_tables(&self) -> Vec<[u8; 64]> {
        let count = if self.transpose.is_some() { 8 } else { 4 };
        let mut tables = vec![[63u8; 64]; count - 1];
        for p in 0..self.n {
            for lane in [0, 32] {
                let mut number = 0;
                self.images(1 << (p + lane), |image| {
                    if number > 0 {
                        tables[number - 1][image.trailing_zeros() as usize] = (p + lane) as u8;
                    }
                    number += 1;
                });
            }
        }
        tables
    }

    fn canonical_by_moves(&self, x: u64) -> u64 {
        let mut best = u64::MAX;
        self.images(x, |y| best = best.min(y));
        best
    }

    /// Human name of a point in GTP letters (`A1` bottom left, no I).
    pub fn point_name(&self, p: usize) -> String {
        let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ".get(p % self.cols).map_or('?', |&b| b as char);
        format!("{letter}{}", self.rows - p / self.cols)
    }
}

/// Can this processor permute all bits of a word in one step?
fn gathers_bits() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512bitalg") && std::arch::is_x86_feature_detected!("avx512bw");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The smallest image; bit 63, which unused positions point at, must be clear in `x`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bitalg,avx512bw,avx512f")]
fn least_image(x: u64, gather: &[[u8; 64]]) -> u64 {
    use std::arch::x86_64::{_mm512_bitshuffle_epi64_mask, _mm512_loadu_si512, _mm512_set1_epi64};
    let word = _mm512_set1_epi64(x as i64);
    let mut best = x;
    for table in gather {
        // SAFETY: the table has 64 readable bytes.
        let from = unsafe { _mm512_loadu_si512(table.as_ptr().cast()) };
        best = best.min(_mm512_bitshuffle_epi64_mask(word, from));
    }
    best
}

/// The points of a set, lowest first.
#[inline(always)]
pub fn points(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let p = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(p)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_wrap_round_the_edge() {
        let g = Geometry::new(3, 5).unwrap();
        assert_eq!(g.near[4], (1 << 3) | (1 << 9));
        assert_eq!(g.near[7], (1 << 6) | (1 << 8) | (1 << 2) | (1 << 12));
        let line = Geometry::new(1, 7).unwrap();
        assert_eq!(line.near[0], 1 << 1);
        assert_eq!(line.near[6], 1 << 5);
    }

    #[test]
    fn every_image_has_the_same_canonical_form() {
        for (r, c) in [(1, 5), (3, 4), (4, 4), (5, 5), (5, 6)] {
            let g = Geometry::new(r, c).unwrap();
            let x = 0b1001u64 | (0b1_0100u64 << 32);
            let mut count = 0;
            g.images(x, |y| {
                count += 1;
                assert_eq!(g.canonical(y), g.canonical(x));
                assert_eq!(y.count_ones(), x.count_ones());
            });
            assert_eq!(count, if r == c { 8 } else { 4 });
            // both ways to the canonical form agree
            let mut y = 0x1234_5678_9ABC_DEF1u64;
            for _ in 0..1000 {
                y = y.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ y >> 29;
                let x = y & (g.full as u64 | (g.full as u64) << 32);
                assert_eq!(g.canonical(x), g.canonical_by_moves(x));
            }
        }
    }

    #[test]
    fn sizes_and_names_are_checked() {
        assert!(Geometry::new(0, 4).is_err());
        assert!(Geometry::new(6, 6).is_err());
        assert!(Geometry::parse("4by4").is_err());
        assert_eq!(Geometry::parse("4x5").unwrap().n, 20);
        assert_eq!(Geometry::parse("5x5").unwrap().point_name(0), "A5");
    }
}
