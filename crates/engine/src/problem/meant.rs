//! Is the question that was answered the one that the problem asks?
//!
//! A problem does not say whether it is about living, killing or a ko, nor for which stones. A proof about another
//! group, or about a part of it, is true and still not the solution. But a problem has one solution: where a move that
//! a player would rather think of does what was asked as well, something else was meant.

use gosedai_board::{Board, Color};
use gosedai_reading::Budget;

use super::exact::{self, ProblemAnswer};
use super::wishes::Wishes;

/// How many other moves are tried, those the network wishes most.
const OTHERS: usize = 6;
/// Positions for each of them: this many times those of the proof, which counts as at least this long.
const EFFORT: u64 = 8;
const LEAST: u64 = 5_000;

/// What can be said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meant {
    Yes,
    /// Another move does the same.
    NotAlone,
    /// There was no time to ask, or more may be possible.
    Open,
}

/// Is the move found the only one of the wished-for moves that succeeds?
pub fn meaning(board: &Board, to_play: Color, found: &ProblemAnswer, wishes: &Wishes, budget: &Budget) -> Meant {
    let Some(play) = found.answer.play.and_then(|play| play.point()) else { return Meant::Yes };
    let field = exact::field_of(board, &found.target, found.defender);
    let effort = budget.with_nodes(EFFORT * found.nodes.max(LEAST));
    // a ko, a seki or a part of a group may be less than what a wider look would give: it is the solution only if the
    // network would play it, too, and no move at all does as much
    if !found.is_plain && wishes.all().first().is_none_or(|wish| wish.play != play) {
        return Meant::Open;
    }
    let count = if found.is_plain { OTHERS } else { usize::MAX };
    for other in wishes.near(&field).map(|wish| wish.play).take(count).filter(|&other| other != play) {
        match exact::also_succeeds(board, to_play, found, other, &effort) {
            Some(true) => return Meant::NotAlone,
            Some(false) => {}
            None if found.is_plain && !budget.is_over() => {}
            None => return Meant::Open,
        }
    }
    Meant::Yes
}
