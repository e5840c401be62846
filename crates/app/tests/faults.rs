//! A disk that fails at the first, second, third … step of writing, and a large table that cannot be had: every file is then the
//! old one or the new one, the exit status tells, and the next run puts everything right.
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use common::{Folder, GOSEDAI, SHORT_GAME, Served, Task, contents, words};

type Files = BTreeMap<String, Vec<u8>>;

/// What a run is about, without what it keeps for itself while it is under way.
fn results(files: &Files) -> Files {
    let is_kept = |name: &str| name.ends_with("-in-progress");
    files.iter().filter(|(name, _)| !is_kept(name)).map(|(name, bytes)| (name.clone(), bytes.clone())).collect()
}

/// The tasks, with a proof that is stopped early: what it was resumed from would be another beginning.
fn tasks() -> Vec<Task> {
    let mut tasks = common::tasks();
    for task in &mut tasks {
        match task.name {
            "solve" => task.args = words("solve 3x6 --threads 1 --memory 16 --resume out/proof --nodes 1000"),
            // the players are other programs: their faults are theirs
            _ => task.args.iter_mut().for_each(|word| *word = word.replace("gosedai gtp", &sound_player())),
        }
    }
    tasks
}

fn sound_player() -> String {
    format!("env -u GOSEDAI_FAULT_AFTER {GOSEDAI} gtp")
}

/// What could fail, and how much of it was a large table.
struct Steps {
    all: u32,
    tables: usize,
}

