//! For whom a review is written: what is worth saying to a player of some strength, how long lines are, which words need
//! an explanation.

use std::fmt;
use std::str::FromStr;

use gosedai_records::GameTree;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::facts::Fact;

/// A rank from 30 kyu to 9 dan; weaker is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i8);

impl Rank {
    /// Where a record tells nothing.
    pub const USUAL: Rank = Rank::dan(1);
    /// Everything is said to such a reader.
    pub const STRONG: Rank = Rank::dan(5);

    pub const fn kyu(kyu: i8) -> Rank {
        Rank(1 - kyu)
    }

    pub const fn dan(dan: i8) -> Rank {
        Rank(dan)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 { write!(f, "{}d", self.0) } else { write!(f, "{}k", 1 - self.0) }
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rank, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Rank {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rank".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string"})
    }
}

/// What is no rank.
#[derive(Debug, PartialEq, Eq)]
pub struct NoRank;

impl fmt::Display for NoRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rank is written as 15k or 1d, from 30k to 9d")
    }
}

impl FromStr for Rank {
    type Err = NoRank;

    /// `15k`, `3 kyu`, `1d`, `2 dan`, `9p`, also `三段`, `5級`, `初段`, as records have them.
    fn from_str(text: &str) -> Result<Rank, NoRank> {
        let text = text.trim().to_lowercase();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, rest) = text.split_at(end);
        let (number, unit) = match digits.parse::<i8>() {
            Ok(number) => (number, rest.trim()),
            Err(_) if digits.is_empty() => in_words(&text).ok_or(NoRank)?,
            Err(_) => return Err(NoRank),
        };
        match (number, unit.trim_end_matches(['?', '*', '+', '-'])) {
            (1..=30, "k" | "kyu" | "級") => Ok(Rank::kyu(number)),
            (1..=9, "d" | "dan" | "p" | "p dan" | "dan pro" | "段") => Ok(Rank::dan(number)),
            _ => Err(NoRank),
        }
    }
}

/// A rank in the numerals of the East.
fn in_words(text: &str) -> Option<(i8, &'static str)> {
    let unit = if text.ends_with('段') { "段" } else { "級" };
    let number = text.strip_suffix(unit)?;
    const NUMERALS: &str = "一二三四五六七八九";
    let digit = |c: char| NUMERALS.chars().position(|n| n == c).map(|i| i as i8 + 1);
    let chars: Vec<char> = number.chars().collect();
    let value = match chars[..] {
        ['初'] => 1,
        ['十'] => 10,
        ['十', ones] => 10 + digit(ones)?,
        [one] => digit(one)?,
        _ => return None,
    };
    Some((value, unit))
}

/// What a reader of a rank is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Audience {
    pub rank: Rank,
    /// Points below which no difference is mentioned.
    pub least: f64,
    /// Moments of a game.
    pub moments: usize,
    /// Moves of a line.
    pub line: usize,
}

impl Audience {
    pub fn of(rank: Rank) -> Audience {
        let (least, moments, line) = match rank {
            rank if rank <= Rank::kyu(10) => (5.0, 3, 3),
            rank if rank <= Rank::kyu(1) => (2.0, 10, 5),
            _ => (0.0, 20, 7),
        };
        Audience { rank, least, moments, line }
    }

    /// The weaker of both players, so that both can follow; the usual reader if no rank is known.
    pub fn of_record(record: &GameTree) -> Audience {
        let info = record.info();
        let ranks = [info.black.rank, info.white.rank].into_iter().flatten().filter_map(|rank| rank.parse().ok());
        Audience::of(ranks.min().unwrap_or(Rank::USUAL))
    }

    fn is_dan(&self) -> bool {
        self.rank > Rank::kyu(1)
    }

    /// Is a fact a theme for this reader? Values of the endgame are for dan players.
    pub fn speaks_of(&self, fact: &Fact) -> bool {
        self.is_dan() || !matches!(fact, Fact::Worth { .. })
    }

    /// Is the right moment of an exchange a theme?
    pub fn speaks_of_timing(&self) -> bool {
        self.is_dan()
    }

    /// Are shapes and their names a theme?
    pub fn speaks_of_shape(&self) -> bool {
        self.rank > Rank::kyu(10)
    }

    /// Is good play that nobody would expect a theme? With three moments only what decided the game is.
    pub fn hears_praise(&self) -> bool {
        self.rank > Rank::kyu(10)
    }
}

#[cfg(test)]
mod tests;
