//! Every parameter that the sources ask for exists, and every parameter that exists is asked for: a wrong name must not become a 0.

use std::fs;
use std::path::{Path, PathBuf};

use gosedai_knowledge::Knowledge;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// A name made up by a test inside the sources.
const OF_A_TEST: &str = "x.y";

/// The text of all sources of all crates.
fn all_text() -> String {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let source = entry.unwrap().path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// Names in calls such as `n("area.name")`.
fn asked_for(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for call in ["n(\"", "number(\"", "list(\"", "param(\""] {
        for (at, _) in text.match_indices(call) {
            let is_whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let name = text[at + call.len()..].split('"').next().unwrap_or("");
            if is_whole && name.contains('.') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
            {
                names.push(name);
            }
        }
    }
    names
}

#[test]
fn every_parameter_asked_for_exists() {
    let text = all_text();
    let names = asked_for(&text);
    assert!(names.len() > 60, "only {} found: do the calls look different now?", names.len());
    let knowledge = Knowledge::embedded();
    // the two profiles of openings have the same names
    let is_known = |name: &str| {
        let of_profiles = [&knowledge.fuseki_paper, &knowledge.fuseki_default];
        knowledge.params.get(name).is_some() || of_profiles.iter().all(|profile| profile.get(name).is_some())
    };
    let missing: Vec<&&str> = names.iter().filter(|name| !is_known(name) && **name != OF_A_TEST).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_parameter_is_asked_for() {
    let text = all_text();
    // a room of the readers' file names its numbers as fields, `problem` by their last names
    let named = |key: &str| match key.strip_prefix("reading.").and_then(|rest| rest.split_once('.')) {
        Some(("problem", name)) => text.contains(&format!("\"{name}\"")),
        Some((room, name)) => text.contains(&format!("of \"{room}\"")) && text.contains(&format!("{name}:")),
        None => false,
    };
    let params = &Knowledge::embedded().params;
    let unused: Vec<&str> =
        params.iter().map(|(key, _)| key).filter(|key| !text.contains(&format!("\"{key}\"")) && !named(key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}
