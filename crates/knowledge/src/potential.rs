//! Potential patterns: how far and how strongly a stone radiates, by the kind of place it stands on.
//!
//! A pattern is a square grid of whole numbers with the stone in its middle, drawn with the edge of the board below
//! (for `corner` also at the left). Patterns must look the same from both sides, so that the whole board may be turned.

use gosedai_board::{Point, Size};
use toml::{Table, Value};

/// Kinds of place a stone can stand on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Corner,
    /// A side, with the line from 1 to 5.
    Side(u8),
    Centre,
}

impl Place {
    pub const ALL: [Place; 7] =
        [Place::Corner, Place::Side(1), Place::Side(2), Place::Side(3), Place::Side(4), Place::Side(5), Place::Centre];

    pub const fn index(self) -> usize {
        match self {
            Place::Corner => 0,
            Place::Side(line) => line as usize,
            Place::Centre => 6,
        }
    }

    pub const fn key(self) -> &'static str {
        ["corner", "side-1", "side-2", "side-3", "side-4", "side-5", "centre"][self.index()]
    }

    /// The kind of place of a point, and how its pattern must be turned: whether the nearer side edge is at the right,
    /// whether the nearer horizontal edge is above, and whether the nearest edge is a vertical one.
    pub fn of(point: Point, size: Size) -> (Place, Turn) {
        let (x, y) = (point.x(), point.y());
        let (right, above) = (size.width() - 1 - x, size.height() - 1 - y);
        let turn = Turn { flip_x: right < x, flip_y: above < y, swap: false };
        let far = usize::MAX;
        // in the very middle neither edge is nearer: that axis has no edge to lean on
        let across = if x == right { far } else { 1 + x.min(right) };
        let up = if y == above { far } else { 1 + y.min(above) };
        let (near, other) = (across.min(up), across.max(up));
        if other <= 5 {
            (Place::Corner, turn)
        } else if near <= 5 {
            (Place::Side(near as u8), Turn { swap: across < up, ..turn })
        } else {
            (Place::Centre, turn)
        }
    }
}

/// How a pattern drawn with the edge below lies on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub flip_x: bool,
    pub flip_y: bool,
    pub swap: bool,
}

/// One grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The grid has 2·radius + 1 rows and columns.
    pub radius: usize,
    /// Row by row from the bottom (edge) row.
    pub cells: Vec<i16>,
}

impl Pattern {
    /// The value `dx` to the right and `dy` away from the edge.
    #[inline]
    pub fn at(&self, dx: isize, dy: isize) -> i16 {
        let r = self.radius as isize;
        if dx.abs() > r || dy.abs() > r {
            return 0;
        }
        self.cells[((dy + r) * (2 * r + 1) + dx + r) as usize]
    }

    /// The value on the board, `dx` to the right and `dy` up from a stone whose pattern lies turned.
    #[inline]
    pub fn turned(&self, dx: isize, dy: isize, turn: Turn) -> i16 {
        let dx = if turn.flip_x { -dx } else { dx };
        let dy = if turn.flip_y { -dy } else { dy };
        if turn.swap { self.at(dy, dx) } else { self.at(dx, dy) }
    }

    fn parse(text: &str, place: Place) -> Result<Pattern, String> {
        let rows: Result<Vec<Vec<i16>>, String> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| {
                line.split_whitespace()
                    .map(|word| word.parse::<i16>().map_err(|_| format!("'{word}' is not a whole number")))
                    .collect()
            })
            .collect();
        let rows = rows?;
        let side = rows.len();
        if side % 2 == 0 || side > 39 || rows.iter().any(|row| row.len() != side) {
            return Err("the grid must be square with an odd number of rows, at most 39".into());
        }
        let pattern = Pattern { radius: side / 2, cells: rows.into_iter().rev().flatten().collect() };
        let r = pattern.radius as isize;
        for (dx, dy) in (-r..=r).flat_map(|dx| (-r..=r).map(move |dy| (dx, dy))) {
            let here = pattern.at(dx, dy);
            let same = match place {
                Place::Corner => here == pattern.at(dy, dx),
                Place::Side(_) => here == pattern.at(-dx, dy),
                Place::Centre => here == pattern.at(-dx, dy) && here == pattern.at(dy, dx),
            };
            if !same {
                return Err(format!("the grid is not symmetric at column {dx:+}, row {dy:+} from the stone"));
            }
        }
        Ok(pattern)
    }
}

/// One pattern for each kind of place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotentialPatterns {
    patterns: Vec<Pattern>,
}

impl PotentialPatterns {
    #[inline]
    pub fn of(&self, place: Place) -> &Pattern {
        &self.patterns[place.index()]
    }

    /// Reads a file with one table per place, each with `grid`.
    pub fn parse(text: &str) -> Result<PotentialPatterns, String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| e.message().to_string())?;
        let patterns = Place::ALL.into_iter().map(|place| {
            let key = place.key();
            let grid = table.get(key).and_then(|t| t.get("grid")).and_then(Value::as_str);
            let grid = grid.ok_or_else(|| format!("[{key}] with a grid is missing"))?;
            Pattern::parse(grid, place).map_err(|what| format!("[{key}]: {what}"))
        });
        Ok(PotentialPatterns { patterns: patterns.collect::<Result<_, String>>()? })
    }

    /// The file text of these patterns (what the pattern editor saves).
    pub fn write(&self, head: &str) -> String {
        let mut out = head.to_string();
        for place in Place::ALL {
            let pattern = self.of(place);
            out.push_str(&format!("\n[{}]\ngrid = '''\n", place.key()));
            for row in pattern.cells.chunks(2 * pattern.radius + 1).rev() {
                let cells: Vec<String> = row.iter().map(|cell| format!("{cell:4}")).collect();
                out.push_str(&cells.join(""));
                out.push('\n');
            }
            out.push_str("'''\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::Symmetry;

    #[test]
    fn places() {
        let place = |name: &str| Place::of(name.parse().unwrap(), Size::NINETEEN).0;
        assert_eq!([place("D4"), place("Q3"), place("T19")], [Place::Corner; 3]);
        assert_eq!([place("K3"), place("S10"), place("E10")], [Place::Side(3), Place::Side(2), Place::Side(5)]);
        assert_eq!([place("K10"), place("F6")], [Place::Centre; 2]);
    }

    #[test]
    fn turning_the_board_turns_the_patterns() {
        let knowledge = crate::Knowledge::embedded();
        for size in [Size::NINETEEN, Size::NINE, Size::square(6).unwrap()] {
            for stone in size.points() {
                let (place, turn) = Place::of(stone, size);
                for s in Symmetry::of(size) {
                    let moved = s.apply(stone, size);
                    let (place2, turn2) = Place::of(moved, size);
                    assert_eq!(place, place2);
                    for target in size.points() {
                        let image = s.apply(target, size);
                        let value = |a: Point, b: Point, turn| {
                            let (dx, dy) = (b.x() as isize - a.x() as isize, b.y() as isize - a.y() as isize);
                            knowledge.potential.of(place).turned(dx, dy, turn)
                        };
                        assert_eq!(value(stone, target, turn), value(moved, image, turn2), "{stone} {target} {s:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn patterns_survive_writing() {
        let knowledge = crate::Knowledge::embedded();
        let text = knowledge.potential.write("");
        assert_eq!(PotentialPatterns::parse(&text).unwrap(), knowledge.potential);
    }
}
