//! The transposition table: exact keys, four entries to a cache line, shared by threads without locks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use gosedai_memory::NoMemory;

// sizes of tables and of what is mapped are reckoned in 64-bit addresses
#[cfg(not(target_pointer_width = "64"))]
compile_error!("solving small boards needs a 64-bit processor");

/// "Infinite" proof or disproof number.
pub const INF: u32 = u32::MAX;
/// The largest number an undecided node may have.
pub const MOST: u32 = MANTISSA << 11;

/// Numbers are stored with 21 bits of precision and 5 of exponent.
const PRECISION: u32 = 21;
const MANTISSA: u32 = (1 << PRECISION) - 1;
const CODE: u32 = (1 << 26) - 1;

/// The least number that the table can hold and that is not below `x`: what a search returns must be what it finds again.
#[inline(always)]
pub fn rounded(x: u32) -> u32 {
    if x <= MANTISSA {
        return x;
    }
    if x > MOST {
        return if x == INF { INF } else { MOST };
    }
    let e = 32 - PRECISION - x.leading_zeros();
    let up = ((x - 1) >> e) + 1;
    if up > MANTISSA { (up >> 1) << (e + 1) } else { up << e }
}

#[inline(always)]
fn encode(x: u32) -> u64 {
    if x == INF {
        return CODE as u64;
    }
    let e = (32 - PRECISION).saturating_sub(x.leading_zeros());
    (e << PRECISION | x >> e) as u64
}

#[inline(always)]
fn decode(code: u32) -> u32 {
    if code == CODE { INF } else { (code & MANTISSA) << (code >> PRECISION) }
}

const SLOTS: usize = 4;

/// What the table knows of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofNumbers {
    pub pn: u32,
    pub dn: u32,
    /// Logarithm of the work below.
    pub effort: u8,
    /// Best move of the side to move when stored (orientation of that visit), or 31.
    pub best: u8,
}

impl ProofNumbers {
    pub(crate) fn pack(self) -> u64 {
        encode(self.pn) | encode(self.dn) << 26 | (self.effort as u64 & 127) << 52 | (self.best as u64 & 31) << 59
    }
    pub(crate) fn unpack(x: u64) -> Self {
        ProofNumbers {
            pn: decode(x as u32 & CODE),
            dn: decode((x >> 26) as u32 & CODE),
            effort: (x >> 52) as u8 & 127,
            best: (x >> 59) as u8,
        }
    }
}

/// A fixed block of memory; a full bucket gives up the entry with the least work.
pub struct Table {
    /// Pairs of (key mixed with data, data); zeroed pages come from the system lazily, so a large table costs nothing until it is used.
    words: Vec<AtomicU64>,
    /// First word on a cache line.
    start: usize,
    bits: u32,
}

const HUGE_PAGE: usize = 2 << 20;

