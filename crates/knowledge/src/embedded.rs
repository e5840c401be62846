//! The knowledge files that travel inside the program. Add a line here for every new file.

use crate::store::Store;
use std::borrow::Cow;

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../knowledge/", $path)))),*]
    };
}

static FILES: &[(&str, &str)] = files![
    "cases/endgame.toml",
    "cases/eye_space.toml",
    "cases/shape.toml",
    "cases/tesuji.toml",
    "equivalent_points.toml",
    "fuseki/default.book.txt",
    "fuseki/default.toml",
    "fuseki/paper.toml",
    "joseki/hoshi.sgf",
    "joseki/komoku.sgf",
    "joseki/mokuhazushi.sgf",
    "joseki/sansan.sgf",
    "joseki/takamoku.sgf",
    "lexicon/decision.en.txt",
    "lexicon/decision.ja.txt",
    "lexicon/fuseki.en.txt",
    "lexicon/fuseki.ja.txt",
    "lexicon/recognition.en.txt",
    "lexicon/recognition.ja.txt",
    "lexicon/review.en.txt",
    "lexicon/review.ja.txt",
    "lexicon/worth.en.txt",
    "lexicon/worth.ja.txt",
    "links.toml",
    "params/decision.toml",
    "params/reading.toml",
    "params/recognition.toml",
    "potential/patterns.toml",
    "strength.toml",
];

/// The embedded files.
pub struct Embedded;

/// The one instance of [`Embedded`].
pub static EMBEDDED: Embedded = Embedded;

impl Store for Embedded {
    fn read(&self, path: &str) -> Option<Cow<'_, str>> {
        FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| Cow::Borrowed(*text))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        FILES.iter().filter(|(name, _)| name.starts_with(folder)).map(|(name, _)| name.to_string()).collect()
    }
}
