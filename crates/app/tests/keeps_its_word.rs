//! What the program promises: an exit status that tells the truth, files that survive, no panic over anything from outside.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GOSEDAI: &str = env!("CARGO_BIN_EXE_gosedai");
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf");

fn run(args: &[&str], input: &str, stdout: Stdio) -> Output {
    let mut child =
        Command::new(GOSEDAI).args(args).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
    // a program that needs no input may be gone before it comes
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("gosedai-word-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let version = "{\"id\":\"v\",\"action\":\"query_version\"}\n";
    let calls: [(&[&str], &str); 8] = [
        (&["show", GAME], ""),
        (&["show", GAME, "--json"], ""),
        (&["cgt", "*"], ""),
        (&["solve", "2x2"], ""),
        (&["--help"], ""),
        (&["--version"], ""),
        (&["gtp", "--engine", "random"], "name\n"),
        (&["analysis", "--engine", "random"], version),
    ];
    for (args, input) in calls {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = run(args, input, full.into());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(said(&output).starts_with("gosedai: cannot write to standard output: "), "{args:?}: {}", said(&output));
        assert_eq!(said(&output).lines().count(), 1, "{args:?}: {}", said(&output));
    }
}

#[test]
fn a_reader_who_goes_away_is_no_failure() {
    for args in [&["show", GAME][..], &["show", GAME, "--json"], &["cgt", "*"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(args, "", writer.into());
        assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()), "{args:?}");
    }
}

#[test]
fn an_error_that_cannot_be_told_is_still_an_error() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = Command::new(GOSEDAI).args(["show", "no-such-game.sgf"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_checkpoint_replaces_no_file_of_another_kind_and_tells_when_it_is_lost() {
    let folder = folder("solve");
    let solve = |board: &str, file: &Path, more: &[&str]| {
        let file = file.display().to_string();
        let args = [&["solve", board, "--nodes", "1000", "--memory", "16", "--resume", &file], more].concat();
        run(&args, "", Stdio::piped())
    };
    let notes = folder.join("notes.txt");
    fs::write(&notes, "my notes").unwrap();
    for board in ["3x6", "4x4"] {
        let output = solve(board, &notes, &[]);
        assert_eq!(output.status.code(), Some(1));
        assert!(said(&output).contains("notes.txt is there and is no checkpoint"), "{}", said(&output));
    }
    assert_eq!(fs::read(&notes).unwrap(), b"my notes");
    let output = solve("3x6", &folder.join("missing/proof"), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("cannot write"), "{}", said(&output));
    let proof = folder.join("proof");
    assert_eq!(solve("3x6", &proof, &[]).status.code(), Some(0));
    let saved = fs::read(&proof).unwrap();
    // the proof of another board is work, too
    let output = solve("3x5", &proof, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("3x6"), "{}", said(&output));
    assert_eq!(fs::read(&proof).unwrap(), saved);
    assert_eq!(solve("3x6", &notes, &["--force"]).status.code(), Some(0));
    assert!(fs::read(&notes).unwrap().starts_with(b"GSDPRF"));
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "nothing else is left: {names:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_model_on_a_full_disk_is_told_and_notes_are_no_model() {
    let folder = folder("learn");
    let notes = folder.join("notes.gpat");
    fs::write(&notes, "my notes").unwrap();
    let learn =
        |output: &str| run(&["patterns", "learn", GAME, "--method", "counts", "-o", output], "", Stdio::piped());
    let output = learn(notes.to_str().unwrap());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(&notes).unwrap(), b"my notes");
    let output = learn("/dev/full");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("cannot write /dev/full"), "{}", said(&output));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn narrow_and_wide_boards_break_nothing() {
    let narrow = [
        "(;SZ[1:25]AB[af][as][at]AW[ag][aq]PL[W])",
        "(;SZ[1:9]AB[ac]AW[ad])",
        "(;SZ[25:1]AB[fa]AW[ga])",
        "(;SZ[2:25]AB[af]AW[ag])",
        "(;SZ[25:2]AB[fa]AW[ga])",
        "(;SZ[1]PL[B])",
    ];
    for sgf in narrow {
        for args in [&["problem", "-", "--seconds", "0.3"][..], &["explain", "-"]] {
            let output = run(args, sgf, Stdio::piped());
            assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()), "{args:?} {sgf}");
        }
    }
}

#[test]
fn a_clock_that_cannot_be_is_refused_and_the_game_goes_on() {
    let talk = "boardsize 7\ntime_settings 600 30 5\ntime_left b 1e300 0\ntime_left b 3.5e38 9\n\
                time_left b -1 0\ntime_left b 20 0\ngenmove b\n";
    let output = run(&["gtp", "--engine", "uct", "--playouts", "20"], talk, Stdio::piped());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = text.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert!(answers[2].starts_with("? seconds must be") && answers[2].ends_with("not 1e300"), "{}", answers[2]);
    assert!(answers[3].starts_with("? seconds must be"), "{}", answers[3]);
    assert_eq!(answers[4..6], ["=", "="]);
    assert!(answers[6].starts_with("= "), "{}", answers[6]);
}
