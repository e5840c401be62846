//! 3×3 shapes for playouts: drawn in a text file, looked up in a table of all 65,536 surroundings.

use std::sync::LazyLock;

use gosedai_board::{Board, Cell, Color, Point, STRIDE};

/// The shapes as they ship.
pub const SHAPES: &str = include_str!("../../../../knowledge/uct/playout_3x3.txt");

/// Why a shape file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the playout shapes: {what}")]
pub struct BadShapes {
    pub line: usize,
    pub what: &'static str,
}

/// One bit for each surrounding of a point: is it a liked shape?
pub struct Shapes {
    bits: Vec<u64>,
}

/// The eight cells around, clockwise from the upper left.
const AROUND: [isize; 8] = {
    let s = STRIDE as isize;
    [s - 1, s, s + 1, 1, 1 - s, -s, -s - 1, -1]
};

/// Two bits for each cell around a point, which must be on the board.
#[inline]
pub fn surrounding(board: &Board, point: Point) -> u16 {
    let mut code = 0;
    for (i, step) in AROUND.into_iter().enumerate() {
        let cell = board.at(Point::from_index((point.index() as isize + step) as usize));
        code |= (cell as u16) << (2 * i);
    }
    code
}

impl Shapes {
    /// The shapes that ship with the program.
    pub fn standard() -> &'static Shapes {
        static STANDARD: LazyLock<Shapes> =
            LazyLock::new(|| Shapes::parse(SHAPES).unwrap_or(Shapes { bits: vec![0; 1024] }));
        &STANDARD
    }

    /// Reads drawings of three rows with three cells each; other lines are titles.
    pub fn parse(text: &str) -> Result<Shapes, BadShapes> {
        let mut shapes = Shapes { bits: vec![0; 1024] };
        let mut rows: Vec<Vec<char>> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let cells: Vec<char> = line.split_whitespace().filter_map(|word| word.chars().next()).collect();
            let is_row = !line.starts_with('#') && cells.len() == 3 && line.split_whitespace().all(|w| w.len() == 1);
            if !is_row {
                if !rows.is_empty() {
                    return Err(BadShapes { line: number + 1, what: "a shape has three rows" });
                }
                continue;
            }
            rows.push(cells);
            if rows.len() == 3 {
                let flat: Vec<char> = rows.concat();
                shapes.add(&flat).map_err(|what| BadShapes { line: number + 1, what })?;
                rows.clear();
            }
        }
        Ok(shapes)
    }

    fn add(&mut self, cells: &[char]) -> Result<(), &'static str> {
        if cells[4] != '.' {
            return Err("the middle must be empty");
        }
        // clockwise from the upper left, as AROUND
        let ring: Vec<char> = [0, 1, 2, 5, 8, 7, 6, 3].iter().map(|&i| cells[i]).collect();
        for turn in 0..4 {
            let turned: Vec<char> = (0..8).map(|i| ring[(i + 2 * turn) % 8]).collect();
            let mirrored: Vec<char> = [2, 1, 0, 7, 6, 5, 4, 3].iter().map(|&i| turned[i]).collect();
            for view in [turned, mirrored] {
                for swap in [false, true] {
                    self.fill(&view, swap, 0, 0)?;
                }
            }
        }
        Ok(())
    }

    fn fill(&mut self, ring: &[char], swap: bool, at: usize, code: u16) -> Result<(), &'static str> {
        if at == 8 {
            self.bits[code as usize / 64] |= 1 << (code % 64);
            return Ok(());
        }
        let (x, o) = if swap { (2, 1) } else { (1, 2) };
        let options: &[u16] = match ring[at] {
            'X' => &[x],
            'O' => &[o],
            '.' => &[0],
            'x' => &[0, o, 3],
            'o' => &[0, x, 3],
            '?' => &[0, 1, 2, 3],
            '-' => &[3],
            _ => return Err("cells are X O . x o ? -"),
        };
        options.iter().try_for_each(|cell| self.fill(ring, swap, at + 1, code | cell << (2 * at)))
    }

    #[inline]
    pub fn likes(&self, board: &Board, point: Point) -> bool {
        let code = surrounding(board, point) as usize;
        self.bits[code / 64] >> (code % 64) & 1 == 1
    }
}

/// Is the stone of a colour beside the point?
#[inline]
pub fn touches(board: &Board, point: Point, color: Color) -> bool {
    point.neighbours().iter().any(|&beside| board.at(beside) == Cell::from(color))
}

#[cfg(test)]
mod tests {
    use gosedai_board::diagram;

    use super::*;

    #[test]
    fn the_shipped_shapes_are_read() {
        let shapes = Shapes::parse(SHAPES).unwrap();
        let liked: u32 = shapes.bits.iter().map(|word| word.count_ones()).sum();
        assert!(liked > 1000, "{liked} surroundings are liked");
        let board = diagram::parse(
            "
            . . . . .
            . X O X .
            . . . . .
            . . . . .
            . . . . .",
        )
        .unwrap();
        let likes = |text: &str| shapes.likes(&board, text.parse().unwrap());
        assert!(likes("C3"), "hane under the held stone");
        assert!(!likes("C1") && !likes("E1"));
    }

    #[test]
    fn bad_drawings_are_refused() {
        assert!(Shapes::parse("X O X\n. . .\n").is_ok(), "an unfinished drawing at the end is dropped");
        assert_eq!(Shapes::parse("X O X\ntitle\n").err().map(|e| e.line), Some(2));
        assert!(Shapes::parse("X O X\n. Q .\n. . .\n").is_err());
    }
}
