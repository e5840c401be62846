//! A Monte-Carlo player and evaluator that ranks every move: plain UCT as in the paper, and a strong configuration with
//! RAVE, priors from patterns and informed playouts.
//!
//! ```
//! use gosedai_board::{Position, Rules, Size};
//! use gosedai_uct::{Config, MonteCarlo, Searcher};
//!
//! let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
//! let config = Config::PLAIN;
//! let mut searcher = Searcher::new(config);
//! let ranking = searcher.search(&position, &MonteCarlo::new(None, config.style), &|p| p.playouts < 200);
//! assert_eq!(ranking.moves.len(), 81);
//! ```

pub mod config;
pub mod decide;
pub mod descent;
pub mod evaluator;
pub mod playout;
pub mod searcher;
pub mod tree;

pub use config::{Config, Selection};
pub use decide::{Act, decide};
pub use evaluator::{Evaluator, Leaf, MonteCarlo};
pub use playout::Style;
pub use searcher::{MoveRank, Progress, Ranking, Searcher};
