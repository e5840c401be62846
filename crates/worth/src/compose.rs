//! Constructed endgames: a board like two combs pushed into each other. Black's rooms lie between black walls and open
//! towards a white block on the right; White's rooms lie below, open towards a black block on the left. All walls are
//! unconditionally alive.

use gosedai_board::{Board, Color, Illegal, Point, Size};

/// A room: rows of cells from the mouth inwards. `.` is empty, `o` a stone of the intruder, `x` one of the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPlan {
    pub rows: Vec<String>,
}

impl RoomPlan {
    /// A corridor of `length` empty points with `caps` capturable stones at its end.
    pub fn corridor(length: usize, caps: usize) -> Self {
        RoomPlan { rows: vec![".".repeat(length) + &"o".repeat(caps)] }
    }

    fn height(&self) -> usize {
        self.rows.len()
    }
}

/// A board of `width` columns; walls and blocks are as thick as `block`.
#[derive(Clone, Debug)]
pub struct Comb {
    pub width: usize,
    pub height: usize,
    pub block: usize,
    /// From the top downwards.
    pub black_rooms: Vec<RoomPlan>,
    /// From the bottom upwards.
    pub white_rooms: Vec<RoomPlan>,
}

impl Comb {
    /// Rows the rooms of one side need, walls included.
    fn rows_of(rooms: &[RoomPlan]) -> usize {
        rooms.iter().map(|r| r.height() + 1).sum()
    }

    /// The least height that holds all rooms.
    pub fn least_height(&self) -> usize {
        Self::rows_of(&self.black_rooms) + Self::rows_of(&self.white_rooms)
    }

    /// The longest room that fits.
    pub fn longest_room(&self) -> usize {
        self.width - 2 * self.block
    }

    /// The board. Fails if a capturable string has no liberty.
    pub fn board(&self) -> Result<Board, Illegal> {
        let size = Size::new(self.width, self.height).unwrap_or(Size::NINETEEN);
        let mut grid = vec![vec![Some(Color::White); self.width]; self.height];
        let split = self.height - Self::rows_of(&self.white_rooms);
        // rows are counted from the top: the upper part is Black's, with White's block on the right
        for (r, row) in grid.iter_mut().enumerate() {
            let black_until = if r < split { self.width - self.block } else { self.block };
            for cell in &mut row[..black_until] {
                *cell = Some(Color::Black);
            }
        }
        let mut r = 0;
        for room in &self.black_rooms {
            for text in &room.rows {
                for (k, c) in text.chars().enumerate() {
                    grid[r][self.width - self.block - 1 - k] = cell(c, Color::Black);
                }
                r += 1;
            }
            r += 1;
        }
        let mut r = self.height;
        for room in &self.white_rooms {
            for text in &room.rows {
                r -= 1;
                for (k, c) in text.chars().enumerate() {
                    grid[r][self.block + k] = cell(c, Color::White);
                }
            }
            r -= 1;
        }
        for (r, x) in self.eyes(split) {
            grid[r][x] = None;
        }
        let stones = grid.iter().enumerate().flat_map(|(r, row)| {
            let y = self.height - 1 - r;
            row.iter().enumerate().filter_map(move |(x, c)| c.map(|color| (Point::new(x, y), color)))
        });
        Board::with_stones(size, stones.collect::<Vec<_>>())
    }

    /// Two single-point eyes for each side, on the outer edges.
    fn eyes(&self, split: usize) -> [(usize, usize); 4] {
        let right = self.width - 1;
        [(0, 0), (split.max(2), 0), (self.height - 1, right), (split.saturating_sub(1).min(self.height - 3), right)]
    }
}

fn cell(c: char, owner: Color) -> Option<Color> {
    match c {
        'o' => Some(owner.opponent()),
        'x' => Some(owner),
        _ => None,
    }
}
