//! Continuations of the opening as counts: what professionals played next in a corner, and in answer to a move.
//!
//! One line for each situation: its kind, its stones, in how many positions it was seen, and the moves with how often they
//! were played there. The opening evaluation makes the names (`recognition::fuseki`), this file only keeps them.
//!
//! ```text
//! c9 x44o63 1790 36:412 33:101
//! ```

use std::collections::HashMap;
use std::fmt::Write;

/// A move inside a situation: two characters in the situation's own coordinates.
pub type MoveCode = [u8; 2];

/// What was played in one situation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Continuations {
    /// Positions that held the situation.
    pub seen: u32,
    /// Moves and how often they were played, most frequent first.
    pub moves: Vec<(MoveCode, u32)>,
}

impl Continuations {
    /// Share of the positions in which the move was played; `None` if it is not listed.
    pub fn share(&self, code: MoveCode) -> Option<f64> {
        let &(_, played) = self.moves.iter().find(|(listed, _)| *listed == code)?;
        Some(f64::from(played) / f64::from(self.seen.max(1)))
    }
}

/// All situations by name (`c9 x44o63`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningBook {
    rows: HashMap<String, Continuations>,
}

impl OpeningBook {
    pub fn get(&self, situation: &str) -> Option<&Continuations> {
        self.rows.get(situation)
    }

    pub fn insert(&mut self, situation: String, found: Continuations) {
        self.rows.insert(situation, found);
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn parse(text: &str) -> Result<OpeningBook, String> {
        let mut book = OpeningBook::default();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let row = row(line).ok_or_else(|| {
                format!("line {}: 'KIND STONES SEEN MOVE:TIMES …' is wanted, not '{line}'", number + 1)
            })?;
            book.rows.insert(row.0, row.1);
        }
        Ok(book)
    }

    /// The file, in the order of the names.
    pub fn write(&self, head: &str) -> String {
        let mut names: Vec<&String> = self.rows.keys().collect();
        names.sort();
        let mut out = head.to_string();
        for name in names {
            let found = &self.rows[name];
            let _ = write!(out, "{name} {}", found.seen);
            for (code, times) in &found.moves {
                let _ = write!(out, " {}:{times}", code.map(char::from).iter().collect::<String>());
            }
            out.push('\n');
        }
        out
    }
}

fn row(line: &str) -> Option<(String, Continuations)> {
    let mut words = line.split_whitespace();
    let (kind, stones) = (words.next()?, words.next()?);
    let seen = words.next()?.parse().ok()?;
    let one = |word: &str| {
        let (code, times) = word.split_once(':')?;
        Some((code.as_bytes().try_into().ok()?, times.parse().ok()?))
    };
    let moves = words.map(one).collect::<Option<Vec<_>>>()?;
    Some((format!("{kind} {stones}"), Continuations { seen, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_read_written_and_asked() {
        let text = "# head\nc9 - 10 44:5 34:3\nc9 x44o63 200 36:50\n";
        let book = OpeningBook::parse(text).unwrap();
        assert_eq!(book.write("# head\n"), text);
        let corner = book.get("c9 x44o63").unwrap();
        assert_eq!((corner.share(*b"36"), corner.share(*b"33")), (Some(0.25), None));
        let wrong = OpeningBook::parse("c9 - 10\nc9 x44 many\n").unwrap_err();
        assert!(wrong.starts_with("line 2:"), "{wrong}");
    }
}
