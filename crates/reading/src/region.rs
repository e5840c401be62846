//! Where a life-and-death question takes place: the enclosure of a group, its rim, and the walls taken as safe.

use crate::exact::ground::closed_area;
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
    /// Those of them where they are looked at first.
    pub near: PointSet,
    /// Attacking stones taken as safe from capture.
    pub walls: PointSet,
    /// No way out even in principle: every border is a wall or the edge.
    pub closed: bool,
}

/// Finds the enclosure of the stones in `target`.
pub fn enclosure(board: &Board, target: &PointSet, defender: Color) -> Enclosure {
    let attacker = defender.opponent();
    let (mut near, mut region, closed) = match closed_area(board, target, defender, CLOSED_LIMIT) {
        Some(area) => (area, area, true),
        None => {
            let (near, region) = open_area(board, target, defender);
            (near, region, false)
        }
    };
    // weak walls: their liberties belong to the fight
    let mut walls = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    let border = near.union(target).grown();
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
    near = near.union(&extra);
    Enclosure { region, near, walls, closed }
}

/// All stones of the defender in the closed area around these stones, if it is closed.
pub fn closed_companions(board: &Board, target: &PointSet, defender: Color) -> Option<PointSet> {
    let area = closed_area(board, target, defender, CLOSED_LIMIT)?;
    Some(area.iter().filter(|&p| board.at(p).is(defender)).collect())
}

/// Empty points nearer to the target than to the attacker, give or take a step, and every point's distance from the target.
pub(crate) fn nearer(board: &Board, target: &PointSet, defender: Color) -> (PointSet, [u8; CELLS]) {
    let ours = distances(board, target.iter(), defender);
    let theirs = distances(board, board.stones().filter(|(_, c)| *c != defender).map(|(p, _)| p), defender.opponent());
    let near = |p: &Point| {
        let (d, a) = (ours[p.index()], theirs[p.index()]);
        d == 1 || (d <= 5 && d < a) || (d == 2 && a >= 2)
    };
    (board.empty_set().iter().filter(near).collect(), ours)
}

/// These points, and one ring more.
fn open_area(board: &Board, target: &PointSet, defender: Color) -> (PointSet, PointSet) {
    let (inner, ours) = nearer(board, target, defender);
    let empty = board.empty_set();
    // where a way out begins, and where it can still be stopped
    let ring: PointSet = inner.grown().intersection(&empty).iter().filter(|p| ours[p.index()] <= 2).collect();
    let reach = inner.union(&ring);
    let stop: PointSet = reach.grown().intersection(&empty).iter().filter(|p| ours[p.index()] <= 3).collect();
    (reach, reach.union(&stop))
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
