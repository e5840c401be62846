//! Sets of points as one machine word per row: unions, growth and flood fill cost a few instructions a row.

use crate::point::{Point, ROWS, STRIDE, Size};

/// A set of cells of the padded grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    rows: [u32; ROWS],
}

impl Default for PointSet {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl PointSet {
    pub const EMPTY: PointSet = PointSet { rows: [0; ROWS] };

    /// The set with these rows: bit x of row y is the cell (x, y) of the padded grid.
    #[inline]
    pub(crate) const fn from_rows(rows: [u32; ROWS]) -> Self {
        PointSet { rows }
    }

    /// All points of a board.
    pub fn full(size: Size) -> Self {
        let mut set = PointSet::EMPTY;
        let word = ((1u64 << size.width()) - 1) as u32;
        for row in &mut set.rows[1..=size.height()] {
            *row = word << 1;
        }
        set
    }

    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.rows[point.index() / STRIDE] |= 1 << (point.index() % STRIDE);
    }

    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.rows[point.index() / STRIDE] &= !(1 << (point.index() % STRIDE));
    }

    /// Puts a point in or takes it out.
    #[inline]
    pub fn assign(&mut self, point: Point, member: bool) {
        let (row, bit) = (point.index() / STRIDE, point.index() % STRIDE);
        self.rows[row] = self.rows[row] & !(1 << bit) | (u32::from(member) << bit);
    }

    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.index() / STRIDE] >> (point.index() % STRIDE) & 1 == 1
    }

    /// Takes these bits for a row of the padded grid.
    #[inline]
    pub fn put_row(&mut self, y: usize, bits: u32) {
        self.rows[y] = bits;
    }

    #[inline]
    pub fn len(&self) -> usize {
        // bits are counted in pairs, in fours, then in bytes that collect all rows (no byte exceeds 8 · ROWS < 256): the same
        // few wide instructions for several rows at once
        let mut bytes = 0u32;
        for &row in &self.rows {
            let twos = row - (row >> 1 & 0x5555_5555);
            let fours = (twos & 0x3333_3333) + (twos >> 2 & 0x3333_3333);
            bytes += (fours + (fours >> 4)) & 0x0f0f_0f0f;
        }
        // the sum of all may exceed a byte: 25 × 25 is 625
        let pairs = (bytes & 0x00ff_00ff) + (bytes >> 8 & 0x00ff_00ff);
        ((pairs & 0xffff) + (pairs >> 16)) as usize
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |any, row| any | row) == 0
    }

    /// The first point in row order.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        let row = self.busy().trailing_zeros() as usize;
        let word = self.rows.get(row)?;
        Some(Point::from_index(row * STRIDE + word.trailing_zeros() as usize))
    }

    #[inline]
    fn zip(&self, other: &PointSet, f: impl Fn(u32, u32) -> u32) -> PointSet {
        let mut out = PointSet::EMPTY;
        for i in 0..ROWS {
            out.rows[i] = f(self.rows[i], other.rows[i]);
        }
        out
    }

    /// Puts all points of another set in.
    #[inline]
    pub fn add(&mut self, other: &PointSet) {
        for i in 0..ROWS {
            self.rows[i] |= other.rows[i];
        }
    }

    #[inline]
    pub fn union(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub fn minus(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    pub fn intersects(&self, other: &PointSet) -> bool {
        // all rows without a branch between them: the compiler makes a few wide instructions of it
        (0..ROWS).fold(0, |any, i| any | (self.rows[i] & other.rows[i])) != 0
    }

    #[inline]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        (0..ROWS).fold(0, |any, i| any | (self.rows[i] & !other.rows[i])) == 0
    }

    /// Cells beside at least one point of the set, and those beside two or more (border cells included).
    pub fn touched(&self) -> (PointSet, PointSet) {
        let (mut once, mut more) = (PointSet::EMPTY, PointSet::EMPTY);
        for i in 0..ROWS {
            let row = self.rows[i];
            let (left, right) = (row << 1, row >> 1);
            let below = if i > 0 { self.rows[i - 1] } else { 0 };
            let above = if i + 1 < ROWS { self.rows[i + 1] } else { 0 };
            once.rows[i] = left | right | below | above;
            more.rows[i] = (left & right) | (below & above) | ((left | right) & (below | above));
        }
        (once, more)
    }

    /// A bit for every cell of a row of the padded grid that is in the set.
    #[inline]
    pub fn row(&self, y: usize) -> u32 {
        self.rows[y]
    }

    /// The set and every cell beside it (border cells included; intersect with what you want).
    #[inline]
    pub fn grown(&self) -> PointSet {
        let mut out = PointSet::EMPTY;
        let wide = |row: u32| row | row << 1 | row >> 1;
        out.rows[0] = wide(self.rows[0]) | self.rows[1];
        for i in 1..ROWS - 1 {
            out.rows[i] = wide(self.rows[i]) | self.rows[i - 1] | self.rows[i + 1];
        }
        out.rows[ROWS - 1] = wide(self.rows[ROWS - 1]) | self.rows[ROWS - 2];
        out
    }

    /// The points with no other of the set on the left or below. Every connected part has one: whoever asks what its points
    /// have in common need not look at all of them.
    #[inline]
    pub fn corners(&self) -> PointSet {
        let mut out = PointSet::EMPTY;
        // the border rows are on no board
        for i in 1..ROWS {
            let row = self.rows[i];
            out.rows[i] = row & !(row << 1) & !self.rows[i - 1];
        }
        out
    }

    /// One step of a walk: the points of `open` beside the set that were not seen before; they are seen from now on.
    #[inline]
    pub fn step(&self, open: &PointSet, seen: &mut PointSet) -> PointSet {
        let mut front = PointSet::EMPTY;
        // the border rows are on no board
        for i in 1..ROWS - 1 {
            let row = self.rows[i];
            let beside = row << 1 | row >> 1 | self.rows[i - 1] | self.rows[i + 1];
            front.rows[i] = beside & open.rows[i] & !seen.rows[i];
            seen.rows[i] |= front.rows[i];
        }
        front
    }

    /// Calls `f` for every point in row order.
    #[inline]
    pub fn each(&self, mut f: impl FnMut(Point)) {
        let mut busy = self.busy();
        while busy != 0 {
            let y = busy.trailing_zeros() as usize;
            busy &= busy - 1;
            let mut word = self.rows[y % ROWS];
            while word != 0 {
                f(Point::from_index(y * STRIDE + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }

    /// A bit for every row of the padded grid that is not empty: whoever goes from one to the next makes fewer wrong
    /// guesses than who looks at all of them.
    #[inline]
    pub fn busy(&self) -> u32 {
        (0..ROWS).fold(0, |busy, y| busy | if self.rows[y] != 0 { 1 << y } else { 0 })
    }

    /// The part of `within` connected to the set. (Points of the set outside `within` are dropped.)
    pub fn flooded(&self, within: &PointSet) -> PointSet {
        let mut current = self.intersection(within);
        let mut busy = current.busy();
        if busy == 0 {
            return current;
        }
        let (mut low, mut high) = (busy.trailing_zeros() as usize, busy.ilog2() as usize);
        while busy != 0 {
            let i = busy.trailing_zeros() as usize % ROWS;
            current.rows[i] = spread(current.rows[i], within.rows[i]);
            busy &= busy - 1;
        }
        // sweeps up and down carry a front through many rows at once, and go no further than it comes
        current.sweep_up(within, low, &mut high);
        while current.sweep_down(within, &mut low, high) && current.sweep_up(within, low, &mut high) {}
        current
    }

    /// Spreads the rows from `low` on into those above them; did anything change?
    fn sweep_up(&mut self, within: &PointSet, low: usize, high: &mut usize) -> bool {
        let (mut changed, mut i) = (false, low);
        while i <= *high && i + 1 < ROWS {
            let more = self.rows[i] & within.rows[i + 1] & !self.rows[i + 1];
            i += 1;
            if more != 0 {
                self.rows[i] = spread(self.rows[i] | more, within.rows[i]);
                *high = i.max(*high);
                changed = true;
            }
        }
        changed
    }

    /// The same downwards.
    fn sweep_down(&mut self, within: &PointSet, low: &mut usize, high: usize) -> bool {
        let (mut changed, mut i) = (false, high);
        while i >= *low && i > 0 {
            let more = self.rows[i] & within.rows[i - 1] & !self.rows[i - 1];
            i -= 1;
            if more != 0 {
                self.rows[i] = spread(self.rows[i] | more, within.rows[i]);
                *low = i.min(*low);
                changed = true;
            }
        }
        changed
    }

    /// The connected parts of the set, in row order of their first points.
    pub fn components(&self) -> Vec<PointSet> {
        let mut parts = Vec::new();
        self.each_component(|part| parts.push(part));
        parts
    }

    /// Calls `f` for every connected part, in row order of their first points.
    #[inline]
    pub fn each_component(&self, mut f: impl FnMut(PointSet)) {
        let mut rest = *self;
        while let Some(start) = rest.first() {
            let part = PointSet::from_iter([start]).flooded(&rest);
            rest = rest.minus(&part);
            f(part);
        }
    }

    /// Points in row order from the bottom.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { rows: self.rows, row: 0 }
    }
}

/// The runs of `room` that hold a bit of `seeds`, a part of it.
#[inline]
fn spread(seeds: u32, room: u32) -> u32 {
    // upwards the carry of an addition runs through; downwards in steps of doubled length
    let mut out = seeds | (room & !room.wrapping_add(seeds));
    let mut room = room;
    for length in [1, 2, 4, 8, 16] {
        out |= room & out >> length;
        room &= room >> length;
    }
    out
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Walks a [`PointSet`] in row order.
#[derive(Clone)]
pub struct Iter {
    rows: [u32; ROWS],
    row: usize,
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.row < ROWS {
            let word = self.rows[self.row];
            if word != 0 {
                self.rows[self.row] = word & (word - 1);
                return Some(Point::from_index(self.row * STRIDE + word.trailing_zeros() as usize));
            }
            self.row += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flood_fill_stops_at_gaps() {
        let size = Size::new(5, 3).unwrap();
        let wall: PointSet = (0..3).map(|y| Point::new(2, y)).collect();
        let open = PointSet::full(size).minus(&wall);
        let parts = open.components();
        assert_eq!(parts.iter().map(PointSet::len).collect::<Vec<_>>(), [6, 6]);
        assert!(parts[0].contains(Point::new(0, 0)) && !parts[0].contains(Point::new(4, 0)));
        assert_eq!(PointSet::full(Size::square(25).unwrap()).len(), 625);
    }

    #[test]
    fn runs_are_filled_from_any_seed() {
        let mut state = 0x9e37_79b9u32;
        for _ in 0..2000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let room = (state ^ state >> 13 | state << 3) & 0x3ff_fffe;
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let seeds = room & state & state >> 7;
            let mut slow = seeds;
            for _ in 0..26 {
                slow |= (slow << 1 | slow >> 1) & room;
            }
            assert_eq!(spread(seeds, room), slow, "{seeds:b} in {room:b}");
        }
    }

    #[test]
    fn touched_points_are_counted() {
        let set: PointSet = [(3, 3), (5, 3), (4, 4), (9, 9)].map(|(x, y)| Point::new(x, y)).into_iter().collect();
        let (once, more) = set.touched();
        for point in Size::NINETEEN.points() {
            let count = point.neighbours().iter().filter(|p| set.contains(**p)).count();
            assert_eq!((once.contains(point), more.contains(point)), (count >= 1, count >= 2), "{point}");
        }
        let grown = set.grown();
        let corners: PointSet =
            grown.iter().filter(|p| ![(-1, 0), (0, -1)].iter().any(|&(x, y)| grown.contains(p.offset(x, y)))).collect();
        assert_eq!(grown.corners(), corners);
        assert!(grown.components().iter().all(|part| part.intersects(&corners)));
        assert_eq!(set.first(), Some(Point::new(3, 3)));
    }
}
