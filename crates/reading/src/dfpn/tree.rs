//! The tree as a search remembers it: the table of positions met, and the way to the one looked at.

use gosedai_board::zobrist::splitmix64;

use super::{Entry, FREE, KO, Known, SHARED, Side, Table, won_by};

const MARKS: usize = 1024;

fn mark(key: u64) -> usize {
    (key >> 54) as usize % MARKS
}

pub struct Tree<Z> {
    pub table: Table<Z>,
    path: Vec<u64>,
    /// How many ancestors have keys with these bits: most positions are no repetition, and this tells so at once.
    marks: Box<[u16; MARKS]>,
    /// Which ancestors were reached by retaking a ko at the price of a threat.
    threats: Vec<bool>,
    /// The ancestors in their order.
    sum: u64,
}

impl<Z: Copy + Default> Tree<Z> {
    /// With a table of at most this many bytes.
    pub fn new(bytes: usize) -> Tree<Z> {
        Tree { table: Table::new(bytes), path: Vec::new(), marks: Box::new([0; MARKS]), threats: Vec::new(), sum: 0 }
    }

    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// The position looked at.
    pub fn here(&self) -> Option<u64> {
        self.path.last().copied()
    }

    /// Positions spent below one, as far as the table knows.
    #[inline]
    pub fn work(&self, key: u64) -> u32 {
        self.table.get(key).map_or(0, |entry| entry.work)
    }

    pub(super) fn push(&mut self, key: u64, is_threat: bool) -> u64 {
        let outer = self.sum;
        self.path.push(key);
        self.marks[mark(key)] += 1;
        self.threats.push(is_threat);
        self.sum = splitmix64(self.sum ^ key ^ u64::from(is_threat)).1;
        outer
    }

    pub(super) fn pop(&mut self, outer: u64) {
        if let Some(key) = self.path.pop() {
            self.marks[mark(key)] -= 1;
        }
        self.threats.pop();
        self.sum = outer;
    }

    pub fn store(&mut self, key: u64, known: &Known<Z>, work: u32) {
        self.table.put(Entry { key, path: self.sum, work, known: *known });
    }

    /// What is known of a position by repetition, which serves the patient side and rests on this zone, or from the table.
    /// What one side has to find threats for again and again serves the other.
    #[inline]
    pub fn look(&self, key: u64, is_threat: bool, patient: Side, zone: impl FnOnce() -> Z) -> Option<Known<Z>> {
        if self.marks[mark(key)] > 0
            && let Some(depth) = self.path.iter().position(|&k| k == key)
        {
            let is_paid = is_threat || self.threats[depth + 1..].contains(&true);
            let winner = if is_paid { patient.other() } else { patient };
            return Some(won_by(winner, zone(), KO | SHARED, depth as u16, super::NOWHERE));
        }
        let entry = self.table.get(key)?;
        if entry.known.is_solved() && entry.known.rests != FREE && entry.path != self.sum {
            return Some(Known::open([1, 1]));
        }
        Some(entry.known)
    }
}
