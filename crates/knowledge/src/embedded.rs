//! The knowledge files that travel inside the program. Add a line here for every new file.

use crate::store::Store;
use std::borrow::Cow;

macro_rules! files {
    ($($path:expr),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../knowledge/", $path)))),*]
    };
}

macro_rules! lexicons {
    ($($lang:literal),*) => {
        &[$(files![
            concat!("lexicon/decision.", $lang, ".txt"),
            concat!("lexicon/fuseki.", $lang, ".txt"),
            concat!("lexicon/reading.", $lang, ".txt"),
            concat!("lexicon/recognition.", $lang, ".txt"),
            concat!("lexicon/review.", $lang, ".txt"),
            concat!("lexicon/worth.", $lang, ".txt"),
        ]),*]
    };
}

/// The sentences of each language.
static LEXICONS: &[&[(&str, &str)]] = lexicons!["en", "ja"];

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
    "links.toml",
    "params/decision.toml",
    "params/reading.toml",
    "params/recognition.toml",
    "potential/patterns.toml",
    "strength.toml",
];

fn files() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    FILES.iter().chain(LEXICONS.iter().copied().flatten())
}

/// The embedded files.
pub struct Embedded;

/// The one instance of [`Embedded`].
pub static EMBEDDED: Embedded = Embedded;

impl Store for Embedded {
    fn read(&self, path: &str) -> Option<Cow<'_, str>> {
        files().find(|(name, _)| *name == path).map(|(_, text)| Cow::Borrowed(*text))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        files().filter(|(name, _)| name.starts_with(folder)).map(|(name, _)| name.to_string()).collect()
    }
}
