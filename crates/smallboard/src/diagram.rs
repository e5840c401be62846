//! Positions as text: `X` / `#` black, `O` white, `.` empty; rows separated by `/` or new lines.

use crate::error::SmallBoardError;
use crate::geometry::Geometry;
use crate::stones::is_legal;

/// Reads a diagram; returns the board, the X stones and the O stones.
pub fn parse_rows(text: &str) -> Result<(Geometry, u32, u32), SmallBoardError> {
    let rows: Vec<&str> = text.split(['/', '\n']).map(str::trim).filter(|r| !r.is_empty()).collect();
    let cols = rows.first().map_or(0, |r| r.chars().filter(|c| !c.is_whitespace()).count());
    let g = Geometry::new(rows.len(), cols)?;
    let (mut x, mut o) = (0u32, 0u32);
    for (i, row) in rows.iter().enumerate() {
        let cells: Vec<char> = row.chars().filter(|c| !c.is_whitespace()).collect();
        if cells.len() != cols {
            let what = format!("{} points where the first row has {cols}", cells.len());
            return Err(SmallBoardError::Diagram { row: i + 1, what });
        }
        for (j, cell) in cells.iter().enumerate() {
            let bit = 1 << (i * cols + j);
            match cell {
                'X' | 'x' | '#' => x |= bit,
                'O' | 'o' => o |= bit,
                '.' | '+' => {}
                other => {
                    let what = format!("{other:?} is none of X, O and .");
                    return Err(SmallBoardError::Diagram { row: i + 1, what });
                }
            }
        }
    }
    if !is_legal(&g, x, o) {
        return Err(SmallBoardError::NoLiberties(draw(&g, x, o, "/")));
    }
    Ok((g, x, o))
}

/// Writes a diagram with rows separated by `separator`.
pub fn draw(g: &Geometry, x: u32, o: u32, separator: &str) -> String {
    let rows: Vec<String> = (0..g.rows)
        .map(|r| {
            let cell = |c: usize| {
                let bit = 1u32 << (r * g.cols + c);
                if x & bit != 0 {
                    'X'
                } else if o & bit != 0 {
                    'O'
                } else {
                    '.'
                }
            };
            (0..g.cols).map(cell).collect()
        })
        .collect();
    rows.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_survive_a_round_trip() {
        let text = ".XO/X.O/.O.";
        let (g, x, o) = parse_rows(text).unwrap();
        assert_eq!(draw(&g, x, o, "/"), text);
        assert!(parse_rows("X.O/..").is_err());
        assert!(parse_rows("X?").is_err());
        assert!(parse_rows("XO/OX").is_err());
    }
}
