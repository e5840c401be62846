//! Knowledge from disk: a folder of the user's over the embedded files, and a parameter file over both.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use gosedai_explain::Lang;
use gosedai_knowledge::{Complaint, Knowledge, Store};

use crate::{ApiError, Context, files};

/// A folder of knowledge files.
pub struct DirectoryStore {
    root: PathBuf,
}

impl DirectoryStore {
    pub fn new(root: impl Into<PathBuf>) -> DirectoryStore {
        DirectoryStore { root: root.into() }
    }
}

impl Store for DirectoryStore {
    fn read(&self, path: &str) -> Option<Cow<'_, str>> {
        // paths come from our own lists; still, never leave the folder
        if path.split('/').any(|part| part == ".." || part.is_empty()) {
            return None;
        }
        files::text(&self.root.join(path), files::MOST_TEXT).ok().map(Cow::Owned)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let mut out = Vec::new();
        collect(&self.root, &self.root.join(folder), &mut out);
        out.sort();
        out
    }
}

fn collect(root: &Path, folder: &Path, out: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, out);
        } else if let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str) {
            out.push(name.replace(std::path::MAIN_SEPARATOR, "/"));
        }
    }
}

/// What tells whether a folder has changed: its files with their sizes and times.
type State = (PathBuf, Vec<(String, u64, Option<SystemTime>)>);
type Loaded = (Arc<Knowledge>, Vec<Complaint>);

/// A folder is read again only when something in it has changed: a server asks for it with every question.
fn remembered(dir: &Path) -> Loaded {
    static LAST: Mutex<Option<(State, Loaded)>> = Mutex::new(None);
    let store = DirectoryStore::new(dir);
    let stamp = |path: String| {
        let meta = std::fs::metadata(dir.join(&path)).ok();
        (path, meta.as_ref().map_or(0, |m| m.len()), meta.and_then(|m| m.modified().ok()))
    };
    let state: State = (dir.to_path_buf(), store.list("").into_iter().map(stamp).collect());
    let mut last = LAST.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    match &*last {
        Some((known, loaded)) if *known == state => loaded.clone(),
        _ => {
            let loaded = Knowledge::load(&store);
            *last = Some((state, loaded.clone()));
            loaded
        }
    }
}

/// A number for some bytes that is the same on every machine and in every version (FNV-1a).
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let bytes = parts.into_iter().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl Context {
    /// Tells the user's own knowledge and parameters from other ones, by what the files hold.
    pub fn knowledge_digest(&self) -> u64 {
        let mut files: Vec<PathBuf> = Vec::new();
        if let Some(dir) = &self.knowledge_dir {
            files.extend(DirectoryStore::new(dir).list("").iter().map(|name| dir.join(name)));
        }
        files.extend(self.params_file.clone());
        files.iter().fold(0, |sum, path| {
            let held = files::bytes(path, files::MOST_DATA).unwrap_or_default();
            digest([&u64::to_le_bytes(sum)[..], path.as_os_str().as_encoded_bytes(), &held])
        })
    }

    /// The knowledge to use, and what was wrong with the user's files.
    pub fn load_knowledge(&self) -> Result<(Arc<Knowledge>, Vec<Complaint>), ApiError> {
        let (mut knowledge, mut complaints) = match &self.knowledge_dir {
            None => (Knowledge::embedded(), Vec::new()),
            Some(dir) if dir.is_dir() => remembered(dir),
            Some(dir) => return Err(ApiError::bad("knowledge", format!("there is no folder '{}'", dir.display()))),
        };
        if let Some(file) = &self.params_file {
            let text = files::text(file, files::MOST_TEXT)
                .map_err(|error| ApiError::bad("params", format!("'{}' cannot be read: {error}", file.display())))?;
            let mut params = knowledge.params.clone();
            params.add(&file.display().to_string(), &text, &mut complaints);
            knowledge = knowledge.with_params(params);
        }
        Ok((knowledge, complaints))
    }

    /// The knowledge to use; a fault in the user's files is an error unless it is to be skipped.
    pub fn knowledge(&self) -> Result<Arc<Knowledge>, ApiError> {
        let (knowledge, complaints) = self.load_knowledge()?;
        match complaints.first() {
            Some(complaint) if !self.skip_faults => Err(ApiError::bad("knowledge", complaint)),
            _ => Ok(knowledge),
        }
    }

    pub fn lang(&self) -> Lang {
        self.language
    }
}
