//! The exact tier for life and death: a question cut out of the board and decided by proof-number search.

pub mod bits;
pub mod field;
pub mod firm;
pub mod ground;
mod judge;
mod known;
pub mod learn;
pub mod memory;
mod patterns;
pub mod question;
pub mod search;
mod shape;
mod table;
pub mod verdict;

pub use field::{Ground, Side};
pub use question::{Aim, Kos};
