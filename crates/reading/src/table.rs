//! The transposition table: proof and disproof numbers of positions, and the zones of solved ones, under a hard memory limit.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use gosedai_board::PointSet;

use crate::budget::Stop;

/// A number no search reaches: solved.
pub const INFINITE: u32 = 1 << 30;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Proof number: 0 = the seeker wins.
    pub pn: u32,
    /// Disproof number: 0 = the seeker fails.
    pub dn: u32,
    /// Nodes spent below.
    pub work: u32,
    /// Index of the zone, for solved positions.
    pub zone: u32,
    /// Best move: cell number, 0 for a pass or none.
    pub best: u16,
    /// Depth of the earliest ancestor whose repetition the result rests on; `u16::MAX` if none.
    pub rests_on: u16,
    pub flags: u8,
    /// Sum over the ancestors' keys, when `rests_on` names one.
    pub path: u64,
}

/// The result used a ko: a ban, a privilege to retake, or a repetition.
pub const KO: u8 = 1;
/// The result used a judgement: liberties called enough, border of the region called an escape.
pub const JUDGED: u8 = 2;

impl Entry {
    pub fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// Keys are hashes already.
#[derive(Default)]
pub struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ byte as u64;
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

const ENTRY_BYTES: usize = (std::mem::size_of::<(u64, Entry)>() + 1) * 16 / 7;
const ZONE_BYTES: usize = std::mem::size_of::<PointSet>() * 3 / 2;

/// All entries of one reading.
pub struct Table {
    entries: HashMap<u64, Entry, BuildHasherDefault<Identity>>,
    zones: Vec<PointSet>,
    free: Vec<u32>,
    limit: usize,
}

impl Table {
    pub fn new(limit: usize) -> Table {
        Table { entries: HashMap::default(), zones: Vec::new(), free: Vec::new(), limit }
    }

    /// Bytes in use, counted from above (growth by doubling included).
    pub fn bytes(&self) -> usize {
        self.entries.len() * ENTRY_BYTES + self.zones.len() * ZONE_BYTES
    }

    /// Positions kept.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry> {
        self.entries.get(&key)
    }

    pub fn zone(&self, entry: &Entry) -> PointSet {
        self.zones.get(entry.zone as usize).copied().unwrap_or(PointSet::EMPTY)
    }

    /// Stores a position; solved ones with their zone.
    pub fn put(&mut self, key: u64, mut entry: Entry, zone: Option<&PointSet>) -> Result<(), Stop> {
        let old = self.entries.get(&key).copied();
        if let Some(zone) = zone {
            entry.zone = match old {
                Some(old) if old.is_solved() => old.zone,
                _ => match self.free.pop() {
                    Some(slot) => slot,
                    None => {
                        self.zones.push(PointSet::EMPTY);
                        self.zones.len() as u32 - 1
                    }
                },
            };
            self.zones[entry.zone as usize] = *zone;
        } else {
            if let Some(old) = old.filter(Entry::is_solved) {
                self.free.push(old.zone);
            }
            entry.zone = u32::MAX;
        }
        self.entries.insert(key, entry);
        if self.bytes() > self.limit {
            self.collect()?;
        }
        Ok(())
    }

    /// Forgets the positions that cost least to find again.
    fn collect(&mut self) -> Result<(), Stop> {
        let mut work: Vec<u32> = self.entries.values().map(|entry| entry.work).collect();
        let middle = work.len() / 2;
        if work.is_empty() {
            return Err(Stop::Memory);
        }
        let (_, &mut median, _) = work.select_nth_unstable(middle);
        let mut parity = false;
        let before = self.entries.len();
        self.entries.retain(|_, entry| {
            // half of the ties go, so that a table of equals shrinks too
            parity = !parity;
            entry.work > median || (entry.work == median && parity)
        });
        let mut kept = Vec::with_capacity(self.entries.len());
        for entry in self.entries.values_mut().filter(|entry| entry.is_solved()) {
            if let Some(zone) = self.zones.get(entry.zone as usize) {
                entry.zone = kept.len() as u32;
                kept.push(*zone);
            }
        }
        self.zones = kept;
        self.free.clear();
        if before == self.entries.len() || self.bytes() > self.limit { Err(Stop::Memory) } else { Ok(()) }
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.zones.clear();
        self.free.clear();
    }
}
