//! Sets of cells of a small field as a few machine words: the shape of a question decides how many.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of at most `64 * N` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Bits<N> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const N: usize> Bits<N> {
    pub const NONE: Self = Bits([0; N]);

    #[inline]
    pub fn of(cell: usize) -> Self {
        let mut set = Self::NONE;
        set.insert(cell);
        set
    }

    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn meets(&self, other: Self) -> bool {
        (0..N).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// Is every cell of this set in the other?
    #[inline]
    pub fn within(&self, other: Self) -> bool {
        (0..N).all(|i| self.0[i] & !other.0[i] == 0)
    }

    #[inline]
    pub fn minus(self, other: Self) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] &= !other.0[i];
        }
        out
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn first(&self) -> Option<usize> {
        (0..N).find(|&i| self.0[i] != 0).map(|i| i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// The lowest cell as a set.
    #[inline]
    pub fn lowest(&self) -> Self {
        let mut out = Self::NONE;
        for i in 0..N {
            if self.0[i] != 0 {
                out.0[i] = self.0[i] & self.0[i].wrapping_neg();
                break;
            }
        }
        out
    }

    /// All cells moved up by `step` places (less than a word).
    #[inline]
    pub fn up(self, step: u32) -> Self {
        let mut out = Self::NONE;
        for i in 0..N {
            out.0[i] = self.0[i] << step;
            if i > 0 {
                out.0[i] |= self.0[i - 1] >> (64 - step);
            }
        }
        out
    }

    /// All cells moved down by `step` places.
    #[inline]
    pub fn down(self, step: u32) -> Self {
        let mut out = Self::NONE;
        for i in 0..N {
            out.0[i] = self.0[i] >> step;
            if i + 1 < N {
                out.0[i] |= self.0[i + 1] << (64 - step);
            }
        }
        out
    }

    #[inline]
    pub fn iter(self) -> Cells<N> {
        Cells { left: self, word: 0 }
    }
}

/// Walks the cells of a set upwards.
pub struct Cells<const N: usize> {
    left: Bits<N>,
    word: usize,
}

impl<const N: usize> Iterator for Cells<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < N {
            let word = self.left.0[self.word];
            if word != 0 {
                self.left.0[self.word] = word & (word - 1);
                return Some(self.word * 64 + word.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for i in 0..N {
            self.0[i] |= other.0[i];
        }
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for i in 0..N {
            self.0[i] &= other.0[i];
        }
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
