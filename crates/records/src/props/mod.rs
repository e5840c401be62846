//! What the properties mean: typed access on top of the raw values, which stay untouched.

mod annotation;
mod date;
mod info;
mod markup;
mod moves;
mod point;
mod result;

pub use annotation::{Emphasis, Judgement, Quality};
pub use date::{PartialDate, parse_dates};
pub use info::{GameInfo, Side};
pub use markup::MarkKind;
pub use moves::{BoardSize, Move, Setup};
pub use point::{Color, SgfPoint};
pub use result::{GameResult, Margin};
