//! Game records: SGF read and written without loss, in whatever encoding it comes; GIB and NGF read;
//! collections streamed, compressed or not.
//!
//! Nothing here touches files: readers take bytes or `Read`. A [`GameTree`] keeps every property, known or not,
//! in the order and spelling of its file; typed access (moves, setup, names, marks) stands beside the raw values.

mod collection;
mod compress;
mod detect;
pub mod drawn;
mod edit;
mod encoding;
mod error;
pub mod formats;
mod parse;
mod props;
pub mod replay;
mod text;
mod tree;
mod write;

pub use collection::{Framing, GameReader, ReadOptions, Record, read_games};
pub use compress::{Compression, decompress};
pub use encoding::{Decoded, decode, encoding_by_name};
pub use error::{ForeignProblem, Place, Problem, RecordError, SgfError, ValueError, ValueProblem};
pub use parse::{Mode, Parsed, parse, parse_first};
pub use props::*;
pub use text::{escape, escape_composed, split_composed, unescape_simple, unescape_text};
pub use tree::{GameTree, NodeId, NodeRef, PropertyRef, Walk};
pub use write::{Layout, write_collection};
