//! What the rules of Go say: points, stones, legality, scoring. No opinions, no parameters.
//!
//! ```
//! use gosedai_board::{Color, Move, Position, Rules, Size};
//!
//! let mut game = Position::new(Size::NINE, Rules::CHINESE, 7.0);
//! game.play("E5".parse::<Move>().unwrap()).unwrap();
//! game.play("C3".parse::<Move>().unwrap()).unwrap();
//! assert_eq!(game.to_play(), Color::Black);
//! assert_eq!(game.board().liberty_count("E5".parse().unwrap()), 4);
//! ```

mod board;
pub mod diagram;
pub mod handicap;
pub mod ladder;
pub mod perft;
pub mod playout;
mod point;
mod point_set;
mod position;
mod position_key;
mod restrictions;
mod rng;
mod rules;
pub mod safety;
pub mod score;
mod symmetry;
pub mod zobrist;

pub use board::{Board, Illegal, Undo};
pub use point::{BadColor, BadPoint, BadSize, CELLS, Cell, Color, MAX_SIDE, Move, Point, ROWS, STRIDE, Size};
pub use point_set::PointSet;
pub use position::{Position, repeating_points};
pub use position_key::PositionKey;
pub use restrictions::Restrictions;
pub use rng::Rng;
pub use rules::{BadRules, HandicapBonus, KoRule, RuleSet, Rules, Scoring};
pub use score::Score;
pub use symmetry::Symmetry;
