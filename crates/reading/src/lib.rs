//! Reading: answers to local questions, each proved, judged or unknown, for both players moving first.
//!
//! [`Reader`] puts every question to the exact search first: captures and connections ([`goal`]) on the whole board ([`whole`]), life and
//! death on a field cut out of it ([`exact`]). What that cannot decide is judged by the quick readers of [`tactics`], with the same
//! goals, and of life (`owl`). All of them are grounds of one search ([`dfpn`]). Answers carry the points they depend on and are kept until one of
//! those changes.
//!
//! ```
//! use gosedai_board::diagram;
//! use gosedai_reading::{Outcome, Reader, Trust};
//!
//! let board = diagram::parse(". . . . .\n. . . . .\n. X . . .\nX O . . .\n. X . . .").unwrap();
//! let reading = Reader::default().capture(&board, "B2".parse().unwrap());
//! assert_eq!(reading.attack.outcome, Outcome::Win);
//! assert_eq!(reading.attack.trust, Trust::Proved);
//! ```

mod budget;
pub mod counsel;
pub mod dfpn;
pub mod exact;
mod eyes;
pub mod goal;
mod guided;
mod life_proof;
mod outcome;
mod owl;
pub mod params;
mod reader;
mod stage;
pub mod tactics;
pub mod trace;
mod verdicts;
pub mod whole;
mod widen;
mod zone;

pub use budget::{Budget, Stop};
pub use outcome::{Answer, FirstThreat, Outcome, Reading, Status, Trust};
pub use owl::race_ground;
pub use reader::{
    DISPUTED_PROOF, Effort, LARGE_DISPUTED_PROOF, LINK_PROOF, Question, Reader, STANDARD_PROOF, TACTICAL_PROOF, Usage,
};
