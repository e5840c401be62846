//! Words of the game that a reader may not know, explained where a review first uses them.
//!
//! The lexicon has them: `gloss.NAME = word | explanation | strongest reader who needs it | page of concepts`.

use std::collections::BTreeSet;

use gosedai_explain::Lexicon;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::audience::Rank;

/// A word with its explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Term {
    pub word: String,
    pub text: String,
    /// The page of concepts that says more.
    pub page: String,
}

/// The words that are still to be explained to a reader.
pub struct Terms {
    /// Does the language write its words without spaces between them?
    words_touch: bool,
    open: Vec<Term>,
}

impl Terms {
    pub fn new(lexicon: &Lexicon, reader: Rank) -> Terms {
        let entry = |key: &str| {
            let mut parts = lexicon.word(key).split('|').map(str::trim);
            let mut next = || parts.next().map(str::to_string);
            let (word, text, level, page) = (next()?, next()?, next()?, next()?);
            let level = level.parse::<Rank>().ok()?;
            (reader <= level).then_some(Term { word, text, page })
        };
        let keys: BTreeSet<&str> = lexicon.keys().filter(|key| key.starts_with("gloss.")).collect();
        Terms { words_touch: lexicon.has("grammar.words_touch"), open: keys.into_iter().filter_map(entry).collect() }
    }

    /// The words that a text uses and no text before it did.
    pub fn first_in(&mut self, text: &str) -> Vec<Term> {
        let words_touch = self.words_touch;
        let (found, open) =
            std::mem::take(&mut self.open).into_iter().partition(|term| has(text, &term.word, words_touch));
        self.open = open;
        found
    }
}

/// Does the word stand in the text, by itself where words stand apart?
fn has(text: &str, word: &str, words_touch: bool) -> bool {
    if words_touch {
        return text.contains(word);
    }
    let text = text.to_lowercase();
    text.match_indices(word).any(|(at, _)| {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests;
