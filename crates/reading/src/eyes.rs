//! Unconditional life near a target, on the whole board.

use gosedai_board::{Board, Color, Point, PointSet};

/// Largest enclosed region that is looked at as an eye.
const EYE_LIMIT: usize = 14;

/// Stones of `color` near `targets` that live unconditionally (Benson's theorem on the regions the targets touch), with the
/// points this rests on. Every point that was looked at is added to `looked`.
pub fn alive_near(
    board: &Board,
    color: Color,
    targets: &[Point],
    looked: &mut PointSet,
) -> Option<(PointSet, PointSet)> {
    // most positions are far from life: this look costs a tenth of the whole test
    if !targets.iter().any(|&stone| board.at(stone).is(color) && may_have_two_eyes(board, color, stone, looked)) {
        return None;
    }
    let mut chains: Vec<(usize, PointSet)> = Vec::with_capacity(8);
    let mut regions: Vec<Region> = Vec::with_capacity(8);
    let mut seen = PointSet::EMPTY;
    let mut queue: Vec<Point> = targets.iter().copied().filter(|&p| board.at(p).is(color)).collect();
    while let Some(stone) = queue.pop() {
        let id = board.string_id(stone);
        if chains.iter().any(|(known, _)| *known == id) {
            continue;
        }
        let string = board.string_set(stone);
        chains.push((id, string));
        for beside in string.grown().minus(&string).iter() {
            if !board.is_empty(beside) || seen.contains(beside) {
                continue;
            }
            if let Some(region) = Region::flood(board, color, beside, &mut seen) {
                for &touched in &region.touches {
                    queue.push(touched);
                }
                regions.push(region);
            }
        }
    }
    looked.add(&seen);
    chains.iter().for_each(|(_, string)| looked.add(string));
    if regions.len() < 2 {
        return None;
    }
    let mut lives = vec![true; chains.len()];
    let mut whole = vec![true; regions.len()];
    loop {
        let mut changed = false;
        for (i, (_, string)) in chains.iter().enumerate() {
            if !lives[i] {
                continue;
            }
            let beside = string.grown();
            let vital = regions.iter().zip(&whole).filter(|(r, w)| **w && r.empties.is_subset(&beside)).count();
            if vital < 2 {
                lives[i] = false;
                changed = true;
            }
        }
        for (r, region) in regions.iter().enumerate() {
            let fenced = |stone: &Point| {
                chains.iter().zip(&lives).any(|((id, _), alive)| *alive && *id == board.string_id(*stone))
            };
            if whole[r] && !region.touches.iter().all(fenced) {
                whole[r] = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let alive =
        chains.iter().zip(&lives).filter(|(_, alive)| **alive).fold(PointSet::EMPTY, |a, ((_, s), _)| a.union(s));
    if alive.is_empty() {
        return None;
    }
    let zone = regions.iter().zip(&whole).filter(|(_, w)| **w).fold(alive, |a, (r, _)| a.union(&r.points));
    Some((alive, zone))
}

/// Two regions around the string whose empty points all touch it: what it needs itself to live, whatever its neighbours do.
fn may_have_two_eyes(board: &Board, color: Color, stone: Point, looked: &mut PointSet) -> bool {
    let near = board.string_set(stone).grown();
    let mut seen = PointSet::EMPTY;
    let mut eyes = 0;
    // each of at most EYE_LIMIT points pushes its four neighbours at most
    let mut stack = [stone; 4 * EYE_LIMIT + 4];
    for start in board.liberties(stone).iter() {
        if seen.contains(start) {
            continue;
        }
        seen.insert(start);
        stack[0] = start;
        let (mut top, mut size, mut whole) = (1, 0, true);
        while top > 0 {
            top -= 1;
            let point = stack[top];
            size += 1;
            if size > EYE_LIMIT || (board.is_empty(point) && !near.contains(point)) {
                whole = false;
                break;
            }
            for beside in point.neighbours() {
                let cell = board.at(beside);
                if !cell.is(color) && cell != gosedai_board::Cell::Edge && !seen.contains(beside) {
                    seen.insert(beside);
                    stack[top] = beside;
                    top += 1;
                }
            }
        }
        eyes += usize::from(whole);
        if eyes == 2 {
            break;
        }
    }
    looked.add(&seen);
    eyes >= 2
}

/// A small connected set of points without stones of one colour.
struct Region {
    points: PointSet,
    empties: PointSet,
    /// One stone of the colour for each contact.
    touches: Vec<Point>,
}

impl Region {
    /// `None` if it is too large to be an eye. Everything walked over is noted in `seen`.
    fn flood(board: &Board, color: Color, start: Point, seen: &mut PointSet) -> Option<Region> {
        let mut region = Region { points: PointSet::EMPTY, empties: PointSet::EMPTY, touches: Vec::new() };
        let mut stack = [start; EYE_LIMIT * 4];
        let mut top = 1;
        region.points.insert(start);
        let mut size = 0;
        let mut ids: [usize; 16] = [0; 16];
        let mut id_count = 0;
        while top > 0 {
            top -= 1;
            let point = stack[top];
            size += 1;
            if size > EYE_LIMIT {
                *seen = seen.union(&region.points);
                return None;
            }
            if board.is_empty(point) {
                region.empties.insert(point);
            }
            for beside in point.neighbours() {
                let cell = board.at(beside);
                if cell.is(color) {
                    let id = board.string_id(beside);
                    if !ids[..id_count].contains(&id) {
                        if id_count < ids.len() {
                            ids[id_count] = id;
                            id_count += 1;
                        }
                        region.touches.push(beside);
                    }
                } else if cell != gosedai_board::Cell::Edge && !region.points.contains(beside) {
                    region.points.insert(beside);
                    if top < stack.len() {
                        stack[top] = beside;
                        top += 1;
                    }
                }
            }
        }
        *seen = seen.union(&region.points);
        Some(region)
    }
}
