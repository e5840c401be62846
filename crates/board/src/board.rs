//! The board: stones, strings, captures, ko, hash, with exact undo.
//!
//! Strings are circular lists of stones. Each keeps its *pseudo-liberties* (every stone-liberty contact counts) with their
//! sum and sum of squares, which tells atari and its last liberty without a search. Joining two strings swaps two list
//! links, and swapping them again parts them, so undo needs no copies and no allocation.

use crate::point::{CELLS, Cell, Color, MAX_SIDE, Point, STRIDE, Size};
use crate::point_set::PointSet;
use crate::zobrist;

mod play;
mod setup;

const NONE: u16 = 0;
const BESIDE: [isize; 4] = [1, STRIDE as isize, -1, -(STRIDE as isize)];

/// What a string knows of itself; stored at the index of its head stone.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Chain {
    stones: u16,
    contacts: u16,
    sum: u32,
    squares: u32,
}

impl Chain {
    #[inline]
    fn add(&mut self, cell: usize) {
        self.contacts += 1;
        self.sum += cell as u32;
        self.squares += (cell * cell) as u32;
    }

    #[inline]
    fn sub(&mut self, cell: usize) {
        self.contacts -= 1;
        self.sum -= cell as u32;
        self.squares -= (cell * cell) as u32;
    }

    /// All contacts are on one point: equality in Cauchy–Schwarz.
    #[inline]
    fn in_atari(&self) -> bool {
        self.contacts != 0 && self.sum as u64 * self.sum as u64 == self.contacts as u64 * self.squares as u64
    }
}

/// What is needed to take a move back. Undo in reverse order of play.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    point: u16,
    color: Color,
    old_ko: u16,
    old_ko_color: Color,
    old_next: u16,
    /// Place of the point in the list of empty points.
    hole: u16,
    old_chain: Chain,
    joined: [(u16, u16); 4],
    captured: [u16; 4],
    joined_count: u8,
    captured_count: u8,
    /// Head of the own string that the move removed.
    suicide: u16,
}

impl Undo {
    /// Did the move capture anything?
    #[inline]
    pub fn has_captured(&self) -> bool {
        self.captured_count > 0
    }

    /// Did the move remove its own string?
    #[inline]
    pub fn is_suicide(&self) -> bool {
        self.suicide != NONE
    }
}

/// Why a stone cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    #[error("{0} is not on the board")]
    OffBoard(Point),
    #[error("{0} is occupied")]
    Occupied(Point),
    #[error("{0} may not be retaken yet (ko)")]
    Ko(Point),
    #[error("a stone at {0} would have no liberty (suicide)")]
    Suicide(Point),
    #[error("{0} would repeat an earlier position (superko)")]
    Superko(Point),
}

/// Stones on a grid. Knows captures and simple ko; whose turn it is, superko and scoring belong to `Position`.
#[derive(Clone)]
pub struct Board {
    cells: [Cell; CELLS],
    next: [u16; CELLS],
    head: [u16; CELLS],
    chains: [Chain; CELLS],
    empty_at: [u16; CELLS],
    empties: [u16; MAX_SIDE * MAX_SIDE],
    empty_count: u16,
    ko: u16,
    ko_color: Color,
    size: Size,
    hash: u64,
    captured: [u32; 2],
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Self {
        let mut board = Board {
            cells: [Cell::Edge; CELLS],
            next: [NONE; CELLS],
            head: [NONE; CELLS],
            chains: [Chain::default(); CELLS],
            empty_at: [0; CELLS],
            empties: [0; MAX_SIDE * MAX_SIDE],
            empty_count: 0,
            ko: NONE,
            ko_color: Color::Black,
            size,
            hash: 0,
            captured: [0; 2],
        };
        for point in size.points() {
            board.cells[point.index()] = Cell::Empty;
            board.push_empty(point.index());
        }
        board
    }

    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Colour of a cell; border cells are `Cell::Edge`.
    #[inline]
    pub fn at(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == Cell::Empty
    }

