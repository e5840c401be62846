//! The board: stones, strings, captures, ko, hash, with exact undo.
//!
//! Strings are circular lists of stones. Each keeps its *pseudo-liberties* (every stone-liberty contact counts) with their
//! sum and sum of squares, which tells atari and its last liberty without a search. Joining two strings swaps two list
//! links, and swapping them again parts them, so undo needs no copies and no allocation.

use crate::point::{CELLS, Cell, Color, MAX_SIDE, Point, STRIDE, Size};
use crate::point_set::PointSet;
use crate::zobrist;

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

    /// The stones of a colour.
    pub fn stones_of(&self, color: Color) -> PointSet {
        let cell = Cell::from(color);
        PointSet::from_rows(std::array::from_fn(|y| {
            let row = &self.cells[y * STRIDE..(y + 1) * STRIDE];
            row.iter().enumerate().fold(0, |word, (x, &other)| word | u32::from(other == cell) << x)
        }))
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

    /// All stones of one colour.
    pub fn stone_set(&self, color: Color) -> PointSet {
        self.size.points().filter(|&p| self.at(p).is(color)).collect()
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

    // ---- play and undo ----

    /// Plays a legal stone (suicide included, if the caller allows it).
    #[inline]
    pub fn play(&mut self, point: Point, color: Color) -> Undo {
        self.place::<true>(point, color)
    }

    /// Plays a legal stone without the means to take it back: for playouts.
    #[inline]
    pub fn play_forever(&mut self, point: Point, color: Color) {
        self.place::<false>(point, color);
    }

    #[inline(always)]
    fn place<const LOG: bool>(&mut self, point: Point, color: Color) -> Undo {
        let cell = point.index();
        debug_assert!(self.cells[cell] == Cell::Empty, "{point} is not empty");
        let mut undo = Undo {
            point: cell as u16,
            color,
            old_ko: self.ko,
            old_ko_color: self.ko_color,
            old_next: self.next[cell],
            hole: self.empty_at[cell],
            old_chain: self.chains[cell],
            joined: [(NONE, NONE); 4],
            captured: [NONE; 4],
            joined_count: 0,
            captured_count: 0,
            suicide: NONE,
        };
        let own = Cell::from(color);
        let enemy = Cell::from(color.opponent());
        self.cells[cell] = own;
        self.hash ^= zobrist::stone(color, point);
        self.take_empty(cell);
        self.next[cell] = cell as u16;
        self.head[cell] = cell as u16;
        let mut chain = Chain { stones: 1, ..Chain::default() };
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            match self.cells[beside] {
                Cell::Empty => chain.add(beside),
                Cell::Edge => {}
                _ => self.chains[self.head[beside] as usize].sub(cell),
            }
        }
        self.chains[cell] = chain;

        // first join, then capture: undo reverses this order, so the contacts that captures add always lie on the joined string
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            if self.cells[beside] == own {
                let (a, b) = (self.head[cell], self.head[beside]);
                if a != b {
                    let pair = self.join(a, b);
                    if LOG {
                        undo.joined[undo.joined_count as usize] = pair;
                        undo.joined_count += 1;
                    }
                }
            }
        }
        let mut captured_stones = 0;
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            if self.cells[beside] == enemy {
                let head = self.head[beside];
                if self.chains[head as usize].contacts == 0 {
                    captured_stones += self.remove_chain(head, color.opponent());
                    undo.captured[undo.captured_count as usize] = head;
                    undo.captured_count += 1;
                }
            }
        }

        self.ko = NONE;
        let head = self.head[cell];
        let chain = self.chains[head as usize];
        if chain.contacts == 0 {
            self.remove_chain(head, color);
            undo.suicide = head;
        } else if captured_stones == 1 && chain.stones == 1 && chain.contacts == 1 {
            self.ko = chain.sum as u16;
            self.ko_color = color.opponent();
        }
        undo
    }

    /// Takes back the last move.
    pub fn undo(&mut self, undo: &Undo) {
        let cell = undo.point as usize;
        if undo.suicide != NONE {
            self.restore_chain(undo.suicide, undo.color);
        }
        for i in (0..undo.captured_count as usize).rev() {
            self.restore_chain(undo.captured[i], undo.color.opponent());
        }
        for i in (0..undo.joined_count as usize).rev() {
            self.part(undo.joined[i]);
        }
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            if self.cells[beside].is_stone() {
                self.chains[self.head[beside] as usize].add(cell);
            }
        }
        self.cells[cell] = Cell::Empty;
        self.hash ^= zobrist::stone(undo.color, Point::from_index(cell));
        self.untake_empty(cell, undo.hole);
        self.next[cell] = undo.old_next;
        self.chains[cell] = undo.old_chain;
        self.ko = undo.old_ko;
        self.ko_color = undo.old_ko_color;
    }

    /// Joins two strings of one colour; the longer keeps its name. Returns (kept, absorbed).
    #[inline]
    fn join(&mut self, a: u16, b: u16) -> (u16, u16) {
        let a_longer = self.chains[a as usize].stones >= self.chains[b as usize].stones;
        let (kept, lost) = if a_longer { (a, b) } else { (b, a) };
        let absorbed = self.chains[lost as usize];
        let chain = &mut self.chains[kept as usize];
        chain.stones += absorbed.stones;
        chain.contacts += absorbed.contacts;
        chain.sum += absorbed.sum;
        chain.squares += absorbed.squares;
        self.relabel(lost, kept);
        self.next.swap(kept as usize, lost as usize);
        (kept, lost)
    }

    fn part(&mut self, (kept, lost): (u16, u16)) {
        self.next.swap(kept as usize, lost as usize);
        self.relabel(lost, lost);
        let absorbed = self.chains[lost as usize];
        let chain = &mut self.chains[kept as usize];
        chain.stones -= absorbed.stones;
        chain.contacts -= absorbed.contacts;
        chain.sum -= absorbed.sum;
        chain.squares -= absorbed.squares;
    }

    #[inline]
    fn relabel(&mut self, start: u16, head: u16) {
        let mut at = start;
        loop {
            self.head[at as usize] = head;
            at = self.next[at as usize];
            if at == start {
                return;
            }
        }
    }

    /// Takes a string off the board; returns its size. Its list links stay as they were, for undo.
    fn remove_chain(&mut self, head: u16, color: Color) -> u32 {
        let other = Cell::from(color.opponent());
        let mut at = head as usize;
        let mut count = 0;
        loop {
            self.cells[at] = Cell::Empty;
            self.hash ^= zobrist::stone(color, Point::from_index(at));
            self.push_empty(at);
            count += 1;
            for step in BESIDE {
                let beside = (at as isize + step) as usize;
                if self.cells[beside] == other {
                    self.chains[self.head[beside] as usize].add(at);
                }
            }
            at = self.next[at] as usize;
            if at == head as usize {
                break;
            }
        }
        self.captured[color.index()] += count;
        count
    }

    /// Puts a string back that was taken off by the move being undone.
    fn restore_chain(&mut self, head: u16, color: Color) {
        let own = Cell::from(color);
        let other = Cell::from(color.opponent());
        let mut at = head as usize;
        let mut count = 0;
        loop {
            self.cells[at] = own;
            self.head[at] = head;
            self.hash ^= zobrist::stone(color, Point::from_index(at));
            count += 1;
            for step in BESIDE {
                let beside = (at as isize + step) as usize;
                if self.cells[beside] == other {
                    self.chains[self.head[beside] as usize].sub(at);
                }
            }
            at = self.next[at] as usize;
            if at == head as usize {
                break;
            }
        }
        self.empty_count -= count;
        self.captured[color.index()] -= count as u32;
    }

    // ---- list of empty points ----

    #[inline]
    fn push_empty(&mut self, cell: usize) {
        self.empties[self.empty_count as usize] = cell as u16;
        self.empty_at[cell] = self.empty_count;
        self.empty_count += 1;
    }

    #[inline]
    fn take_empty(&mut self, cell: usize) {
        self.empty_count -= 1;
        let hole = self.empty_at[cell];
        let last = self.empties[self.empty_count as usize];
        self.empties[hole as usize] = last;
        self.empty_at[last as usize] = hole;
    }

    /// Reverses `take_empty`.
    #[inline]
    fn untake_empty(&mut self, cell: usize, hole: u16) {
        if hole != self.empty_count {
            let moved = self.empties[hole as usize];
            self.empties[self.empty_count as usize] = moved;
            self.empty_at[moved as usize] = self.empty_count;
        }
        self.empties[hole as usize] = cell as u16;
        self.empty_at[cell] = hole;
        self.empty_count += 1;
    }

    // ---- set-up ----

    /// Places or removes stones freely and rebuilds everything. Strings without liberties are refused.
    pub fn with_stones(size: Size, stones: impl IntoIterator<Item = (Point, Color)>) -> Result<Board, Illegal> {
        let mut board = Board::new(size);
        let mut wanted = board.cells;
        for (point, color) in stones {
            if !size.contains(point) {
                return Err(Illegal::OffBoard(point));
            }
            wanted[point.index()] = color.into();
        }
        for point in size.points() {
            if let Some(color) = wanted[point.index()].color() {
                let has_liberty = flood_has_liberty(&wanted, point);
                if !has_liberty {
                    return Err(Illegal::Suicide(point));
                }
                board.add_stone(point, color);
            }
        }
        Ok(board)
    }

    /// Adds a stone without captures; strings may be short of liberties until all stones stand.
    fn add_stone(&mut self, point: Point, color: Color) {
        let cell = point.index();
        self.cells[cell] = color.into();
        self.hash ^= zobrist::stone(color, point);
        self.take_empty(cell);
        self.next[cell] = cell as u16;
        self.head[cell] = cell as u16;
        let mut chain = Chain { stones: 1, ..Chain::default() };
        for beside in point.neighbours() {
            match self.at(beside) {
                Cell::Empty => chain.add(beside.index()),
                Cell::Edge => {}
                _ => self.chains[self.string_id(beside)].sub(cell),
            }
        }
        self.chains[cell] = chain;
        for beside in point.neighbours() {
            if self.at(beside).is(color) && !self.same_string(point, beside) {
                self.join(self.head[cell], self.head[beside.index()]);
            }
        }
    }

    /// All stones with their colours, in row order.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size.points().filter_map(|point| Some((point, self.color_at(point)?)))
    }

    /// The same stones without those in `dead`, as new board (ko and prisoners forgotten).
    pub fn without(&self, dead: &PointSet) -> Board {
        let mut board = Board::new(self.size);
        for (point, color) in self.stones().filter(|(point, _)| !dead.contains(*point)) {
            board.add_stone(point, color);
        }
        board
    }

    /// Black and White exchanged.
    pub fn swapped_colors(&self) -> Board {
        let mut board = Board::new(self.size);
        for (point, color) in self.stones() {
            board.add_stone(point, color.opponent());
        }
        board.captured = [self.captured[1], self.captured[0]];
        board.ko = self.ko;
        board.ko_color = self.ko_color.opponent();
        board
    }

    /// Sets the count of prisoners, for positions that do not come from play.
    pub fn set_captured(&mut self, color: Color, stones: u32) {
        self.captured[color.index()] = stones;
    }
}

fn flood_has_liberty(cells: &[Cell; CELLS], start: Point) -> bool {
    let color = cells[start.index()];
    let mut seen = PointSet::from_iter([start]);
    let mut stack = vec![start];
    while let Some(point) = stack.pop() {
        for beside in point.neighbours() {
            let cell = cells[beside.index()];
            if cell == color && !seen.contains(beside) {
                seen.insert(beside);
                stack.push(beside);
            }
        }
    }
    seen.grown().iter().any(|p| cells[p.index()] == Cell::Empty)
}

impl PartialEq for Board {
    /// Same size, same stones, same ko ban, same prisoners.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.hash == other.hash
            && self.cells == other.cells
            && self.ko_point() == other.ko_point()
            && self.captured == other.captured
    }
}

impl Eq for Board {}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", crate::diagram::render(self))
    }
}
