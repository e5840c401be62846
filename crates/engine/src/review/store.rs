//! Results of a review as they come, one line each, so that an interrupted review goes on where it stopped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::judge::Judged;
use crate::ApiError;
use crate::keep::{self, Growing, Kind};

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
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(ApiError::failed(format!("cannot read {}: {error}", path.display()))),
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
mod tests {
    use super::*;

    fn judged() -> Judged {
        Judged { number: 3, win_rate: 0.5, score: 1.5, top: vec![], played: None, ranked: 0 }
    }

    #[test]
    fn results_survive_and_belong_to_their_review() {
        let path = std::env::temp_dir().join(format!("gosedai-store-{}", std::process::id()));
        let open = |key: &str| Store::open(&path, key, false).unwrap();
        open("gosedai review one").add(3, &judged()).unwrap();
        let half = std::fs::read_to_string(&path).unwrap() + "[4, {\"numb";
        std::fs::write(&path, half).unwrap();
        let again = open("gosedai review one");
        assert_eq!(again.get(3), Some(judged()));
        assert_eq!(again.get(4), None, "the broken line is dropped");
        again.add(5, &judged()).unwrap();
        assert_eq!(open("gosedai review one").get(5), Some(judged()), "and the next one stands by itself");
        assert_eq!(open("gosedai review two").get(3), None);
        open("gosedai review two").remove();
        assert!(!path.exists());
        std::fs::write(&path, "my own notes").unwrap();
        assert!(Store::open(&path, "gosedai review one", false).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"my own notes");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_full_disk_costs_no_result_that_was_there() {
        let path = std::env::temp_dir().join(format!("gosedai-store-faults-{}", std::process::id()));
        let key = "gosedai review one";
        for steps in 0.. {
            let _ = std::fs::remove_file(&path);
            Store::open(&path, key, false).unwrap().add(3, &judged()).unwrap();
            // a cut line makes the next opening write the file anew
            std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "[4, {").unwrap();
            keep::fail_after(Some(steps));
            let told = Store::open(&path, key, false).and_then(|store| store.add(5, &judged()));
            let came = keep::fail_after(None).is_none();
            assert_eq!(told.is_err(), came, "step {steps}");
            assert_eq!(Store::open(&path, key, false).unwrap().get(3), Some(judged()), "step {steps}");
            if !came {
                assert!(steps > 6, "{steps}");
                break;
            }
        }
        std::fs::remove_file(&path).unwrap();
    }
}
