//! Knowledge files: a bad one is told and skipped, and the rest works on.

use gosedai_engine::{Context, catalogue};
use gosedai_knowledge::{EMBEDDED, Knowledge, MemoryStore, Store};
use serde_json::json;

use crate::random::{NUMBERS, Random};
use crate::watch::Watch;

/// Files that can be replaced; the long book of openings is left to the fuzzer.
fn paths() -> Vec<String> {
    let all = ["params/", "cases/", "lexicon/", "joseki/", "potential/", "fuseki/"]
        .into_iter()
        .flat_map(|folder| EMBEDDED.list(folder));
    let single = ["links.toml", "equivalent_points.toml"].into_iter().map(str::to_owned);
    all.chain(single).filter(|path| !path.ends_with(".book.txt")).collect()
}

/// A part of a file, with numbers, lines and letters exchanged.
fn file(random: &mut Random, paths: &[String]) -> (String, String) {
    let path = paths[random.below(paths.len())].clone();
    let text = EMBEDDED.read(&path).unwrap().into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let from = random.below(lines.len());
    let mut part: Vec<String> = lines[from..].iter().take(1 + random.below(60)).map(|line| line.to_string()).collect();
    for _ in 0..1 + random.below(6) {
        let at = random.below(part.len());
        match random.below(6) {
            0 => drop(part.remove(at)),
            1 => part.insert(at, lines[random.below(lines.len())].to_owned()),
            2 => part[at] = with_other_number(&part[at], random),
            3 => part.insert(at, format!("x{} = {}", random.below(9), random.pick(NUMBERS))),
            4 => part[at] = part[at].replace(['.', '"'], random.pick(&["", "]", "X", "\"\"\"", "é"])),
            _ => part[at] = with_other_number(&part[at], random),
        }
        if part.is_empty() {
            part.push(String::new());
        }
    }
    let mut bytes = part.join("\n").into_bytes();
    if random.once_in(3) {
        random.damage(
            &mut bytes,
            4,
            &["[", "]", "[[rule]]", "=", "\"", "'''", "\n", "#", "{", "}", "nan", "-1", "1e999", "(;B[aa]", ")"],
        );
    }
    (path, String::from_utf8_lossy(&bytes).into_owned())
}

/// The line with its first number exchanged.
fn with_other_number(line: &str, random: &mut Random) -> String {
    let value = line.find('=').map_or(0, |at| at + 1);
    let Some(start) = line[value..].find(|c: char| c.is_ascii_digit()).map(|at| at + value) else {
        return line.to_owned();
    };
    let end = line[start..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(line.len(), |at| at + start);
    format!("{}{}{}", &line[..start], random.pick(NUMBERS), &line[end..])
}

pub fn run(seed: u64, count: usize) {
    let paths = paths();
    let mut watch = Watch::new("knowledge");
    for number in 0..count {
        let mut random = Random::new(seed + number as u64);
        let (path, text) = file(&mut random, &paths);
        watch.run(format!("knowledge {} {path}", seed + number as u64), || {
            let mut store = MemoryStore::default();
            store.files.insert(path, text);
            let _ = Knowledge::load(&store);
        });
    }
    watch.finish();
}

/// A position explained with such a file in the user's folder.
pub fn explain(seed: u64, count: usize) {
    let paths = paths();
    let folder = std::env::temp_dir().join(format!("gosedai-generated-knowledge-{}-{seed}", std::process::id()));
    let explain = catalogue().into_iter().find(|entry| entry.name == "explain").unwrap();
    let mut watch = Watch::new("explain");
    for number in 0..count {
        let mut random = Random::new(seed + number as u64);
        let (path, text) = file(&mut random, &paths);
        let target = folder.join(&path);
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::write(&target, text).unwrap();
        let cx = Context { knowledge_dir: Some(folder.clone()), ..Context::default() };
        watch.run(format!("explain {} {path}", seed + number as u64), || {
            let _ = (explain.run)(json!({ "sgf": "(;SZ[7];B[cc];W[ee];B[ec];W[ce];B[dd])" }), &cx);
        });
        std::fs::remove_dir_all(&folder).unwrap();
    }
    watch.finish();
}
