//! Boards set up at once: from stones, without dead stones, with colours swapped; equality and printing.

use super::{Board, Chain, Illegal};
use crate::point::{CELLS, Cell, Color, Point, Size};
use crate::point_set::PointSet;
use crate::zobrist;

impl Board {
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
