//! Relevance zones: the points a proof depends on.
//!
//! A strategy of the winner stays good on every board that agrees with this one inside its zone. For that
//! - a string of the loser in the zone brings all its neighbours along: outside stones can then give it no liberty;
//! - a string of the winner in the zone brings two liberties along (or all it has): outside moves alone cannot capture it,
//!   and the last in-zone liberty cannot be taken by a move the proof did not consider.

use gosedai_board::{Board, Color, PointSet};

/// A zone under construction. It only grows, so what has been looked at stays looked at.
#[derive(Clone)]
pub struct Zone {
    pub points: PointSet,
    done: PointSet,
}

impl Zone {
    pub fn new(points: PointSet) -> Zone {
        Zone { points, done: PointSet::EMPTY }
    }

    /// Grows until both rules hold on this board.
    pub fn dilate(&mut self, board: &Board, winner: Color) {
        let full = PointSet::full(board.size());
        self.points = self.points.intersection(&full);
        loop {
            let fresh = self.points.minus(&self.done);
            if fresh.is_empty() {
                return;
            }
            self.done = self.points;
            let mut seen = PointSet::EMPTY;
            for point in fresh.iter() {
                let Some(color) = board.color_at(point) else { continue };
                if seen.contains(point) {
                    continue;
                }
                let string = board.string_set(point);
                seen = seen.union(&string);
                if color != winner {
                    self.points = self.points.union(&string.grown().intersection(&full));
                    continue;
                }
                self.points = self.points.union(&string);
                self.keep_two_liberties(board, &string);
            }
        }
    }

    fn keep_two_liberties(&mut self, board: &Board, string: &PointSet) {
        let mut inside = 0;
        let mut outside = PointSet::EMPTY;
        for beside in string.grown().minus(string).iter().filter(|&p| board.is_empty(p)) {
            if self.points.contains(beside) {
                inside += 1;
                if inside == 2 {
                    return;
                }
            } else {
                outside.insert(beside);
            }
        }
        outside.iter().take(2 - inside).for_each(|liberty| self.points.insert(liberty));
    }
}

/// Grows a zone until both rules hold on this board.
pub fn dilate(board: &Board, zone: &mut PointSet, winner: Color) {
    let mut growing = Zone::new(*zone);
    growing.dilate(board, winner);
    *zone = growing.points;
}
