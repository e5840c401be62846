//! What can go wrong, said in one sentence each.

/// The errors of this crate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SmallBoardError {
    #[error("a board of {rows} rows and {cols} columns is not one of 1 to {max} points", max = crate::geometry::MAX_POINTS)]
    BoardSize { rows: usize, cols: usize },
    #[error("board name {0:?} is not of the form ROWSxCOLUMNS, such as 4x5")]
    BoardName(String),
    #[error("diagram row {row}: {what}")]
    Diagram { row: usize, what: String },
    #[error("the position has a chain without liberties: {0}")]
    NoLiberties(String),
    #[error("{what} needs a board of at most {limit} points, this one has {points}")]
    TooLarge { what: &'static str, limit: usize, points: usize },
    #[error("illegal move {0}")]
    IllegalMove(String),
    #[error("unknown rule set {0:?}: use basic, tie0, passdiff, psk, ssk or afure")]
    UnknownRules(String),
    #[error("checkpoint: {0}")]
    Checkpoint(String),
    #[error("stopped before the work was finished")]
    Stopped,
    #[error("{0}; name less")]
    NoMemory(#[from] gosedai_memory::NoMemory),
    #[error("{0}")]
    Unsupported(String),
}
