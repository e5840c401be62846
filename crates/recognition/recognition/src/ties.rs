//! Whether a connected set stays connected when points leave it, as far as can be seen from beside them.

use gosedai_board::{Point, PointSet};

/// Do the points around one that left a set hang together only by way of it, as far as can be seen from there?
pub(crate) fn tears(members: &PointSet, point: Point) -> bool {
    const AROUND: [(isize, isize); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let around = AROUND.map(|(dx, dy)| members.contains(point.offset(dx, dy)));
    // a point beside it ends a run unless the diagonal leads to the next one
    let ends = (0..4).filter(|i| around[2 * i] & !(around[2 * i + 1] & around[(2 * i + 2) % 8])).count();
    ends > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_tear_stays_connected() {
        let mut state = 0x9e37_79b9u32;
        for _ in 0..3000 {
            let mut bit = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 29 > 2
            };
            let points: PointSet = (0..25).map(|i| Point::new(3 + i % 5, 3 + i / 5)).filter(|_| bit()).collect();
            let Some(mut part) = points.components().into_iter().max_by_key(PointSet::len) else { continue };
            let points: Vec<Point> = part.iter().collect();
            for point in points {
                part.remove(point);
                let parts = part.components().len();
                if !tears(&part, point) {
                    assert!(parts <= 1, "{point} of {part:?}");
                } else {
                    part.insert(point);
                }
            }
        }
    }
}
