//! Cutting a question out of the board: which points belong to the fight, and what the border means to either side.

use gosedai_board::{Board, Color, Point, PointSet};

use super::field::Ground;
use crate::region::nearer;

/// What lies beyond the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// Open country: who reaches it is safe. A kill proved with it is a kill.
    Open,
    /// The attacker's: only he is safe there. Life proved with it is life.
    Wall,
}

/// An area without a way out may have this many empty points.
pub const CLOSED_LIMIT: usize = 60;
/// Liberties outside that make a string of the attacker safe; with one less it must be able to grow.
const SAFE_OUTSIDE: usize = 3;

/// The ground of a question about these stones. `reach` says how far an open position is followed outwards; with 0 every
/// string around it stands for ever, too, so that life proved there is life.
pub fn ground(board: &Board, target: &PointSet, defender: Color, border: Border, reach: u8) -> Ground {
    ground_among(board, target, defender, border, reach, if reach == 0 { Walls::Stand } else { Walls::Fight })
}

/// Which strings of the attacker around a question stand for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walls {
    /// All that have a liberty outside.
    Stand,
    /// Those with liberties outside that cannot all be taken, and what is linked to them twice.
    Linked,
    /// Those that are safe by their own liberties outside.
    Fight,
}

/// The same with another opinion of the walls.
pub fn ground_among(
    board: &Board,
    target: &PointSet,
    defender: Color,
    border: Border,
    reach: u8,
    opinion: Walls,
) -> Ground {
    let full = PointSet::full(board.size());
    let area =
        closed_area(board, target, defender, CLOSED_LIMIT).unwrap_or_else(|| open_area(board, target, defender, reach));
    let mut inside = area.union(target);
    let attacker = defender.opponent();
    let mut free = [PointSet::EMPTY; 2];
    let mut walls = if opinion == Walls::Linked { linked(board, &inside, attacker) } else { PointSet::EMPTY };
    for _ in 0..2 {
        let mut seen = PointSet::EMPTY;
        let before = inside;
        for stone in before.grown().intersection(&full).iter().filter(|&p| board.at(p).is(attacker)) {
            if seen.contains(stone) {
                continue;
            }
            let string = board.string_set(stone);
            seen = seen.union(&string);
            let outside = board.liberties(stone).minus(&before);
            let stands = string.intersects(&walls)
                || match opinion {
                    Walls::Stand => !outside.is_empty(),
                    Walls::Linked => false,
                    Walls::Fight => is_safe(board, &outside, &before),
                };
            if stands {
                walls = walls.union(&string);
            } else {
                // a weak wall: its liberties and the way to more of them belong to the fight
                inside = inside.union(&string).union(&outside);
                for point in outside.iter().filter(|_| opinion == Walls::Fight) {
                    for beside in point.neighbours() {
                        if board.is_empty(beside) {
                            inside.insert(beside);
                        }
                    }
                }
            }
        }
        if inside == before {
            break;
        }
    }
    inside = inside.intersection(&full);
    // a stone on the rim hangs on its one liberty outside, unless it joins a wall: that liberty belongs to the fight
    let near_walls = walls.grown();
    let mut rim = PointSet::EMPTY;
    for point in inside.iter().filter(|&p| reach > 0 && board.is_empty(p) && !near_walls.contains(p)) {
        let beyond = PointSet::from_iter([point]).grown().intersection(&full).minus(&inside);
        let open = beyond.intersection(&board.empty_set());
        if beyond.len() == 1 && open.len() == 1 {
            rim = rim.union(&open);
        }
    }
    inside = inside.union(&rim);
    let edge = inside.grown().intersection(&full);
    let standing = edge.intersection(&walls);
    let friends: PointSet = edge.iter().filter(|&p| board.at(p).is(defender)).collect();
    inside = inside.union(&standing).union(&friends);
    free[0] = free[0].union(&walls.intersection(&inside));
    for point in inside.iter() {
        for beside in point.neighbours() {
            if !board.size().contains(beside) || inside.contains(beside) {
                continue;
            }
            let empty_point = board.is_empty(point);
            let is_theirs = board.is_empty(beside) || board.at(beside).is(attacker);
            if is_theirs && (empty_point || board.at(point).is(attacker)) {
                free[0].insert(point);
            }
            if border == Border::Open && !board.at(beside).is(attacker) && !board.at(point).is(attacker) {
                free[1].insert(point);
            }
        }
    }
    Ground { defender, target: *target, needed: (target.len() / 2 + 1).min(target.len()), inside, free }
}

