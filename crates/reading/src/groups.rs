//! Strings that stand or fall together: joined by two common liberties, by a point the opponent cannot use, or around a
//! prisoner in atari.

use gosedai_board::{Board, Color, Point, PointSet};

/// All stones of the group of the string at a stone.
pub fn group_of(board: &Board, stone: Point) -> PointSet {
    let Some(color) = board.color_at(stone) else { return PointSet::EMPTY };
    let mut group = board.string_set(stone);
    loop {
        let mut joined = PointSet::EMPTY;
        let liberties = liberties_of(board, &group);
        for candidate in strings_near(board, &group, &liberties, color) {
            if is_joined(board, &liberties, candidate, color) || around_prisoner(board, &group, candidate, color) {
                joined = joined.union(&board.string_set(candidate));
            }
        }
        if joined.is_subset(&group) {
            return group;
        }
        group = group.union(&joined);
    }
}

/// Liberties of a set of stones.
pub fn liberties_of(board: &Board, stones: &PointSet) -> PointSet {
    let mut liberties = PointSet::EMPTY;
    for stone in stones.iter() {
        for beside in stone.neighbours() {
            if board.is_empty(beside) {
                liberties.insert(beside);
            }
        }
    }
    liberties
}

fn strings_near(board: &Board, group: &PointSet, liberties: &PointSet, color: Color) -> Vec<Point> {
    let mut seen = *group;
    let mut found = Vec::new();
    let enemy = group.grown().iter().filter(|&p| board.at(p).is(color.opponent())).collect::<PointSet>();
    for point in liberties.union(&enemy).grown().iter() {
        if board.at(point).is(color) && !seen.contains(point) {
            seen = seen.union(&board.string_set(point));
            found.push(point);
        }
    }
    found
}

fn is_joined(board: &Board, liberties: &PointSet, candidate: Point, color: Color) -> bool {
    let common = liberties.intersection(&board.liberties(candidate));
    match common.len() {
        0 => false,
        1 => common.iter().all(|p| !is_usable(board, p, color.opponent())),
        _ => true,
    }
}

/// Could the opponent play here without being captured at once?
fn is_usable(board: &Board, point: Point, color: Color) -> bool {
    if !board.is_legal(point, color) {
        return false;
    }
    let mut copy = board.clone();
    copy.play(point, color);
    !copy.in_atari(point)
}

fn around_prisoner(board: &Board, group: &PointSet, candidate: Point, color: Color) -> bool {
    board.adjacent_enemies(candidate).into_iter().any(|enemy| {
        board.in_atari(enemy)
            && board.at(enemy).is(color.opponent())
            && board.string_set(enemy).grown().intersects(group)
            && board.atari_liberty(enemy).is_some_and(|last| board.is_legal(last, color))
    })
}
