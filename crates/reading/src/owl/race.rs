//! A race as a question for the exact tier: both groups are mortal, everything they touch belongs to the fight.

use gosedai_board::{Board, Color, PointSet};

use super::group::strings_of;
use crate::budget::Budget;
use crate::exact::ground::{Border, ground};
use crate::exact::verdict::{Found, read_ground};
use crate::exact::{Ground, Side};

/// The ground of the fight between a group and its rival. What lies outside is the attacker's where nobody stands, and
/// otherwise belongs to whoever stands there.
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
pub fn read_race(board: &Board, field: &Ground, to_play: Color, budget: &Budget) -> Found {
    let side = if to_play == field.defender { Side::Defender } else { Side::Attacker };
    read_ground(board, field, side, budget)
}
