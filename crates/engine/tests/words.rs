//! What reading says to people: whose success, with which move, how sure; and moves of a problem put to the test.

use gosedai_engine::problem::{AskProblem, ProblemReply};
use gosedai_engine::read::{Read, ReadAnswer};
use gosedai_engine::{Command, Context, GameInput, Lang};

fn game(rows: &str, to_play: &str) -> GameInput {
    let rows: Vec<&str> = rows.trim().lines().map(str::trim).collect();
    let empty = [". . . . . . . . ."; 9];
    let drawn: Vec<&str> = empty[rows.len()..].iter().copied().chain(rows).collect();
    let board = gosedai_board::diagram::parse(&drawn.join("\n")).unwrap();
    let points = |color| -> String {
        let point =
            |p: gosedai_board::Point| format!("[{}{}]", (b'a' + p.x() as u8) as char, (b'i' - p.y() as u8) as char);
        board.stone_set(color).iter().map(point).collect()
    };
    let [black, white] = gosedai_board::Color::BOTH.map(points);
    GameInput { sgf: format!("(;SZ[9]PL[{to_play}]AB{black}AW{white})"), ..GameInput::default() }
}

fn read(rows: &str, goal: &str, targets: &[&str], language: Lang) -> ReadAnswer {
    let targets = targets.iter().map(|target| target.to_string()).collect();
    let request = Read {
        game: game(rows, "B"),
        goal: goal.into(),
        targets,
        trace: false,
        seconds: None,
        nodes: None,
        method: None,
    };
    request.run(&Context { language, ..Context::default() }).unwrap()
}

fn problem(rows: &str, to_play: &str, tried: Option<&str>) -> ProblemReply {
    let request = AskProblem { game: game(rows, to_play), seconds: Some(2.0), tried: tried.map(str::to_owned) };
    request.run(&Context::default()).unwrap()
}

/// Black lives or dies by the middle point.
const THREE: &str = "
    O O O O O . . . .
    X X X X O . . . .
    . . . X O . . . .";

#[test]
fn the_answer_names_who_moves_first_the_move_and_the_proof() {
    let answer = read(THREE, "life", &["A2"], Lang::En);
    assert_eq!(answer.title, "Life and death of A2");
    let said: Vec<&str> = answer.sentences.iter().take(2).map(String::as_str).collect();
    assert_eq!(said, ["Black first: lives with B1 (proved).", "White first: kills with B1 (proved)."]);
    let told = read(THREE, "life", &["A2"], Lang::Ja);
    assert_eq!(told.sentences[..2], ["黒先：B1 で生きる（証明済み）。", "白先：B1 で殺せる（証明済み）。"]);
}

#[test]
fn captures_and_connections_have_their_own_words() {
    let caught = read(
        ". . . . . . . . .\n. X . . . . . . .\nX O . . . . . . .\n. X . . . . . . .",
        "capture",
        &["B2"],
        Lang::En,
    );
    assert_eq!(caught.sentences[0], "Black first: captures with C2 (proved).");
    assert!(caught.sentences[1].starts_with("White first: "), "{:?}", caught.sentences);
    let joined = read(
        "O . . . O . . . .\nO X . X O . . . .\nO . . . O . . . .\nO O O O O . . . .",
        "connect",
        &["B3", "D3"],
        Lang::En,
    );
    assert!(joined.sentences[0].starts_with("Black first: connects"), "{:?}", joined.sentences);
}

#[test]
fn what_is_not_proved_is_probable_and_no_line_has_a_pass() {
    let open = ". . . X . . . . .\n. . O X . . . . .\n. . O . . . . . .\n. . . . . . . . .\n. . . . . . . . .";
    let answer = read(open, "life", &["C4"], Lang::En);
    for (side, text) in [(&answer.attack, &answer.attack.text), (&answer.defend, &answer.defend.text)] {
        let is_proved = side.trust == "proved";
        assert_eq!(text.contains("(proved)"), is_proved, "{text}");
        assert_eq!(text.contains("probably"), side.trust == "judged", "{text}");
        assert!(!side.pv.iter().any(|play| play == "pass"), "{:?}", side.pv);
    }
}

#[test]
fn a_ko_says_whose_threat_and_what_it_costs() {
    let direct = "O O O O O . . . .\nX X X X O . . . .\n. X X X O . . . .\n. . . X O . . . .\nO . X X O . . . .";
    let answer = read(direct, "life", &["D4"], Lang::En);
    let ko = answer.attack.ko.as_ref().expect("White's attack ends in a ko");
    assert_eq!((ko.kind, ko.takes_first, ko.first_threat), ("direct", "white", "black"));
    assert_eq!((ko.black_ignores, ko.white_ignores), (Some(1), Some(1)));
    assert!(answer.attack.text.contains("a direct ko: White takes first"), "{}", answer.attack.text);
}

#[test]
fn a_wrong_first_move_is_refuted_with_a_reason_and_a_right_one_admitted() {
    let wrong = problem(THREE, "B", Some("A1")).tried.unwrap();
    assert!(!wrong.works && wrong.trust == "proved", "{wrong:?}");
    assert_eq!((wrong.result, wrong.reason), ("lose", Some("plain")));
    assert!(wrong.text.ends_with("two eyes cannot be made any more."), "{}", wrong.text);
    let right = problem(THREE, "B", Some("B1")).tried.unwrap();
    assert!(right.works && right.text.starts_with("B1 is the move"), "{right:?}");
    let far = problem(THREE, "W", Some("A1")).tried.unwrap();
    assert!(!far.works && far.trust == "proved", "{far:?}");
    assert_eq!((far.result, far.reason), ("lose", Some("vital")));
    assert_eq!(far.pv[..2], ["A1", "B1"]);
    assert!(far.text.contains("Black answers at B1"), "{}", far.text);
}

#[test]
fn a_move_that_cannot_be_tried_gets_a_sentence() {
    let ask = |tried: &str| {
        let request = AskProblem { game: game(THREE, "B"), seconds: Some(0.5), tried: Some(tried.into()) };
        request.run(&Context::default()).err().map(|error| error.to_string())
    };
    assert!(ask("A2").is_some_and(|text| text.contains("A2")));
    assert!(ask("Z99").is_some());
}
