//! Playouts: from a position to the end of the game, quickly but not blindly.

pub mod nakade;
pub mod policy;
pub mod shapes;
pub mod tactics;

pub use policy::{Policy, Style};
pub use shapes::Shapes;
