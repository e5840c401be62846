//! Rotations and reflections of the board.

use crate::board::Board;
use crate::point::{Color, Move, Point, Size};

/// One of the eight ways to turn a square board; rectangles use the four that keep the sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symmetry {
    pub flip_x: bool,
    pub flip_y: bool,
    pub transpose: bool,
}

impl Symmetry {
    pub const IDENTITY: Symmetry = Symmetry { flip_x: false, flip_y: false, transpose: false };

    /// All eight; the first four keep the sides of a rectangle.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { flip_x: i & 1 != 0, flip_y: i & 2 != 0, transpose: i & 4 != 0 };
            i += 1;
        }
        all
    };

    /// Those that map a board of this size onto one of the same size.
    pub fn of(size: Size) -> &'static [Symmetry] {
        static ALL: [Symmetry; 8] = Symmetry::ALL;
        if size.is_square() { &ALL } else { &ALL[..4] }
    }

    /// Size of the turned board.
    pub fn size(self, size: Size) -> Size {
        if self.transpose { Size::new(size.height(), size.width()).unwrap_or(size) } else { size }
    }

    /// Where a point of a board of this size goes: reflections first, then the exchange of the axes.
    pub fn apply(self, point: Point, size: Size) -> Point {
        let x = if self.flip_x { size.width() - 1 - point.x() } else { point.x() };
        let y = if self.flip_y { size.height() - 1 - point.y() } else { point.y() };
        if self.transpose { Point::new(y, x) } else { Point::new(x, y) }
    }

    pub fn apply_move(self, mv: Move, size: Size) -> Move {
        match mv {
            Move::Pass => Move::Pass,
            Move::Play(point) => Move::Play(self.apply(point, size)),
        }
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        if self.transpose { Symmetry { flip_x: self.flip_y, flip_y: self.flip_x, transpose: true } } else { self }
    }

    /// The turned board, ko ban and prisoners included.
    pub fn apply_board(self, board: &Board) -> Board {
        let size = board.size();
        let stones: Vec<(Point, Color)> =
            board.stones().map(|(point, color)| (self.apply(point, size), color)).collect();
        let mut turned = Board::with_stones(self.size(size), stones).unwrap_or_else(|_| board.clone());
        for color in Color::BOTH {
            turned.set_captured(color, board.captured(color));
        }
        if let Some((point, color)) = board.ko_point() {
            turned.set_ko(self.apply(point, size), color);
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_undo_on_squares_and_rectangles() {
        for size in [Size::NINE, Size::new(7, 4).unwrap()] {
            for s in Symmetry::ALL {
                for point in size.points() {
                    let turned = s.apply(point, size);
                    assert!(s.size(size).contains(turned));
                    assert_eq!(s.inverse().apply(turned, s.size(size)), point);
                }
            }
        }
    }
}
