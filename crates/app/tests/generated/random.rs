//! Random choices that repeat: a seed gives the same inputs on every machine.

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 11) % end.max(1) as u64) as usize
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    /// A side of a board, 1 to 25; small ones more often, they are quicker and have more odd corners.
    pub fn side(&mut self) -> usize {
        match self.below(10) {
            0..=5 => 1 + self.below(9),
            6..=8 => 1 + self.below(13),
            _ => 1 + self.below(25),
        }
    }

    /// A point in GTP's notation, on a board of this size or a little off it.
    pub fn point(&mut self, side: usize) -> String {
        const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
        match self.below(20) {
            0 => "pass".to_owned(),
            1 => self.pick(&["I5", "Z26", "A0", "A", "5", "PASS", "resign", "A999999999999", "é1"]).to_owned(),
            _ => {
                let beyond = usize::from(self.once_in(30));
                let (x, y) = (self.below(side.min(25)), 1 + self.below(side + beyond));
                format!("{}{y}", COLUMNS[x] as char)
            }
        }
    }

    /// Damages bytes in one to `most` places, with pieces that mean something to the reader.
    pub fn damage(&mut self, bytes: &mut Vec<u8>, most: usize, pieces: &[&str]) {
        for _ in 0..1 + self.below(most) {
            let at = self.below(bytes.len() + 1);
            let end = (at + self.below(30)).min(bytes.len());
            match self.below(6) {
                0 if at < bytes.len() => bytes[at] = self.next() as u8,
                1 | 0 => {
                    let piece = self.pick(pieces);
                    bytes.splice(at..at, piece.bytes());
                }
                2 => bytes.truncate(at.max(bytes.len() / 4)),
                3 => drop(bytes.drain(at..end)),
                4 => {
                    let copy = bytes[at..end].repeat(1 + self.below(12));
                    bytes.splice(at..at, copy);
                }
                _ => {
                    let from = self.below(bytes.len().max(1)).min(bytes.len());
                    let part = bytes[from..(from + 40).min(bytes.len())].to_vec();
                    bytes.splice(at..end, part);
                }
            }
        }
    }
}

/// Numbers that break what was not made for them.
pub const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "19",
    "25",
    "26",
    "-1",
    "-7.5",
    "0.5",
    "6.5",
    "7.25",
    "1e3",
    "1e99",
    "-1e308",
    "1e-320",
    "nan",
    "inf",
    "-inf",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "00007",
    "+5",
    "0x10",
    "1.5.2",
    "",
    "½",
];
