//! Inner territory: what a group's stones, links and the edge enclose; and the eyes in it.

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

/// The areas that a barrier of stones and points on their links shuts off. Points on links belong to them unless they
/// touch the outside.
pub(crate) fn areas(barrier: &PointSet, stones: &PointSet, full: &PointSet, largest: usize) -> Vec<PointSet> {
    let rest = full.minus(barrier);
    let mut parts: Vec<(PointSet, usize)> = Vec::new();
    rest.each_component(|part| parts.push((part, part.len())));
    // all parts as large as the largest are outside: a wall through the middle encloses neither half
    let most = parts.iter().map(|(_, size)| *size).max().unwrap_or(0);
    let mut outside = PointSet::EMPTY;
    for (part, _) in parts.iter().filter(|(_, size)| *size == most || *size > largest) {
        outside.add(part);
    }
    full.minus(stones).minus(&outside.grown()).components()
}

/// Can the owner count on an enclosed area? Not where living enemies stand in it, unless it is so small and tightly
/// shut that nothing lives in there.
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
            // stones of our other groups inside are not eye space
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

/// Bargo value of a small space that own stones close on all sides; a single point may be a false eye, which the value
/// does not see.
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
        // the side that takes the last diagonal decides
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
    use gosedai_board::Size;

    fn enclosed(barrier: &[&str], stones: &[&str], largest: usize) -> Vec<String> {
        let set = |names: &[&str]| names.iter().map(|name| name.parse::<Point>().unwrap()).collect::<PointSet>();
        let full = PointSet::full(Size::square(5).unwrap());
        let areas = areas(&set(barrier), &set(stones), &full, largest);
        areas.iter().map(|area| area.iter().map(|point| point.to_string()).collect()).collect()
    }

    #[test]
    fn barriers_shut_off_the_smaller_part() {
        assert_eq!(enclosed(&["A2", "B1"], &["A2", "B1"], 20), ["A1"]);
        let column = ["B1", "B2", "B3", "B4", "B5"];
        assert_eq!(enclosed(&column, &column, 20), ["A1A2A3A4A5"]);
        assert!(enclosed(&column, &column, 4).is_empty(), "larger than what counts as enclosed");
        let middle = ["C1", "C2", "C3", "C4", "C5"];
        assert!(enclosed(&middle, &middle, 20).is_empty(), "neither half is inside");
    }

    #[test]
    fn points_on_links_are_inside_unless_they_touch_the_outside() {
        // B2 is on the barrier, with B3 and C2 outside of it
        assert_eq!(enclosed(&["A3", "B2", "C1"], &["A3", "C1"], 20), ["A1B1A2"]);
        let block = ["A3", "B3", "C3", "C2", "C1", "B2"];
        assert_eq!(enclosed(&block, &["A3", "B3", "C3", "C2", "C1"], 20), ["A1B1A2B2"]);
    }
}
