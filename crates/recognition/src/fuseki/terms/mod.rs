//! What a tuned profile adds to a move for its place, for what is usual there, and for its nearness to the last moves:
//! tables of weights in points, one entry for each thing that can be true of a move.

mod look;
mod side;

pub use look::Look;

use gosedai_knowledge::Params;

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The place and the stones near by.
    Place,
    /// What is usual in such a corner when the last move was elsewhere.
    Usual,
    /// The last moves and what is usual in answer to them.
    Urgent,
}

/// A table of the profile: its key and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub key: &'static str,
    pub len: usize,
    pub kind: Kind,
    first: usize,
}

/// Lines counted separately for the pair of lines of a point.
const LINES: usize = 10;
/// Entries for pairs of lines, the smaller first.
const PAIRS: usize = LINES * (LINES + 1) / 2;
/// Distances counted separately.
const NEAR: usize = 10;
/// Offsets (a, b) with 0 <= b <= a and 1 <= a <= 6.
const SHAPES: usize = 27;
const REACH: usize = 6;
/// Distances along a side counted separately, and one entry for "no stone before the corner".
const ALONG: usize = 10;
/// What may stand on one hand along the side: nothing, an own stone at 1 to 9, an enemy stone at 1 to 9.
const HANDS: usize = 2 * (ALONG - 1) + 1;
/// Unordered pairs of those.
const HAND_PAIRS: usize = HANDS * (HANDS + 1) / 2;
/// Shares are on a scale of halvings: 2^-9 ... 1, and one entry for "known situation, move not listed".
const HALVINGS: usize = 9;
const SHARES: usize = HALVINGS + 2;
/// Own less enemy stones near by (-3 ... 3), for few, some and many stones.
const BALANCES: usize = 21;
/// Age of the youngest stone near by, by colour.
const AGES: usize = 12;

/// Numbers of the tables.
pub(crate) mod number {
    pub const LINE: usize = 0;
    pub const CONTACT: usize = 1;
    pub const PLACE: usize = 2;
    pub const OPEN_PLACE: usize = 3;
    pub const TACTICS: usize = 4;
    pub const NEAR_OWN: usize = 5;
    pub const NEAR_ENEMY: usize = 6;
    pub const SHAPE_OWN: usize = 7;
    pub const SHAPE_ENEMY: usize = 8;
    pub const SIDE_OWN: usize = 9;
    pub const SIDE_ENEMY: usize = 10;
    pub const SIDE_THIRD: usize = 11;
    pub const SIDE_FOURTH: usize = 12;
    pub const BALANCE: usize = 13;
    pub const USUAL: usize = 14;
    pub const USUAL_PART: usize = 15;
    pub const LAST: usize = 16;
    pub const OWN_LAST: usize = 17;
    pub const LAST_SHAPE: usize = 18;
    pub const OWN_LAST_SHAPE: usize = 19;
    pub const WEAK: usize = 20;
    pub const AGE: usize = 21;
    pub const CORNER: usize = 22;
    pub const CORNER_PART: usize = 23;
    pub const ANSWER: usize = 24;
    pub const ANSWER_PART: usize = 25;
}

const COUNT: usize = 26;

const ROWS: [(&str, usize, Kind); COUNT] = [
    ("move.line", 6, Kind::Place),
    ("move.contact", 3, Kind::Place),
    ("move.place", PAIRS, Kind::Place),
    ("move.open_place", PAIRS, Kind::Place),
    ("move.tactics", 4, Kind::Place),
    ("near.own", NEAR, Kind::Place),
    ("near.enemy", NEAR, Kind::Place),
    ("shape.own", SHAPES, Kind::Place),
    ("shape.enemy", SHAPES, Kind::Place),
    ("side.own", ALONG, Kind::Place),
    ("side.enemy", ALONG, Kind::Place),
    ("side.third", HAND_PAIRS, Kind::Place),
    ("side.fourth", HAND_PAIRS, Kind::Place),
    ("move.balance", BALANCES, Kind::Place),
    ("usual.corner", SHARES, Kind::Usual),
    ("usual.corner_part", SHARES, Kind::Usual),
    ("urgency.last", NEAR, Kind::Urgent),
    ("urgency.own", NEAR, Kind::Urgent),
    ("urgency.last_shape", SHAPES, Kind::Urgent),
    ("urgency.own_shape", SHAPES, Kind::Urgent),
    ("urgency.weak", 4, Kind::Urgent),
    ("urgency.age", AGES, Kind::Urgent),
    ("urgency.corner", SHARES, Kind::Urgent),
    ("urgency.corner_part", SHARES, Kind::Urgent),
    ("urgency.answer", SHARES, Kind::Urgent),
    ("urgency.answer_part", SHARES, Kind::Urgent),
];

