//! The fixed geometry of one region: its points, who neighbours whom, and where safe stones touch it.

use crate::spot::Spot;
use gosedai_board::{Board, Color, Point, PointSet, Size};
use thiserror::Error;

/// Up to 64 points; position `i` in every mask is `points[i]`.
#[derive(Clone, Debug)]
pub struct Room {
    pub points: Vec<Point>,
    beside: Vec<u64>,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum BadPicture {
    #[error("a region picture holds `{0}`; write X, O (safe), x, o (capturable) or `.`")]
    Symbol(char),
    #[error("a region picture may have at most 64 open points, not {0}")]
    TooLarge(usize),
}

impl Room {
    /// The room of some points of a board, or `None` if there are more than 64.
    pub fn new(points: &PointSet) -> Option<Self> {
        let points: Vec<Point> = points.iter().collect();
        if points.len() > 64 {
            return None;
        }
        let beside = points.iter().map(|&p| neighbour_mask(&points, p)).collect();
        Some(Room { points, beside })
    }

    /// The state of this room on a board on which everything outside it is safe (or off limits).
    pub fn spot(&self, board: &Board, safe: &[PointSet; 2]) -> Spot {
        let mut spot = Spot {
            mask: if self.points.len() == 64 { u64::MAX } else { (1 << self.points.len()) - 1 },
            ..Spot::default()
        };
        for (i, &p) in self.points.iter().enumerate() {
            match board.color_at(p) {
                Some(Color::Black) => spot.black |= 1 << i,
                Some(Color::White) => spot.white |= 1 << i,
                None => {}
            }
            for q in around(p) {
                if safe[0].contains(q) {
                    spot.by_black |= 1 << i;
                }
                if safe[1].contains(q) {
                    spot.by_white |= 1 << i;
                }
            }
        }
        spot
    }

    #[inline]
    pub fn beside(&self, i: usize) -> u64 {
        self.beside[i]
    }

    /// All points beside a set, the set itself excluded.
    #[inline]
    pub fn around(&self, set: u64) -> u64 {
        let mut all = 0;
        let mut rest = set;
        while rest != 0 {
            all |= self.beside[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        all & !set
    }

    /// The part of `within` connected to `start`.
    pub fn flood(&self, start: u64, within: u64) -> u64 {
        let mut found = start & within;
        loop {
            let next = found | self.around(found) & within;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// Calls `f` with each connected part of a set.
    pub fn parts(&self, set: u64, mut f: impl FnMut(u64)) {
        let mut rest = set;
        while rest != 0 {
            let part = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            f(part);
        }
    }
}

fn around(p: Point) -> [Point; 4] {
    [p.offset(1, 0), p.offset(-1, 0), p.offset(0, 1), p.offset(0, -1)]
}

fn neighbour_mask(points: &[Point], p: Point) -> u64 {
    let next = around(p);
    points.iter().enumerate().filter(|(_, q)| next.contains(q)).fold(0, |mask, (i, _)| mask | 1 << i)
}

/// A region drawn by hand: `X`, `O` are safe stones, `x`, `o` capturable ones.
pub fn picture(rows: &[&str]) -> Result<(Room, Spot), BadPicture> {
    let height = rows.len();
    let mut open = PointSet::EMPTY;
    let mut safe = [PointSet::EMPTY; 2];
    let mut stones = Vec::new();
    let mut width = 0;
    for (r, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().filter(|c| !c.is_whitespace()).enumerate() {
            let p = Point::new(x, height - 1 - r);
            width = width.max(x + 1);
            match c {
                'X' => safe[0].insert(p),
                'O' => safe[1].insert(p),
                '.' => open.insert(p),
                'x' => {
                    open.insert(p);
                    stones.push((p, Color::Black));
                }
                'o' => {
                    open.insert(p);
                    stones.push((p, Color::White));
                }
                other => return Err(BadPicture::Symbol(other)),
            }
        }
    }
    let room = Room::new(&open).ok_or(BadPicture::TooLarge(open.len()))?;
    let size = Size::new(width.clamp(1, 25), height.clamp(1, 25)).map_err(|_| BadPicture::TooLarge(open.len()))?;
    let mut spot = room.spot(&Board::new(size), &safe);
    for (p, color) in stones {
        if let Some(i) = room.points.iter().position(|&q| q == p) {
            match color {
                Color::Black => spot.black |= 1 << i,
                Color::White => spot.white |= 1 << i,
            }
        }
    }
    Ok((room, spot))
}
