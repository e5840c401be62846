//! The transposition table of one exact search: a fixed number of entries, the cheapest of four gives way.

use super::bits::Bits;
use super::known::Known;

/// A number no search reaches: solved.
pub const INFINITE: u32 = 1 << 30;
/// Rests on no ancestor.
pub const FREE: u16 = u16::MAX;
/// The result used a ko.
pub const KO: u8 = 1;
/// The target stays on the board, but maybe without two eyes of its own.
pub const SHARED: u8 = 2;

/// What is known of a position.
#[derive(Clone, Copy)]
pub struct Entry<const N: usize> {
    pub key: u64,
    /// Sum over the ancestors' keys, when `rests` names one.
    pub path: u64,
    pub kill: u32,
    pub live: u32,
    pub work: u32,
    pub best: u16,
    /// Depth of the earliest ancestor whose repetition the result rests on.
    pub rests: u16,
    pub flags: u8,
    pub zone: Bits<N>,
}

impl<const N: usize> Entry<N> {
    const NONE: Self =
        Entry { key: 0, path: 0, kill: 1, live: 1, work: 0, best: 0, rests: FREE, flags: 0, zone: Bits::NONE };

    pub fn is_solved(&self) -> bool {
        self.kill == 0 || self.live == 0
    }

    pub(super) fn known(&self) -> Known<N> {
        let &Entry { kill, live, flags, rests, best, zone, .. } = self;
        Known { kill, live, flags, rests, best, zone }
    }
}

const WAYS: usize = 4;

/// Grows while it fills, up to its limit; then the cheapest positions are forgotten. Keys lie apart: most questions are
/// answered by them alone.
pub struct Table<const N: usize> {
    keys: Vec<[u64; WAYS]>,
    entries: Vec<Entry<N>>,
    mask: usize,
    used: usize,
    most: usize,
}

const FIRST_BUCKETS: usize = 1 << 10;

impl<const N: usize> Table<N> {
    /// At most as many entries as fit into `bytes`.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / (std::mem::size_of::<Entry<N>>() + 8) / WAYS).max(1);
        // the power of two not above; while it grows the old half still stands beside the new one
        let most = (1usize << (usize::BITS - 1 - buckets.leading_zeros())).max(1);
        let first = FIRST_BUCKETS.min(most);
        Table { keys: vec![[0; WAYS]; first], entries: vec![Entry::NONE; first * WAYS], mask: first - 1, used: 0, most }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * (std::mem::size_of::<Entry<N>>() + 8)
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 20) as usize & self.mask
    }

    /// Fetches the place of a position in memory while other work goes on.
    #[inline]
    pub fn touch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let place = &raw const self.keys[self.bucket(key)];
            // SAFETY: the place is inside the table, and fetching ahead changes nothing but the time
            unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry<N>> {
        let at = self.bucket(key);
        let way = self.keys[at].iter().position(|&k| k == key)?;
        Some(&self.entries[at * WAYS + way]).filter(|e| e.work > 0)
    }

    pub fn put(&mut self, entry: Entry<N>) {
        if self.used * 2 > self.entries.len() && self.mask + 1 < self.most {
            self.grow();
        }
        let at = self.bucket(entry.key);
        let bucket = &mut self.entries[at * WAYS..][..WAYS];
        let way = self.keys[at]
            .iter()
            .position(|&k| k == entry.key)
            .unwrap_or_else(|| (0..WAYS).min_by_key(|&i| bucket[i].work).unwrap_or(0));
        self.used += usize::from(bucket[way].work == 0);
        self.keys[at][way] = entry.key;
        bucket[way] = entry;
    }

    fn grow(&mut self) {
        // fourfold, so that old and new together stay within the limit
        let buckets = ((self.mask + 1) * 4).min(self.most);
        let old = std::mem::replace(&mut self.entries, vec![Entry::NONE; buckets * WAYS]);
        self.keys = vec![[0; WAYS]; buckets];
        self.mask = buckets - 1;
        self.used = 0;
        for entry in old.into_iter().filter(|e| e.work > 0) {
            self.put(entry);
        }
    }
}
