//! A bare board for ladder reading: one byte a cell with a border, copied instead of undone.
//!
//! The training data was made by the same steps in the same order (`training/native/goboard.c`); the ladder features
//! depend on it, and golden vectors in the tests keep both equal.

use gosedai_board::MAX_SIDE;

pub const STRIDE: usize = MAX_SIDE + 2;
pub const CELLS: usize = STRIDE * STRIDE;
pub const EMPTY: u8 = 0;
pub const WALL: u8 = 3;
const BESIDE: [isize; 4] = [-(STRIDE as isize), -1, 1, STRIDE as isize];

/// Cell of column `x` and row `y`, the row counted from the top.
pub fn cell(x: usize, y: usize) -> usize {
    (y + 1) * STRIDE + x + 1
}

pub fn beside(cell: usize) -> [usize; 4] {
    BESIDE.map(|step| cell.wrapping_add_signed(step))
}

/// Stones by cell: 0 empty, 1 Black, 2 White, 3 off the board.
#[derive(Clone)]
pub struct Grid {
    pub cells: [u8; CELLS],
    /// Cell that may not be retaken now; 0 when there is none.
    pub ko: usize,
}

/// A string's stones and liberties, reused between calls.
pub struct Chain {
    pub stones: Vec<u16>,
    pub liberties: Vec<u16>,
    seen: [u8; CELLS],
}

impl Default for Chain {
    fn default() -> Self {
        Chain { stones: Vec::with_capacity(64), liberties: Vec::with_capacity(64), seen: [0; CELLS] }
    }
}

impl Chain {
    /// Collects the string at `start`; stops as soon as `limit` liberties are known (0: collects everything).
    pub fn collect(&mut self, grid: &Grid, start: usize, limit: usize) {
        let color = grid.cells[start];
        self.seen.fill(0);
        self.stones.clear();
        self.liberties.clear();
        self.stones.push(start as u16);
        self.seen[start] = 1;
        let mut head = 0;
        while head < self.stones.len() {
            let stone = self.stones[head] as usize;
            head += 1;
            for next in beside(stone) {
                if self.seen[next] != 0 {
                    continue;
                }
                let content = grid.cells[next];
                if content == EMPTY {
                    self.seen[next] = 1;
                    self.liberties.push(next as u16);
                    if self.liberties.len() == limit {
                        return;
                    }
                } else if content == color {
                    self.seen[next] = 1;
                    self.stones.push(next as u16);
                }
            }
        }
    }
}

impl Grid {
    pub fn new(width: usize, height: usize) -> Self {
        let mut cells = [WALL; CELLS];
        for y in 0..height {
            cells[cell(0, y)..cell(width, y)].fill(EMPTY);
        }
        Grid { cells, ko: 0 }
    }

    /// Plays a stone; `false` (and nothing changed) where that is illegal.
    pub fn play(&mut self, at: usize, color: u8, chain: &mut Chain) -> bool {
        if self.cells[at] != EMPTY || at == self.ko {
            return false;
        }
        let (mut captured, mut captured_at) = (0, 0);
        self.cells[at] = color;
        for next in beside(at) {
            if self.cells[next] != 3 - color {
                continue;
            }
            chain.collect(self, next, 1);
            if chain.liberties.is_empty() {
                for &stone in &chain.stones {
                    self.cells[stone as usize] = EMPTY;
                }
                captured += chain.stones.len();
                captured_at = next;
            }
        }
        if captured == 0 {
            chain.collect(self, at, 1);
            if chain.liberties.is_empty() {
                self.cells[at] = EMPTY;
                return false;
            }
        }
        self.ko = 0;
        if captured == 1 {
            chain.collect(self, at, 2);
            if chain.stones.len() == 1 && chain.liberties.len() == 1 {
                self.ko = captured_at;
            }
        }
        true
    }
}
