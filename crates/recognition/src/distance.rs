//! Distances between groups: steps from stone to stone along empty points that touch no third group.

use crate::strings::NONE;
use gosedai_board::{CELLS, PointSet};

/// What a walk goes over.
pub(crate) struct Ground<'a> {
    /// The group on every point.
    pub group_at: &'a [u16; CELLS],
    /// Stones that count; the others are walked over.
    pub living: &'a PointSet,
    pub walkable: &'a PointSet,
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
        if !self.found.iter().any(|(other, _)| *other == group) {
            self.found.push((group, distance as u8));
        }
    }

    /// Groups within `reach` of a group of these stones, with distances: touching = 1, one empty point between = 2; nearest
    /// first.
    ///
    /// The second result is everything the walk looked at: while nothing changes there, neither does the answer.
    pub fn near(&mut self, stones: &PointSet, ground: &Ground, reach: usize) -> (&[(u16, u8)], PointSet) {
        self.found.clear();
        let others = ground.living.minus(stones);
        // only points beside other stones can meet somebody
        let (met, _) = others.touched();
        let (beside, _) = stones.touched();
        if reach >= 1 {
            beside.intersection(&others).each(|stone| self.meet(ground.group_at[stone.index()], 1));
        }
        let mut seen = *stones;
        let mut front = stones.step(ground.walkable, &mut seen);
        // points at step k lie on paths of k empty points: a stone behind them is at distance k + 1
        for step in 1..reach {
            if front.is_empty() {
                break;
            }
            let meeting = front.intersection(&met);
            meeting.each(|point| {
                let mut third = NONE;
                for stone in point.neighbours() {
                    if others.contains(stone) {
                        let group = ground.group_at[stone.index()];
                        if third != NONE && third != group {
                            // between several others nobody is met
                            return;
                        }
                        third = group;
                    }
                }
                self.meet(third, step + 1);
            });
            // who meets a third group goes no further
            front = front.minus(&meeting);
            if step + 1 < reach {
                front = front.step(ground.walkable, &mut seen);
            }
        }
        self.found.sort_unstable_by_key(|&(group, distance)| (distance, group));
        (&self.found, seen.grown())
    }
}
