//! A corner of a real board seen as the joseki tree sees it: turned to the upper left, with the side that came first as
//! Black.

use gosedai_board::{Color, Move, Point, Position, Size};
use gosedai_knowledge::joseki::{CornerMove, CornerPoint};

/// How a corner is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corner {
    pub right: bool,
    pub bottom: bool,
    /// Columns and rows exchanged: the other of the two mirror images.
    pub mirrored: bool,
    size: Size,
}

impl Corner {
    /// The eight views of the four corners; boards under 13 lines have no joseki.
    pub fn all(size: Size) -> impl Iterator<Item = Corner> {
        let large = size.width() >= 13 && size.height() >= 13;
        (0..8u8).filter(move |_| large).map(move |i| Corner {
            right: i & 1 != 0,
            bottom: i & 2 != 0,
            mirrored: i & 4 != 0,
            size,
        })
    }

    /// Place of a board point in the corner's quadrant (without the centre lines).
    pub fn place(&self, point: Point) -> Option<CornerPoint> {
        let column = if self.right { self.size.width() - 1 - point.x() } else { point.x() };
        let row = if self.bottom { point.y() } else { self.size.height() - 1 - point.y() };
        let half = |side: usize| ((side - 1) / 2).min(9);
        if column >= half(self.size.width()) || row >= half(self.size.height()) {
            return None;
        }
        let place = CornerPoint { column: column as u8, row: row as u8 };
        Some(if self.mirrored { place.mirrored() } else { place })
    }

    /// Board point of a place in the corner.
    pub fn point(&self, place: CornerPoint) -> Point {
        let place = if self.mirrored { place.mirrored() } else { place };
        let (column, row) = (place.column as usize, place.row as usize);
        let x = if self.right { self.size.width() - 1 - column } else { column };
        let y = if self.bottom { row } else { self.size.height() - 1 - row };
        Point::new(x, y)
    }

    /// What was played here so far, and who came first. Handicap and set-up stones make it `None`.
    pub fn sequence(&self, position: &Position) -> Option<(Vec<CornerMove>, Option<Color>)> {
        let mut first = None;
        let mut moves = Vec::new();
        for (color, mv) in position.moves() {
            let Move::Play(point) = mv else { continue };
            if let Some(at) = self.place(point) {
                let starter = *first.get_or_insert(color);
                moves.push(CornerMove { by_first: color == starter, at });
            }
        }
        let here = |p: &Point| self.place(*p).is_some();
        let stones = position.board().stones().filter(|(p, _)| here(p)).count();
        (stones <= moves.len()).then_some((moves, first))
    }

    /// The first-to-fifth lines of the left side (of the turned corner) beyond the quadrant.
    pub fn left_side(&self) -> Vec<Point> {
        self.side(|along, line| CornerPoint { column: line, row: along })
    }

    pub fn top_side(&self) -> Vec<Point> {
        self.side(|along, line| CornerPoint { column: along, row: line })
    }

    fn side(&self, make: impl Fn(u8, u8) -> CornerPoint) -> Vec<Point> {
        let longest = self.size.width().min(self.size.height()) as u8;
        (7..longest.saturating_sub(5))
            .flat_map(|along| (1..5).map(move |line| (along, line)))
            .map(|(a, l)| self.point(make(a, l)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_points_are_inverse_in_all_views() {
        for corner in Corner::all(Size::NINETEEN) {
            for point in Size::NINETEEN.points() {
                if let Some(place) = corner.place(point) {
                    assert_eq!(corner.point(place), point, "{corner:?}");
                }
            }
        }
        assert_eq!(Corner::all(Size::NINE).count(), 0);
    }
}
