//! Where to play. Cases propose intentions with values in points, adjusters correct them, the score table adds them up,
//! and strategy re-ranks the sums by the state of the game.
//!
//! [`decide`] does all of it; [`Decision`] keeps everything that was proposed, removed or changed, with the evidence.

mod adjust;
mod cases;
mod decide;
mod emergency;
mod intent;
mod look_ahead;
mod scene;
mod score_table;
mod strategy;

pub use cases::corner;
pub use decide::{Decision, Mind, Options, decide};
pub use emergency::{Emergency, Threat};
pub use intent::{Adjuster, CaseName, Intent, Purpose, Removal, Role};
pub use look_ahead::{Foreseen, Insight, LookAhead, Predictor, look_ahead};
pub use scene::Scene;
pub use score_table::{Candidate, ScoreTable};
pub use strategy::Strategy;
