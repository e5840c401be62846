//! Judging finished games: which stones the network takes for dead, and the score that follows.

use gosedai_board::{Color, PointSet, Position};
use gosedai_net::Output;

use crate::tree::Judged;

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
        let owned: f32 =
            string.iter().map(|p| sign * output.ownership[output.index(gosedai_board::Move::Play(p))]).sum();
        if owned / (string.len() as f32) < -DEAD {
            string.iter().for_each(|p| {
                dead.insert(p);
            });
        }
    }
    dead
}

/// The result of a game that both sides have passed in, for the side to move.
pub(crate) fn finished(position: &Position, output: &Output) -> Judged {
    let margin = position.score(&dead_stones(position, output)).margin() as f32;
    let score = if position.to_play() == Color::Black { margin } else { -margin };
    let win = match score {
        s if s > 0.0 => 1.0,
        s if s < 0.0 => 0.0,
        _ => 0.5,
    };
    Judged { win, score }
}
