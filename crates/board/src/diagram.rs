//! Boards as text: what tests, documents and terminals show.
//!
//! `X` or `#` is Black, `O` is White, `.` (also `+`, `,`) is empty. Coordinates around the board are written and,
//! when reading, ignored.

use crate::board::{Board, Illegal};
use crate::point::{BadSize, Cell, Color, Point, Size};

/// A text that draws no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDiagram {
    #[error("the diagram has no rows")]
    Empty,
    #[error("line {line} of the diagram has {found} points, the first row has {expected}")]
    Ragged { line: usize, found: usize, expected: usize },
    #[error("line {line} of the diagram has '{found}': use X, O and .")]
    Character { line: usize, found: char },
    #[error(transparent)]
    Size(#[from] BadSize),
    #[error("the diagram is no position: {0}")]
    Illegal(#[from] Illegal),
}

/// Reads a diagram, top row first.
pub fn parse(text: &str) -> Result<Board, BadDiagram> {
    let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = number_lines_stripped(line);
        let Some(line) = line else { continue };
        let mut row = Vec::new();
        for c in line.chars().filter(|c| !c.is_whitespace()) {
            row.push(match c {
                'X' | 'x' | '#' | '●' => Some(Color::Black),
                'O' | 'o' | '○' => Some(Color::White),
                '.' | '+' | ',' | '·' => None,
                found => return Err(BadDiagram::Character { line: number + 1, found }),
            });
        }
        if let Some(first) = rows.first()
            && first.len() != row.len()
        {
            return Err(BadDiagram::Ragged { line: number + 1, found: row.len(), expected: first.len() });
        }
        rows.push(row);
    }
    let width = rows.first().ok_or(BadDiagram::Empty)?.len();
    let size = Size::new(width, rows.len())?;
    let stones =
        rows.iter().rev().enumerate().flat_map(|(y, row)| {
            row.iter().enumerate().filter_map(move |(x, &color)| Some((Point::new(x, y), color?)))
        });
    Ok(Board::with_stones(size, stones)?)
}

/// The line without row numbers; `None` for blank lines and lines of column letters.
fn number_lines_stripped(line: &str) -> Option<&str> {
    let line = line.trim().trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '|');
    let letters = line.chars().filter(|c| !c.is_whitespace());
    let is_header = !line.is_empty() && letters.clone().all(|c| c.is_ascii_uppercase()) && line.starts_with('A');
    (!line.is_empty() && !is_header).then_some(line)
}

/// Draws a board with coordinates.
pub fn render(board: &Board) -> String {
    render_with(board, |_| None)
}

/// Draws a board; `mark` may replace the sign of a point.
pub fn render_with(board: &Board, mark: impl Fn(Point) -> Option<char>) -> String {
    let size = board.size();
    let letters: String =
        (0..size.width()).map(|x| format!(" {}", Point::new(x, 0).to_string().chars().next().unwrap_or('?'))).collect();
    let mut text = format!("  {letters}\n");
    for y in (0..size.height()).rev() {
        text.push_str(&format!("{:2}", y + 1));
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let sign = mark(point).unwrap_or(match board.at(point) {
                Cell::Black => 'X',
                Cell::White => 'O',
                _ if is_star(point, size) => '+',
                _ => '.',
            });
            text.push(' ');
            text.push(sign);
        }
        text.push_str(&format!(" {}\n", y + 1));
    }
    text.push_str(&format!("  {letters}\n"));
    text
}

/// Is the point one of those marked by a dot on wooden boards?
pub fn is_star(point: Point, size: Size) -> bool {
    let on = |coordinate: usize, side: usize| {
        let edge = if side >= 13 { 3 } else { 2 };
        side >= 7 && (coordinate == edge || coordinate == side - 1 - edge || (side % 2 == 1 && coordinate == side / 2))
    };
    let middle = |coordinate: usize, side: usize| side % 2 == 1 && coordinate == side / 2;
    let (mx, my) = (middle(point.x(), size.width()), middle(point.y(), size.height()));
    // side stars only from 13 on: a 9x9 board has the four corners and the centre
    let side_star = (mx != my) && (size.width() < 13 || size.height() < 13);
    on(point.x(), size.width()) && on(point.y(), size.height()) && !side_star
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_can_be_read() {
        let board = parse(" . X .\n O X .\n . . O\n . . .").unwrap();
        assert_eq!(board.size(), Size::new(3, 4).unwrap());
        assert_eq!(parse(&render(&board)).unwrap(), board);
        assert_eq!(board.color_at(Point::new(0, 2)), Some(Color::White));
        assert!(matches!(parse("..\n."), Err(BadDiagram::Ragged { line: 2, .. })));
        assert!(matches!(parse("XO\nOX"), Err(BadDiagram::Illegal(_))), "no liberties anywhere");
    }

    #[test]
    fn star_points() {
        let count = |side| {
            let size = Size::square(side).unwrap();
            size.points().filter(|&p| is_star(p, size)).count()
        };
        assert_eq!([count(5), count(9), count(13), count(19)], [0, 5, 9, 9]);
    }
}
