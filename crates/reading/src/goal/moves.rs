//! A list of candidate moves with urgencies, joined by point in constant time.

use gosedai_board::{CELLS, Point};

/// Candidates of one position.
#[derive(Clone, Debug)]
pub struct MoveList {
    points: Vec<Point>,
    urgency: Vec<i32>,
    listed: Vec<bool>,
}

impl Default for MoveList {
    fn default() -> Self {
        MoveList { points: Vec::with_capacity(64), urgency: vec![0; CELLS], listed: vec![false; CELLS] }
    }
}

impl MoveList {
    /// Adds to the urgency of a point.
    #[inline]
    pub fn note(&mut self, point: Point, urgency: i32) {
        let at = point.index();
        if !self.listed[at] {
            self.listed[at] = true;
            self.urgency[at] = 0;
            self.points.push(point);
        }
        self.urgency[at] += urgency;
    }

    /// The points, most urgent first with what is added to each; the list is empty afterwards.
    pub fn drain_sorted(&mut self, added: impl Fn(Point) -> i32, out: &mut Vec<Point>) {
        out.clear();
        out.append(&mut self.points);
        for point in out.iter() {
            self.listed[point.index()] = false;
            self.urgency[point.index()] += added(*point);
        }
        let urgency = &self.urgency;
        out.sort_by_key(|point| -urgency[point.index()]);
    }
}
