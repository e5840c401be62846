//! The exact tier for life and death: a question cut out of the board and decided by proof-number search.

mod bits;
pub mod distance;
mod field;
pub mod firm;
pub mod ground;
mod judge;
pub mod memory;
mod patterns;
mod question;
mod search;
mod shape;
pub mod verdict;

pub use crate::dfpn::{Kos, Side};
pub use field::Ground;
pub use judge::least_image;
pub use question::Aim;
