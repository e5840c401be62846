//! Where a life-and-death question takes place: the enclosure of a group, its rim, and the walls taken as safe.

use gosedai_board::{Board, CELLS, Color, Point, PointSet};

/// Distances in steps are counted up to here.
const FAR: u8 = 60;
/// A closed area of at most this many empty points is taken whole.
const CLOSED_LIMIT: usize = 34;
/// Liberties outside that make a wall string safe.
const SAFE_OUTSIDE: usize = 2;

/// The area in which a group lives or dies.
#[derive(Clone, Debug)]
pub struct Enclosure {
    /// Points where moves are looked at.
    pub region: PointSet,
    /// Attacking stones taken as safe from capture.
    pub walls: PointSet,
    /// No way out even in principle: every border is a wall or the edge.
    pub closed: bool,
}

/// Finds the enclosure of the stones in `target`.
pub fn enclosure(board: &Board, target: &PointSet, defender: Color) -> Enclosure {
    let attacker = defender.opponent();
    let (mut region, closed) = match closed_area(board, target, defender) {
        Some(area) => (area, true),
        None => (open_area(board, target, defender), false),
    };
    // weak walls: their liberties belong to the fight
    let mut walls = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    let border = region.union(target).grown();
    let mut extra = PointSet::EMPTY;
    for stone in border.iter().filter(|&p| board.at(p).is(attacker)) {
        if seen.contains(stone) {
            continue;
        }
        let string = board.string_set(stone);
        seen = seen.union(&string);
        let outside = board.liberties(stone).minus(&region);
        if outside.len() >= SAFE_OUTSIDE {
            walls = walls.union(&string);
        } else {
            extra = extra.union(&outside);
        }
    }
    // outside points that would rescue such a wall: one step beyond its last liberty
    for point in extra.iter() {
        for beside in point.neighbours() {
            if board.is_empty(beside) {
                region.insert(beside);
            }
        }
    }
    region = region.union(&extra);
    Enclosure { region, walls, closed }
}

/// The area the target can reach through empty points and own stones, with prisoners inside, if it is small.
fn closed_area(board: &Board, target: &PointSet, defender: Color) -> Option<PointSet> {
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
                    if empties > CLOSED_LIMIT {
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

/// Points nearer to the target than to the attacker, give or take a step, and one ring more.
fn open_area(board: &Board, target: &PointSet, defender: Color) -> PointSet {
    let ours = distances(board, target.iter(), defender);
    let theirs = distances(board, board.stones().filter(|(_, c)| *c != defender).map(|(p, _)| p), defender.opponent());
    let inner: PointSet = board
        .size()
        .points()
        .filter(|p| {
            let (d, a) = (ours[p.index()], theirs[p.index()]);
            board.is_empty(*p) && d <= 5 && d <= a.saturating_add(1)
        })
        .collect();
    let ring = inner.grown().intersection(&board.empty_set());
    inner.union(&ring)
}

/// Steps from the given stones through empty points; own stones cost nothing.
pub fn distances(board: &Board, from: impl Iterator<Item = Point>, color: Color) -> [u8; CELLS] {
    let mut distance = [FAR; CELLS];
    let mut queue = std::collections::VecDeque::new();
    for point in from {
        distance[point.index()] = 0;
        queue.push_back(point);
    }
    while let Some(point) = queue.pop_front() {
        let here = distance[point.index()];
        for beside in point.neighbours() {
            if !board.size().contains(beside) {
                continue;
            }
            let step = if board.is_empty(beside) {
                1
            } else if board.at(beside).is(color) {
                0
            } else {
                continue;
            };
            if here + step < distance[beside.index()] {
                distance[beside.index()] = here + step;
                if step == 0 { queue.push_front(beside) } else { queue.push_back(beside) }
            }
        }
    }
    distance
}
