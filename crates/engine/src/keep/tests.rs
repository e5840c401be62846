use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::*;
use crate::patterns::model_file;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gosedai-keep-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Lets the first, second, third … step fail: the file must be the old one or the new one, nothing else may be left, and the
/// failure must be told. Returns how many steps there are.
fn every_fault(path: &Path, old: &[u8], new: &[u8], write: &dyn Fn() -> Result<(), ApiError>) -> u32 {
    for steps in 0.. {
        fs::write(path, old).unwrap();
        fail_after(Some(steps));
        // a large table may be missing as well
        let told = gosedai_memory::told(write).unwrap_or_else(|missing| Err(missing.into()));
        let came = fail_after(None).is_none();
        let found = fs::read(path).unwrap();
        assert!(found == old || found == new, "step {steps} left {} bytes", found.len());
        assert_eq!(names(path.parent().unwrap()).len(), 1, "step {steps} left something behind");
        if !came {
            told.unwrap();
            assert_eq!(found, new);
            return steps;
        }
        let told = told.expect_err("a fault that nobody hears of").to_string();
        assert!(told.contains(path.to_str().unwrap()) || told.contains("cannot be had"), "{told}");
    }
    unreachable!()
}

#[test]
fn whatever_fails_the_old_file_or_the_new_one_is_there_and_the_failure_is_told() {
    let folder = folder("faults");
    let path = folder.join("model.gpat");
    let (old, new) = ([b"GPAT".as_slice(), &[7; 100]].concat(), [b"GPAT".as_slice(), &[9; 300_000]].concat());
    let steps = every_fault(&path, &old, &new, &|| Ok(write(&path, &new, Kind::PATTERNS, false)?));
    assert!(steps >= 5, "creation, writes, sync, move, sync of the folder: {steps}");
    // in pieces, as checkpoints are written
    every_fault(&path, &old, &new, &|| {
        let pieces = || new.chunks(1000);
        Ok(write_with(&path, Kind::PATTERNS, false, |out| pieces().try_for_each(|part| out.write_all(part)))?)
    });
}

#[test]
fn a_pattern_model_survives_a_full_disk() {
    let path = folder("model").join("model.gpat");
    let file = gosedai_patterns::codec::File::Model((*model_file::shipped().unwrap()).clone());
    let new = file.to_bytes();
    every_fault(&path, b"GPAT old", &new, &|| model_file::write(&path, &file, false).map(drop));
}

#[test]
fn what_is_not_ours_is_replaced_only_by_force() {
    let folder = folder("ours");
    let path = folder.join("notes.txt");
    fs::write(&path, "what I wanted to remember").unwrap();
    for kind in [Kind::PATTERNS, Kind::CHECKPOINT, Kind::PROGRESS, Kind::PICTURE, Kind::RECORD, Kind::JSON_LINES] {
        let told = write(&path, "new", kind, false).unwrap_err().to_string();
        assert!(told.contains("notes.txt") && told.contains("--force"), "{told}");
        assert!(append(&path, kind, false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"what I wanted to remember");
    }
    write(&path, marked_svg("<svg/>"), Kind::PICTURE, true).unwrap();
    write(&path, marked_sgf("(;B[aa])"), Kind::RECORD, false).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("(;AP[Gosedai:"));
    write(&folder.join("new.gpat"), "GPAT", Kind::PATTERNS, false).unwrap();
    assert!(write(&folder, "GPAT", Kind::ANY, true).unwrap_err().to_string().contains("is a folder"));
}

#[cfg(unix)]
#[test]
fn links_devices_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("links");
    let (real, link) = (folder.join("real"), folder.join("link"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &link).unwrap();
    write(&link, "new", Kind::ANY, false).unwrap();
    assert!(link.is_symlink(), "the link still leads to the file");
    assert_eq!(fs::read(&real).unwrap(), b"new");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    // written to, never replaced by a file
    write(Path::new("/dev/null"), "gone", Kind::PATTERNS, false).unwrap();
    assert!(!Path::new("/dev/null").is_file());
    assert!(write(Path::new("/dev/full"), "no room", Kind::ANY, false).is_err());
    fs::set_permissions(&real, fs::Permissions::from_mode(0o440)).unwrap();
    assert!(write(&real, "newer", Kind::ANY, true).is_err(), "a file made read-only is meant to stay");
    // a link under the name of the next new file is not followed
    let bait = folder.join("bait");
    for number in 0..300 {
        symlink(&bait, folder.join(format!(".gosedai-{}-{number}.tmp", std::process::id()))).unwrap();
    }
    write(&folder.join("safe"), "safe", Kind::ANY, false).unwrap();
    assert!(!bait.exists());
}

#[test]
fn what_a_killed_run_left_is_cleared_away_and_what_is_being_written_stays() {
    let folder = folder("left");
    let (left, held) = (folder.join(".gosedai-1-7.tmp"), folder.join(".gosedai-1-8.tmp"));
    fs::write(&left, "half").unwrap();
    fs::write(&held, "half").unwrap();
    let owner = File::open(&held).unwrap();
    owner.lock().unwrap();
    write(&folder.join("file"), "new", Kind::ANY, false).unwrap();
    assert!(!left.exists() && held.exists(), "{:?}", names(&folder));
    drop(owner);
}
