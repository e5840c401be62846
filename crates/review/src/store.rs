//! Results of a review as they come, one line each, so that an interrupted review goes on where it stopped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::judge::Judged;
use gosedai_engine::keep::{self, Growing, Kind};
use gosedai_engine::{ApiError, files};

/// A file of judged positions; without a path nothing is kept.
pub struct Store {
    path: Option<PathBuf>,
    file: Option<Mutex<Growing>>,
    known: Mutex<BTreeMap<usize, Judged>>,
}

impl Store {
    pub fn nowhere() -> Self {
        Store { path: None, file: None, known: Mutex::new(BTreeMap::new()) }
    }

    /// Opens the file if it belongs to the same review (`key` tells), else starts it afresh.
    pub fn open(path: &Path, key: &str, force: bool) -> Result<Self, ApiError> {
        keep::may_replace(path, Kind::PROGRESS, force)?;
        let text = match path.exists() {
            true => String::from_utf8_lossy(&files::bytes(path, files::MOST_DATA)?).into_owned(),
            false => String::new(),
        };
        let mut lines = text.lines();
        let mut known = BTreeMap::new();
        let mut is_whole = lines.next() == Some(key) && text.ends_with('\n');
        if text.lines().next() == Some(key) {
            for line in lines {
                // a line cut off by an interruption is simply judged again
                match serde_json::from_str::<(usize, Judged)>(line) {
                    Ok((i, judged)) => drop(known.insert(i, judged)),
                    Err(_) => is_whole = false,
                }
            }
        }
        if !is_whole {
            let mut text = format!("{key}\n");
            for entry in &known {
                text += &serde_json::to_string(&entry).map_err(ApiError::failed)?;
                text.push('\n');
            }
            keep::write(path, text, Kind::PROGRESS, force)?;
        }
        let file = keep::append(path, Kind::PROGRESS, force)?;
        Ok(Store { path: Some(path.to_path_buf()), file: Some(Mutex::new(file)), known: Mutex::new(known) })
    }

    pub fn get(&self, i: usize) -> Option<Judged> {
        self.known.lock().ok()?.get(&i).cloned()
    }

    pub fn add(&self, i: usize, judged: &Judged) -> Result<(), ApiError> {
        if let Ok(mut known) = self.known.lock() {
            known.insert(i, judged.clone());
        }
        let (Some(file), Some(path)) = (&self.file, &self.path) else { return Ok(()) };
        let line = serde_json::to_string(&(i, judged)).map_err(ApiError::failed)?;
        let mut file = file.lock().map_err(|_| ApiError::failed("the file of results is locked for good"))?;
        file.line(&line).map_err(|error| ApiError::failed(format!("cannot write {}: {error}", path.display())))
    }

    /// The review is complete: the file is no longer needed.
    pub fn remove(self) {
        drop(self.file);
        if let Some(path) = self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests;
