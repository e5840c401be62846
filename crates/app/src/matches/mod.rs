//! Matches between two GTP programs: who they are, a game under a referee, and what the results are worth.

pub(crate) mod client;
mod game;
mod progress;
mod series;
mod statistics;
pub(crate) mod words;

pub use series::{Finished, Report, Settings, play_series};
