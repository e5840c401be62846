//! Files of the user's knowledge folder: a bad one is told and skipped.
#![no_main]

use gosedai_knowledge::{EMBEDDED, Knowledge, MemoryStore, Store};
use libfuzzer_sys::fuzz_target;

const FOLDERS: [&str; 6] = ["params/", "cases/", "lexicon/", "joseki/", "potential/", "fuseki/"];

fuzz_target!(|data: &[u8]| {
    // the first byte says which file it is
    let Some((&first, bytes)) = data.split_first() else { return };
    let mut paths: Vec<String> = FOLDERS.into_iter().flat_map(|folder| EMBEDDED.list(folder)).collect();
    paths.extend(["links.toml", "equivalent_points.toml"].map(str::to_owned));
    let mut store = MemoryStore::default();
    store.files.insert(paths[first as usize % paths.len()].clone(), String::from_utf8_lossy(bytes).into_owned());
    let _ = Knowledge::load(&store);
});
