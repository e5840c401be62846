//! The transposition table: exact keys, four entries to a cache line, shared by threads without locks.

use std::alloc::Layout;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// "Infinite" proof or disproof number.
pub const INF: u32 = (1 << 26) - 1;
/// The largest number an undecided node may have.
pub const MOST: u32 = INF - 1;

const SLOTS: usize = 4;

/// What the table knows of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub pn: u32,
    pub dn: u32,
    /// Logarithm of the work below.
    pub effort: u8,
    /// Best move of the side to move when stored (orientation of that visit), or 31.
    pub best: u8,
}

impl Known {
    pub(crate) fn pack(self) -> u64 {
        self.pn as u64 | (self.dn as u64) << 26 | (self.effort as u64 & 127) << 52 | (self.best as u64 & 31) << 59
    }
    pub(crate) fn unpack(x: u64) -> Self {
        Known { pn: x as u32 & INF, dn: (x >> 26) as u32 & INF, effort: (x >> 52) as u8 & 127, best: (x >> 59) as u8 }
    }
}

#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); SLOTS]);

/// A fixed block of memory; a full bucket gives up the entry with the least work.
pub struct Table {
    buckets: Box<[Bucket]>,
    bits: u32,
}

impl Table {
    /// The largest power-of-two table within `bytes` (at least 64 KiB).
    pub fn with_bytes(bytes: usize) -> Self {
        let bits = (bytes / 64).max(1024).ilog2().min(33);
        let layout = Layout::array::<Bucket>(1 << bits).expect("at most half a tebibyte");
        // SAFETY: all-zero bytes are valid atomics, the layout is that of the slice built from it, and the allocation is checked.
        // Zeroed pages come from the system lazily, so a large table costs nothing until it is used.
        let buckets = unsafe {
            let memory = std::alloc::alloc_zeroed(layout).cast::<Bucket>();
            if memory.is_null() {
                std::alloc::handle_alloc_error(layout);
            }
            Box::from_raw(std::ptr::slice_from_raw_parts_mut(memory, 1 << bits))
        };
        Table { buckets, bits }
    }

    pub fn bytes(&self) -> usize {
        self.buckets.len() * 64
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        &self.buckets[(hash >> (64 - self.bits)) as usize]
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
    pub fn get(&self, key: u64) -> Option<Known> {
        for (k, d) in &self.bucket(key).0 {
            let data = d.load(Relaxed);
            // the stored key is mixed with the data, so a torn write never matches
            if k.load(Relaxed) ^ data == key {
                return Some(Known::unpack(data));
            }
        }
        None
    }

    #[inline(always)]
    pub fn put(&self, key: u64, known: Known) {
        let slots = &self.bucket(key).0;
        let mut victim = 0;
        let mut least = u32::MAX;
        for (i, (k, d)) in slots.iter().enumerate() {
            let data = d.load(Relaxed);
            let stored = k.load(Relaxed);
            if stored ^ data == key {
                let old = Known::unpack(data);
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
        slots[victim].1.store(data, Relaxed);
        slots[victim].0.store(key ^ data, Relaxed);
    }

    /// Entries in use, estimated from the first buckets: keys are spread evenly, and far pages stay untouched.
    pub fn load_factor(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(4096)];
        let used: usize = sample.iter().map(|b| b.0.iter().filter(|(k, _)| k.load(Relaxed) != 0).count()).sum();
        used as f64 / (sample.len() * SLOTS) as f64
    }

    /// Every entry in use as (key, data), for checkpoints.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Known)> + '_ {
        self.buckets.iter().flat_map(|b| b.0.iter()).filter_map(|(k, d)| {
            let data = d.load(Relaxed);
            let key = k.load(Relaxed) ^ data;
            (key >> 63 != 0).then(|| (key, Known::unpack(data)))
        })
    }
}
