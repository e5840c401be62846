//! Combinatorial game theory for Go, without any Go in it.
//!
//! An [`Arena`] holds canonical forms; a [`Game`] is a handle into it, so equal values have equal handles. On top stand
//! thermographs, cooling, sums decided by search, kos, eye counts and liberty races. Black is Left and positive throughout.

mod arena;
mod canonical;
mod compare;
mod cool;
mod dyadic;
pub mod eyes;
pub mod hackenbush;
mod hash;
pub mod ko;
mod names;
pub mod race;
mod rational;
mod search;
pub mod stop;
mod sum;
pub mod svg;
pub mod text;
mod thermograph;
mod tree;
mod wall;
mod weight;

pub use arena::{Arena, Game, Simple};
pub use compare::{Outcome, Relation};
pub use dyadic::Dyadic;
pub use rational::Rational;
pub use search::SumSearch;
pub use thermograph::Thermograph;
pub use tree::RawTree;
