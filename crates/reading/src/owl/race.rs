//! A race as a question for the exact tier: both groups are mortal, everything they touch belongs to the fight.

use gosedai_board::{Board, Color, Move, PointSet};

use super::group::strings_of;
use super::proofs::{Spending, settle};
use crate::budget::Budget;
use crate::exact::ground::{Border, ground};
use crate::exact::verdict::{Found, read_ground};
use crate::exact::{Ground, Side};
use crate::outcome::Outcome;

/// The ground of the fight between a group and its rival. What lies outside is the attacker's where nobody stands, and
/// otherwise belongs to who stands there.
pub fn race_ground(board: &Board, target: &PointSet, rival: &PointSet, defender: Color) -> Ground {
    let attacker = defender.opponent();
    let about = ground(board, target, defender, Border::Wall, 1);
    let other = ground(board, rival, attacker, Border::Wall, 1);
    let full = PointSet::full(board.size());
    let mut inside = about.inside.union(&other.inside).union(target).union(rival);
    // strings of both groups with all their liberties
    let both = target.union(rival);
    for stone in strings_of(board, &both) {
        inside = inside.union(&board.string_set(stone)).union(&board.liberties(stone));
    }
    let mine = board.stone_set(attacker).minus(rival);
    let theirs = board.stone_set(defender).minus(target);
    let mut free = [about.free[0].intersection(&mine), other.free[0].intersection(&theirs)];
    let empty = board.empty_set();
    for point in inside.iter() {
        let beyond = PointSet::from_iter([point]).grown().intersection(&full).minus(&inside);
        if beyond.is_empty() {
            continue;
        }
        if !board.at(point).is(defender) && beyond.intersects(&mine.union(&empty)) {
            free[0].insert(point);
        }
        if !board.at(point).is(attacker) && beyond.intersects(&theirs) {
            free[1].insert(point);
        }
    }
    // no group of the race is safe by being large enough to stand outside
    free[0] = free[0].minus(rival);
    free[1] = free[1].minus(target);
    Ground { defender, target: *target, needed: (target.len() / 2 + 1).min(target.len()), inside, free }
}

/// Reads the race with one side moving first.
pub fn read_race(board: &Board, field: &Ground, to_play: Color, nodes: u64) -> Found {
    let side = if to_play == field.defender { Side::Defender } else { Side::Attacker };
    read_ground(board, field, side, &Budget::nodes(nodes))
}

/// What is proved of a race: a result for the side that asks, and the move that reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    pub outcome: Outcome,
    pub play: Option<Move>,
    /// Would the same result be reached if the other side began?
    pub waits: bool,
}

/// Both questions of a race for the owner of the first group, who moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RaceProofs {
    /// Does the own group stay on the board?
    pub saved: Option<Proved>,
    /// Is the other one taken?
    pub taken: Option<Proved>,
}

/// Asks the exact tier about a race, `nodes` positions a question.
pub fn prove_race(board: &Board, own: &PointSet, other: &PointSet, owner: Color, nodes: u64) -> RaceProofs {
    let decided = |found: Found| (found.stopped.is_none()).then_some((found.outcome, found.play));
    let fight = race_ground(board, own, other, owner);
    let attacked = decided(read_race(board, &fight, owner.opponent(), nodes));
    let stays = matches!(attacked, Some((Outcome::Lose | Outcome::Seki, _)));
    let saved = if stays {
        Some(Proved { outcome: Outcome::Win, play: Some(Move::Pass), waits: true })
    } else {
        decided(read_race(board, &fight, owner, nodes)).map(|(outcome, play)| Proved {
            outcome: if outcome == Outcome::Seki { Outcome::Win } else { outcome },
            play,
            waits: false,
        })
    };
    let taken = if matches!(attacked, Some((Outcome::Lose, _))) {
        // the own group cannot be taken at all: no race
        taking(board, other, owner, nodes)
    } else {
        let hunt = race_ground(board, other, own, owner.opponent());
        decided(read_race(board, &hunt, owner, nodes)).map(|(outcome, play)| {
            let waits = outcome == Outcome::Win
                && decided(read_race(board, &hunt, owner.opponent(), nodes)).is_some_and(|f| f.0 == Outcome::Lose);
            Proved { outcome: if outcome == Outcome::Seki { Outcome::Lose } else { outcome }, play, waits }
        })
    };
    RaceProofs { saved, taken }
}

/// Is a group taken by an enemy who has nothing to fear?
fn taking(board: &Board, group: &PointSet, hunter: Color, nodes: u64) -> Option<Proved> {
    let spending = Spending { small: nodes, large: nodes, points: 0 };
    let defender = hunter.opponent();
    let proof = settle(board, group, defender, hunter, &spending)?;
    if proof.lives {
        return Some(Proved { outcome: Outcome::Lose, play: None, waits: false });
    }
    let waits = settle(board, group, defender, defender, &spending).is_some_and(|proof| !proof.lives);
    Some(Proved { outcome: Outcome::Win, play: proof.play, waits })
}
