//! The field: the part of the board a life-and-death question is about, cut out and closed.
//!
//! Only its inside exists. What lies beyond enters in one way: on some cells a stone of a side has a liberty out there that
//! nobody can take, and the chain it belongs to can never be captured. For the attacker these are the walls around the
//! group; for the defender they are ways out, and a way out is life.

use gosedai_board::{Board, Color, Point, PointSet, zobrist};

use super::bits::Bits;
use crate::dfpn::{NOWHERE, Side};

/// A question in terms of the board, before it is packed.
#[derive(Clone, Debug)]
pub struct Ground {
    pub defender: Color,
    /// Stones whose life is asked for.
    pub target: PointSet,
    /// How many of them have to stay.
    pub needed: usize,
    /// Every point that exists for the search.
    pub inside: PointSet,
    /// Points where a stone of the attacker (first) or defender (second) has a liberty outside.
    pub free: [PointSet; 2],
}

/// The packed field.
pub struct Field<const N: usize> {
    pub defender: Color,
    pub stride: u32,
    pub inside: Bits<N>,
    pub free: [Bits<N>; 2],
    pub target: Bits<N>,
    pub needed: usize,
    pub beside: Vec<Bits<N>>,
    pub points: Vec<Point>,
    /// Cells diagonal to a cell, inside.
    pub diagonal: Vec<Bits<N>>,
    /// Distance to the edge of the board, 1 on the first line.
    pub line: Vec<u8>,
    /// 0 inside, 1 on the edge, 2 in a corner of the board.
    pub place: Vec<u8>,
    /// Column and row of a cell in the box around the field.
    pub column_row: Vec<(u8, u8)>,
    /// The outside is one piece: no chain of the defender can run round a wall.
    pub is_simple: bool,
    keys: Vec<[u64; 2]>,
    /// The same on the cells of a smaller field, nothing elsewhere.
    inner_keys: Vec<[u64; 2]>,
}

/// Stones on the field and the cell that the side to move may not retake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<const N: usize> {
    pub stones: [Bits<N>; 2],
    pub hash: u64,
    /// The hash of the position in a smaller field, if one is followed.
    pub inner: u64,
    pub ko: u16,
}

/// How wide the field of a ground is: columns and rows of the box around it.
fn extent(inside: &PointSet) -> (usize, usize, usize, usize) {
    let (mut x0, mut y0, mut x1, mut y1) = (usize::MAX, usize::MAX, 0, 0);
    for point in inside.iter() {
        x0 = x0.min(point.x());
        x1 = x1.max(point.x());
        y0 = y0.min(point.y());
        y1 = y1.max(point.y());
    }
    if x0 == usize::MAX { (0, 0, 0, 0) } else { (x0, y0, x1 - x0 + 1, y1 - y0 + 1) }
}

/// Words needed for a ground.
pub fn words(ground: &Ground) -> usize {
    let (_, _, wide, high) = extent(&ground.inside);
    ((wide + 1) * high).div_ceil(64)
}

/// Are the points from which the border's free liberties come connected outside?
fn outside_is_one_piece(board: &Board, ground: &Ground) -> bool {
    let outside = PointSet::full(board.size()).minus(&ground.inside);
    let free = ground.free[0];
    let touched = free.grown().intersection(&outside);
    // walls whose liberties lie farther out stand for the piece beside them
    let Some(start) = touched.first() else { return true };
    touched.is_subset(&PointSet::from_iter([start]).flooded(&outside))
}

impl<const N: usize> Field<N> {
    /// Packs a ground and the stones on it.
    pub fn new(board: &Board, ground: &Ground) -> (Field<N>, State<N>) {
        let (x0, y0, wide, high) = extent(&ground.inside);
        let stride = wide + 1;
        let cell = |p: Point| (p.y() - y0) * stride + (p.x() - x0);
        let pack = |set: &PointSet| -> Bits<N> {
            let mut out = Bits::NONE;
            set.intersection(&ground.inside).iter().for_each(|p| out.insert(cell(p)));
            out
        };
        let count = stride * high;
        let mut points = vec![Point::from_index(0); count];
        let mut keys = vec![[0; 2]; count];
        let mut line = vec![0; count];
        let mut place = vec![0; count];
        let mut beside = vec![Bits::NONE; count];
        let mut diagonal = vec![Bits::NONE; count];
        for point in ground.inside.iter() {
            let at = cell(point);
            points[at] = point;
            line[at] = point.line(board.size()) as u8;
            let beyond = point.neighbours().into_iter().filter(|p| !board.size().contains(*p)).count();
            // the end of a board of one line has three sides beyond it: no shape is named for that, a corner comes nearest
            place[at] = beyond.min(2) as u8;
            keys[at] = [Color::Black, Color::White].map(|c| zobrist::stone(c, point));
            for (list, near) in [(&mut beside, point.neighbours()), (&mut diagonal, point.diagonals())] {
                near.into_iter().filter(|p| ground.inside.contains(*p)).for_each(|p| list[at].insert(cell(p)));
            }
        }
        let field = Field {
            defender: ground.defender,
            stride: stride as u32,
            inside: pack(&ground.inside),
            free: [pack(&ground.free[0]), pack(&ground.free[1])],
            target: pack(&ground.target),
            needed: ground.needed,
            beside,
            points,
            diagonal,
            line,
            place,
            column_row: (0..count).map(|cell| ((cell % stride) as u8, (cell / stride) as u8)).collect(),
            is_simple: outside_is_one_piece(board, ground),
            inner_keys: vec![[0; 2]; count],
            keys,
        };
        let attacker = ground.defender.opponent();
        let stones = [attacker, ground.defender].map(|c| pack(&board.stone_set(c)));
        let mut state = State { stones, hash: 0, inner: 0, ko: NOWHERE };
        for (side, set) in stones.iter().enumerate() {
            set.iter().for_each(|at| state.hash ^= field.keys[at][side]);
        }
        if let Some((point, _)) = board.ko_point().filter(|(p, _)| ground.inside.contains(*p)) {
            state.ko = cell(point) as u16;
        }
        (field, state)
    }

