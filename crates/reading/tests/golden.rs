//! Classical shapes, in all symmetries and both colours.

use gosedai_board::{Board, Color, Move, Point, Symmetry, diagram};
use gosedai_reading::{Outcome, Reader, Status};

/// The target is the string of `mark`; expected are the results of both turns and the moves that may be played.
fn check(text: &str, target: &str, attack: (Outcome, &str), defend: (Outcome, &str)) {
    let drawn = diagram::parse(text).unwrap();
    let target: Point = target.parse().unwrap();
    for swapped in [false, true] {
        let board = if swapped { drawn.swapped_colors() } else { drawn.clone() };
        for &turn in Symmetry::of(board.size()) {
            let turned = turn.apply_board(&board);
            let at = |p: &str| turn.apply(p.parse().unwrap(), board.size());
            let reading = Reader::default().capture(&turned, turn.apply(target, board.size()));
            let here =
                format!("{turned:?} target {} turned {turn:?} swapped {swapped}: {reading:?}", at(&target.to_string()));
            for (answer, (outcome, moves)) in [(&reading.attack, attack), (&reading.defend, defend)] {
                assert_eq!(answer.outcome, outcome, "{here}");
                if !moves.is_empty() {
                    let allowed: Vec<Move> = moves.split_whitespace().map(|p| Move::Play(at(p))).collect();
                    assert!(answer.play.is_some_and(|p| allowed.contains(&p)), "{here}");
                }
            }
        }
    }
}

#[test]
fn a_stone_in_atari_is_taken_or_saved() {
    check(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X O . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        "E5",
        (Outcome::Win, "F5"),
        (Outcome::Win, "F5"),
    );
}

#[test]
fn board_is_untouched() {
    let board: Board = diagram::parse(". . .\n. X O\n. . .").unwrap();
    let before = board.clone();
    let reading = Reader::default().capture(&board, "B2".parse().unwrap());
    assert_eq!(board, before);
    assert_eq!(reading.attacker, Color::White);
    assert_ne!(reading.status(), Status::Unknown);
}
