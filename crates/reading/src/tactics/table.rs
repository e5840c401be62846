//! A small table of fixed size for quick searches: two places per key, the one with less work below it gives way.

/// A number no search reaches: solved.
pub const INFINITE: u32 = 1 << 30;
/// The result used a ko: a ban, a privilege to retake, or a repetition.
pub const KO: u8 = 1;

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    key: u64,
    pub pn: u32,
    pub dn: u32,
    pub work: u32,
    pub best: u16,
    pub flags: u8,
    /// The reading that wrote it.
    age: u8,
}

/// The table; its memory is taken once and used again by later readings.
#[derive(Clone, Debug)]
pub struct QuickTable {
    slots: Vec<Slot>,
    mask: usize,
    age: u8,
}

impl QuickTable {
    /// `bits`: the logarithm of the number of places.
    pub fn new(bits: u32) -> QuickTable {
        let count = 1usize << bits.clamp(4, 24);
        QuickTable { slots: vec![Slot::default(); count], mask: count - 1, age: 1 }
    }

    /// Forgets everything, for a new question.
    pub fn clear(&mut self) {
        if self.age == u8::MAX {
            self.slots.fill(Slot::default());
            self.age = 0;
        }
        self.age += 1;
    }

    /// Bytes it holds, used or not.
    pub fn bytes(&self) -> usize {
        self.slots.len() * std::mem::size_of::<Slot>()
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&Slot> {
        let at = key as usize & self.mask;
        let is_it = |slot: &&Slot| slot.key == key && slot.age == self.age;
        Some(&self.slots[at]).filter(is_it).or_else(|| Some(&self.slots[at ^ 1]).filter(is_it))
    }

    #[inline]
    pub fn put(&mut self, key: u64, pn: u32, dn: u32, work: u32, best: u16, flags: u8) {
        let at = key as usize & self.mask;
        let (one, other) = (self.slots[at], self.slots[at ^ 1]);
        let place = if one.key == key || one.age != self.age {
            at
        } else if other.key == key || other.age != self.age || other.work < one.work {
            at ^ 1
        } else {
            at
        };
        self.slots[place] = Slot { key, pn, dn, work, best, flags, age: self.age };
    }
}