    /// From now on positions are also told by what stands inside a smaller field.
    pub fn follow(&mut self, smaller: &PointSet, state: &mut State<N>) {
        state.inner = 0;
        for cell in self.inside.iter().filter(|&cell| smaller.contains(self.points[cell])) {
            self.inner_keys[cell] = self.keys[cell];
            for side in 0..2 {
                state.inner ^= if state.stones[side].has(cell) { self.keys[cell][side] } else { 0 };
            }
        }
    }

    /// The set and all cells beside it.
    #[inline]
    pub fn grown(&self, set: Bits<N>) -> Bits<N> {
        (set | set.up(1) | set.down(1) | set.up(self.stride) | set.down(self.stride)) & self.inside
    }

    /// The part of `within` connected to `seed`.
    #[inline]
    pub fn flooded(&self, seed: Bits<N>, within: Bits<N>) -> Bits<N> {
        let mut now = seed & within;
        loop {
            let next = self.grown(now) & within;
            if next == now {
                return now;
            }
            now = next;
        }
    }

    #[inline]
    pub fn empties(&self, state: &State<N>) -> Bits<N> {
        self.inside.minus(state.stones[0] | state.stones[1])
    }

    /// The chain at a stone.
    #[inline]
    pub fn chain(&self, state: &State<N>, cell: usize, side: Side) -> Bits<N> {
        self.flooded(Bits::of(cell), state.stones[side as usize])
    }

    /// All chains of a side that can never be captured.
    #[inline]
    pub fn immortal(&self, state: &State<N>, side: Side) -> Bits<N> {
        let own = state.stones[side as usize];
        self.flooded(own & self.free[side as usize], own)
    }

    /// Plays a stone; `None` for suicide. The ban of the result holds for the opponent. Says whether it took a basic ko.
    pub fn play(&self, state: &State<N>, cell: usize, side: Side) -> Option<(State<N>, bool)> {
        let (me, you) = (side as usize, side.other() as usize);
        let mut after = *state;
        after.ko = NOWHERE;
        after.stones[me].insert(cell);
        after.hash ^= self.keys[cell][me];
        after.inner ^= self.inner_keys[cell][me];
        let empty = self.empties(&after);
        let near = self.beside[cell];
        let mut taken = Bits::NONE;
        let mut enemies = near & state.stones[you];
        while let Some(enemy) = enemies.first() {
            let chain = self.flooded(Bits::of(enemy), state.stones[you]);
            enemies = enemies.minus(chain);
            if !self.grown(chain).meets(empty) && !chain.meets(self.free[you]) {
                taken |= chain;
            }
        }
        if taken.is_empty() {
            if !near.meets(empty) && !self.free[me].has(cell) {
                let chain = self.flooded(Bits::of(cell), after.stones[me]);
                if !self.grown(chain).meets(empty) && !chain.meets(self.free[me]) {
                    return None;
                }
            }
            return Some((after, false));
        }
        after.stones[you] = after.stones[you].minus(taken);
        for at in taken.iter() {
            after.hash ^= self.keys[at][you];
            after.inner ^= self.inner_keys[at][you];
        }
        let is_ko = taken.count() == 1
            && !near.meets(after.stones[me])
            && !near.meets(empty)
            && !self.free[me].has(cell)
            && (near & taken) == taken;
        if is_ko {
            after.ko = taken.first().map_or(NOWHERE, |at| at as u16);
        }
        Some((after, is_ko))
    }

    /// Cells where this side would take a basic ko, banned or not.
    pub fn ko_takes(&self, state: &State<N>, side: Side) -> Bits<N> {
        let empty = self.empties(state);
        let enemy = state.stones[side.other() as usize].minus(self.free[side.other() as usize]);
        // a single stone in atari at a point without a liberty or friend
        let mut found = Bits::NONE;
        for cell in empty.minus(self.free[side as usize]).minus(self.grown(state.stones[side as usize])).iter() {
            let near = self.beside[cell];
            let in_atari = |at: usize| !self.beside[at].meets(enemy | empty.minus(Bits::of(cell)));
            if !near.meets(empty)
                && (near & enemy).iter().any(in_atari)
                && self.play(state, cell, side).is_some_and(|(_, is_ko)| is_ko)
            {
                found.insert(cell);
            }
        }
        found
    }

    /// Cells as points of the board.
    pub fn unpack(&self, set: Bits<N>) -> PointSet {
        set.iter().map(|cell| self.points[cell]).collect()
    }
}
