//! Hashing made for small integer keys: a multiplicative hasher and two open-addressing tables for the memoised relations.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes one word; good enough for interned ids and much cheaper than SipHash.
#[inline]
pub fn mix(state: u64, word: u64) -> u64 {
    (state.rotate_left(5) ^ word).wrapping_mul(MULTIPLIER)
}

#[derive(Default, Clone)]
pub struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        // the high bits of a product are the good ones; std's table uses the top seven and the low ones
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0, u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.0 = mix(self.0, n as u64);
    }
    fn write_u32(&mut self, n: u32) {
        self.0 = mix(self.0, n as u64);
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = mix(self.0, n);
    }
    fn write_i64(&mut self, n: i64) {
        self.0 = mix(self.0, n as u64);
    }
    fn write_usize(&mut self, n: usize) {
        self.0 = mix(self.0, n as u64);
    }
}

pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

const EMPTY: u64 = u64::MAX;

#[inline]
fn pair(a: u32, b: u32) -> u64 {
    (a as u64) << 32 | b as u64
}

/// Memo of a relation between two ids: each slot is one word, the answer in its top bit (ids stay below 2^31).
pub struct RelationMemo {
    slots: Vec<u64>,
    used: usize,
}

const ANSWER: u64 = 1 << 63;

impl RelationMemo {
    pub fn new() -> Self {
        RelationMemo { slots: vec![EMPTY; 1 << 12], used: 0 }
    }

    #[inline]
    fn start(&self, key: u64) -> usize {
        (mix(0, key) >> 20) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, a: u32, b: u32) -> Option<bool> {
        let key = pair(a, b);
        let mut i = self.start(key);
        loop {
            let slot = self.slots[i];
            if slot == EMPTY {
                return None;
            }
            if slot & !ANSWER == key {
                return Some(slot & ANSWER != 0);
            }
            i = (i + 1) & (self.slots.len() - 1);
        }
    }

    pub fn put(&mut self, a: u32, b: u32, answer: bool) {
        if self.used * 4 >= self.slots.len() * 3 {
            let old = std::mem::replace(&mut self.slots, vec![EMPTY; 0]);
            self.slots = vec![EMPTY; old.len() * 2];
            for slot in old.into_iter().filter(|&s| s != EMPTY) {
                self.place(slot);
            }
        }
        self.place(pair(a, b) | if answer { ANSWER } else { 0 });
        self.used += 1;
    }

    fn place(&mut self, slot: u64) {
        let mut i = self.start(slot & !ANSWER);
        while self.slots[i] != EMPTY {
            i = (i + 1) & (self.slots.len() - 1);
        }
        self.slots[i] = slot;
    }
}

/// Memo of a function of two ids with an id as result.
pub struct PairMemo {
    slots: Vec<(u64, u32)>,
    used: usize,
}

impl PairMemo {
    pub fn new() -> Self {
        PairMemo { slots: vec![(EMPTY, 0); 1 << 12], used: 0 }
    }

    #[inline]
    fn start(&self, key: u64) -> usize {
        (mix(0, key) >> 20) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, a: u32, b: u32) -> Option<u32> {
        let key = pair(a, b);
        let mut i = self.start(key);
        loop {
            let (k, v) = self.slots[i];
            if k == key {
                return Some(v);
            }
            if k == EMPTY {
                return None;
            }
            i = (i + 1) & (self.slots.len() - 1);
        }
    }

    pub fn put(&mut self, a: u32, b: u32, value: u32) {
        if self.used * 4 >= self.slots.len() * 3 {
            let size = self.slots.len() * 2;
            let old = std::mem::replace(&mut self.slots, vec![(EMPTY, 0); size]);
            for (k, v) in old.into_iter().filter(|s| s.0 != EMPTY) {
                self.place(k, v);
            }
        }
        self.place(pair(a, b), value);
        self.used += 1;
    }

    fn place(&mut self, key: u64, value: u32) {
        let mut i = self.start(key);
        while self.slots[i].0 != EMPTY {
            i = (i + 1) & (self.slots.len() - 1);
        }
        self.slots[i] = (key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memos_keep_what_they_are_told_while_growing() {
        let (mut relation, mut pairs) = (RelationMemo::new(), PairMemo::new());
        for i in 0..5000u32 {
            relation.put(i, i * 7 + 1, i % 3 == 0);
            pairs.put(i, i + 1, i * 2);
        }
        for i in 0..5000u32 {
            assert_eq!(relation.get(i, i * 7 + 1), Some(i % 3 == 0));
            assert_eq!(pairs.get(i, i + 1), Some(i * 2));
        }
        assert_eq!(relation.get(1, 1), None);
        assert_eq!(pairs.get(9, 9), None);
    }
}
