//! Classical shapes, in all symmetries and both colours.

use gosedai_board::{Board, Color, Move, Point, Symmetry, diagram};
use gosedai_reading::{Budget, Effort, Outcome, Reader, Status};

/// What is expected of one side moving first: the result, and the moves that may be named (any, if empty).
type Expected<'a> = (Outcome, &'a str);

fn check(text: &str, target: &str, attack: Expected, defend: Expected) {
    let drawn = diagram::parse(text).unwrap();
    let target: Point = target.parse().unwrap();
    for swapped in [false, true] {
        let board = if swapped { drawn.swapped_colors() } else { drawn.clone() };
        for &turn in Symmetry::of(board.size()) {
            let turned = turn.apply_board(&board);
            let at = |p: &str| turn.apply(p.parse().unwrap(), board.size());
            let target = turn.apply(target, board.size());
            let reading = Reader::new(Budget::nodes(4_000)).capture(&turned, target);
            let here = format!("{turned:?} target {target} turned {turn:?} swapped {swapped}: {reading:?}");
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

const WIN: Outcome = Outcome::Win;
const LOSE: Outcome = Outcome::Lose;

#[test]
fn a_stone_in_atari_is_taken_or_joined_to_friends() {
    check(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . O O . .
        . . . . X . . . .
        . . . X O . O O .
        . . . . X . . . .
        . . . . . O O . .
        . . . . . . . . .
        . . . . . . . . .",
        "E5",
        (WIN, "F5"),
        (WIN, "F5"),
    );
}

#[test]
fn a_ladder_captures() {
    check(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X O . . . .
        . . X X . . .
        . . . . . . .",
        "C3",
        (WIN, ""),
        (WIN, ""),
    );
}

#[test]
fn two_shared_liberties_around_a_prisoner_are_no_life() {
    check(
        "
        . X X X X X .
        . X O O O X .
        . X O . O X .
        X X O X O X X
        X O O . O O X
        X X X X X X X
        . . . . . . .",
        "C4",
        (WIN, "D3 D5"),
        (LOSE, ""),
    );
}

#[test]
fn a_surrounded_string_without_room_is_dead() {
    check(
        "
        X X X X X
        X O O O X
        X O . O X
        X O O O X
        X X X X X
        . . . . .",
        "B3",
        (WIN, "C4"),
        (LOSE, ""),
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

#[test]
fn a_string_in_atari_is_taken_whatever_the_takers_may_lose() {
    let board: Board = diagram::parse(
        ". . . . . . . . O . . . . . . . . . .
         . X O O . X X O . O . . . . . O X X .
         . . X O O O O X O X . . . . . O O X .
         . . X X O X X X X X O . . . O . X . .
         . X X . X X . . O O . O O . . O . X .
         . X . . . X X . O X . X . . . X O . .
         X . X X X O . O O X . . . . O O X X .
         . X X O X O O O X X . X . . . . . . .
         X O O . O O X X X O O X . . . O O O .
         X X O O O X X . . O X X . . . . X . .
         . O O X X X . X O . . . O . X . . . .
         . . O O O X O O . O . X O . . O . . .
         . X O X X O X O . . O O . . . . . X .
         O . O X X . X . X X . . . . . . X . X
         X O . O . X X X O . . . . . . O O X O
         X X X X X X O O X . . . . . . O X O O
         X O O O X O X . X . . . . . . O . . .
         . O . . O O O X . . . . . . . . . . .
         . . . . . . . . . . . . . . . . . . .",
    )
    .unwrap();
    let read = Reader::with(Effort::standard()).capture(&board, "G3".parse().unwrap());
    assert_eq!(read.attack.outcome, Outcome::Win);
    assert_eq!(read.attack.point(), "H3".parse().ok());
}
