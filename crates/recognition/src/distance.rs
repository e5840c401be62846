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
    /// How many groups there are.
    pub groups: usize,
}

/// Walks from groups; keeps its working memory between calls.
pub(crate) struct Walker {
    found: Vec<(u16, u8)>,
    /// A bit for every group: those met at this step, and those met so far.
    met: Vec<u64>,
    known: Vec<u64>,
}

impl Walker {
    pub fn new() -> Walker {
        Walker { found: Vec::new(), met: Vec::new(), known: Vec::new() }
    }

    /// Groups met for the first time at this step, in the order of their numbers.
    fn note(&mut self, distance: usize) {
        for (word, (met, known)) in self.met.iter_mut().zip(&mut self.known).enumerate() {
            let mut fresh = std::mem::take(met) & !*known;
            *known |= fresh;
            while fresh != 0 {
                self.found.push(((word * 64) as u16 + fresh.trailing_zeros() as u16, distance as u8));
                fresh &= fresh - 1;
            }
        }
    }

    /// Groups within `reach` of a group of these stones, with distances: touching = 1, one empty point between = 2; nearest
    /// first.
    ///
    /// The second result is everything the walk looked at: while nothing changes there, neither does the answer.
    pub fn near(&mut self, stones: &PointSet, ground: &Ground, reach: usize) -> (&[(u16, u8)], PointSet) {
        self.found.clear();
        for bits in [&mut self.met, &mut self.known] {
            bits.clear();
            bits.resize(ground.groups.div_ceil(64), 0);
        }
        let others = ground.living.minus(stones);
        // only points beside other stones can meet somebody
        let (beside_others, _) = others.touched();
        let (beside, _) = stones.touched();
        let touching = beside.intersection(&others);
        if reach >= 1 && !touching.is_empty() {
            touching.each(|stone| meet(&mut self.met, ground.group_at[stone.index()]));
            self.note(1);
        }
        let mut seen = *stones;
        let mut front = stones.step(ground.walkable, &mut seen);
        // points at step k lie on paths of k empty points: a stone behind them is at distance k + 1
        for step in 1..reach {
            if front.is_empty() {
                break;
            }
            let meeting = front.intersection(&beside_others);
            if !meeting.is_empty() {
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
                    meet(&mut self.met, third);
                });
                self.note(step + 1);
                // who meets a third group goes no further
                front = front.minus(&meeting);
            }
            if step + 1 < reach {
                front = front.step(ground.walkable, &mut seen);
            }
        }
        (&self.found, seen.grown())
    }
}

#[inline]
fn meet(met: &mut [u64], group: u16) {
    if let Some(word) = met.get_mut(usize::from(group) / 64) {
        *word |= 1 << (group % 64);
    }
}
