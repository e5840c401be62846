//! KataGo's view of a position (input version 7): 22 binary planes and 19 numbers about the whole board.
//!
//! The facts are those of KataGo's `fillRowV7`, so that its networks, and ours trained on the same view, see what they
//! saw in training. The second phase of its territory scoring is never entered: planes 7, 8, 20 and 21 stay empty.

mod area;
mod conditions;
mod game;
mod inputs;
mod ladder;
mod model;

pub use conditions::{Conditions, Tax};
pub use game::{Game, Setup, Turn, canvas_move};
pub(crate) use inputs::KOMI;
pub use inputs::{Features, GLOBALS, PLANES};
pub use ladder::Ladders;
pub use model::{BadModel, Model, Verdict};
