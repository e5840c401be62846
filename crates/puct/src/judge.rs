//! Judging finished games: which stones the network takes for dead.

use gosedai_board::{Move, PointSet, Position};
use gosedai_net::Output;

/// Expected ownership against a stone's colour from which on it counts as dead.
const DEAD: f32 = 0.5;

/// Stones that the network expects to end up as the opponent's points. A string is judged as a whole.
pub fn dead_stones(position: &Position, output: &Output) -> PointSet {
    let board = position.board();
    let mut dead = PointSet::default();
    for first in board.strings() {
        let Some(color) = board.color_at(first) else { continue };
        let sign = if color == position.to_play() { 1.0 } else { -1.0 };
        let string = board.string_set(first);
        let owned: f32 = string.iter().map(|p| sign * output.ownership[output.index(Move::Play(p))]).sum();
        if owned / (string.len() as f32) < -DEAD {
            string.iter().for_each(|p| {
                dead.insert(p);
            });
        }
    }
    dead
}
