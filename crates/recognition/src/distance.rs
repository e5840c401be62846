//! Distances between groups: steps from stone to stone along empty points that touch no third group.

use crate::strings::NONE;
use crate::view::View;
use gosedai_board::{CELLS, PointSet};

/// Words with a bit for every group: a board of 25×25 has no more than 625.
const WORDS: usize = 10;

/// What walks between groups go over.
pub(crate) struct Ground<'a> {
    /// The group on every point.
    group_at: &'a [u16; CELLS],
    /// One living group beside every point, and another one.
    one: [u16; CELLS],
    two: [u16; CELLS],
    /// Points beside more than two.
    more: PointSet,
    living: PointSet,
    /// Empty points and dead stones.
    walkable: PointSet,
}

impl Ground<'_> {
    pub fn new<'a>(view: &View, group_at: &'a [u16; CELLS]) -> Ground<'a> {
        let mut ground = Ground {
            group_at,
            one: [NONE; CELLS],
            two: [NONE; CELLS],
            more: PointSet::EMPTY,
            living: view.living[0].union(&view.living[1]),
            walkable: view.empty.union(&view.dead),
        };
        ground.living.grown().intersection(&ground.walkable).each(|point| {
            let (mut one, mut two) = (NONE, NONE);
            for stone in point.neighbours().into_iter().filter(|&stone| ground.living.contains(stone)) {
                let group = group_at[stone.index()];
                if one == NONE || group == one {
                    one = group;
                } else if two == NONE || group == two {
                    two = group;
                } else {
                    ground.more.insert(point);
                }
            }
            (ground.one[point.index()], ground.two[point.index()]) = (one, two);
        });
        ground
    }

    /// Groups within `reach` of group `own` of these stones, with distances: touching = 1, one empty point between = 2;
    /// nearest first, then in the order of their numbers.
    pub fn near(&self, own: u16, stones: &PointSet, reach: usize) -> Vec<(u16, u8)> {
        let others = self.living.minus(stones);
        // only points beside other stones can meet another group (the stones themselves are not walked on)
        let beside_others = others.grown();
        let mut met = Met::default();
        stones.grown().intersection(&others).each(|stone| met.meet(self.group_at[stone.index()]));
        met.note(1);
        let mut seen = *stones;
        let mut front = stones.step(&self.walkable, &mut seen);
        // points at step k lie on paths of k empty points: a stone behind them is at distance k + 1
        for step in 1..reach {
            if front.is_empty() {
                break;
            }
            let meeting = front.intersection(&beside_others);
            if !meeting.is_empty() {
                // a point between several other groups belongs to none of their paths
                meeting.minus(&self.more).each(|point| {
                    let (one, two) = (self.one[point.index()], self.two[point.index()]);
                    if one == own {
                        met.meet(two);
                    } else if two == own || two == NONE {
                        met.meet(one);
                    }
                });
                met.note(step + 1);
                // a path that touches another group ends there
                front = front.minus(&meeting);
            }
            front = front.step(&self.walkable, &mut seen);
        }
        met.found
    }
}

/// Groups met on a walk.
#[derive(Default)]
struct Met {
    /// A bit for every group: those met at this step, and those met so far.
    now: [u64; WORDS],
    known: [u64; WORDS],
    found: Vec<(u16, u8)>,
}

impl Met {
    fn meet(&mut self, group: u16) {
        if let Some(word) = self.now.get_mut(usize::from(group) / 64) {
            *word |= 1 << (group % 64);
        }
    }

    /// Notes the groups met for the first time at this step.
    fn note(&mut self, distance: usize) {
        for (word, (now, known)) in self.now.iter_mut().zip(&mut self.known).enumerate() {
            let mut fresh = std::mem::take(now) & !*known;
            *known |= fresh;
            while fresh != 0 {
                self.found.push(((word * 64) as u16 + fresh.trailing_zeros() as u16, distance as u8));
                fresh &= fresh - 1;
            }
        }
    }
}
