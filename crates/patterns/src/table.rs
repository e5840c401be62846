//! A plain open-addressing table from pattern names to small numbers. Names are already well mixed.

/// Names to values; one cache line for most look-ups.
#[derive(Clone, Default)]
pub struct Table {
    slots: Vec<(u64, u32)>,
    mask: usize,
    len: usize,
}

/// Marks an empty slot; no pattern may have this name (one chance in 2^64).
const FREE: u64 = u64::MAX;

impl Table {
    pub fn with_capacity(entries: usize) -> Self {
        let slots = (entries * 2).next_power_of_two().max(16);
        Table { slots: gosedai_memory::filled((FREE, 0), slots), mask: slots - 1, len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(u64, u32)>()
    }

    #[inline]
    pub fn get(&self, name: u64) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        let mut i = name as usize & self.mask;
        loop {
            let (key, value) = self.slots[i];
            if key == name {
                return Some(value);
            }
            if key == FREE {
                return None;
            }
            i = (i + 1) & self.mask;
        }
    }

    /// The value of a name, put in with `fresh` if it was not there.
    #[inline]
    pub fn entry(&mut self, name: u64, fresh: u32) -> &mut u32 {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let mut i = name as usize & self.mask;
        while self.slots[i].0 != name {
            if self.slots[i].0 == FREE {
                self.slots[i] = (name, fresh);
                self.len += 1;
                break;
            }
            i = (i + 1) & self.mask;
        }
        &mut self.slots[i].1
    }

    fn grow(&mut self) {
        let mut larger = Table::with_capacity((self.slots.len()).max(16));
        for &(name, value) in self.slots.iter().filter(|slot| slot.0 != FREE) {
            *larger.entry(name, value) = value;
        }
        *self = larger;
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        self.slots.iter().copied().filter(|slot| slot.0 != FREE)
    }

    /// All entries in order of their names.
    pub fn sorted(&self) -> Vec<(u64, u32)> {
        let mut entries = gosedai_memory::room(self.len);
        entries.extend(self.iter());
        entries.sort_unstable();
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_like_a_map() {
        let mut table = Table::default();
        let mut map = std::collections::BTreeMap::new();
        let mut rng = gosedai_board::Rng::new(5);
        for _ in 0..20_000 {
            let name = rng.next_u64() % 3000;
            *table.entry(name, 0) += 1;
            *map.entry(name).or_insert(0u32) += 1;
        }
        assert_eq!(table.len(), map.len());
        assert_eq!(table.sorted(), map.into_iter().collect::<Vec<_>>());
        assert_eq!(table.get(5000), None);
    }
}
