//! Counting legal positions: a check of the rules against published figures.

use crate::point::Size;

/// Number of legal arrangements of stones (every string has a liberty) on a board of at most 30 points.
pub fn legal_positions(size: Size) -> Option<u64> {
    let n = size.area();
    if n > 30 {
        return None;
    }
    let grid = Grid::new(size);
    let mut count = 0;
    grid.count(0, 0, 0, n, &mut count);
    Some(count)
}

struct Grid {
    not_left: u32,
    not_right: u32,
    all: u32,
    width: u32,
}

impl Grid {
    fn new(size: Size) -> Self {
        let column = |x: usize| (0..size.height()).fold(0u32, |m, y| m | 1 << (y * size.width() + x));
        let all = ((1u64 << size.area()) - 1) as u32;
        Grid { not_left: all & !column(0), not_right: all & !column(size.width() - 1), all, width: size.width() as u32 }
    }

    fn beside(&self, m: u32) -> u32 {
        ((m & self.not_right) << 1 | (m & self.not_left) >> 1 | m << self.width | m >> self.width) & self.all
    }

    /// Every stone is connected to an empty point through stones of its colour.
    fn alive(&self, stones: u32, empty: u32) -> bool {
        let mut reached = self.beside(empty) & stones;
        loop {
            let next = reached | self.beside(reached) & stones;
            if next == reached {
                return reached == stones;
            }
            reached = next;
        }
    }

    fn count(&self, point: usize, black: u32, white: u32, n: usize, count: &mut u64) {
        if point == n {
            let empty = self.all & !(black | white);
            *count += u64::from(self.alive(black, empty) && self.alive(white, empty));
            return;
        }
        self.count(point + 1, black, white, n, count);
        self.count(point + 1, black | 1 << point, white, n, count);
        self.count(point + 1, black, white | 1 << point, n, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tromp and Farnebäck, "Combinatorics of Go".
    #[test]
    fn legal_positions_equal_the_published_figures() {
        let figures = [(1, 1, 1), (1, 2, 5), (2, 2, 57), (2, 3, 489), (3, 3, 12_675), (3, 4, 321_689)];
        for (width, height, expected) in figures {
            assert_eq!(legal_positions(Size::new(width, height).unwrap()), Some(expected), "{width}x{height}");
        }
    }
}
