//! The facade. Every surface — command line, GTP, HTTP — translates its protocol to a [`Command`] and back.
//!
//! One file per command: a request (what may be asked), a response (plain data with the keys of the interface
//! contract) and `run`. [`catalogue`] lists them all. Measuring, fitting and learning are not here but in a crate above.

mod command;
mod context;
mod error;
pub mod estimate;
mod game;
mod games;
mod stopwatch;

mod adviser;
pub mod cgt;
pub mod dead_stones;
pub mod endgame;
pub mod explain;
pub mod eyes;
pub mod files;
pub mod fuseki;
pub mod gnugo;
pub mod keep;
mod knowledge;
pub mod ko;
pub mod network;
pub mod numbers;
mod overview;
pub mod patterns;
pub mod players;
mod prediction;
pub mod problem;
pub mod race;
pub mod read;
pub mod schema;
pub mod seen;
pub mod show;
pub mod solve;
pub mod workbench;

pub use adviser::reader;
pub use command::{Command, Entry, Shape, catalogue, entry};
pub use context::{CancelFlag, Context, Progress};
pub use error::ApiError;
pub use game::{GameInput, Loaded};
pub use gosedai_explain::Lang;
pub use gosedai_memory as memory;
pub use knowledge::digest;
pub use stopwatch::Stopwatch;
