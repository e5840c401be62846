//! Go on boards of up to thirty points, solved.
//!
//! Bit sets for speed ([`geometry`], [`stones`]), static safety ([`region`]), three ways to exact values: retrograde analysis of every
//! position ([`tablebase`]), proof search from one position ([`proof`]) and full histories for superko ([`superko`]); the
//! overflow rules ([`afure`]) and the searcher of their paper ([`paper`]) beside them. [`solve`] is the front door.

pub mod afure;
pub mod diagram;
pub mod error;
pub mod geometry;
pub mod paper;
pub mod proof;
pub mod region;
pub mod rules;
pub mod solve;
pub mod stones;
pub mod superko;
pub mod tablebase;

pub use error::SmallBoardError;
pub use geometry::Geometry;
pub use rules::RuleSet;
