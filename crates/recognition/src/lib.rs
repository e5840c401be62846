//! The position as a player sees it: strings, links, groups, families, potential, strength, and the judgement of the whole
//! board.
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

mod adjust;
mod ask;
mod counting;
mod dame;
mod deep;
mod distance;
mod families;
mod figures;
pub mod fuseki;
mod gather;
mod geometry;
mod groups;
mod inner;
mod judgement;
mod life;
mod links;
mod miai;
mod model;
mod owners;
mod phase;
pub mod pon;
mod potential;
mod questions;
mod quick;
mod recognise;
mod settings;
mod strength;
mod strings;
mod survival;
mod territory;
mod view;
mod why;

pub use ask::{Ask, Status};
pub use counting::{count, dead_stones, open_share};
pub use dame::{GroupDame, ORDERS};
pub use deep::ReaderAsk;
pub use families::Family;
pub use groups::{Class, ClassReason, Group};
pub use inner::{Region, nakade_moves};
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
