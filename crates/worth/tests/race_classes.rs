//! Müller's classes on drawn boards: 0 to 3 counted, larger ones named and left to reading (4, 5 and 7 are tested beside the code).

use gosedai_board::{Point, diagram};
use gosedai_cgt::race::RaceEnd;
use gosedai_worth::{Beyond, RaceReport, analyse_race, safe_stones};

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

/// A white wall, Black's block with the given row inside, White's block, a black wall.
fn with_eye(row: &str) -> RaceReport {
    let text = format!(
        "
        O . O O . O O
        O O O O O O O
        . O . O O O O
        X X X X X X X
        {row}
        X X X X X X X
        O O O O O O O
        X . X . X . X
        X X X X X X X
        X . X X . X X"
    );
    race(&text, "A5", "A4")
}

#[test]
fn class_1_a_nakade_that_is_settled() {
    let r = with_eye("X X . O . X X");
    assert_eq!((r.class, r.eyes), (1, [2, 0]));
    assert!(r.verdict.is_some());
}

#[test]
fn class_2_an_eye_that_may_become_two() {
    let r = with_eye("X X . . . X X");
    assert_eq!((r.class, r.eyes), (2, [3, 0]));
    let v = r.verdict.unwrap();
    // Black lives by moving first; White must take the vital point, and then the larger eye still wins
    assert_eq!((v.black_first, v.white_first), (RaceEnd::BlackCaptures, RaceEnd::BlackCaptures));
    assert!(r.best[0].contains(&"D6".parse().unwrap()), "{:?}", r.best);
}

/// The prisoners in White's eye and White's block share all their liberties, which alone would be a seki; but the wall around is itself
/// in a race with him.
#[test]
fn a_wall_that_can_be_taken_is_beyond_counting() {
    let r = race(
        "
        O O O O X X . O . O .
        O . X O O X . O O O O
        O . X . O X . O . O .
        O O X . O X . O O O O
        X O O O O X . O . . .
        X X X X X X . O . . .
        . . . . . . O O . . .
        O O O O O O O . . . .
        O . O . O . O . . . .",
        "C8",
        "A9",
    );
    assert_eq!((r.beyond, r.verdict), (Some(Beyond::UnsafeNeighbour), None));
}

#[test]
fn four_in_a_row_is_alive_and_no_race() {
    let r = with_eye("X . . . . X X");
    assert_eq!(r.beyond, Some(Beyond::Alive));
}

/// White's eye has four points, but the stones in it leave him one liberty there (A1 is none): a count would let him capture,
/// while it is a seki.
#[test]
fn an_eye_that_stones_inside_cut_off_is_not_counted() {
    let r = race(
        "
        O . O . O O O O
        O O O O O O O O
        O O O O O O O O
        X X O O O O O O
        . X O O O O O O
        X X X X O O O O
        O O O X O O O O
        X . O X X X X O
        . X O O O . X O",
        "A4",
        "A3",
    );
    assert_eq!((r.beyond, r.verdict), (Some(Beyond::Eye), None));
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
