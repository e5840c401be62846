//! Proofs by search: can one side force a given score by finite play?

pub mod deepen;
pub mod dfpn;
pub mod goal;
pub mod guess;
pub mod statics;
pub mod table;
pub mod walk;

pub use dfpn::{Searcher, Tuning};
pub use guess::Guess;
pub use goal::{Goal, State};
pub use table::Table;
