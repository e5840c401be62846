//! Distances between groups: steps from stone to stone along empty points that touch no third group.

use crate::strings::NONE;
use gosedai_board::{CELLS, Point, PointSet};

/// Working memory of the walks, kept between calls.
pub(crate) struct Walker {
    seen: [u32; CELLS],
    round: u32,
    queue: Vec<u16>,
    next: Vec<u16>,
}

impl Walker {
    pub fn new() -> Walker {
        Walker { seen: [0; CELLS], round: 0, queue: Vec::new(), next: Vec::new() }
    }

    /// Groups within `reach` of group `id`, with distances: touching = 1, one empty point between = 2.
    ///
    /// `group_at` names the living group on a point, `walkable` the points that may be walked. The second result is
    /// everything the walk looked at: while nothing changes there, neither does the answer.
    pub fn near(
        &mut self,
        id: u16,
        stones: &PointSet,
        group_at: &[u16; CELLS],
        walkable: &[bool; CELLS],
        reach: usize,
    ) -> (Vec<(u16, u8)>, PointSet) {
        self.round += 1;
        self.queue.clear();
        let mut found: Vec<(u16, u8)> = Vec::new();
        let mut looked = stones.grown();
        let meet = |group: u16, distance: usize, found: &mut Vec<(u16, u8)>| {
            if !found.iter().any(|(other, _)| *other == group) {
                found.push((group, distance as u8));
            }
        };
        for stone in stones.iter() {
            for beside in stone.neighbours() {
                let cell = beside.index();
                let other = group_at[cell];
                if other != NONE {
                    if other != id && reach >= 1 {
                        meet(other, 1, &mut found);
                    }
                } else if walkable[cell] && self.seen[cell] != self.round {
                    self.seen[cell] = self.round;
                    self.queue.push(cell as u16);
                }
            }
        }
        // points at step k lie on paths of k empty points: a stone behind them is at distance k + 1
        let mut step = 1;
        while !self.queue.is_empty() && step < reach {
            self.next.clear();
            let mut arrived: Vec<u16> = Vec::new();
            for &cell in &self.queue {
                let point = Point::from_index(cell as usize);
                let mut third: Option<u16> = None;
                let mut many = false;
                for beside in point.neighbours() {
                    looked.insert(beside);
                    let other = group_at[beside.index()];
                    if other != NONE && other != id {
                        many |= third.is_some_and(|seen| seen != other);
                        third = Some(other);
                    }
                }
                match third {
                    Some(_) if many => {}
                    Some(other) => arrived.push(other),
                    None => {
                        for beside in point.neighbours() {
                            let next = beside.index();
                            if group_at[next] == NONE && walkable[next] && self.seen[next] != self.round {
                                self.seen[next] = self.round;
                                self.next.push(next as u16);
                            }
                        }
                    }
                }
            }
            for other in arrived {
                meet(other, step + 1, &mut found);
            }
            std::mem::swap(&mut self.queue, &mut self.next);
            step += 1;
        }
        found.sort_unstable_by_key(|&(group, distance)| (distance, group));
        (found, looked)
    }
}
