//! The review as a program: interrupted and resumed, run twice, several games, and other engines as judges.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const GOSEDAI: &str = env!("CARGO_BIN_EXE_gosedai");
const GAME: &str = "(;SZ[9]KM[7]PB[A]PW[B];B[ee];W[cc];B[gc];W[gg];B[cg];W[fg];B[eg];W[ff];B[ef];W[fe];B[fd];W[ge];B[gd];W[he];B[hd];W[cf];B[df];W[bg];B[ch];W[ce];B[ai];W[de];B[ed];W[dd];B[ec])";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gosedai-review-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("short.sgf"), GAME).unwrap();
        std::fs::write(path.join("shorter.sgf"), GAME.replace(";W[dd];B[ec])", ")")).unwrap();
        Folder(path)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(GOSEDAI);
        command.current_dir(&self.0).arg("review").args(args).stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    fn read(&self, path: impl AsRef<Path>) -> String {
        let path = self.0.join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn moves(&self, path: &str) -> serde_json::Value {
        let review: serde_json::Value = serde_json::from_str(&self.read(path)).unwrap();
        review["moves"].clone()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_review_leaves_valid_files_and_goes_on_where_it_stopped() {
    let folder = Folder::new("interrupted");
    let args = |out: &'static str| {
        ["short.sgf", "--engine", "uct", "--playouts", "400", "--comments", "3", "--threads", "1", "--out", out]
    };
    let child = folder.command(&args("cut")).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let progress = folder.0.join("cut/short.review-in-progress");
    let judged = || std::fs::read_to_string(&progress).map_or(0, |text| text.lines().count().saturating_sub(1));
    let until = Instant::now() + Duration::from_secs(60);
    while judged() < 4 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    // as Ctrl-C does
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let known = judged();
    assert!((4..26).contains(&known), "{known} positions were judged");
    let partial: serde_json::Value = serde_json::from_str(&folder.read("cut/short.review.json")).unwrap();
    assert_eq!(partial["complete"], false);
    assert_eq!(partial["moves"].as_array().unwrap().len(), known - 1);
    assert!(folder.read("cut/short.review.html").ends_with("</html>\n"));
    assert!(folder.read("cut/short.review.sgf").contains("V["));

    assert!(folder.run(&args("cut")).status.success());
    assert!(!progress.exists(), "what was kept has served");
    assert!(folder.run(&args("whole")).status.success());
    assert_eq!(folder.moves("cut/short.review.json"), folder.moves("whole/short.review.json"));
    assert_eq!(folder.read("cut/short.review.html"), folder.read("whole/short.review.html"));
    assert_eq!(folder.read("cut/short.review.sgf"), folder.read("whole/short.review.sgf"));
}

#[test]
fn two_runs_are_identical_whatever_the_threads_and_several_games_get_an_index() {
    let folder = Folder::new("twice");
    for (out, threads) in [("one", "1"), ("two", "2")] {
        let args = ["short.sgf", "shorter.sgf", "--playouts", "6", "--seed", "3", "--threads", threads, "--out", out];
        let output = folder.run(&args);
        assert!(output.status.success(), "{output:?}");
    }
    for name in ["short.review.html", "short.review.sgf", "shorter.review.html", "shorter.review.sgf"] {
        assert_eq!(folder.read(format!("one/{name}")), folder.read(format!("two/{name}")), "{name}");
    }
    let index = folder.read("one/index.html");
    assert!(index.contains("short.review.html") && index.contains("shorter.review.html"));
}

/// Our own engine through its GTP and JSON doors stands for any other.
#[test]
fn engines_that_speak_gtp_analysis_or_json_can_be_the_judge() {
    let folder = Folder::new("outside");
    for speech in ["gtp --engine uct --seed 1", "analysis --engine uct --seed 1"] {
        let engine = format!("{GOSEDAI} {speech}");
        let args = ["shorter.sgf", "--engine", &engine, "--playouts", "100", "--threads", "1", "--json"];
        let output = folder.run(&args);
        assert!(output.status.success(), "{speech}: {output:?}");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let moves = answer["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 23);
        assert!(moves.iter().all(|m| m["best"].is_string()), "{speech}");
        assert!(moves.iter().any(|m| m["search_rank"].as_u64().is_some_and(|rank| rank <= 3)), "{speech}");
    }
}

/// An engine without analysis, but with an estimate of the score, can be the judge too.
#[test]
fn gnu_go_can_be_the_judge_where_it_is_installed() {
    let program = "/usr/games/gnugo";
    if !Path::new(program).exists() {
        return;
    }
    let folder = Folder::new("gnugo");
    let engine = format!("{program} --mode gtp --level 1");
    let output = folder.run(&["shorter.sgf", "--engine", &engine, "--threads", "1", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let scores: Vec<f64> =
        answer["moves"].as_array().unwrap().iter().map(|m| m["score_after"].as_f64().unwrap()).collect();
    assert_eq!(scores.len(), 23);
    assert!(scores.iter().any(|score| score.abs() > 0.5), "{scores:?}");
}

#[test]
fn a_program_that_cannot_judge_is_named_in_one_sentence() {
    let folder = Folder::new("unable");
    let output = folder.run(&["short.sgf", "--engine", "true"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.trim().lines().count(), 1, "{said}");
}
