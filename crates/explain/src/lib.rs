//! The shape of a reason: what was found, by which rule, from which figures, where on the board; and turning that into
//! sentences in the languages of the product.
//!
//! Analysis code makes [`Evidence`]; only a [`Lexicon`] makes sentences.

mod evidence;
mod judged;
mod lang;
mod lexicon;
mod mark;
pub mod picture;
pub mod svg;

pub use evidence::{Arg, Evidence};
pub use judged::Judged;
pub use lang::{Lang, Texts};
pub use lexicon::{BadLexicon, Lexicon};
pub use mark::{Line, Mark};
