//! What a board on a screen needs besides analysis: replaying trees, machine moves, live analysis, counting.
//!
//! All of it is stateless: the surface holds the record and sends what the question is about.

mod analyse;
mod course;
mod genmove;
mod knowledge;
mod peep;
mod questions;
mod replay;
mod score;

pub use analyse::{Analyse, Ranking, ranking};
pub use course::Course;
pub use genmove::GenMove;
pub use knowledge::{CheckKnowledge, ListParameters, ReadKnowledge};
pub use peep::Peep;
pub use questions::{Compare, Ignored};
pub use replay::Replay;
pub use score::Count;