/// Lets every `stride`-th step fail.
fn every_fault(task: &Task, stride: usize) -> Steps {
    let mut tables = 0;
    let folder = Folder::new(&format!("faults-{}", task.name));
    let run = |fault: Option<u32>| {
        let mut command = task.command(&folder.0);
        if let Some(steps) = fault {
            command.env("GOSEDAI_FAULT_AFTER", steps.to_string());
        }
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    task.prepare(&folder.0);
    assert_eq!(run(None).0, Some(0), "{}", task.name);
    let new = contents(&folder.0);
    for steps in (0..).step_by(stride) {
        // old files of ours are in the places of the new ones
        let _ = fs::remove_dir_all(&folder.0);
        task.prepare(&folder.0);
        fs::create_dir_all(folder.0.join("out")).unwrap();
        let mut old = contents(&folder.0);
        for (name, bytes) in results(&new) {
            if !old.contains_key(&name) {
                // known as ours by its beginning
                old.insert(name.clone(), [&bytes[..bytes.len() / 2], b"old"].concat());
                fs::write(folder.0.join(&name), &old[&name]).unwrap();
            }
        }
        let (status, said) = run(Some(steps));
        let came = said.contains("a fault was made");
        for (name, bytes) in contents(&folder.0) {
            if name.ends_with("-in-progress") {
                continue;
            }
            assert!(!name.ends_with(".tmp"), "{} step {steps} left {name} behind", task.name);
            let is_whole = old.get(&name) == Some(&bytes) || new.get(&name) == Some(&bytes);
            // a review that stops half way writes what it has: another whole file, and known to be incomplete
            assert!(is_whole || task.name == "review", "{} step {steps}: {name} is neither old nor new", task.name);
        }
        assert_eq!(status, Some(i32::from(came)), "{} step {steps}: {said}", task.name);
        if came {
            let told = said.lines().filter(|line| line.starts_with("gosedai: ")).count();
            let is_clear = said.contains("cannot write") || said.contains("cannot be had");
            assert!(told == 1 && is_clear && !said.contains("panicked"), "{} step {steps}: {said}", task.name);
            tables += usize::from(said.contains("cannot be had"));
            assert_eq!(run(None).0, Some(0), "{} after a fault in step {steps}", task.name);
        }
        assert_eq!(results(&contents(&folder.0)), results(&new), "{} after step {steps}", task.name);
        if !came {
            return Steps { all: steps, tables };
        }
    }
    unreachable!()
}

/// Every seventh step, from another one for each task; `--ignored` takes them all.
#[test]
fn whatever_step_of_writing_fails_nothing_is_lost_and_it_is_told() {
    for task in tasks() {
        assert!(every_fault(&task, 7).all >= 5, "{}", task.name);
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_step_of_writing_fails_once() {
    for task in tasks() {
        let Steps { all, tables } = every_fault(&task, 1);
        println!("{}: {all} steps, {tables} of them large tables", task.name);
        // a match itself takes none
        assert!(tables > 0 || task.name == "match", "{} takes no large table", task.name);
    }
}

#[test]
fn the_library_and_edited_knowledge_survive_a_full_disk() {
    let folder = Folder::new("faults-library");
    let edits: [(&str, &[u8], &[u8]); 3] = [
        ("games/mine.sgf", b"(;B[aa])", b"(;B[aa];W[bb])"),
        ("params/mine.toml", b"# old\n", b"# new and longer\n"),
        ("knowledge/joseki/mine.sgf", b"(;)", b"(;B[cc])"),
    ];
    for (place, old, new) in edits {
        let path = folder.0.join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        for steps in 0.. {
            fs::write(&path, old).unwrap();
            let server = Served::start(&folder.0, Some(steps));
            let (status, answer) = server.ask("PUT", &format!("/api/files/{place}"), new);
            let found = fs::read(&path).unwrap();
            let names = fs::read_dir(path.parent().unwrap()).unwrap().count();
            assert_eq!(names, 1, "{place} step {steps} left something behind");
            if status == 200 {
                assert!(found == new && steps >= 4, "{place} step {steps}: {answer}");
                break;
            }
            assert!(status == 500 && answer.contains("cannot write"), "{place} step {steps}: {status} {answer}");
            assert!(found == old || found == new, "{place} step {steps}");
        }
    }
}

/// Over HTTP it costs one answer: the server goes on.
#[test]
fn a_request_without_memory_is_told_and_the_next_is_answered() {
    let folder = Folder::new("faults-request");
    for steps in [0, 1] {
        let server = Served::start(&folder.0, Some(steps));
        let request = format!(r#"{{"sgf":"{SHORT_GAME}"}}"#);
        let answers: Vec<_> = (0..3).map(|_| server.ask("POST", "/api/explain", request.as_bytes())).collect();
        let (told, answered): (Vec<_>, Vec<_>) = answers.iter().partition(|(status, _)| *status != 200);
        assert!(told.len() == 1 && answered.len() == 2, "{steps}: {told:?}");
        assert!(told[0].0 == 422 && told[0].1.contains("cannot be had"), "{steps}: {told:?}");
    }
}

/// A player that finds no memory says so in GTP or ends; the match then ends with words, and no record is touched.
#[test]
fn a_player_without_memory_costs_no_record() {
    let folder = Folder::new("faults-player");
    fs::create_dir_all(folder.0.join("out")).unwrap();
    let record = "(;AP[Gosedai:old];B[aa])";
    fs::write(folder.0.join("out/game-0001.sgf"), record).unwrap();
    let task = common::tasks().into_iter().find(|task| task.name == "match").unwrap();
    let output = task.command(&folder.0).env("GOSEDAI_FAULT_AFTER", "0").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the program has ended") && said.contains("--show-errors"), "{said}");
    assert_eq!(contents(&folder.0).into_values().collect::<Vec<_>>(), [record.as_bytes()]);
}

/// What cannot be had is said, and the program ends as it should.
#[test]
fn a_table_that_does_not_fit_into_memory_is_told() {
    for method in ["best", "all"] {
        let solve =
            format!("ulimit -v 4000000; exec '{GOSEDAI}' solve 4x4 --memory 65536 --nodes 1000 --method {method}");
        let output = Command::new("sh").args(["-c", &solve]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{method}: {said}");
        assert!(said.contains("a table of 65536 MiB cannot be had"), "{method}: {said}");
    }
}