/// Strings around an area that stand: with two liberties outside, or one that leads on, or two ways to such a string.
fn linked(board: &Board, area: &PointSet, attacker: Color) -> PointSet {
    let mut standing = PointSet::EMPTY;
    let mut open: Vec<(PointSet, PointSet)> = Vec::new();
    let mut seen = PointSet::EMPTY;
    let around = area.grown().grown().grown().grown();
    for stone in around.intersection(&board.stone_set(attacker)).iter() {
        if seen.contains(stone) {
            continue;
        }
        let string = board.string_set(stone);
        seen = seen.union(&string);
        let liberties = board.liberties(stone);
        let outside = liberties.minus(area);
        let grown = outside.grown().intersection(&board.empty_set()).minus(area);
        if outside.len() >= 2 && grown.len() >= 4 {
            standing = standing.union(&string);
        } else {
            open.push((string, liberties));
        }
    }
    loop {
        let before = open.len();
        open.retain(|(string, liberties)| {
            // two common points with what stands: one of them is always left
            let holds = standing.components().iter().any(|wall| {
                let near = wall.grown();
                near.intersection(liberties).len() >= 2
            });
            if holds {
                standing = standing.union(string);
            }
            !holds
        });
        if open.len() == before {
            return standing;
        }
    }
}

/// Can the attacker's string with these liberties outside not be caught from there?
fn is_safe(board: &Board, outside: &PointSet, inside: &PointSet) -> bool {
    let grows = |at: Point| {
        let more = PointSet::from_iter([at]).grown().intersection(&board.empty_set()).minus(inside).minus(outside);
        more.len() >= 2
    };
    outside.len() >= SAFE_OUTSIDE || outside.len() + 1 == SAFE_OUTSIDE && outside.iter().all(grows)
}

/// The area the target can reach through empty points and own stones, with prisoners inside, if it has at most
/// `limit` empty points.
pub fn closed_area(board: &Board, target: &PointSet, defender: Color, limit: usize) -> Option<PointSet> {
    let attacker = defender.opponent();
    let mut area = *target;
    let mut stack: Vec<Point> = target.iter().collect();
    let mut empties = 0;
    loop {
        while let Some(point) = stack.pop() {
            for beside in point.neighbours() {
                if !board.size().contains(beside) || area.contains(beside) || board.at(beside).is(attacker) {
                    continue;
                }
                area.insert(beside);
                if board.is_empty(beside) {
                    empties += 1;
                    if empties > limit {
                        return None;
                    }
                }
                stack.push(beside);
            }
        }
        // attacking strings with no liberty outside are inside
        let mut found = false;
        for stone in area.grown().iter().filter(|&p| board.at(p).is(attacker)) {
            if !area.contains(stone) && board.liberties(stone).is_subset(&area) {
                for inner in board.string(stone) {
                    area.insert(inner);
                    stack.push(inner);
                }
                found = true;
            }
        }
        if !found {
            return Some(area.intersection(&PointSet::full(board.size())));
        }
    }
}

/// Points nearer to the target than to the attacker, give or take a step, and a ring more.
fn open_area(board: &Board, target: &PointSet, defender: Color, reach: u8) -> PointSet {
    let (inner, ours) = nearer(board, target, defender);
    let empty = board.empty_set();
    let mut area = inner;
    for ring in 0..reach {
        let more: PointSet = area.grown().intersection(&empty).iter().filter(|p| ours[p.index()] <= 2 + ring).collect();
        area = area.union(&more);
    }
    // prisoners and stones without liberties elsewhere
    let attacker = defender.opponent();
    for stone in area.grown().iter().filter(|&p| board.at(p).is(attacker)) {
        if board.liberties(stone).is_subset(&area) {
            area = area.union(&board.string_set(stone));
        }
    }
    let own: PointSet = area
        .grown()
        .iter()
        .filter(|&p| board.at(p).is(defender) && board.liberties(p).is_subset(&area))
        .flat_map(|p| board.string(p).collect::<Vec<_>>())
        .collect();
    area.union(&own)
}
