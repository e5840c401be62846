//! The program as its users see it: answers, one clear sentence when something is wrong, exit status.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const GOSEDAI: &str = env!("CARGO_BIN_EXE_gosedai");

fn run(args: &[&str]) -> Output {
    Command::new(GOSEDAI).args(args).stdin(Stdio::null()).output().unwrap()
}

fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(GOSEDAI)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gosedai-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Could not do it: status 1, nothing on standard output, one line on standard error.
fn refuses(output: &Output, sentence: &str) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(text(&output.stdout), "");
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(sentence), "{said:?} should say {sentence:?}");
}

#[test]
fn show_tells_the_position() {
    let folder = Folder::new("show");
    let game = folder.file("ko.sgf", "(;SZ[5]KM[3.5]RU[Japanese]AB[bb][ac][bd]AW[cb][dc][cd][bc]PL[B];B[cc])");
    let output = run(&["show", &game, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(shown["size"], serde_json::json!([5, 5]));
    assert_eq!(shown["to_play"], "white");
    assert_eq!(shown["ko"], "B3");
    assert_eq!(shown["captures"], serde_json::json!({ "black": 1, "white": 0 }));
    assert_eq!(shown["black"], serde_json::json!(["B2", "A3", "C3", "B4"]));
    assert_eq!(shown["komi"], 3.5);
    let plain = text(&run(&["show", &game]).stdout);
    assert!(plain.contains("ko: B3") && plain.contains("white to play"), "{plain}");
    // Before the move.
    let before: serde_json::Value =
        serde_json::from_slice(&run(&["show", &game, "--json", "--move", "0"]).stdout).unwrap();
    assert_eq!(before["to_play"], "black");
    assert_eq!(before["ko"], serde_json::Value::Null);
}

#[test]
fn records_come_in_many_forms() {
    let folder = Folder::new("forms");
    let (chinese, _, _) = encoding_rs::GB18030.encode("(;SZ[9]PB[古力]PW[常昊]C[表示];B[ee])");
    for (name, content) in [
        ("a.sgf", chinese.into_owned()),
        ("b.sgf", b"mail\n\n(;SZ[9];B[ee]".to_vec()),
        ("c.gib", b"\\HS\n\\[GAMEINFOMAIN=LINE:9\\]\n\\HE\n\\GS\nSTO 0 2 1 4 4\n\\GE\n".to_vec()),
        ("d.ngf", b"x\n9\nw 1D\nb 1D\nsite\n0\n0\n6\n20200101\n5\nBlack wins\n1\nPMABBFFFF\n".to_vec()),
        ("e.sgf", "\u{feff}(;SZ[9];B[ee])".as_bytes().to_vec()),
    ] {
        let file = folder.file(name, content);
        let output = run(&["show", &file, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(shown["black"], serde_json::json!(["E5"]), "{name}");
    }
    let output = run_with_input(&["show", "-", "--json"], b"(;SZ[9:3];B[ia])");
    let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&shown["size"], &shown["black"]), (&serde_json::json!([9, 3]), &serde_json::json!(["J3"])));
}

#[test]
fn bad_records_get_one_clear_sentence() {
    let folder = Folder::new("bad");
    let missing = folder.0.join("missing.sgf").display().to_string();
    refuses(&run(&["show", &missing]), "missing.sgf: No such file");
    refuses(&run(&["show", &folder.0.display().to_string()]), "it is a folder");
    for (name, content, sentence) in [
        ("empty.sgf", "", "the file holds no game"),
        ("text.sgf", "hello", "no game found, a game starts with \"(;\""),
        ("size0.sgf", "(;SZ[0])", "SZ[0] is not a board size"),
        ("size99999.sgf", "(;SZ[99999])", "SZ[99999] is not a board size"),
        ("size30.sgf", "(;SZ[30])", "the record's board is 30x30"),
        ("occupied.sgf", "(;SZ[9];B[ee];W[ee])", "move 2, white E5, cannot be played: E5 is occupied"),
        ("outside.sgf", "(;SZ[9];B[zz])", "B[zz] is not a point of the 9x9 board"),
        ("setup.sgf", "(;SZ[2]AB[aa][ab][ba][bb])", "cannot stand"),
        ("damaged.sgf.xz", "\u{0}", "the file holds no game"),
    ] {
        let file = folder.file(name, content);
        refuses(&run(&["show", &file]), sentence);
    }
    let xz = folder.file("cut.sgfs.xz", b"\xfd7zXZ\x00\x00\x04");
    refuses(&run(&["show", &xz]), "the file could not be read");
    let game = folder.file("good.sgf", "(;SZ[9];B[ee])");
    refuses(&run(&["show", &game, "--move", "2"]), "the record has 1 moves, there is no move 2");
    refuses(&run(&["show", &game, "--rules", "martian"]), "'martian' is not a rule set");
    refuses(&run(&["show", &game, "--lang", "tlh"]), "'tlh' is not a language here");
    refuses(&run(&["show", &game, "--komi", "nan"]), "komi must be a number of points");
}

#[test]
fn wrong_usage_is_status_two() {
    for args in [
        &["show"][..],
        &["fly"],
        &["show", "x.sgf", "--move", "-1"],
        &["show", "x.sgf", "--wings"],
        &["gtp", "--engine", "nobody"],
        &["gtp", "--seconds", "0"],
        &["gtp", "--threads", "0"],
        &["match", "--black", "x"],
        &["match", "--black", "x", "--white", "y", "--games", "0"],
        &["match", "--black", "x", "--white", "y", "--games", "1", "--size", "26"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert_eq!(text(&output.stdout), "");
        assert!(!output.stderr.is_empty());
    }
    for args in [&["--help"][..], &["--version"], &["show", "--help"], &["gtp", "--help"], &["match", "--help"]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty());
    }
}

#[test]
fn gtp_over_pipes() {
    let input = b"# hello\n1 name\n\nboardsize 7\r\n2 genmove b\nshowboard\n3 nonsense\nlz-analyze 10\nquit\nname\n";
    let output = run_with_input(&["gtp", "--engine", "random", "--seed", "5"], input);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    assert!(said.starts_with("=1 Gosedai\n\n=\n\n=2 "), "{said}");
    assert!(said.contains("\n?3 unknown command\n\n"), "{said}");
    assert!(said.ends_with("\n=\n\n"), "{said}");
    // The same seed, the same game.
    assert_eq!(said, text(&run_with_input(&["gtp", "--engine", "random", "--seed", "5"], input).stdout));
    // An end of the input without quit is an end all the same; garbage is survived.
    let garbage: Vec<u8> = (0..200_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    assert_eq!(run_with_input(&["gtp", "--engine", "random"], &garbage).status.code(), Some(0));
}

#[test]
fn a_match_between_two_programs() {
    let folder = Folder::new("match");
    let records = folder.0.join("games").display().to_string();
    let output = run(&[
        "match",
        "--black",
        "gosedai gtp --engine random",
        "--white",
        "gosedai gtp --engine random --seed 9",
        "--games",
        "4",
        "--size",
        "5",
        "--komi",
        "0.5",
        "--opening",
        "2",
        "--sgf",
        &records,
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |key: &str| report[key].as_u64().unwrap();
    assert_eq!(number("games"), 4);
    assert_eq!(number("wins_a") + number("wins_b") + number("draws"), 4);
    let (low, high) = (report["interval"][0].as_f64().unwrap(), report["interval"][1].as_f64().unwrap());
    let rate = report["rate_a"].as_f64().unwrap();
    assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0);
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.iter().map(|game| game["black"].as_str().unwrap()).collect::<String>(), "abab");
    // Every record replays, and pairs share their opening.
    let show = |name: &str, moves: &str| {
        let file = format!("{records}/{name}");
        let output = run(&["show", &file, "--json", "--move", moves]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["diagram"].clone()
    };
    assert_eq!(show("game-0001.sgf", "2"), show("game-0002.sgf", "2"));
    for (game, result) in ["game-0001.sgf", "game-0003.sgf", "game-0004.sgf"].iter().zip([0, 2, 3]) {
        show(game, &results[result]["moves"].to_string());
    }
}

#[cfg(unix)]
#[test]
fn programs_that_misbehave_lose() {
    let folder = Folder::new("faults");
    // Answers everything with "=", and every genmove with the same point; or ends at the first genmove.
    let stubborn = folder.file(
        "stubborn.sh",
        "while read command rest; do case $command in genmove) echo '= C3';; known_command) echo '= false';; quit) exit;; *) echo =;; esac; echo; done\n",
    );
    let dying = folder.file(
        "dying.sh",
        "while read command rest; do case $command in genmove) exit 3;; known_command) echo '= false';; *) echo =;; esac; echo; done\n",
    );
    for (script, fault) in [(stubborn, "C3, is illegal: C3 is occupied"), (dying, "the program has ended")] {
        let output = run(&[
            "match",
            "--black",
            &format!("sh {script}"),
            "--white",
            "gosedai gtp --engine random --seed 3",
            "--games",
            "2",
            "--size",
            "5",
            "--json",
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&report["wins_a"], &report["wins_b"]), (&0.into(), &2.into()), "{report}");
        let faults: Vec<&str> =
            report["faults"].as_array().unwrap().iter().filter_map(|fault| fault.as_str()).collect();
        assert!(faults.len() == 2 && faults.iter().all(|said| said.contains(fault)), "{faults:?}");
    }
    refuses(
        &run(&["match", "--black", "no-such-program", "--white", "gosedai gtp", "--games", "1"]),
        "the program 'no-such-program' cannot be started",
    );
    refuses(&run(&["match", "--black", "'x", "--white", "gosedai gtp", "--games", "1"]), "is not a command");
    refuses(&run(&["match", "--black", "true", "--white", "gosedai gtp", "--games", "1"]), "'true' does not speak GTP");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_what_was_played() {
    let child = Command::new(GOSEDAI)
        .args(["match", "--black", "gosedai gtp --engine random", "--white", "gosedai gtp --engine random"])
        .args(["--games", "1000000", "--size", "5", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["stopped"], true);
    assert!(report["games"].as_u64().unwrap() > 0);
}
