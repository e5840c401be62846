//! Judging finished games: which stones the network takes for dead, and who has won.

use gosedai_board::{Color, Move, Point, PointSet, Position};
use gosedai_net::Output;

use crate::seen::Judged;

/// Expected ownership against a stone's colour from which on it counts as dead.
const DEAD: f32 = 0.5;
/// How much a count of a finished game is believed against the network's own feeling about who wins.
const TRUST_IN_COUNT: f32 = 0.85;

/// Stones that the network expects to end up as the opponent's points. A string is judged as a whole.
pub fn dead_stones(position: &Position, output: &Output) -> PointSet {
    let sign = if position.to_play() == Color::Black { 1.0 } else { -1.0 };
    dead_by_owner(position, |point| sign * output.ownership[output.index(Move::Play(point))])
}

/// As [`dead_stones`], from the expected owner of each point, +1 Black … −1 White.
pub fn dead_by_owner(position: &Position, owner: impl Fn(Point) -> f32) -> PointSet {
    let board = position.board();
    let mut dead = PointSet::default();
    for first in board.strings() {
        let Some(color) = board.color_at(first) else { continue };
        let string = board.string_set(first);
        let owned: f32 = string.iter().map(|p| color.sign() as f32 * owner(p)).sum();
        if owned / (string.len() as f32) < -DEAD {
            dead = dead.union(&string);
        }
    }
    dead
}

/// How far from the expected score a game may end. A network that was not taught to say so tells it by the points whose
/// owner it does not know, as if each were decided by itself.
pub fn score_stdev(output: &Output) -> f32 {
    let open = || output.ownership.iter().map(|owner| 1.0 - owner * owner).sum::<f32>().max(0.0).sqrt();
    output.score_stdev.unwrap_or_else(open)
}

pub(crate) fn judged(output: &Output) -> Judged {
    Judged { win: output.win, score: output.score, stdev: score_stdev(output) }
}

/// The judgement of a finished game for the side to move: dead stones by the network, then a plain count.
pub(crate) fn counted(position: &Position, output: &Output) -> Judged {
    let margin = position.score(&dead_stones(position, output)).margin() as f32 * position.to_play().sign() as f32;
    let won = if margin == 0.0 { 0.5 } else { f32::from(u8::from(margin > 0.0)) };
    let mix = |count: f32, felt: f32| TRUST_IN_COUNT * count + (1.0 - TRUST_IN_COUNT) * felt;
    Judged { win: mix(won, output.win), score: mix(margin, output.score), stdev: score_stdev(output) }
}
