//! How many more stones does the prover need at least before the static test can give him the whole board?
//!
//! Static ownership of everything needs at least: every region of other points has at most one point out of touch with the
//! prover's stones, there are two regions or more, and every chain borders two of them. These conditions depend on the
//! prover's stones alone, so for every set of stones the table holds the least number of stones missing to some such pattern.
//! A move adds one stone, captures only take stones away: a position needs at least that many more moves of the prover.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use gosedai_memory as memory;

use crate::geometry::Geometry;

/// Bytes are indexed by the prover's stones: 32 MiB at 25 points.
pub const MAX_DISTANCE_POINTS: usize = 25;

/// The table of one board.
pub struct Distance {
    missing: Vec<u8>,
}

/// The table of the board asked for last: it takes seconds to make on 25 points, and questions about one board come in rows.
static LAST: Mutex<Option<(usize, usize, Arc<Distance>)>> = Mutex::new(None);

impl Distance {
    /// [`Self::build`], or the table made before for the same board.
    pub fn shared(g: &Geometry, stop: &AtomicBool) -> Option<Arc<Self>> {
        // whoever waits for another's table may be stopped too
        let mut last = loop {
            match LAST.try_lock() {
                Ok(last) => break last,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if stop.load(Relaxed) => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        if let Some((rows, cols, table)) = last.as_ref().filter(|l| (l.0, l.1) == (g.rows, g.cols)) {
            debug_assert_eq!(rows * cols, g.n);
            return Some(table.clone());
        }
        let table = Arc::new(Self::build(g, stop)?);
        *last = Some((g.rows, g.cols, table.clone()));
        Some(table)
    }

    /// `None` for boards too large for the table, and when it is stopped.
    pub fn build(g: &Geometry, stop: &AtomicBool) -> Option<Self> {
        if g.n > MAX_DISTANCE_POINTS {
            return None;
        }
        const FAR: u8 = u8::MAX;
        let stopped = |set: u32| set.is_multiple_of(1 << 14) && stop.load(Relaxed);
        // first: 0 where the set contains a complete pattern
        let mut missing = memory::filled(FAR, 1 << g.n);
        for set in 1..=g.full {
            if stopped(set) {
                return None;
            }
            let inside = (0..g.n).any(|p| set >> p & 1 != 0 && missing[(set & !(1 << p)) as usize] == 0);
            if inside || complete(g, set) {
                missing[set as usize] = 0;
            }
        }
        // then: one more than the best set with one stone more
        for set in (0..=g.full).rev() {
            if stopped(set) {
                return None;
            }
            if missing[set as usize] != 0 {
                let mut least = FAR;
                for p in 0..g.n {
                    if set >> p & 1 == 0 {
                        least = least.min(missing[(set | 1 << p) as usize].saturating_add(1));
                    }
                }
                missing[set as usize] = least;
            }
        }
        Some(Distance { missing })
    }

    /// A lower bound on the prover's moves still needed.
    #[inline(always)]
    pub fn of(&self, prover: u32) -> u32 {
        self.missing[prover as usize] as u32
    }
}

/// The necessary conditions on the stones of a finished board.
fn complete(g: &Geometry, own: u32) -> bool {
    let loose = g.full & !own & !g.spread(own);
    if loose.count_ones() > 6 {
        return false;
    }
    let other = g.full & !own;
    let mut regions = [0u32; 20];
    let mut count = 0;
    let mut rest = other;
    while rest != 0 {
        let region = g.flood(rest & rest.wrapping_neg(), other);
        rest &= !region;
        if (region & loose).count_ones() > 1 || count == regions.len() {
            return false;
        }
        regions[count] = region;
        count += 1;
    }
    if count < 2 {
        return false;
    }
    let mut rest = own;
    while rest != 0 {
        let chain = g.flood(rest & rest.wrapping_neg(), own);
        rest &= !chain;
        let around = g.spread(chain);
        if regions[..count].iter().filter(|&&r| r & around != 0).count() < 2 {
            return false;
        }
    }
    true
}
