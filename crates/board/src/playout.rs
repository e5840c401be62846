//! Uniformly random games: no eye is filled, and a player passes when nothing else is left.

use crate::board::Board;
use crate::point::{Cell, Color, Point};
use crate::rng::Rng;

/// Plays random moves until both pass or `limit` moves are made; returns the number of moves.
pub fn play_out(board: &mut Board, mut turn: Color, limit: usize, rng: &mut Rng) -> usize {
    let mut passes = 0;
    for count in 0..limit {
        match random_move(board, turn, rng) {
            Some(point) => {
                board.play_forever(point, turn);
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
                if passes == 2 {
                    return count + 1;
                }
            }
        }
        turn = turn.opponent();
    }
    limit
}

/// A legal move that fills no own eye: the first one from a random place in the list of empty points.
#[inline]
pub fn random_move(board: &Board, turn: Color, rng: &mut Rng) -> Option<Point> {
    let count = board.empty_count();
    let start = rng.below(count);
    let fits = |i: usize| {
        let point = board.empty_point(i);
        board.is_sensible(point, turn).then_some(point)
    };
    (start..count).find_map(fits).or_else(|| (0..start).find_map(fits))
}

/// Area margin for Black at the end of a random game, where every region is an eye or a stone.
pub fn quick_area(board: &Board) -> i32 {
    let mut margin = 0;
    for point in board.size().points() {
        margin += match board.at(point) {
            Cell::Black => 1,
            Cell::White => -1,
            _ => {
                let sides = point.neighbours().map(|beside| board.at(beside));
                match (sides.contains(&Cell::Black), sides.contains(&Cell::White)) {
                    (true, false) => 1,
                    (false, true) => -1,
                    _ => 0,
                }
            }
        };
    }
    margin
}
