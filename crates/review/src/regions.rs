//! Parts of the board by name, as people point at them.

use gosedai_board::{Point, Size};

/// The name of the part a point lies in: a corner, a side or the centre.
pub fn name(at: Point, size: Size) -> &'static str {
    // thirds of the board
    let third = |x: usize, length: usize| (3 * x / length.max(1)).min(2);
    match (third(at.x(), size.width()), third(at.y(), size.height())) {
        (0, 0) => "region.lower_left",
        (1, 0) => "region.lower",
        (2, 0) => "region.lower_right",
        (0, 1) => "region.left",
        (1, 1) => "region.centre",
        (2, 1) => "region.right",
        (0, _) => "region.upper_left",
        (1, _) => "region.upper",
        _ => "region.upper_right",
    }
}

/// Lines between two points, the longer way.
pub fn distance(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}
