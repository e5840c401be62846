//! A golden position stands for all its images.

use gosedai_board::{Board, Point, Symmetry, diagram};

/// Runs a check on the picture in every symmetry and with the colours exchanged.
pub fn everywhere(text: &str, check: impl Fn(&Board, &dyn Fn(&str) -> Point, &str)) {
    let drawn = diagram::parse(text).unwrap();
    for swapped in [false, true] {
        let board = if swapped { drawn.swapped_colors() } else { drawn.clone() };
        for &turn in Symmetry::of(board.size()) {
            let turned = turn.apply_board(&board);
            let at = |p: &str| turn.apply(p.parse().unwrap(), board.size());
            check(&turned, &at, &format!("{turned:?} turned {turn:?} swapped {swapped}"));
        }
    }
}
