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

/// Three games: two of the player, under both colours and two spellings, and one of others.
fn games_of_players(folder: &Folder) {
    let game = |names: &str| GAME.replace("PB[A]PW[B]", names);
    let several = [game("PB[Go Seigen]PW[B]DT[1950]"), game("PB[B]PW[C]DT[1951]")].join("\n");
    std::fs::create_dir_all(folder.0.join("games")).unwrap();
    std::fs::write(folder.0.join("games/several.sgf"), several).unwrap();
    std::fs::write(folder.0.join("games/one.sgf"), game("PB[B]PW[GO  SEIGEN]DT[1940]")).unwrap();
}

#[test]
fn the_games_of_a_player_are_summed_up_and_reused() {
    let folder = Folder::new("player");
    games_of_players(&folder);
    let args = ["games", "--player", "go seigen", "--playouts", "4", "--threads", "2", "--out", "out"];
    let output = folder.run(&args);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("2 games, 25 moves") && said.contains("1 game without this player was left out"), "{said}");
    let summary: serde_json::Value = serde_json::from_str(&folder.read("out/summary-go-seigen.json")).unwrap();
    assert_eq!(summary["schema"], "gosedai.review.summary.1");
    let games = summary["games"].as_array().unwrap();
    assert_eq!((&games[0]["date"], &games[0]["color"]), (&"1940".into(), &"white".into()));
    assert_eq!((&games[1]["date"], &games[1]["color"]), (&"1950".into(), &"black".into()));
    let moves: u64 = games.iter().map(|game| game["figures"]["moves"].as_u64().unwrap()).sum();
    assert_eq!((summary["figures"]["moves"].as_u64(), moves), (Some(25), 25), "12 of White and 13 of Black");
    assert_eq!(folder.read("out/summary-go-seigen.csv").lines().count(), 3);
    let page = folder.read("out/summary-go-seigen.html");
    assert!(
        page.contains("one.review.html") && page.contains("several-0001.review.html") && page.ends_with("</html>\n")
    );

    // what is there is not made again: the files stay as they were, and so does what is said
    let written = |name: &str| std::fs::metadata(folder.0.join("out").join(name)).unwrap().modified().unwrap();
    let before = ["one.review.json", "several-0001.review.html"].map(written);
    let again = folder.run(&args);
    assert!(again.status.success(), "{again:?}");
    assert_eq!(["one.review.json", "several-0001.review.html"].map(written), before);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), said);
    // other words are another review
    let mut japanese = args.to_vec();
    japanese.extend(["--lang", "ja"]);
    assert!(folder.run(&japanese).status.success());
    assert!(written("one.review.json") > before[0]);
}

#[test]
fn a_player_whom_no_record_names_is_an_error_that_tells_the_names() {
    let folder = Folder::new("nobody");
    games_of_players(&folder);
    let output = folder.run(&["games", "--player", "Cho", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.trim(), "gosedai: no game has a player 'Cho': the records name B, C, GO SEIGEN");
    assert!(!folder.0.join("out").exists(), "nothing was begun");
}

#[test]
#[cfg(unix)]
fn an_interrupted_summary_tells_the_games_done() {
    let folder = Folder::new("cut-summary");
    games_of_players(&folder);
    let args =
        ["games", "--player", "Go Seigen", "--engine", "uct", "--playouts", "300", "--threads", "1", "--out", "out"];
    let child = folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let second = folder.0.join("out/several-0001.review-in-progress");
    let until = Instant::now() + Duration::from_secs(120);
    while !second.exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let summary: serde_json::Value = serde_json::from_str(&folder.read("out/summary-go-seigen.json")).unwrap();
    assert_eq!((&summary["complete"], summary["games"].as_array().unwrap().len()), (&false.into(), 1));
    assert_eq!(folder.read("out/summary-go-seigen.csv").lines().count(), 2);
    assert!(folder.read("out/summary-go-seigen.html").ends_with("</html>\n"));
}

#[test]
fn every_diagram_becomes_two_files_and_a_row_of_the_index() {
    let folder = Folder::new("diagrams");
    let output = folder.run(&["short.sgf", "--playouts", "4", "--comments", "3", "--diagrams", "pictures"]);
    assert!(output.status.success(), "{output:?}");
    let index: serde_json::Value = serde_json::from_str(&folder.read("pictures/short.diagrams.json")).unwrap();
    let rows = index["diagrams"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["shown"] == "moment") && rows.iter().any(|row| row["shown"] == "opening"));
    for row in rows {
        let svg = folder.read(Path::new("pictures").join(row["svg"].as_str().unwrap()));
        assert!(svg.contains("<svg xmlns") && svg.contains("<style>"), "{svg}");
        let png = std::fs::read(folder.0.join("pictures").join(row["png"].as_str().unwrap())).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
    }
    let files = std::fs::read_dir(folder.0.join("pictures")).unwrap().count();
    assert_eq!(files, 2 * rows.len() + 1);
}

/// The whole command line of an engine is nobody's name.
#[test]
fn a_judge_is_called_by_its_name() {
    let folder = Folder::new("named");
    let engine = format!("{GOSEDAI} gtp --engine uct --seed 1");
    let output = folder.run(&["shorter.sgf", "--engine", &engine, "--playouts", "30", "--threads", "1"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("judged by Gosedai") && !said.contains("--seed"), "{said}");
}
