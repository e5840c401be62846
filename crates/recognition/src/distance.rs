//! Distances between groups: steps from stone to stone along empty points that touch no third group.

use crate::numbers;
use crate::strings::NONE;
use gosedai_board::{CELLS, Point, PointSet, Size};

/// The living groups beside every point, as far as walks want to know them.
#[derive(Clone, Debug)]
pub(crate) struct Beside {
    /// One of them, and another one.
    one: [u16; CELLS],
    two: [u16; CELLS],
    /// Points beside more than two.
    more: PointSet,
}

impl Beside {
    pub fn new() -> Beside {
        Beside { one: [NONE; CELLS], two: [NONE; CELLS], more: PointSet::EMPTY }
    }

    /// Looks again at these points.
    pub fn update(&mut self, points: &PointSet, living: &PointSet, group_at: &[u16; CELLS]) {
        points.each(|point| {
            let (mut one, mut two, mut more) = (NONE, NONE, false);
            for stone in point.neighbours() {
                let group = if living.contains(stone) { group_at[stone.index()] } else { NONE };
                let known = group == NONE || group == one || group == two;
                more |= !known && two != NONE;
                two = if !known && one != NONE && two == NONE { group } else { two };
                one = if !known && one == NONE { group } else { one };
            }
            (self.one[point.index()], self.two[point.index()]) = (one, two);
            self.more.assign(point, more);
        });
    }

    /// A group with this first stone comes in at this number, or goes.
    pub fn make_room(&mut self, place: u16, head: Point, size: Size) {
        numbers::make_room(numbers::rows_beside(&mut self.one, head, size), place);
        numbers::make_room(numbers::rows_beside(&mut self.two, head, size), place);
    }

    pub fn close_gap(&mut self, place: u16, head: Point, size: Size) {
        numbers::close_gap(numbers::rows_beside(&mut self.one, head, size), place);
        numbers::close_gap(numbers::rows_beside(&mut self.two, head, size), place);
    }

    /// A group gets another number; `first` is the first stone of all that do.
    pub fn change_place(&mut self, from: u16, to: u16, first: Point, size: Size) {
        numbers::change_place(numbers::rows_beside(&mut self.one, first, size), from, to);
        numbers::change_place(numbers::rows_beside(&mut self.two, first, size), from, to);
    }
}

/// What a walk goes over.
pub(crate) struct Ground<'a> {
    /// The group on every point, and those beside it.
    pub group_at: &'a [u16; CELLS],
    pub beside: &'a Beside,
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

    /// Groups within `reach` of group `own` of these stones, with distances: touching = 1, one empty point between = 2; nearest
    /// first.
    ///
    /// `course` is how the walk went: the points of every step. While nothing changes on or beside them, neither does the
    /// answer; so many of them and what was found up to there are taken over from the last walk. The second result is all of
    /// them together, with the stones.
    pub fn near(
        &mut self,
        own: u16,
        stones: &PointSet,
        ground: &Ground,
        reach: usize,
        course: &mut Vec<PointSet>,
        taken_over: (usize, &[(u16, u8)]),
    ) -> (&[(u16, u8)], PointSet) {
        self.found.clear();
        for bits in [&mut self.met, &mut self.known] {
            bits.clear();
            bits.resize(ground.groups.div_ceil(64), 0);
        }
        let others = ground.living.minus(stones);
        // only points beside other stones can meet somebody (the stones themselves are not walked on)
        let beside_others = others.grown();
        let (still, near) = taken_over;
        course.truncate(still);
        let mut seen = course.iter().fold(*stones, |seen, front| seen.union(front));
        let mut front = match course.last() {
            Some(front) => {
                for &(group, distance) in near.iter().take_while(|(_, distance)| usize::from(*distance) <= still) {
                    meet(&mut self.known, group);
                    self.found.push((group, distance));
                }
                *front
            }
            None => {
                let touching = stones.grown().intersection(&others);
                touching.each(|stone| meet(&mut self.met, ground.group_at[stone.index()]));
                self.note(1);
                let front = stones.step(ground.walkable, &mut seen);
                course.push(front);
                front
            }
        };
        // points at step k lie on paths of k empty points: a stone behind them is at distance k + 1
        for step in course.len()..reach {
            if front.is_empty() {
                break;
            }
            let meeting = front.intersection(&beside_others);
            if !meeting.is_empty() {
                // between several others nobody is met
                meeting.minus(&ground.beside.more).each(|point| {
                    let (one, two) = (ground.beside.one[point.index()], ground.beside.two[point.index()]);
                    let others = one != own && two != own && two != NONE;
                    let other = if one == own { two } else { one };
                    meet(&mut self.met, if others { NONE } else { other });
                });
                self.note(step + 1);
                // who meets a third group goes no further
                front = front.minus(&meeting);
            }
            if step + 1 < reach {
                front = front.step(ground.walkable, &mut seen);
                course.push(front);
            }
        }
        (&self.found, seen)
    }
}

#[inline]
fn meet(met: &mut [u64], group: u16) {
    if let Some(word) = met.get_mut(usize::from(group) / 64) {
        *word |= 1 << (group % 64);
    }
}