/// Random access over small pages spends a third of the search in address translation.
fn ask_for_huge_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            fn madvise(start: *mut std::ffi::c_void, bytes: usize, advice: i32) -> i32;
        }
        const HUGE: i32 = 14;
        // SAFETY: the range is ours and page-aligned; the advice changes no contents, and a refusal changes nothing at all.
        unsafe { madvise(words.as_ptr().cast_mut().cast(), std::mem::size_of_val(words), HUGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// The words of four entries.
type Bucket = [AtomicU64; 2 * SLOTS];

impl Table {
    /// The largest power-of-two table within `bytes` (at least 64 KiB).
    pub fn with_bytes(bytes: usize) -> Self {
        Self::try_with_bytes(bytes).unwrap_or_else(|missing| missing.unwind())
    }

    /// The same where the size comes from outside.
    pub fn try_with_bytes(bytes: usize) -> Result<Self, NoMemory> {
        let bits = (bytes / 64).max(1024).ilog2().min(33);
        let line = if bytes >= 4 * HUGE_PAGE { HUGE_PAGE } else { 64 };
        let words: Vec<AtomicU64> =
            gosedai_memory::try_zeros(((2 * SLOTS) << bits) + line / 8).map_err(|_| NoMemory { bytes })?;
        let start = words.as_ptr().align_offset(line).min(line / 8);
        if line == HUGE_PAGE {
            ask_for_huge_pages(&words[start..start + ((2 * SLOTS) << bits)]);
        }
        Ok(Table { words, start, bits })
    }

    #[inline(always)]
    fn bucket_at(&self, at: usize) -> &Bucket {
        let from = self.start + at * 2 * SLOTS;
        // SAFETY: there are 1 << bits buckets after `start`, and `at` is one of them.
        unsafe {
            debug_assert!(from + 2 * SLOTS <= self.words.len());
            &*self.words.as_ptr().add(from).cast::<Bucket>()
        }
    }

    fn buckets(&self) -> usize {
        1 << self.bits
    }

    pub fn bytes(&self) -> usize {
        self.buckets() * 64
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.bucket_at((hash >> (64 - self.bits)) as usize)
    }

    /// Asks the processor to load the line of `key`.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line: *const Bucket = self.bucket(key);
            // SAFETY: a prefetch of a valid reference has no effect besides loading the cache line.
            _mm_prefetch::<_MM_HINT_T0>(line.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        for pair in self.bucket(key).chunks_exact(2) {
            let data = pair[1].load(Relaxed);
            // the stored key is mixed with the data, so a torn write never matches
            if pair[0].load(Relaxed) ^ data == key {
                return Some(ProofNumbers::unpack(data));
            }
        }
        None
    }

    #[inline(always)]
    pub fn put(&self, key: u64, known: ProofNumbers) {
        let slots = self.bucket(key);
        let mut victim = 0;
        let mut least = u32::MAX;
        for (i, pair) in slots.chunks_exact(2).enumerate() {
            let data = pair[1].load(Relaxed);
            let stored = pair[0].load(Relaxed);
            if stored ^ data == key {
                let old = ProofNumbers::unpack(data);
                // a decided entry is never replaced by an undecided one of the same state
                if (old.pn == 0 || old.dn == 0) && known.pn != 0 && known.dn != 0 {
                    return;
                }
                victim = i;
                break;
            }
            let value = if stored == 0 && data == 0 { 0 } else { 1 + (data >> 52 & 127) as u32 };
            if value < least {
                least = value;
                victim = i;
            }
        }
        let data = known.pack();
        slots[2 * victim + 1].store(data, Relaxed);
        slots[2 * victim].store(key ^ data, Relaxed);
    }

    /// Copies everything another table knows, until it is stopped: large tables take seconds.
    pub fn take_over(&self, other: &Table, stop: &AtomicBool) {
        for (count, (key, known)) in other.entries().enumerate() {
            if count.is_multiple_of(1 << 14) && stop.load(Relaxed) {
                return;
            }
            self.put(key, known);
        }
    }

    /// Empties the undecided entries.
    pub fn forget_open(&self) {
        for pair in (0..self.buckets()).flat_map(|at| self.bucket_at(at).chunks_exact(2)) {
            let known = ProofNumbers::unpack(pair[1].load(Relaxed));
            if known.pn != 0 && known.dn != 0 {
                pair[0].store(0, Relaxed);
                pair[1].store(0, Relaxed);
            }
        }
    }

    /// Empties everything.
    pub fn forget_all(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Entries in use, estimated from the first buckets: keys are spread evenly, and far pages stay untouched.
    pub fn load_factor(&self) -> f64 {
        let sample = self.buckets().min(4096);
        let used = |at: usize| self.bucket_at(at).chunks_exact(2).filter(|pair| pair[0].load(Relaxed) != 0).count();
        (0..sample).map(used).sum::<usize>() as f64 / (sample * SLOTS) as f64
    }

    /// Every entry in use as (key, data), for checkpoints.
    pub fn entries(&self) -> impl Iterator<Item = (u64, ProofNumbers)> + '_ {
        (0..self.buckets()).flat_map(|at| self.bucket_at(at).chunks_exact(2)).filter_map(|pair| {
            let data = pair[1].load(Relaxed);
            let key = pair[0].load(Relaxed) ^ data;
            (key >> 63 != 0).then(|| (key, ProofNumbers::unpack(data)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_up_once_and_survive_the_table() {
        for x in
            (0..40).map(|i| (1.73f64.powi(i) as u32).max(i as u32)).chain([MOST, INF, MOST + 5, 1 << 21, (1 << 21) - 1])
        {
            let r = rounded(x);
            assert!(r >= x.min(MOST) && (r as f64) <= x as f64 * (1.0 + 2e-6), "{x} {r}");
            assert_eq!(rounded(r), r);
            assert_eq!((r == 0, r == INF), (x == 0, x == INF));
            let known = ProofNumbers { pn: r, dn: r, effort: 5, best: 3 };
            assert_eq!(ProofNumbers::unpack(known.pack()), known);
        }
    }
}
