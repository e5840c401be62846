//! How far points lie from stones, and whose they are by that.

use gosedai_board::{Board, CELLS, Color, Point, PointSet};

/// Distances in steps are counted up to here.
const FAR: u8 = 60;

/// Empty points nearer to the target than to the attacker, give or take a step, and every point's distance from the target.
pub fn nearer(board: &Board, target: &PointSet, defender: Color) -> (PointSet, [u8; CELLS]) {
    let ours = distances(board, target.iter(), defender);
    let theirs = distances(board, board.stones().filter(|(_, c)| *c != defender).map(|(p, _)| p), defender.opponent());
    let near = |p: &Point| {
        let (d, a) = (ours[p.index()], theirs[p.index()]);
        d == 1 || (d <= 5 && d < a) || (d == 2 && a >= 2)
    };
    (board.empty_set().iter().filter(near).collect(), ours)
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
