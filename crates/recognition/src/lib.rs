//! The position as a player sees it: strings, links, groups, families, potential, strength, and the judgement of the
//! whole board.
//!
//! [`Recogniser::look`] runs through the files in this order: `strings` (read by an [`Ask`]); then in rounds (`adjust`)
//! `links`, `gather`, `figures` and `life`, until no more groups turn out dead; then `strength`, `potential`,
//! `territory`, `families` and `judgement`. Each depends only on what the steps before it found.
//!
//! ```
//! use gosedai_board::{Position, Rules, Size};
//! use gosedai_knowledge::Knowledge;
//!
//! let mut game = Position::new(Size::NINETEEN, Rules::CHINESE, 7.5);
//! game.play("Q16".parse().unwrap()).unwrap();
//! let model = gosedai_recognition::recognise(&game, &Knowledge::embedded());
//! assert_eq!(model.groups.len(), 1);
//! ```

// the way from a position to its model
mod adjust;
mod model;
mod recognise;

// what is asked of a reader, and the readers
mod ask;
mod deep;
mod owners;
mod questions;
mod quick;

// the board, strings, links, and the groups they make
mod gather;
mod geometry;
mod groups;
mod links;
mod miai;
mod settings;
mod strings;
mod view;

// figures of a group, its life, its strength
mod dame;
mod distance;
mod fate;
mod figures;
mod inner;
mod life;
pub mod pon;
mod strength;
mod survival;

// the whole board
mod counted;
mod counting;
mod families;
mod judgement;
mod phase;
mod potential;
mod territory;

// reasons, pictures, and the opening
pub mod fuseki;
pub mod overlay;
mod why;

pub use ask::{Ask, Caught, Status};
pub use counting::{count, dead_stones, open_share};
pub use dame::GroupDame;
pub use families::Family;
pub use fate::{End, Fate, Life, Party, Turn};
pub use groups::{Class, ClassReason, Group, Source};
pub use inner::Region;
pub use judgement::{GameKind, Judgement, Standing};
pub use links::{Link, LinkState, shape_name};
pub use model::{PositionModel, Round};
pub use owners::{Owners, WithOwners};
pub use phase::{GamePhase, Openness};
pub use potential::Potential;
pub use quick::QuickAsk;
pub use recognise::{Recogniser, Setting, recognise};
pub use settings::Settings;
pub use strings::StoneString;
pub use survival::{FIGURES, figures};
