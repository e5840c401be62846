//! Points, colours, sizes and moves.
//!
//! A point's number does not depend on the board size: the grid is always 32 cells wide with a border of off-board
//! cells around the playing area, so that neighbours are constant offsets and rows are machine words.

use std::fmt;
use std::str::FromStr;

/// Cells in one row of the padded grid.
pub const STRIDE: usize = 32;
/// Rows of the padded grid: 25 playing rows and a border row on either side.
pub const ROWS: usize = 27;
/// Cells of the padded grid.
pub const CELLS: usize = STRIDE * ROWS;
/// Longest side of a board.
pub const MAX_SIDE: usize = 25;
/// Column letters in GTP notation; `I` is skipped.
const COLUMNS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A crossing of the board. `x` counts from the left, `y` from the bottom, both from 0: `Point::new(0, 0)` is A1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in column `x` and row `y`. Coordinates beyond 24 are folded onto the border and are on no board.
    #[inline]
    pub const fn new(x: usize, y: usize) -> Self {
        let x = if x > MAX_SIDE { MAX_SIDE } else { x };
        let y = if y > MAX_SIDE { MAX_SIDE } else { y };
        Point(((y + 1) * STRIDE + x + 1) as u16)
    }

    /// The point with this cell number. Numbers outside the grid become the corner of the border.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        if index < CELLS { Point(index as u16) } else { Point(0) }
    }

    /// Cell number in the padded grid, below [`CELLS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn x(self) -> usize {
        (self.0 as usize % STRIDE).wrapping_sub(1)
    }

    #[inline]
    pub const fn y(self) -> usize {
        (self.0 as usize / STRIDE).wrapping_sub(1)
    }

    /// The cell `dx` to the right and `dy` up. It may lie on the border; stay within one step of the board.
    #[inline]
    pub const fn offset(self, dx: isize, dy: isize) -> Self {
        Point::from_index((self.0 as isize + dx + dy * STRIDE as isize) as usize)
    }

    /// The cell `dx` to the right and `dy` up, or `None` outside the board.
    #[inline]
    pub fn shifted(self, dx: isize, dy: isize, size: Size) -> Option<Self> {
        let (x, y) = (self.x() as isize + dx, self.y() as isize + dy);
        let inside = x >= 0 && y >= 0 && (x as usize) < size.width() && (y as usize) < size.height();
        inside.then(|| Point::new(x as usize, y as usize))
    }

    /// The four cells beside this one: right, up, left, down. Some may lie on the border.
    #[inline]
    pub const fn neighbours(self) -> [Point; 4] {
        [
            Point(self.0.wrapping_add(1)),
            Point(self.0.wrapping_add(STRIDE as u16)),
            Point(self.0.wrapping_sub(1)),
            Point(self.0.wrapping_sub(STRIDE as u16)),
        ]
    }

    /// The four cells diagonally beside this one. Some may lie on the border.
    #[inline]
    pub const fn diagonals(self) -> [Point; 4] {
        const S: u16 = STRIDE as u16;
        [
            Point(self.0.wrapping_add(S + 1)),
            Point(self.0.wrapping_add(S - 1)),
            Point(self.0.wrapping_sub(S + 1)),
            Point(self.0.wrapping_sub(S - 1)),
        ]
    }

    /// Steps along the lines between two points.
    #[inline]
    pub const fn manhattan(self, other: Point) -> usize {
        self.x().abs_diff(other.x()) + self.y().abs_diff(other.y())
    }

    /// Larger of the two coordinate differences.
    #[inline]
    pub const fn chebyshev(self, other: Point) -> usize {
        let (dx, dy) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        if dx > dy { dx } else { dy }
    }

    /// Line counted from the nearest edge: 1 on the edge, 4 on a 4-4 point.
    #[inline]
    pub fn line(self, size: Size) -> usize {
        let (x, y) = (self.x(), self.y());
        1 + x.min(y).min(size.width() - 1 - x).min(size.height() - 1 - y)
    }

    /// The point in SGF notation (`aa` is the upper left corner).
    pub fn to_sgf(self, size: Size) -> String {
        let letter = |n: usize| (b'a' + n as u8) as char;
        [letter(self.x()), letter(size.height() - 1 - self.y())].iter().collect()
    }

    /// Reads two SGF letters as a point of a board of this size.
    pub fn from_sgf(text: &str, size: Size) -> Option<Self> {
        let &[column, row] = text.as_bytes() else { return None };
        if !column.is_ascii_lowercase() || !row.is_ascii_lowercase() {
            return None;
        }
        let (x, down) = ((column - b'a') as usize, (row - b'a') as usize);
        (x < size.width() && down < size.height()).then(|| Point::new(x, size.height() - 1 - down))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match COLUMNS.get(self.x()) {
            Some(&letter) if self.y() < MAX_SIDE => write!(f, "{}{}", letter as char, self.y() + 1),
            _ => write!(f, "off-board({})", self.0),
        }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a point in GTP notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a point: write a column letter (A to Z without I) and a row number, such as D4")]
pub struct BadPoint(pub String);

impl FromStr for Point {
    type Err = BadPoint;

    fn from_str(text: &str) -> Result<Self, BadPoint> {
        let bad = || BadPoint(text.chars().take(20).collect());
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(bad)?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&c| c as char == letter).ok_or_else(bad)?;
        let digits = chars.as_str();
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let row: usize = digits.parse().map_err(|_| bad())?;
        if row == 0 || row > MAX_SIDE { Err(bad()) } else { Ok(Point::new(x, row - 1)) }
    }
}

