//! Müller's classes on drawn boards: 0 to 3 counted, larger ones named and left to reading (4, 5 and 7 are tested beside the code).

use gosedai_board::{Point, diagram};
use gosedai_worth::{RaceReport, analyse_race, safe_stones};

fn race(text: &str, a: &str, b: &str) -> RaceReport {
    let board = diagram::parse(text).unwrap();
    let point = |p: &str| p.parse::<Point>().unwrap();
    analyse_race(&board, point(a), point(b), &safe_stones(&board, 0)).unwrap()
}

/// Walls with two eyes above and below; two rows of stones face each other in the middle.
const PLAIN: &str = "
    O . O O . O O
    O O O O O O O
    . O . O . O O
    X X X X X X X
    O O O O O O O
    X . X . X X X
    X X X X X X X
    X . X X . X X";

#[test]
fn class_0_plain_liberties() {
    let r = race(PLAIN, "A5", "A4");
    assert_eq!(r.class, 0);
    let v = r.verdict.unwrap();
    assert_eq!((v.adjusted_black_first, v.adjusted_white_first), (1, 1));
}

#[test]
fn class_1_an_eye() {
    let r = race(
        "
        O . O O . O O
        O O O O O O O
        . O . O O O O
        X X X X X X X
        X X X . X X X
        X X X X X X X
        O O O O O O O
        X . X . X . X
        X X X X X X X
        X . X X . X X",
        "A5",
        "A4",
    );
    assert_eq!((r.class, r.eyes), (1, [1, 0]));
    assert!(r.verdict.is_some());
}

#[test]
fn class_2_a_nakade_being_played() {
    let r = race(
        "
        O . O O . O O
        O O O O O O O
        . O . O O O O
        X X X X X X X
        X X . O . X X
        X X X X X X X
        O O O O O O O
        X . X . X . X
        X X X X X X X
        X . X X . X X",
        "A5",
        "A4",
    );
    assert_eq!(r.class, 2);
    assert!(r.verdict.is_some());
}

#[test]
fn class_3_liberties_that_settle() {
    // a column of two points: it counts one, after a move that settles it
    let r = race(
        "
        O . O O . O O
        O O O O O O O
        . O O O O O O
        . O . O . O O
        X X X X X X X
        O O O O O O O
        X . X . X X X
        X X X X X X X
        X . X X . X X",
        "A5",
        "A4",
    );
    assert_eq!(r.class, 3);
    assert!(r.verdict.is_some());
}

#[test]
fn class_6_a_chain() {
    // Black's stones hang together by two common points
    let r = race(
        "
        O . O O . O O O O
        O O O O O O O O O
        O X X X O . O . O
        O . X . X X X X O
        X X . X X X X X X
        O O O O O O O O O
        X . X . X . X X X
        X X X X X X X X X
        X . X X . X X X X",
        "E5",
        "A4",
    );
    assert_eq!(r.class, 6, "{:?}", r.beyond);
    assert!(r.verdict.is_none());
}

#[test]
fn class_8_an_open_board() {
    let r = race(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X X . . . .
        . . O O O X . . .
        . . X X . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        "C6",
        "C5",
    );
    assert_eq!(r.class, 8);
    assert!(r.verdict.is_none() && r.beyond.is_some());
}
