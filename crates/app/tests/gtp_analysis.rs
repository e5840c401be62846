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

/// The answers to questions about a board drawn as text, top row first.
fn ask_drawn(text: &str, questions: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let at = |wanted: char| -> String {
        let cell = |y: usize, x: usize| format!("{}{} ", b"ABCDEFGHJKLMNOPQRST"[x] as char, rows.len() - y);
        let row = |(y, row): (usize, &Vec<char>)| -> String {
            row.iter().enumerate().filter(|(_, c)| **c == wanted).map(|(x, _)| cell(y, x)).collect()
        };
        rows.iter().enumerate().map(row).collect()
    };
    ask(rows.len(), &at('X'), &at('O'), questions)
}

#[test]
fn what_is_settled_for_good_has_an_unconditional_status() {
    let board = "
        . X . X O .
        X X X X . .
        . O . X . .
        X X X X . .
        . . . . . .
        . . . . . .";
    let questions = "unconditional_status A6\nunconditional_status A5\nunconditional_status B4\n\
        unconditional_status E6\nunconditional_status F1\nunconditional_status Z9\nunconditional_status";
    let answers = ask_drawn(board, questions);
    assert_eq!(answers[..5], ["= black_territory", "= alive", "= dead", "= undecided", "= undecided"]);
    assert!(answers[5..].iter().all(|answer| answer.starts_with('?')), "{answers:?}");
}

#[test]
fn two_strings_are_defended_at_once_or_one_is_lost() {
    // White threatens both stones with E5; Black can take the point first, and nothing saves both after it
    let both = "
        . . . . . . . . .
        . . . X X X . . .
        . . . X X X . . .
        . . . . . . . . .
        . . O X . X O . .
        . . . O . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let questions = "attack_either D5 F5\ndefend_both D5 F5\ndefend_both D5 C5\ntrymove white E5\ndefend_both D5 F5";
    let answers = ask_drawn(both, questions);
    assert_eq!(answers[..2], ["= 1", "= 1"]);
    assert!(answers[2].starts_with('?'), "two colours");
    assert_eq!(answers[4], "= 0");
}

#[test]
fn a_double_threat_is_a_combination_and_its_defences_are_listed() {
    let both = "
        . . . . . . . . .
        . . . X X X . . .
        . . . X X X . . .
        . . . . . . . . .
        . . O X . X O . .
        . . . O . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let answers = ask_drawn(both, "combination_attack white\ncombination_defend white\ncombination_attack black");
    assert_eq!(answers[0], "= E5");
    assert!(answers[1].split(' ').any(|point| point == "E5"), "{answers:?}");
    assert_eq!(answers[2], "= PASS");
    let quiet = ask_drawn(
        ". . . . .
         . X . . .
         . . . . .
         . . . O .
         . . . . .",
        "combination_attack black\ncombination_defend black\ncombination_attack",
    );
    assert_eq!(quiet[..2], ["= PASS", "= PASS"]);
    assert!(quiet[2].starts_with('?'));
}

#[test]
fn a_string_breaks_into_an_area_or_is_blocked_off() {
    let wall = "
        . . . . . . .
        . . . . . . .
        O O . . . O O
        . . . X . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .";
    let questions = "break_in D4 D6 D7 C6 E6\nblock_off D4 D6 D7 C6 E6\nbreak_in D4 A6\nblock_off D4 A1 A2 A3 B1 B2 B3 C1 C2 C3\n\
        break_in D2 C6\nbreak_in D4";
    let answers = ask_drawn(wall, questions);
    assert_eq!([&answers[0], &answers[2], &answers[3]], ["= 1 D5", "= 0", "= 0"]);
    assert!(answers[1] == "= 1 D5" || answers[1] == "= 1 D6", "both points keep him out: {answers:?}");
    assert!(answers[4].starts_with('?') && answers[5].starts_with('?'), "{answers:?}");
}

#[test]
fn the_score_is_told_with_either_side_to_move() {
    let answers = ask(9, "C3 D3 C7 G5", "C4 G7 G3 E5", "new_score black\nnew_score white\nnew_score");
    let lead = |answer: &str| -> f64 {
        let word = answer.split(' ').nth(1).unwrap();
        let points: f64 = word[2..].parse().unwrap();
        if word.starts_with('B') { points } else { -points }
    };
    assert!(lead(&answers[0]) > lead(&answers[1]), "to move is worth something: {answers:?}");
    assert!(answers[2].starts_with('?'));
}
