//! GNU Go's analysis commands as a program speaks them to the built engine: answer format, codes and moves.

use std::io::Write;
use std::process::{Command, Stdio};

/// Answers of one conversation, in order.
fn talk(commands: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gosedai"))
        .arg("gtp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(format!("{commands}\nquit\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.split("\n\n").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Commands that put stones of a colour on the board.
fn stones(color: &str, points: &str) -> String {
    points.split_whitespace().map(|point| format!("play {color} {point}\n")).collect()
}

/// The answers to the questions alone, with their leading `=` or `?`.
fn ask(size: usize, black: &str, white: &str, questions: &str) -> Vec<String> {
    let setup = format!("boardsize {size}\nclear_board\n{}{}", stones("black", black), stones("white", white));
    let answers = talk(&format!("{setup}{questions}"));
    let count = questions.lines().count();
    answers[answers.len() - 1 - count..answers.len() - 1].to_vec()
}

const SNAP_BACK: (&str, &str) = ("B4 C4 D4 B3 C2 F2 D1 E1", "E5 F5 E4 C3 D3 F3 D2");

#[test]
fn attack_and_defence_have_a_code_and_a_move() {
    let questions = "attack C3\ndefend C3\nattack F5\ndoes_attack E3 C3\ndoes_attack E2 C3\ndoes_defend E3 C3";
    let answers = ask(7, SNAP_BACK.0, SNAP_BACK.1, questions);
    assert_eq!(answers, ["= 1 E3", "= 1 E3", "= 0", "= 1", "= 0", "= 1"]);
}

#[test]
fn ladders_double_threats_and_kos() {
    let ladder = ask(9, "B3 C2 D2", "C3", "attack C3\nladder_attack C3\nladder_attack B3\nattack A9\nattack Z99");
    assert_eq!(ladder[..3], ["= 1 C4", "= 1 C4", "= 0"]);
    assert!(ladder[3].starts_with('?') && ladder[4].starts_with('?'), "{ladder:?}");
    let double = "attack D5\nattack F5\nattack_either D5 F5";
    let answers = ask(9, "C5 D4 F4 G5", "D7 E7 F7 D8 E8 F8 D5 F5", double);
    assert_eq!(answers, ["= 0", "= 0", "= 1"]);
    // white has just taken: black may retake only after a threat
    let ko = ask(7, "B1 A2 B3 C2", "C1 D2 C3 B2", "attack B2");
    assert_eq!(ko, ["= 3 C2"]);
}

#[test]
fn connections_are_made_and_cut() {
    let cut = "connect C4 E4\ndisconnect C4 E4";
    let answers = ask(7, "C4 E4", "C6 D6 E6 B5 F5 B4 F4 B3 F3 C2 D2 E2", cut);
    assert_eq!(answers, ["= 1 D4", "= 1 D4"]);
    let joined = ask(7, "C4 C5 D4 E4", "A1", "connect C4 E4\ndisconnect C4 E4\nconnect C4 A1");
    assert_eq!(joined[0].split(' ').nth(1), Some("1"));
    assert_eq!(joined[1], "= 0");
    assert!(joined[2].starts_with('?'), "two colours");
}

#[test]
fn tried_moves_depths_and_counts() {
    let answers = ask(
        9,
        "C3 D3",
        "C4",
        "trymove white D4\ncountlib C4\nfindlib C3\npopgo\ncountlib C4\nincrease_depths\ndecrease_depths\nworm_stones C3\nis_legal black C3",
    );
    assert_eq!(answers[1], "= 4");
    assert_eq!(answers[4], "= 3");
    assert_eq!(answers[7].split(' ').skip(1).count(), 2);
    assert_eq!(answers[8], "= 0");
}

#[test]
fn whole_board_commands_answer_in_their_form() {
    let questions = "estimate_score\ntop_moves_black\ntop_moves\nrestricted_genmove black A1 E5 C7\ngg_genmove white 7\nreg_genmove black\neval_eye A1";
    let black = "A3 B3 C3 D3 D2 D1";
    let white = "A4 B4 C4 D4 E4 E3 E2 E1";
    let answers = ask(9, black, white, questions);
    assert!(answers.iter().take(6).all(|answer| answer.starts_with("= ")), "{answers:?}");
    assert!(answers[0].starts_with("= B+") || answers[0].starts_with("= W+"), "{}", answers[0]);
    assert!(answers[0].contains("(upper bound: "), "{}", answers[0]);
    let pairs: Vec<&str> = answers[1][2..].split(' ').collect();
    assert!(pairs.len() >= 2 && pairs.chunks(2).all(|p| p[1].parse::<f64>().is_ok()), "{pairs:?}");
    assert!(["= A1", "= E5", "= C7"].contains(&answers[3].as_str()), "{}", answers[3]);
    assert!(!answers[4].to_lowercase().contains("resign"));
}

#[test]
fn a_move_is_proved() {
    let questions = "gosedai-prove attack E3 C3\ngosedai-prove attack E2 C3\ngosedai-prove attack any C3 5000\ngosedai-prove attack\ngosedai-prove guess E3 C3";
    let answers = ask(7, SNAP_BACK.0, SNAP_BACK.1, questions);
    assert_eq!(answers[0], "= 1 proved");
    assert!(answers[1].starts_with("= 0"), "{answers:?}");
    assert_eq!(answers[2], "= 1 proved");
    assert!(answers[3].starts_with('?') && answers[4].starts_with('?'), "{answers:?}");
}