/// Black or White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Color {
    Black = 1,
    White = 2,
}

impl Color {
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    #[inline]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White: to index pairs.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// +1 for Black, −1 for White.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }

    /// `black` or `white`, as the interfaces write it.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a colour: write black (b) or white (w)")]
pub struct BadColor(pub String);

impl FromStr for Color {
    type Err = BadColor;

    fn from_str(text: &str) -> Result<Self, BadColor> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(BadColor(text.chars().take(20).collect())),
        }
    }
}

/// What stands on a cell of the padded grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cell {
    Empty = 0,
    Black = 1,
    White = 2,
    Edge = 3,
}

impl Cell {
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }

    #[inline]
    pub const fn is(self, color: Color) -> bool {
        self as u8 == color as u8
    }

    #[inline]
    pub const fn is_stone(self) -> bool {
        matches!(self, Cell::Black | Cell::White)
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// Width and height of a board, each from 1 to 25.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A size that no board has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a board of {width}x{height} points is not possible: each side must be from 1 to {MAX_SIDE}")]
pub struct BadSize {
    pub width: usize,
    pub height: usize,
}

impl Size {
    pub const NINE: Size = Size { width: 9, height: 9 };
    pub const THIRTEEN: Size = Size { width: 13, height: 13 };
    pub const NINETEEN: Size = Size { width: 19, height: 19 };

    pub const fn new(width: usize, height: usize) -> Result<Size, BadSize> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(BadSize { width, height });
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    pub const fn square(side: usize) -> Result<Size, BadSize> {
        Size::new(side, side)
    }

    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of crossings.
    #[inline]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    #[inline]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width as usize && point.y() < self.height as usize
    }

    /// All points, row by row from A1.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }

    /// The point of this board written in GTP notation.
    pub fn parse_point(self, text: &str) -> Result<Point, BadPoint> {
        let point: Point = text.parse()?;
        if self.contains(point) { Ok(point) } else { Err(BadPoint(text.chars().take(20).collect())) }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Move {
    Pass,
    Play(Point),
}

impl Move {
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Play(point) => point.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = BadPoint;

    fn from_str(text: &str) -> Result<Self, BadPoint> {
        if text.eq_ignore_ascii_case("pass") { Ok(Move::Pass) } else { text.parse().map(Move::Play) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_and_read_in_gtp_and_sgf() {
        let size = Size::NINETEEN;
        for point in size.points() {
            assert_eq!(point.to_string().parse::<Point>(), Ok(point));
            assert_eq!(Point::from_sgf(&point.to_sgf(size), size), Some(point));
        }
        assert_eq!("t19".parse::<Point>(), Ok(Point::new(18, 18)));
        assert_eq!(Point::new(0, 18).to_sgf(size), "aa");
        for bad in ["", "I5", "A0", "A26", "55", "D", "D+4", "D004"] {
            assert!(bad.parse::<Point>().is_err(), "{bad} must not be a point");
        }
    }

    #[test]
    fn lines_count_from_the_edge() {
        assert_eq!(Point::new(0, 9).line(Size::NINETEEN), 1);
        assert_eq!(Point::new(3, 15).line(Size::NINETEEN), 4);
        assert_eq!(Point::new(9, 9).line(Size::NINETEEN), 10);
    }
}
