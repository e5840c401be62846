//! Is the question that was answered the one that the problem asks?
//!
//! Nobody says whether a problem is about living, killing or a ko, and of which stones. A proof about another group, or about a part of it, is
//! true and still not the solution. But a problem has one solution: where a move that a player would rather think of does what
//! was asked as well, something else was meant.

use gosedai_board::{Board, Color};
use gosedai_reading::Budget;
use gosedai_reading::problem::{self, ProblemAnswer};

use super::wishes::Wishes;

/// How many other moves are tried, those the network wishes most.
const OTHERS: usize = 6;
/// Positions for each of them: so many times those of the proof, which counts as at least this long.
const EFFORT: u64 = 8;
const LEAST: u64 = 5_000;

/// Does no move that is wished for succeed besides the one found? What there is no time to ask does not count as asked.
pub fn is_meant(board: &Board, to_play: Color, found: &ProblemAnswer, wishes: &Wishes, budget: &Budget) -> bool {
    let Some(play) = found.answer.play.and_then(|play| play.point()) else { return true };
    let field = problem::field_of(board, &found.target, found.defender);
    let effort = budget.with_nodes(EFFORT * found.nodes.max(LEAST));
    // a ko, a seki or a part of a group may be less than what a wider look would give: it is the solution only if the network
    // would play it, too, and no move at all does as much
    if !found.is_plain && wishes.all().first().is_none_or(|wish| wish.play != play) {
        return false;
    }
    let count = if found.is_plain { OTHERS } else { usize::MAX };
    let mut others = wishes.near(&field).map(|wish| wish.play).take(count).filter(|&other| other != play);
    others.all(|other| match problem::also_succeeds(board, to_play, found, other, &effort) {
        Some(succeeds) => !succeeds,
        None => found.is_plain && !budget.is_over(),
    })
}
