//! Retrograde analysis: the exact bracket [L, H] of every position of a board, the reference for everything else here.

mod graph;
mod passdiff;
mod values;

pub use graph::{Graph, MAX_TABLEBASE_POINTS};
pub use passdiff::PassDifference;
pub use values::{Bracket, Tablebase};
