//! Small pictures of stones around a move, matched in all eight views and both colours.

use gosedai_board::{Board, Cell, Color, Point, Symmetry};

/// What a cell of a picture accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    Own,
    Enemy,
    Empty,
    OwnOrEmpty,
    EnemyOrEmpty,
    OffBoard,
}

impl Want {
    #[inline]
    fn accepts(self, cell: Cell, own: Color) -> bool {
        match self {
            Want::Own => cell.is(own),
            Want::Enemy => cell.is(own.opponent()),
            Want::Empty => cell == Cell::Empty,
            Want::OwnOrEmpty => cell == Cell::Empty || cell.is(own),
            Want::EnemyOrEmpty => cell == Cell::Empty || cell.is(own.opponent()),
            Want::OffBoard => cell == Cell::Edge,
        }
    }
}

/// One cell of a picture, seen from the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    dx: i8,
    dy: i8,
    want: Want,
}

/// A picture with its eight views, the most telling cells first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    views: Vec<Vec<Spot>>,
    rows: Vec<String>,
}

impl Picture {
    /// Reads rows of signs separated by blanks: `X O . * x o ? #`.
    pub fn parse(text: &str) -> Result<Picture, String> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Err("the rows of the picture are not equally long".into());
        }
        if rows.len() > 9 || width > 9 {
            return Err("the picture is larger than 9x9".into());
        }
        let mut stars = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            stars.extend(row.iter().enumerate().filter(|(_, c)| **c == '*').map(|(x, _)| (x, y)));
        }
        let &[(star_x, star_y)] = &stars[..] else {
            return Err(format!("the picture has {} moves (*), it needs one", stars.len()));
        };
        let mut spots = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, &sign) in row.iter().enumerate() {
                let want = match sign {
                    'X' => Want::Own,
                    'O' => Want::Enemy,
                    '.' => Want::Empty,
                    'x' => Want::OwnOrEmpty,
                    'o' => Want::EnemyOrEmpty,
                    '#' => Want::OffBoard,
                    '?' | '*' => continue,
                    other => return Err(format!("the picture has '{other}': use X O . * x o ? #")),
                };
                spots.push(Spot { dx: x as i8 - star_x as i8, dy: star_y as i8 - y as i8, want });
            }
        }
        if !spots.iter().any(|s| matches!(s.want, Want::Own | Want::Enemy | Want::OffBoard)) {
            return Err("the picture has neither stones nor an edge".into());
        }
        // stones and edges reject fastest, near ones before far ones
        let eagerness = |s: &Spot| match s.want {
            Want::Own | Want::Enemy | Want::OffBoard => 0,
            _ => 1,
        };
        spots.sort_by_key(|s| (eagerness(s), s.dx.unsigned_abs() + s.dy.unsigned_abs(), s.dx, s.dy));
        let mut views: Vec<Vec<Spot>> = Vec::new();
        for symmetry in Symmetry::ALL {
            let view: Vec<Spot> = spots.iter().map(|&s| turned(s, symmetry)).collect();
            let same = |other: &Vec<Spot>| other.len() == view.len() && other.iter().all(|s| view.contains(s));
            if !views.iter().any(same) {
                views.push(view);
            }
        }
        let rows = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        Ok(Picture { views, rows })
    }

    /// Does a move of this colour at this empty point fit the picture in some view?
    #[inline]
    pub fn matches(&self, board: &Board, at: Point, own: Color) -> bool {
        board.is_empty(at) && self.views.iter().any(|view| view.iter().all(|spot| fits(spot, board, at, own)))
    }

    /// Has it no stone and no edge right beside the move?
    pub fn reaches_far(&self) -> bool {
        let beside = |s: &Spot| s.dx.abs() <= 1 && s.dy.abs() <= 1;
        let firm = |s: &Spot| matches!(s.want, Want::Own | Want::Enemy | Want::OffBoard);
        !self.views.iter().flatten().any(|spot| beside(spot) && firm(spot))
    }

    /// Rows as written, top first.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }
}

fn turned(spot: Spot, symmetry: Symmetry) -> Spot {
    let dx = if symmetry.flip_x { -spot.dx } else { spot.dx };
    let dy = if symmetry.flip_y { -spot.dy } else { spot.dy };
    let (dx, dy) = if symmetry.transpose { (dy, dx) } else { (dx, dy) };
    Spot { dx, dy, ..spot }
}

#[inline]
fn fits(spot: &Spot, board: &Board, at: Point, own: Color) -> bool {
    let (x, y) = (at.x() as isize + spot.dx as isize, at.y() as isize + spot.dy as isize);
    let size = board.size();
    let inside = x >= 0 && y >= 0 && (x as usize) < size.width() && (y as usize) < size.height();
    let cell = if inside { board.at(Point::new(x as usize, y as usize)) } else { Cell::Edge };
    spot.want.accepts(cell, own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::diagram;

    #[test]
    fn a_picture_matches_in_every_view_and_colour() {
        let picture = Picture::parse("O O *\nX X .").unwrap();
        let board = diagram::parse(
            "
            . . . . .
            . O O . .
            . X X . .
            . . . . .
            . . . . .",
        )
        .unwrap();
        let at = Point::new(3, 3);
        for symmetry in Symmetry::ALL {
            let turned = symmetry.apply_board(&board);
            let there = symmetry.apply(at, board.size());
            assert!(picture.matches(&turned, there, Color::Black), "{symmetry:?}{turned:?}");
            assert!(picture.matches(&turned.swapped_colors(), there, Color::White));
            assert!(!picture.matches(&turned.swapped_colors(), there, Color::Black));
        }
        assert!(!picture.matches(&board, Point::new(3, 2), Color::Black));
    }

    #[test]
    fn edges_are_part_of_a_picture() {
        let picture = Picture::parse("X O .\n. * .\n# # #").unwrap();
        let low = diagram::parse(". . . .\n. X O .\n. . . .").unwrap();
        assert!(picture.matches(&low, Point::new(2, 0), Color::Black));
        let high = diagram::parse(". . . .\n. X O .\n. . . .\n. . . .").unwrap();
        assert!(!picture.matches(&high, Point::new(2, 1), Color::Black));
    }

    #[test]
    fn bad_pictures_are_explained() {
        assert!(Picture::parse("X *\nX").unwrap_err().contains("equally long"));
        assert!(Picture::parse("X .").unwrap_err().contains("0 moves"));
        assert!(Picture::parse("* Z").unwrap_err().contains("'Z'"));
        assert!(Picture::parse("* .").unwrap_err().contains("neither stones nor an edge"));
    }
}
