use super::*;
use crate::{Mode, parse_first, replay};
use gosedai_board::Position;

fn load(text: &str) -> Position {
    let game = parse_first(&to_sgf(text).unwrap(), Mode::Lenient).unwrap();
    replay::replay(&game, &replay::main_line(&game), None, Default::default()).unwrap().position
}

#[test]
fn a_drawn_position_is_a_game() {
    let text = "# a remark\nkomi 0.5, rules japanese; white to play\n   A B C\n 3 . X O\n 2 X X O\n 1 . . O\n";
    assert!(looks_like_diagram(text));
    let position = load(text);
    assert_eq!(position.board().empty_count(), 3);
    assert_eq!((position.komi(), position.to_play()), (0.5, Color::White));
    assert_eq!(position.rules().scoring, gosedai_board::Scoring::Territory);
}

#[test]
fn records_and_nonsense_are_no_diagrams() {
    assert!(!looks_like_diagram("(;GM[1]AB[aa])"));
    assert!(!looks_like_diagram("hello world"));
    assert!(!looks_like_diagram("x\n9\nw 1D\nb 1D\nsite\n1\nPMABBFFFF\n"), "an NGF record of the player x");
    assert!(to_sgf(". X\n. X O\n").is_err());
}
