//! Everything a user may edit, loaded once into an immutable snapshot: parameters, potential patterns, link shapes,
//! the table of equivalent points and the sentences.
//!
//! Files enter through a [`Store`], so this crate touches no disk. A bad file or entry is reported as a [`Complaint`]
//! and replaced by the embedded one; loading never fails.
//!
//! ```
//! let knowledge = gosedai_knowledge::Knowledge::embedded();
//! assert_eq!(knowledge.params.number("encirclement.order"), 4.0);
//! ```

mod embedded;
mod equivalent;
pub mod joseki;
mod links;
mod opening_book;
mod params;
mod picture;
mod potential;
mod rules;
mod snapshot;
mod store;
pub mod strength;

pub use embedded::EMBEDDED;
pub use equivalent::EquivalentPoints;
pub use joseki::Joseki;
pub use links::{EdgeLinkShape, LinkShape, LinkShapes};
pub use opening_book::{Continuations, MoveCode, OpeningBook};
pub use params::{Param, Params};
pub use picture::{Picture, Want};
pub use potential::{Pattern, Place, PotentialPatterns, Turn};
pub use rules::{Condition, Rule, RuleKind};
pub use snapshot::{Complaint, Knowledge};
pub use store::{Layered, MemoryStore, Store};
