//! Unconditional life on the whole board: near a target, and beside a fight.

use gosedai_board::{Board, Cell, Color, Point, PointSet};

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
    let (own, empty) = (board.stone_set(color), board.empty_set());
    let (mut chains, mut regions): (Vec<PointSet>, Vec<PointSet>) = (Vec::new(), Vec::new());
    let (mut seen, mut known) = (PointSet::EMPTY, PointSet::EMPTY);
    let mut queue: Vec<Point> = targets.iter().copied().filter(|&p| board.at(p).is(color)).collect();
    while let Some(stone) = queue.pop() {
        if known.contains(stone) {
            continue;
        }
        let chain = board.string_set(stone);
        known.add(&chain);
        chains.push(chain);
        for beside in chain.grown().intersection(&empty).iter() {
            if !seen.contains(beside)
                && let Some(region) = small_region(board, color, beside, &mut seen, |_| true)
            {
                queue.extend(region.grown().intersection(&own).iter());
                regions.push(region);
            }
        }
    }
    looked.add(&seen.union(&known));
    let alive = benson(board, color, &mut chains, &mut regions);
    (!alive.is_empty()).then(|| (alive, regions.iter().fold(alive, |all, region| all.union(region))))
}

/// Stones that live unconditionally without an eye in `fight`: their owner may fill his own eyes there.
pub fn alive_beyond(board: &Board, color: Color, fight: &PointSet) -> PointSet {
    let own = board.strings().into_iter().filter(|&stone| board.at(stone).is(color));
    let mut chains: Vec<PointSet> = own.map(|stone| board.string_set(stone)).collect();
    let mut regions = PointSet::full(board.size()).minus(&board.stone_set(color)).components();
    let fight = fight.intersection(&board.empty_set());
    regions.retain(|region| !region.intersects(&fight) && region.intersects(&board.empty_set()));
    benson(board, color, &mut chains, &mut regions)
}

/// Benson's theorem: leaves the chains that live by two of these regions each, and the regions that only they enclose.
fn benson(board: &Board, color: Color, chains: &mut Vec<PointSet>, regions: &mut Vec<PointSet>) -> PointSet {
    let (own, empty) = (board.stone_set(color), board.empty_set());
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|chain| {
            let beside = chain.grown();
            regions.iter().filter(|region| region.intersection(&empty).is_subset(&beside)).count() >= 2
        });
        let alive = chains.iter().fold(PointSet::EMPTY, |all, chain| all.union(chain));
        regions.retain(|region| region.grown().intersection(&own).is_subset(&alive));
        if (chains.len(), regions.len()) == before {
            return alive;
        }
    }
}

/// Two regions around the string whose empty points all touch it: what it needs itself to live, whatever its neighbours do.
fn may_have_two_eyes(board: &Board, color: Color, stone: Point, looked: &mut PointSet) -> bool {
    let near = board.string_set(stone).grown();
    let (mut seen, mut eyes) = (PointSet::EMPTY, 0);
    for start in board.liberties(stone).iter() {
        let touches = |point| near.contains(point) || !board.is_empty(point);
        if !seen.contains(start) && small_region(board, color, start, &mut seen, touches).is_some() {
            eyes += 1;
            if eyes == 2 {
                break;
            }
        }
    }
    looked.add(&seen);
    eyes >= 2
}

/// The points around `start` without stones of this colour; `None` if they are too many to be an eye or one of them will not
/// do. Everything walked over is noted in `seen`.
fn small_region(
    board: &Board,
    color: Color,
    start: Point,
    seen: &mut PointSet,
    will_do: impl Fn(Point) -> bool,
) -> Option<PointSet> {
    // each of at most EYE_LIMIT points pushes its four neighbours at most
    let mut stack = [start; 4 * EYE_LIMIT + 4];
    let (mut top, mut size) = (1, 0);
    // what an earlier walk gave up belongs to this region all the same
    let mut region = PointSet::from_iter([start]);
    while top > 0 {
        top -= 1;
        let point = stack[top];
        size += 1;
        if size > EYE_LIMIT || !will_do(point) {
            seen.add(&region);
            return None;
        }
        for beside in point.neighbours() {
            let cell = board.at(beside);
            if !cell.is(color) && cell != Cell::Edge && !region.contains(beside) {
                region.insert(beside);
                stack[top] = beside;
                top += 1;
            }
        }
    }
    seen.add(&region);
    Some(region)
}
