//! Proofs by search: can one side force a given score by finite play?

pub mod checkpoint;
pub mod dfpn;
pub mod distance;
pub mod estimate;
pub mod goal;
pub mod grid;
pub mod kept;
pub mod line;
pub mod lookahead;
pub mod run;
pub mod shapes;
pub mod statics;
pub mod table;
pub mod walker;

pub use goal::{Goal, State};
pub use kept::{Asker, KeptProofs};
pub use run::{Control, Limits, Moment, Outcome, ProofRun, Snapshot, prove};
pub use statics::{StaticRule, Verdict};
pub use table::Table;
