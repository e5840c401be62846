//! Results of a review as they come, one line each, so that an interrupted review goes on where it stopped.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::judge::Judged;
use crate::ApiError;

/// A file of judged positions; without a path nothing is kept.
pub struct Store {
    path: Option<PathBuf>,
    file: Option<Mutex<File>>,
    known: Mutex<BTreeMap<usize, Judged>>,
}

fn cannot_write(path: &Path, error: impl std::fmt::Display) -> ApiError {
    ApiError::failed(format!("cannot write {}: {error}", path.display()))
}

impl Store {
    pub fn nowhere() -> Self {
        Store { path: None, file: None, known: Mutex::new(BTreeMap::new()) }
    }

    /// Opens the file if it belongs to the same review (`key` tells), else starts it afresh.
    pub fn open(path: &Path, key: &str) -> Result<Self, ApiError> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut lines = text.lines();
        let mut known = BTreeMap::new();
        if lines.next() == Some(key) {
            for line in lines {
                // a line cut off by an interruption is simply judged again
                if let Ok((i, judged)) = serde_json::from_str::<(usize, Judged)>(line) {
                    known.insert(i, judged);
                }
            }
        }
        let mut file = File::create(path).map_err(|error| cannot_write(path, error))?;
        let mut text = format!("{key}\n");
        for entry in &known {
            text += &serde_json::to_string(&entry).map_err(ApiError::failed)?;
            text.push('\n');
        }
        file.write_all(text.as_bytes()).map_err(|error| cannot_write(path, error))?;
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
        writeln!(file, "{line}").and_then(|()| file.flush()).map_err(|error| cannot_write(path, error))
    }

    /// The review is complete: the file has served.
    pub fn remove(self) {
        drop(self.file);
        if let Some(path) = self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_survive_and_belong_to_their_review() {
        let path = std::env::temp_dir().join(format!("gosedai-store-{}", std::process::id()));
        let judged = Judged { number: 3, win_rate: 0.5, score: 1.5, top: vec![], played: None, ranked: 0 };
        Store::open(&path, "one").unwrap().add(3, &judged).unwrap();
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"[4, {\"numb").unwrap();
        let again = Store::open(&path, "one").unwrap();
        assert_eq!(again.get(3), Some(judged));
        assert_eq!(again.get(4), None, "the broken line is dropped");
        assert_eq!(Store::open(&path, "two").unwrap().get(3), None);
        Store::open(&path, "two").unwrap().remove();
        assert!(!path.exists());
    }
}
