//! The transposition table of a search: it has a limit, and beyond that the cheapest of four entries gives way.

use super::Known;

/// A position met, with the work below it.
#[derive(Clone, Copy)]
pub struct Entry<Z> {
    pub key: u64,
    /// Sum over the ancestors' keys, where the result rests on one.
    pub path: u64,
    pub work: u32,
    pub known: Known<Z>,
}

const WAYS: usize = 4;

/// Grows while it fills, up to its limit; then the cheapest positions are forgotten. Keys lie apart: most questions are
/// answered by them alone.
pub struct Table<Z> {
    keys: Vec<[u64; WAYS]>,
    entries: Vec<Entry<Z>>,
    mask: usize,
    used: usize,
    most: usize,
}

/// Most questions are small: a large table would take longer to lay out than they take to answer.
const FIRST_BUCKETS: usize = 1 << 6;

impl<Z: Copy + Default> Table<Z> {
    /// At most as many entries as fit into `bytes`.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / (std::mem::size_of::<Entry<Z>>() + 8) / WAYS).max(1);
        // the power of two not above; while it grows the old half still stands beside the new one
        let most = (1usize << (usize::BITS - 1 - buckets.leading_zeros())).max(1);
        Self::laid_out(FIRST_BUCKETS.min(most), most)
    }

    fn laid_out(buckets: usize, most: usize) -> Self {
        let none = Entry { key: 0, path: 0, work: 0, known: Known::open([1, 1]) };
        let entries = gosedai_memory::filled(none, buckets * WAYS);
        Table { keys: gosedai_memory::filled([0; WAYS], buckets), entries, mask: buckets - 1, used: 0, most }
    }

    /// Forgets everything, for a new question.
    pub fn clear(&mut self) {
        self.keys.fill([0; WAYS]);
        self.used = 0;
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * (std::mem::size_of::<Entry<Z>>() + 8)
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 20) as usize & self.mask
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry<Z>> {
        let at = self.bucket(key);
        let way = self.keys[at].iter().position(|&k| k == key)?;
        Some(&self.entries[at * WAYS + way])
    }

    pub fn put(&mut self, entry: Entry<Z>) {
        if self.used * 2 > self.entries.len() && self.mask + 1 < self.most {
            self.grow();
        }
        let at = self.bucket(entry.key);
        let (keys, bucket) = (&mut self.keys[at], &mut self.entries[at * WAYS..][..WAYS]);
        let cheapest = |i: &usize| if keys[*i] == 0 { 0 } else { bucket[*i].work };
        let way = keys.iter().position(|&k| k == entry.key);
        let way = way.unwrap_or_else(|| (0..WAYS).min_by_key(cheapest).unwrap_or(0));
        self.used += usize::from(keys[way] == 0);
        keys[way] = entry.key;
        bucket[way] = entry;
    }

    fn grow(&mut self) {
        // fourfold, so that old and new together stay within the limit
        let mut larger = Self::laid_out(((self.mask + 1) * 4).min(self.most), self.most);
        for (key, entry) in self.keys.iter().flatten().zip(&self.entries) {
            if *key != 0 {
                larger.put(*entry);
            }
        }
        *self = larger;
    }
}
