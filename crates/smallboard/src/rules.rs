//! The named rule sets. Every result names one, because values differ between them.

use std::fmt;
use std::str::FromStr;

use crate::error::SmallBoardError;

/// How repetition is handled; area scoring of the board as it stands, no suicide, two passes end the game in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// Basic ko; endless play has no value: results are brackets.
    Basic,
    /// Basic ko; endless play is a tie.
    #[default]
    Tie0,
    /// Basic ko; a cycle is won by the side that passed more in it, a balanced one is a tie.
    PassDiff,
    /// No play may recreate an earlier board.
    Psk,
    /// No play may recreate an earlier board with the same side to move.
    Ssk,
    /// The overflow rules: area scoring counted by overflow stones; repetition as `tie0`.
    Afure,
}

impl RuleSet {
    pub const ALL: [RuleSet; 6] =
        [RuleSet::Basic, RuleSet::Tie0, RuleSet::PassDiff, RuleSet::Psk, RuleSet::Ssk, RuleSet::Afure];

    pub fn name(self) -> &'static str {
        match self {
            RuleSet::Basic => "basic",
            RuleSet::Tie0 => "tie0",
            RuleSet::PassDiff => "passdiff",
            RuleSet::Psk => "psk",
            RuleSet::Ssk => "ssk",
            RuleSet::Afure => "afure",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RuleSet {
    type Err = SmallBoardError;

    fn from_str(text: &str) -> Result<Self, SmallBoardError> {
        let found = Self::ALL.into_iter().find(|r| r.name() == text.to_ascii_lowercase());
        found.ok_or_else(|| SmallBoardError::UnknownRules(text.to_string()))
    }
}
