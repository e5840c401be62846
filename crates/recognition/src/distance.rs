//! Distances between groups: steps from stone to stone along empty points that touch no third group.

use crate::strings::NONE;
use gosedai_board::{CELLS, Point, PointSet};

/// What a walk goes over.
pub(crate) struct Ground<'a> {
    /// The group on every point.
    pub group_at: &'a [u16; CELLS],
    /// Stones that count; the others are walked over.
    pub living: &'a PointSet,
    pub walkable: &'a PointSet,
    /// Points beside living stones.
    pub touched: &'a PointSet,
}

impl Ground<'_> {
    /// The living groups beside a point other than `id`: none, one, or `Err` for several.
    #[inline]
    fn third(&self, point: Point, id: u16) -> Result<Option<u16>, ()> {
        let mut third = None;
        for beside in point.neighbours() {
            if self.living.contains(beside) {
                let other = self.group_at[beside.index()];
                if other != id && third.is_some_and(|seen| seen != other) {
                    return Err(());
                }
                if other != id {
                    third = Some(other);
                }
            }
        }
        Ok(third)
    }
}

/// Walks from groups; keeps its working memory between calls.
pub(crate) struct Walker {
    found: Vec<(u16, u8)>,
}

impl Walker {
    pub fn new() -> Walker {
        Walker { found: Vec::new() }
    }

    fn meet(&mut self, group: u16, distance: usize) {
        if group != NONE && !self.found.iter().any(|(other, _)| *other == group) {
            self.found.push((group, distance as u8));
        }
    }

    /// Groups within `reach` of group `id`, with distances: touching = 1, one empty point between = 2; nearest first.
    ///
    /// The second result is everything the walk looked at: while nothing changes there, neither does the answer.
    pub fn near(&mut self, id: u16, stones: &PointSet, ground: &Ground, reach: usize) -> (&[(u16, u8)], PointSet) {
        self.found.clear();
        let beside = stones.grown();
        if reach >= 1 {
            for stone in beside.intersection(ground.living).minus(stones).iter() {
                self.meet(ground.group_at[stone.index()], 1);
            }
        }
        let mut seen = *stones;
        let mut front = stones.step(ground.walkable, &mut seen);
        // points at step k lie on paths of k empty points: a stone behind them is at distance k + 1
        for step in 1..reach {
            if front.is_empty() {
                break;
            }
            // only points beside a stone can meet somebody
            front.intersection(ground.touched).each(|point| match ground.third(point, id) {
                Ok(None) => {}
                Ok(Some(other)) => {
                    self.meet(other, step + 1);
                    front.remove(point);
                }
                Err(()) => front.remove(point),
            });
            if step + 1 < reach {
                front = front.step(ground.walkable, &mut seen);
            }
        }
        self.found.sort_unstable_by_key(|&(group, distance)| (distance, group));
        (&self.found, seen.grown())
    }
}
