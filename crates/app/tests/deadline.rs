//! Work that would go on for long ends at the deadline: with what is found by then, with clear words and exit status 1.
#![cfg(unix)]

use std::process::{Command, Output};
use std::time::Instant;

use serde_json::Value;

const GOSEDAI: &str = env!("CARGO_BIN_EXE_gosedai");
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf");

fn run(args: &[&str]) -> Output {
    Command::new(GOSEDAI).args(args).output().unwrap()
}

fn stopped(args: &[&str]) -> Value {
    let output = run(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
    assert_eq!(said, "gosedai: stopped at the deadline before the work was finished\n", "{args:?}");
    match output.stdout.is_empty() {
        true => Value::Null,
        false => serde_json::from_slice(&output.stdout).expect("whole JSON"),
    }
}

/// A sum with far more positions than anybody can wait for.
fn endless_sum() -> String {
    let hot = |n: u32| format!("{{{}|{{0|-{}}}}}", 7 * n * n, 5 * n * n + 1);
    (1..=200).map(hot).collect::<Vec<_>>().join("+")
}

#[test]
fn long_work_ends_at_the_deadline_with_what_it_has() {
    let found = stopped(&["endgame", GAME, "--move", "240", "--json", "--deadline", "0.05"]);
    assert_eq!((&found["stopped"], &found["complete"]), (&Value::Bool(true), &Value::Bool(false)));
    assert!(!found["regions"].as_array().unwrap().is_empty());
    let interval: Vec<f64> = found["score_interval"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    assert!(interval[0] < interval[1], "{interval:?}");
    assert!(found["reasons"][0].as_str().unwrap().contains("stopped"), "{}", found["reasons"]);
    let found = stopped(&["solve", "5x6", "--memory", "64", "--json", "--deadline", "0.5"]);
    assert_eq!(found["complete"], Value::Bool(false));
    let random = "gosedai gtp --engine random";
    let games = ["match", "--black", random, "--white", random, "--games", "100000", "--json", "--deadline", "1"];
    assert_eq!(stopped(&games)["stopped"], Value::Bool(true));
    // this has nothing to say until it is done
    assert_eq!(stopped(&["cgt", &endless_sum(), "--json", "--deadline", "0.3"]), Value::Null);
}

/// The tables of these boards and rules take seconds or minutes to make.
#[test]
fn the_deadline_holds_while_tables_are_made() {
    for args in [
        &["solve", "5x5"][..],
        &["solve", "4x4", "--oracle"],
        &["solve", "4x4", "--rules", "passdiff"],
        &["solve", "1x16", "--oracle"],
        &["solve", "1x7", "--rules", "ssk"],
        &["solve", "4x4", "--moves"],
        &["solve", "4x5", "--method", "all"],
    ] {
        // past the first of several tables, too
        for seconds in ["0.2", "1.1"] {
            let began = Instant::now();
            let output = run(&[args, &["--json", "--deadline", seconds]].concat());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // a quick machine may be done
            assert!(output.status.success() || said.contains("stopped at the deadline"), "{args:?}: {said}");
            let late = began.elapsed().as_secs_f64() - seconds.parse::<f64>().unwrap();
            // it ends about a second late where nothing else runs: this is no clock, it finds what cannot be stopped
            assert!(late < 15.0, "{args:?} ended {late:.1} s after its deadline of {seconds}");
        }
    }
}

#[test]
fn a_deadline_that_is_not_reached_changes_nothing() {
    let (with, without) = (run(&["cgt", "{4|0}", "--deadline", "600"]), run(&["cgt", "{4|0}"]));
    assert_eq!((with.status.code(), &with.stdout), (Some(0), &without.stdout));
    for wrong in ["0", "-1", "nan", "1e300"] {
        let output = run(&["cgt", "{4|0}", &format!("--deadline={wrong}")]);
        assert_ne!(output.status.code(), Some(0), "{wrong}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("deadline"), "{wrong}");
    }
}

#[test]
fn every_long_command_has_a_deadline_and_shows_one() {
    let long: [&[&str]; 15] = [
        &["explain"],
        &["review"],
        &["read"],
        &["problem"],
        &["grade"],
        &["race"],
        &["endgame"],
        &["eyes"],
        &["cgt"],
        &["ko"],
        &["fuseki"],
        &["solve"],
        &["match"],
        &["bench"],
        &["net"],
    ];
    for command in long {
        let help = String::from_utf8(run(&[command, &["--help"]].concat()).stdout).unwrap();
        assert!(help.contains("--deadline"), "{command:?}");
        let example = help.split("Example").nth(1).unwrap_or_default();
        assert!(example.contains("--deadline "), "{command:?} shows no example");
    }
    for command in
        [["patterns", "learn"], ["patterns", "eval"], ["patterns", "merge"], ["fuseki", "tune"], ["net", "eval"]]
    {
        let help = String::from_utf8(run(&[command[0], command[1], "--help"]).stdout).unwrap();
        assert!(help.contains("--deadline"), "{command:?}");
    }
}
