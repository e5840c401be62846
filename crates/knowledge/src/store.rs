//! Where knowledge files come from: embedded, a directory (given by the surface), or memory.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A folder of text files named by paths with `/`.
pub trait Store {
    /// The text of a file, if there is one.
    fn read(&self, path: &str) -> Option<Cow<'_, str>>;

    /// All paths below a folder (`params/`), sorted.
    fn list(&self, folder: &str) -> Vec<String>;
}

/// Files held in memory: edits not yet saved, and tests.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    pub files: BTreeMap<String, String>,
}

impl Store for MemoryStore {
    fn read(&self, path: &str) -> Option<Cow<'_, str>> {
        self.files.get(path).map(|text| Cow::Borrowed(text.as_str()))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.files.keys().filter(|path| path.starts_with(folder)).cloned().collect()
    }
}

/// Files of the first store hide files of the same path in the second.
pub struct Layered<'a>(pub &'a dyn Store, pub &'a dyn Store);

impl Store for Layered<'_> {
    fn read(&self, path: &str) -> Option<Cow<'_, str>> {
        self.0.read(path).or_else(|| self.1.read(path))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let mut paths = self.0.list(folder);
        paths.extend(self.1.list(folder));
        paths.sort();
        paths.dedup();
        paths
    }
}
