//! Go on boards of up to thirty points, solved.
pub mod diagram;
pub mod error;
pub mod geometry;
pub mod paper;
pub mod proof;
pub mod region;
pub mod stones;
pub mod tablebase;

pub use error::SmallBoardError;
pub use geometry::Geometry;
