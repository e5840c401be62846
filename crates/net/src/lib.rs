//! The neural evaluator: a small residual network that answers, for any position, which move a professional would play
//! next, how likely the side to move is to win, by how much, and who will own each point.
//!
//! Everything is integer arithmetic in the trunk (8-bit weights, 7-bit activations), so that every processor, with or
//! without the newest vector instructions, computes the same numbers.
//!
//! ```
//! use gosedai_board::{Position, Rules, Size};
//! use gosedai_net::{Net, Workspace};
//!
//! let net = Net::embedded();
//! let position = Position::new(Size::NINETEEN, Rules::JAPANESE, 6.5);
//! let output = net.evaluate(&net.input(&position), &mut Workspace::default());
//! assert!(output.win > 0.3 && output.win < 0.7);
//! ```

mod convolution;
mod features;
mod format;
mod grid;
mod heads;
mod input;
pub mod katago;
mod kernel;
mod ladder;
mod network;
mod views;

pub use format::BadNetwork;
pub use heads::Output;
pub use input::{Input, View};
pub use kernel::Instructions;
pub use network::{Net, Workspace};
