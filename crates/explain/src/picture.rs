//! A board with marks as shapes: where every line, stone and letter stands. All drawings of boards are made from this.

use gosedai_board::{Board, Color, Point, diagram};

const CELL: usize = 20;
const EDGE: usize = 26;

/// What is drawn besides the stones.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The move played, circled.
    pub played: Option<Point>,
    /// Letters and numbers.
    pub labels: Vec<(Point, String)>,
    /// Stones of a line, numbered from 1.
    pub line: Vec<(Point, Color)>,
}

/// A text of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    Coordinate,
    /// A number on a stone of a colour.
    Number(Color),
    Label,
}

/// A part of the picture; later ones cover earlier ones. Lengths are in units of the picture, from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The wood of the board, or a piece of it under a label.
    Wood {
        x: usize,
        y: usize,
        width: usize,
        height: usize,
    },
    /// A line of the board.
    Line {
        from: (usize, usize),
        to: (usize, usize),
    },
    Star {
        x: usize,
        y: usize,
    },
    Stone {
        x: usize,
        y: usize,
        color: Color,
    },
    /// The mark of the move played, on a stone of a colour.
    Ring {
        x: usize,
        y: usize,
        on: Color,
    },
    /// `x` is the middle of the text, `y` its base line.
    Text {
        x: usize,
        y: usize,
        writing: Writing,
        text: String,
    },
}

/// Radii of what is round.
pub const STONE: f32 = 9.4;
pub const STAR: f32 = 2.4;
pub const RING: f32 = 5.0;

/// The picture of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub shapes: Vec<Shape>,
}

impl Picture {
    pub fn new(board: &Board, marks: &Marks) -> Picture {
        let size = board.size();
        let (w, h) = (size.width(), size.height());
        let at = |p: Point| (EDGE + p.x() * CELL, EDGE + (h - 1 - p.y()) * CELL);
        let (width, height) = (2 * EDGE + (w - 1) * CELL, 2 * EDGE + (h - 1) * CELL);
        let (right, bottom) = (EDGE + (w - 1) * CELL, EDGE + (h - 1) * CELL);
        let text = |x: usize, y: usize, writing: Writing, text: String| Shape::Text { x, y, writing, text };
        let mut shapes = vec![Shape::Wood { x: 0, y: 0, width, height }];
        for x in 0..w {
            let px = EDGE + x * CELL;
            shapes.push(Shape::Line { from: (px, EDGE), to: (px, bottom) });
            let letter = Point::new(x, 0).to_string();
            shapes.push(text(px, height - 5, Writing::Coordinate, letter[..1].to_string()));
        }
        for y in 0..h {
            let py = EDGE + y * CELL;
            shapes.push(Shape::Line { from: (EDGE, py), to: (right, py) });
            shapes.push(text(9, py + 4, Writing::Coordinate, (h - y).to_string()));
        }
        for point in size.points() {
            let (x, y) = at(point);
            match board.color_at(point) {
                Some(color) => shapes.push(Shape::Stone { x, y, color }),
                None if diagram::is_star(point, size) => shapes.push(Shape::Star { x, y }),
                None => {}
            }
        }
        for (i, &(point, color)) in marks.line.iter().enumerate() {
            let (x, y) = at(point);
            shapes.extend(board.is_empty(point).then_some(Shape::Stone { x, y, color }));
            shapes.push(text(x, y + 4, Writing::Number(color), (i + 1).to_string()));
        }
        if let Some(point) = marks.played {
            let (x, y) = at(point);
            let on = board.color_at(point).unwrap_or(Color::White);
            shapes.push(Shape::Ring { x, y, on });
        }
        for (point, label) in &marks.labels {
            let (x, y) = at(*point);
            shapes.push(Shape::Wood { x: x - 7, y: y - 7, width: 14, height: 14 });
            shapes.push(text(x, y + 5, Writing::Label, label.clone()));
        }
        Picture { width, height, shapes }
    }
}