/// All tables, in the order of their entries.
pub const TABLES: [Table; COUNT] = {
    let mut tables = [Table { key: "", len: 0, kind: Kind::Place, first: 0 }; COUNT];
    let (mut i, mut first) = (0, 0);
    while i < COUNT {
        let (key, len, kind) = ROWS[i];
        tables[i] = Table { key, len, kind, first };
        first += len;
        i += 1;
    }
    tables
};

/// Number of entries of all tables together.
pub const ENTRIES: usize = TABLES[COUNT - 1].first + TABLES[COUNT - 1].len;

/// What is true of a move: entries with how much of each.
pub type Entries = Vec<(u16, f32)>;

/// Number of an offset, `None` if it is too far away.
fn offset(dx: isize, dy: isize) -> Option<usize> {
    let (a, b) = (dx.unsigned_abs().max(dy.unsigned_abs()), dx.unsigned_abs().min(dy.unsigned_abs()));
    // rows of 2, 3, 4 ... entries for a = 1, 2, 3 ...
    (1..=REACH).contains(&a).then(|| (a - 1) * (a + 2) / 2 + b)
}

/// The weights of all entries, in points.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    weights: Vec<f64>,
}

/// Sums of the tables by what they are about.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    pub place: f64,
    pub usual: f64,
    pub urgent: f64,
}

impl Terms {
    /// Reads the tables of a profile; what a table does not have counts nothing.
    pub fn new(params: &Params) -> Terms {
        let mut weights = vec![0.0; ENTRIES];
        for table in TABLES {
            let values = params.get(table.key).map_or(&[][..], |param| &param.values);
            for (i, &value) in values.iter().take(table.len).enumerate() {
                weights[table.first + i] = value;
            }
        }
        Terms { weights }
    }

    /// Does any table count?
    pub fn any(&self) -> bool {
        self.weights.iter().any(|&w| w != 0.0)
    }

    pub fn sums(&self, entries: &[(u16, f32)]) -> Sums {
        let mut sums = Sums::default();
        for &(entry, much) in entries {
            let value = self.weights[entry as usize] * f64::from(much);
            match kind(entry) {
                Kind::Place => sums.place += value,
                Kind::Usual => sums.usual += value,
                Kind::Urgent => sums.urgent += value,
            }
        }
        sums
    }
}

/// The kind of the table an entry belongs to.
pub fn kind(entry: u16) -> Kind {
    let entry = entry as usize;
    if entry >= TABLES[number::LAST].first {
        Kind::Urgent
    } else if entry >= TABLES[number::USUAL].first {
        Kind::Usual
    } else {
        Kind::Place
    }
}

/// Writes fitted weights back, each divided by `scale`.
pub fn write(weights: &[f64], scale: f64, mut set: impl FnMut(&str, &[f64])) {
    for table in TABLES {
        let values: Vec<f64> = weights[table.first..table.first + table.len].iter().map(|w| w / scale).collect();
        set(table.key, &values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_numbered_without_gaps() {
        let mut seen: Vec<usize> = (-6isize..=6)
            .flat_map(|dx| (-6isize..=6).map(move |dy| (dx, dy)))
            .filter_map(|(dx, dy)| offset(dx, dy))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, (0..SHAPES).collect::<Vec<_>>());
        assert_eq!(offset(1, -4), offset(4, 1));
        assert_eq!(offset(7, 0), None);
    }

    #[test]
    fn every_entry_has_the_kind_of_its_table() {
        for table in TABLES {
            assert_eq!(kind(table.first as u16), table.kind, "{}", table.key);
            assert_eq!(kind((table.first + table.len - 1) as u16), table.kind, "{}", table.key);
        }
        assert_eq!(TABLES[number::ANSWER_PART].key, "urgency.answer_part");
        assert_eq!(TABLES[number::BALANCE].key, "move.balance");
    }

    #[test]
    fn profiles_define_every_table() {
        let knowledge = gosedai_knowledge::Knowledge::embedded();
        for params in [&knowledge.fuseki_paper, &knowledge.fuseki_default] {
            for table in TABLES {
                assert_eq!(params.list(table.key).len(), table.len, "{}", table.key);
            }
        }
        assert!(!Terms::new(&knowledge.fuseki_paper).any(), "the paper has no tables");
    }
}
