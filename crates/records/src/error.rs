//! What can be wrong with a record, said in one sentence with its place.

use std::fmt;

/// Line and column, both from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

impl Place {
    /// The place of byte `offset` of `text`, whose first character stands at `origin`.
    pub(crate) fn of(text: &str, offset: usize, origin: Place) -> Place {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let (mut place, mut previous) = (origin, 0u8);
        for &byte in before {
            match byte {
                // CR LF is one line break; the CR has already been counted.
                b'\n' if previous == b'\r' => {}
                b'\n' | b'\r' => place = Place { line: place.line.saturating_add(1), column: 1 },
                0x80..=0xbf => {} // continuation bytes of a character already counted
                _ => place.column = place.column.saturating_add(1),
            }
            previous = byte;
        }
        place
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One thing wrong with the text of a record: an error when reading strictly, a warning when reading leniently.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct SgfError {
    pub place: Place,
    pub problem: Problem,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    #[error("no game found, a game starts with \"(;\"")]
    NoGame,
    #[error("text before the game's opening \"(;\"")]
    JunkBeforeGame,
    #[error("the character {0:?} does not belong here")]
    Junk(char),
    #[error("the node's semicolon is missing")]
    MissingSemicolon,
    #[error("the file ends before the game's closing parenthesis")]
    MissingCloseParen,
    #[error("a closing parenthesis too many")]
    ExtraCloseParen,
    #[error("a variation without any node")]
    EmptyVariation,
    #[error("a node after a variation has ended; it is read as one more variation")]
    NodeAfterVariation,
    #[error("the value of {0} is not closed before the file ends")]
    UnterminatedValue(String),
    #[error("the property {0} has no value")]
    MissingValue(String),
    #[error("a value in brackets without a property name")]
    ValueWithoutName,
    #[error("small letters in the property name {0}, which FF[4] does not allow")]
    SmallLetters(String),
    #[error("digits in the property name {0}")]
    DigitsInName(String),
    #[error("the game is larger than the limit of {0} bytes")]
    TooLarge(usize),
    #[error("{0} byte sequences could not be read as {1} and were replaced")]
    Undecodable(usize, &'static str),
    #[error("the record says its text is {declared}, but it reads as {used}")]
    WrongCharset { declared: String, used: &'static str },
    #[error("the character set {0} is not known; it was guessed")]
    UnknownCharset(String),
    #[error("{0}")]
    Foreign(#[from] ForeignProblem),
}

/// What can be wrong with a GIB or NGF file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ForeignProblem {
    #[error("this is not a {0} file")]
    NotThisFormat(&'static str),
    #[error("the move {0:?} cannot be understood")]
    BadMove(String),
    #[error("the header field {field} holds {value:?}, which cannot be understood")]
    BadHeader { field: &'static str, value: String },
}

/// A property value that does not say what its property should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueError {
    pub place: Option<Place>,
    pub property: String,
    pub value: String,
    pub problem: ValueProblem,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueProblem {
    #[error("is not a board size; sizes go from 1 to 52")]
    Size,
    #[error("is not a point of the {0}x{1} board")]
    Point(u8, u8),
    #[error("is not a colour, B or W")]
    Color,
    #[error("is not a number")]
    Number,
    #[error("is not written as point:text")]
    Label,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}[{}] {}", self.property, self.value, self.problem)
    }
}

impl std::error::Error for ValueError {}

/// Why a record could not be read from a stream.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("{0}")]
    Sgf(#[from] SgfError),
    #[error("the file could not be read: {0}")]
    Read(#[from] std::io::Error),
    #[error("the file holds no game")]
    Empty,
}
