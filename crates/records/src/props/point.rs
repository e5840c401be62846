//! Points as SGF writes them: two letters, column then row, counted from the upper left corner.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    Black,
    White,
}

impl Color {
    pub fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `B` or `W`.
    pub fn letter(self) -> &'static str {
        match self {
            Color::Black => "B",
            Color::White => "W",
        }
    }

    /// From `B`, `W`, `black`, `2` (a habit of some old programs for white) and the like.
    pub fn parse(text: &str) -> Option<Color> {
        match text.trim().bytes().next()? {
            b'B' | b'b' | b'1' => Some(Color::Black),
            b'W' | b'w' | b'2' => Some(Color::White),
            _ => None,
        }
    }
}

/// A point by column and row, both from 0, the upper left corner being 0, 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SgfPoint {
    pub column: u8,
    pub row: u8,
}

/// One letter: `a`–`z` are 0–25, `A`–`Z` are 26–51.
fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

impl SgfPoint {
    pub fn new(column: u8, row: u8) -> SgfPoint {
        SgfPoint { column, row }
    }

    /// From exactly two letters.
    pub fn parse(text: &str) -> Option<SgfPoint> {
        let &[column, row] = text.as_bytes() else {
            return None;
        };
        Some(SgfPoint { column: coordinate(column)?, row: coordinate(row)? })
    }
}

impl fmt::Display for SgfPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in [self.column, self.row] {
            let letter = match part {
                0..=25 => b'a' + part,
                26..=51 => b'A' + part - 26,
                _ => b'?',
            };
            write!(f, "{}", letter as char)?;
        }
        Ok(())
    }
}
