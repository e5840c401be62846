//! Relevance zones: the points a proof depends on.
//!
//! A strategy of the winner stays good on every board that agrees with this one inside its zone. For that
//! - a string of the loser in the zone brings all its neighbours along: outside stones can then give it no liberty;
//! - a string of the winner in the zone brings two liberties along (or all it has): outside moves alone cannot capture it,
//!   and the last in-zone liberty cannot be taken by a move the proof did not consider.
//!
//! Strings the goal takes as safe (thick surroundings) are exempt from the second rule; that is the one convention of
//! life-and-death problems that the proof does not check.

use gosedai_board::{Board, Color, Point, PointSet};

/// Grows a zone until both rules hold on this board.
pub fn dilate(board: &Board, zone: &mut PointSet, winner: Color, is_safe: impl Fn(&Board, Point) -> bool) {
    let full = PointSet::full(board.size());
    *zone = zone.intersection(&full);
    let mut done = PointSet::EMPTY;
    loop {
        let fresh = zone.minus(&done);
        let mut changed = false;
        for point in fresh.iter() {
            if done.contains(point) {
                continue;
            }
            let Some(color) = board.color_at(point) else {
                done.insert(point);
                continue;
            };
            let string = board.string_set(point);
            if color != winner {
                done = done.union(&string);
                let with = string.grown().intersection(&full);
                if !with.is_subset(zone) {
                    *zone = zone.union(&with);
                    changed = true;
                }
            } else if is_safe(board, point) {
                done = done.union(&string);
            } else {
                done = done.union(&string);
                if !string.is_subset(zone) {
                    *zone = zone.union(&string);
                    changed = true;
                }
                let mut inside = 0;
                let mut outside = [point; 2];
                let mut spare = 0;
                for liberty in board.liberties(point).iter() {
                    if zone.contains(liberty) {
                        inside += 1;
                    } else if spare < 2 {
                        outside[spare] = liberty;
                        spare += 1;
                    }
                }
                for &liberty in &outside[..spare] {
                    if inside < 2 {
                        zone.insert(liberty);
                        inside += 1;
                        changed = true;
                    }
                }
            }
        }
        if !changed && zone.minus(&done).is_empty() {
            return;
        }
        if !changed && fresh.is_empty() {
            return;
        }
    }
}
