//! Where handicap stones go (GTP's fixed placement).

use crate::point::{Point, Size};

/// Points for fixed handicap, in the usual order, or `None` if the board cannot have that many.
pub fn fixed(size: Size, stones: usize) -> Option<Vec<Point>> {
    let (w, h) = (size.width(), size.height());
    if !(2..=max_fixed(size)).contains(&stones) {
        return None;
    }
    let edge = |side: usize| if side >= 13 { 3 } else { 2 };
    let (left, right, mid_x) = (edge(w), w - 1 - edge(w), w / 2);
    let (low, high, mid_y) = (edge(h), h - 1 - edge(h), h / 2);
    let corner = [(left, low), (right, high), (left, high), (right, low)];
    let sides = [(left, mid_y), (right, mid_y), (mid_x, low), (mid_x, high)];
    let centre = (mid_x, mid_y);
    let mut points: Vec<(usize, usize)> = corner[..stones.min(4)].to_vec();
    if stones >= 5 {
        // the centre stone belongs to odd numbers only
        points.extend(&sides[..(stones - 4) / 2 * 2]);
        if stones % 2 == 1 {
            points.push(centre);
        }
    }
    Some(points.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}

/// The most stones that fixed placement allows.
pub fn max_fixed(size: Size) -> usize {
    let shortest = size.width().min(size.height());
    let odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    match shortest {
        0..=6 => 0,
        7 => 4,
        _ if odd => 9,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nineteen_by_nineteen_follows_the_protocol() {
        let text = |n| fixed(Size::NINETEEN, n).unwrap().iter().map(Point::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(text(3), "D4 Q16 D16");
        assert_eq!(text(5), "D4 Q16 D16 Q4 K10");
        assert_eq!(text(9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(fixed(Size::NINETEEN, 10), None);
        assert_eq!(fixed(Size::square(6).unwrap(), 2), None);
    }
}
