//! Inner territory: what a group's stones, links and the edge enclose; and the eyes in it.

use crate::ties::tears;
use crate::view::View;
use gosedai_board::{Cell, Color, Point, PointSet};
use gosedai_worth::EyeBook;

/// Largest closed space whose eyes are computed exactly; larger ones are known by their shape.
pub(crate) const EXACT_EYES: usize = 5;

/// One enclosed area of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub points: PointSet,
    pub size: usize,
    /// Eyes counted in halves.
    pub half_eyes: u32,
}

/// A barrier, of stones and points on their links, with the areas it shuts off.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wall {
    pub points: PointSet,
    pub areas: Vec<PointSet>,
    rest: Rest,
}

/// The rest of the board.
#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    /// What of it is outside.
    outside: PointSet,
    /// Does that hang together?
    whole: bool,
    /// Points in the largest part that is not outside.
    largest_inside: usize,
}

/// Up to so many points of a barrier that came or went it is seen from beside them whether the outside still hangs together.
const FEW: usize = 10;

impl Wall {
    /// Takes the same barrier over, in the memory it has.
    pub fn copy(&mut self, other: &Wall) {
        (self.points, self.rest) = (other.points, other.rest);
        self.areas.clone_from(&other.areas);
    }

    /// Puts up another barrier; returns whether it shuts off other areas.
    pub fn rebuild(&mut self, points: PointSet, stones: &PointSet, full: &PointSet, largest: usize) -> bool {
        // without a barrier all is outside
        let nothing = (PointSet::EMPTY, Rest { outside: *full, whole: true, largest_inside: 0 });
        let (before, known) = if self.rest.whole { (self.points, self.rest) } else { nothing };
        self.rest = known.patched(&before, &points, full).unwrap_or_else(|| Rest::new(&points, full, largest));
        self.points = points;
        let inside = inside(&self.rest.outside, stones, full);
        if inside.is_empty() && self.areas.is_empty() {
            return false;
        }
        let areas = inside.components();
        let differ = self.areas != areas;
        self.areas = areas;
        differ
    }
}

impl Rest {
    fn new(barrier: &PointSet, full: &PointSet, largest: usize) -> Rest {
        let mut parts: Vec<(PointSet, usize)> = Vec::new();
        full.minus(barrier).each_component(|part| parts.push((part, part.len())));
        // all parts as large as the largest are outside: a wall through the middle encloses neither half
        let most = parts.iter().map(|(_, size)| *size).max().unwrap_or(0);
        let mut rest = Rest::default();
        let mut outside = 0;
        for (part, size) in parts {
            if size == most || size > largest {
                rest.outside.add(&part);
                outside += 1;
            } else {
                rest.largest_inside = rest.largest_inside.max(size);
            }
        }
        rest.whole = outside == 1;
        rest
    }

    /// What a barrier leaves if this is what another one left, as far as can be seen from the points where they differ: the
    /// outside must stay in one piece and the largest, and nothing may happen inside.
    fn patched(mut self, before: &PointSet, barrier: &PointSet, full: &PointSet) -> Option<Rest> {
        let differ = barrier.difference(before);
        if differ.len() > FEW {
            return None;
        }
        let inside = full.minus(before).minus(&self.outside);
        let mut same = true;
        differ.each(|point| {
            let (come, beside) = (barrier.contains(point), point.neighbours());
            same &= !inside.contains(point);
            self.outside.assign(point, !come);
            same &= if come {
                !tears(&self.outside, point)
            } else {
                beside.iter().any(|&p| self.outside.contains(p)) && !beside.iter().any(|&p| inside.contains(p))
            };
        });
        (same && self.outside.len() > self.largest_inside).then_some(self)
    }
}

/// What is not outside; points on links belong inside unless they touch the outside.
fn inside(outside: &PointSet, stones: &PointSet, full: &PointSet) -> PointSet {
    full.minus(stones).minus(&outside.grown())
}

/// Can the owner count on an enclosed area? Not where living enemies stand in it, unless it is so small and tightly shut that
/// nothing lives in there.
fn is_held(area: &PointSet, color: Color, view: &View) -> bool {
    !area.intersects(&view.living[color.opponent().index()]) || {
        let points = area.minus(&view.stones[color.index()]);
        points.len() <= EXACT_EYES && is_shut(&points, color, view)
    }
}

/// Do own stones close the points on all sides?
fn is_shut(points: &PointSet, color: Color, view: &View) -> bool {
    points.grown().intersection(&view.full).minus(points).is_subset(&view.stones[color.index()])
}

/// The points of enclosed areas that are held.
pub(crate) fn territory(areas: &[PointSet], color: Color, view: &View) -> PointSet {
    areas
        .iter()
        .filter(|area| is_held(area, color, view))
        .fold(PointSet::EMPTY, |all, area| all.union(area))
        .minus(&view.stones[color.index()])
}