    /// Colour of the stone on a point.
    #[inline]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.at(point).color()
    }

    /// Hash of the stones alone.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Hash of stones, side to move and ko ban.
    #[inline]
    pub fn hash_with(&self, to_play: Color) -> u64 {
        let turn = if to_play == Color::White { zobrist::WHITE_TO_PLAY } else { 0 };
        let ko = self.ko(to_play).map_or(0, zobrist::ko);
        self.hash ^ turn ^ ko
    }

    /// The point that `color` may not retake now.
    #[inline]
    pub fn ko(&self, color: Color) -> Option<Point> {
        (self.ko != NONE && self.ko_color == color).then(|| Point::from_index(self.ko as usize))
    }

    /// The banned point, whoever is banned from it.
    #[inline]
    pub fn ko_point(&self) -> Option<(Point, Color)> {
        (self.ko != NONE).then(|| (Point::from_index(self.ko as usize), self.ko_color))
    }

    /// Lifts the ko ban, as a pass or a play elsewhere does.
    #[inline]
    pub fn clear_ko(&mut self) {
        self.ko = NONE;
    }

    /// Forbids `color` to play at an empty point for the next turn.
    pub fn set_ko(&mut self, point: Point, color: Color) {
        if self.is_empty(point) {
            self.ko = point.index() as u16;
            self.ko_color = color;
        }
    }

    /// Stones of `color` taken off the board so far.
    #[inline]
    pub fn captured(&self, color: Color) -> u32 {
        self.captured[color.index()]
    }

    /// Number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty_count as usize
    }

    /// The `i`-th empty point in internal order (quick, for random choice).
    #[inline]
    pub fn empty_point(&self, i: usize) -> Point {
        Point::from_index(self.empties[..self.empty_count as usize][i] as usize)
    }

    /// Empty points in internal order.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.empties[..self.empty_count as usize].iter().map(|&i| Point::from_index(i as usize))
    }

    pub fn empty_set(&self) -> PointSet {
        self.empty_points().collect()
    }

    /// The stones of a colour.
    pub fn stone_set(&self, color: Color) -> PointSet {
        let cell = Cell::from(color);
        PointSet::from_rows(std::array::from_fn(|y| {
            let row = &self.cells[y * STRIDE..(y + 1) * STRIDE];
            row.iter().enumerate().fold(0, |word, (x, &other)| word | u32::from(other == cell) << x)
        }))
    }

    pub fn stone_count(&self, color: Color) -> usize {
        self.size.points().filter(|&p| self.at(p).is(color)).count()
    }

    // ---- strings ----

    /// A name for the string at a stone: equal for stones of one string. Valid until the next move.
    #[inline]
    pub fn string_id(&self, point: Point) -> usize {
        self.head[point.index()] as usize
    }

    #[inline]
    pub fn same_string(&self, a: Point, b: Point) -> bool {
        self.at(a).is_stone() && self.at(a) == self.at(b) && self.string_id(a) == self.string_id(b)
    }

    /// Stones of the string at a stone; nothing if the point is empty.
    pub fn string(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = point.index();
        let mut at = self.cells[start].is_stone().then_some(start);
        std::iter::from_fn(move || {
            let here = at?;
            let next = self.next[here] as usize;
            at = (next != start).then_some(next);
            Some(Point::from_index(here))
        })
    }

    pub fn string_set(&self, point: Point) -> PointSet {
        self.string(point).collect()
    }

    #[inline]
    pub fn string_len(&self, point: Point) -> usize {
        if self.at(point).is_stone() { self.chains[self.string_id(point)].stones as usize } else { 0 }
    }

    /// Has the string at this stone exactly one liberty?
    #[inline]
    pub fn in_atari(&self, point: Point) -> bool {
        self.at(point).is_stone() && self.chains[self.string_id(point)].in_atari()
    }

    /// The last liberty of a string in atari.
    #[inline]
    pub fn atari_liberty(&self, point: Point) -> Option<Point> {
        self.in_atari(point).then(|| {
            let chain = &self.chains[self.string_id(point)];
            Point::from_index((chain.sum / chain.contacts as u32) as usize)
        })
    }

    /// Fills `out` with distinct liberties of the string, as many as fit; returns how many.
    #[inline]
    pub fn liberties_into(&self, point: Point, out: &mut [Point]) -> usize {
        let start = point.index();
        let mut count = 0;
        let mut at = start;
        if !self.cells[start].is_stone() {
            return 0;
        }
        loop {
            for step in BESIDE {
                let cell = (at as isize + step) as usize;
                if self.cells[cell] == Cell::Empty {
                    let liberty = Point::from_index(cell);
                    if !out[..count].contains(&liberty) {
                        if count == out.len() {
                            return count;
                        }
                        out[count] = liberty;
                        count += 1;
                    }
                }
            }
            at = self.next[at] as usize;
            if at == start || count == out.len() {
                return count;
            }
        }
    }

    /// The first distinct liberties of the string at a stone, up to `N`, and how many they are; places behind them mean nothing.
    #[inline]
    pub fn first_liberties<const N: usize>(&self, stone: Point) -> ([Point; N], usize) {
        let start = stone.index();
        let (mut found, mut count, mut at) = ([stone; N], 0, start);
        if !self.cells[start].is_stone() {
            return (found, 0);
        }
        let mut seen = PointSet::EMPTY;
        // whether a point is empty and new is as good as a toss-up: better no branch for each
        while count < N {
            for step in BESIDE {
                let cell = (at as isize + step) as usize;
                let point = Point::from_index(cell);
                let new = (self.cells[cell] == Cell::Empty) & !seen.contains(point);
                seen.insert(point);
                if count == N {
                    break;
                }
                found[count] = point;
                count += usize::from(new);
            }
            at = self.next[at] as usize;
            if at == start {
                break;
            }
        }
        (found, count)
    }

    /// Number of liberties, counted up to `limit` (at most 16).
    #[inline]
    pub fn liberty_count_to(&self, point: Point, limit: usize) -> usize {
        let mut out = [Point::from_index(0); 16];
        self.liberties_into(point, &mut out[..limit.min(16)])
    }

    /// All liberties of the string.
    pub fn liberties(&self, point: Point) -> PointSet {
        let mut set = PointSet::EMPTY;
        for stone in self.string(point) {
            for beside in stone.neighbours() {
                if self.is_empty(beside) {
                    set.insert(beside);
                }
            }
        }
        set
    }

    pub fn liberty_count(&self, point: Point) -> usize {
        self.liberties(point).len()
    }

    /// One stone of every string of the board, in row order of the first stones.
    pub fn strings(&self) -> Vec<Point> {
        let mut seen = PointSet::EMPTY;
        let mut out = Vec::new();
        for point in self.size.points() {
            if self.at(point).is_stone() && !seen.contains(point) {
                out.push(point);
                self.string(point).for_each(|stone| seen.insert(stone));
            }
        }
        out
    }

    /// One stone of every enemy string touching the string.
    pub fn adjacent_enemies(&self, point: Point) -> Vec<Point> {
        let Some(color) = self.color_at(point) else { return Vec::new() };
        let mut ids: Vec<u16> = Vec::new();
        for stone in self.string(point) {
            for beside in stone.neighbours() {
                if self.at(beside).is(color.opponent()) && !ids.contains(&self.head[beside.index()]) {
                    ids.push(self.head[beside.index()]);
                }
            }
        }
        ids.into_iter().map(|id| Point::from_index(id as usize)).collect()
    }

    // ---- legality ----

    /// Would the stone and all it joins be without liberty after captures?
    #[inline]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        let cell = point.index();
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            match self.cells[beside] {
                Cell::Empty => return false,
                Cell::Edge => {}
                stone => {
                    // an own string with another liberty saves us, an enemy string in atari is captured
                    let atari = self.chains[self.head[beside] as usize].in_atari();
                    if stone.is(color) != atari {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Hash of the stones after a play at an empty point, captures and suicide included, without playing it.
    pub fn hash_after(&self, point: Point, color: Color) -> u64 {
        let mut hash = self.hash ^ zobrist::stone(color, point);
        let suicide = self.is_suicide(point, color);
        let (mut gone, mut count) = ([NONE; 4], 0);
        for beside in point.neighbours() {
            let goes = match self.color_at(beside) {
                Some(own) if own == color => suicide,
                Some(_) => self.in_atari(beside),
                None => false,
            };
            let head = self.head[beside.index()];
            if goes && !gone[..count].contains(&head) {
                (gone[count], count) = (head, count + 1);
                let owner = if suicide { color } else { color.opponent() };
                self.string(beside).for_each(|stone| hash ^= zobrist::stone(owner, stone));
            }
        }
        if suicide { hash ^ zobrist::stone(color, point) } else { hash }
    }

    /// Legality on this board alone: occupied, simple ko, suicide (always refused here; see `Position` for other rules).
    #[inline]
    pub fn check(&self, point: Point, color: Color) -> Result<(), Illegal> {
        if !self.size.contains(point) {
            Err(Illegal::OffBoard(point))
        } else if !self.is_empty(point) {
            Err(Illegal::Occupied(point))
        } else if self.ko as usize == point.index() && self.ko_color == color {
            Err(Illegal::Ko(point))
        } else if self.is_suicide(point, color) {
            Err(Illegal::Suicide(point))
        } else {
            Ok(())
        }
    }

    #[inline]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        let cell = point.index();
        self.cells[cell] == Cell::Empty
            && !(self.ko as usize == cell && self.ko_color == color)
            && !self.is_suicide(point, color)
    }

    /// Is the point a one-point eye of `color` that random play should not fill: all sides own, and no more than one
    /// enemy stone on the diagonals (none on the edge)?
    #[inline]
    pub fn is_simple_eye(&self, point: Point, color: Color) -> bool {
        let cell = point.index();
        for step in BESIDE {
            let beside = self.cells[(cell as isize + step) as usize];
            if !(beside.is(color) || beside == Cell::Edge) {
                return false;
            }
        }
        let (mut enemies, mut edge) = (0, 0);
        for diagonal in point.diagonals() {
            let cell = self.cells[diagonal.index()];
            enemies += cell.is(color.opponent()) as u32;
            edge |= (cell == Cell::Edge) as u32;
        }
        enemies + edge < 2
    }

    /// May random play put a stone on this empty point: legal, and no own eye? One look at the four sides settles most.
    #[inline]
    pub fn is_sensible(&self, point: Point, color: Color) -> bool {
        let cell = point.index();
        let sides = BESIDE.map(|step| self.cells[(cell as isize + step) as usize]);
        if sides.contains(&Cell::Empty) {
            return self.ko as usize != cell || self.ko_color != color;
        }
        !self.is_simple_eye(point, color)
            && !self.is_suicide(point, color)
            && (self.ko as usize != cell || self.ko_color != color)
    }
}
