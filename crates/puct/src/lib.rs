//! Tree search guided by the neural evaluator (PUCT): the network proposes moves and judges positions, the tree looks
//! ahead.
//!
//! ```
//! use std::sync::Arc;
//! use gosedai_board::{Position, Rules, Size};
//! use gosedai_net::Net;
//! use gosedai_puct::{Config, Searcher};
//!
//! let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
//! let mut searcher = Searcher::new(Arc::new(Net::embedded()), Config::default());
//! let ranking = searcher.search(&position, 1, &|progress| progress.visits < 20);
//! assert_eq!(ranking.moves.len(), 82); // every point and the pass
//! ```

mod config;
mod judge;
mod owners;
mod ranking;
mod searcher;
mod seen;
mod tree;

pub use config::Config;
pub use judge::{dead_by_owner, dead_stones, score_stdev};
pub use owners::Owners;
pub use ranking::{FirstSight, MoveRank, Ranking, Spread};
pub use searcher::{Progress, Searcher};