/// The regions among the enclosed areas that are held, with their eyes.
pub(crate) fn regions(areas: &[PointSet], color: Color, view: &View, book: &mut EyeBook) -> Vec<Region> {
    areas
        .iter()
        .filter(|area| is_held(area, color, view))
        .map(|area| {
            // own stones of other groups inside are no eye space
            let points = area.minus(&view.stones[color.index()]);
            let size = points.len();
            let filled = points.intersection(&view.stones[color.opponent().index()]).len();
            let exact = exact_half_eyes(&points, size, color, view, book);
            let half_eyes = exact.unwrap_or_else(|| half_eyes(&points, size, filled, color, view));
            Region { half_eyes, points, size }
        })
        .filter(|region| region.size > 0)
        .collect()
}

/// Bargo value of a small space that own stones close on all sides; a single point may be a false eye, which the value does not see.
fn exact_half_eyes(points: &PointSet, size: usize, color: Color, view: &View, book: &mut EyeBook) -> Option<u32> {
    if !(2..=EXACT_EYES).contains(&size) || !is_shut(points, color, view) {
        return None;
    }
    book.value(view.board, points, color).map(|value| value.half_eyes())
}

/// Eyes of one region in halves: 2 is a sure eye, 3 is one eye or two depending on who moves, 4 is two eyes.
fn half_eyes(points: &PointSet, size: usize, filled: usize, color: Color, view: &View) -> u32 {
    let neighbours = |p: Point| p.neighbours().iter().filter(|&&q| points.contains(q)).count();
    let degree_of_hub = || points.iter().map(neighbours).max().unwrap_or(0);
    let in_square = || {
        points.iter().any(|p| {
            let (right, up) = (p.offset(1, 0), p.offset(0, 1));
            points.contains(right) && points.contains(up) && points.contains(right.offset(0, 1))
        })
    };
    let shape = match size {
        0 => 0,
        1 => match points.first() {
            Some(point) => single_eye(point, color, view),
            None => 0,
        },
        2 => 2,
        3 => 3,
        4 if in_square() => 2,
        4 if degree_of_hub() == 3 => 3,
        5 if in_square() || degree_of_hub() == 4 => 3,
        6 if degree_of_hub() == 4 => 3,
        4..=7 => 4,
        n => 4 + ((n - 7) / 3).min(4) as u32,
    };
    // a nakade already played: dead stones that nearly fill the space leave one eye
    if filled > 0 && size <= 6 && filled + 2 >= size { shape.min(2) } else { shape }
}

/// A one-point eye is false when too many of its diagonals are the enemy's.
fn single_eye(point: Point, color: Color, view: &View) -> u32 {
    let mut bad = 0;
    let mut open = 0;
    let mut corners = 0;
    for diagonal in point.diagonals() {
        match view.board.at(diagonal) {
            Cell::Edge => continue,
            _ if view.is_enemy(diagonal, color) => bad += 1,
            Cell::Empty => open += 1,
            _ => {}
        }
        corners += 1;
    }
    let allowed = if corners == 4 { 1 } else { 0 };
    if bad > allowed {
        0
    } else if bad == allowed && open > 0 {
        // whoever takes the last diagonal decides
        1
    } else {
        2
    }
}

/// Moves needed to fill a nakade space of this size from inside (1-2-3-5-8-12-17).
pub fn nakade_moves(size: usize) -> usize {
    match size {
        0..=3 => size,
        4 => 5,
        5 => 8,
        6 => 12,
        n => 17 + (n - 7) * 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Rng, Size};

    /// Points come to a barrier and go: the areas are those a barrier put up at once encloses.
    #[test]
    fn walls_follow_their_barriers() {
        let full = PointSet::full(Size::square(13).unwrap());
        let points: Vec<Point> = full.iter().collect();
        let mut rng = Rng::new(11);
        let (mut wall, mut barrier) = (Wall::default(), PointSet::EMPTY);
        let (mut enclosing, mut same) = (0, 0);
        for step in 0..6000 {
            let likely = if step / 100 % 2 == 0 { 4 } else { 1 };
            for _ in 0..=rng.below(4) {
                barrier.assign(points[rng.below(points.len())], rng.below(16) < likely);
            }
            let stones: PointSet = barrier.iter().filter(|point| (point.x() + 2 * point.y()) % 3 > 0).collect();
            let parts = full.minus(&barrier).components();
            let most = parts.iter().map(PointSet::len).max().unwrap_or(0);
            let outer = parts.iter().filter(|part| part.len() == most || part.len() > 20);
            let outside = outer.clone().fold(PointSet::EMPTY, |all, part| all.union(part));
            let before = wall.areas.clone();
            let differ = wall.rebuild(barrier, &stones, &full, 20);
            assert_eq!(wall.areas, inside(&outside, &stones, &full).components(), "step {step}: {barrier:?}");
            assert_eq!(wall.rest.outside, outside, "step {step}");
            assert_eq!(wall.rest.whole, outer.count() == 1, "step {step}");
            assert_eq!(differ, wall.areas != before);
            enclosing += usize::from(!wall.areas.is_empty());
            same += usize::from(!wall.areas.is_empty() && !differ);
        }
        assert!(
            (1000..5000).contains(&enclosing) && same > 50,
            "{enclosing} enclosing, {same} the same areas as before"
        );
    }
}
