//! The next stones along the side, left and right of a move.

use super::{ALONG, HAND_PAIRS};
use gosedai_board::{Board, Color, Point};

/// What comes next in one direction: nothing before the corner, or a stone at a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Nothing,
    Own(usize),
    Enemy(usize),
}

impl Hand {
    fn number(self) -> usize {
        match self {
            Hand::Nothing => 0,
            Hand::Own(distance) => distance,
            Hand::Enemy(distance) => ALONG - 1 + distance,
        }
    }
}

/// Entry of an unordered pair of hands.
pub fn pair([a, b]: [Hand; 2]) -> usize {
    let (low, high) = (a.number().min(b.number()), a.number().max(b.number()));
    (high * (high + 1) / 2 + low).min(HAND_PAIRS - 1)
}

/// For a move on lines 2 to 5: the nearest stone on either hand along the side, within the lines 1 to 5.
pub fn hands(board: &Board, point: Point, side: Color) -> Option<[Hand; 2]> {
    let size = board.size();
    let (x, y) = (point.x() as isize, point.y() as isize);
    let (w, h) = (size.width() as isize, size.height() as isize);
    if !(2..=5).contains(&point.line(size)) {
        return None;
    }
    // which side: the nearest one, as the direction towards it
    let from = [(x, (-1, 0)), (w - 1 - x, (1, 0)), (y, (0, -1)), (h - 1 - y, (0, 1))];
    let &(away, (ex, ey)) = from.iter().min_by_key(|f| f.0)?;
    Some([1, -1].map(|turn| {
        let (sx, sy) = (ey * turn, ex * turn);
        for step in 1..ALONG as isize {
            for depth in 0..5 {
                let shift = away - depth;
                let Some(q) = point.shifted(sx * step + ex * shift, sy * step + ey * shift, size) else { continue };
                let stone = board.at(q);
                if stone.is_stone() {
                    let distance = step as usize;
                    return if stone.is(side) { Hand::Own(distance) } else { Hand::Enemy(distance) };
                }
            }
        }
        Hand::Nothing
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_along_the_side_are_seen_left_and_right() {
        let size = gosedai_board::Size::square(19).unwrap();
        let mut board = Board::new(size);
        let at = |name: &str| size.parse_point(name).unwrap();
        board.play(at("Q4"), Color::Black);
        board.play(at("D3"), Color::White);
        let found = hands(&board, at("K3"), Color::Black).unwrap();
        // six steps to the own stone on one hand, six to the enemy stone on the other
        assert!(found.contains(&Hand::Own(6)) && found.contains(&Hand::Enemy(6)), "{found:?}");
        assert_eq!(hands(&board, at("K10"), Color::Black), None);
        assert_eq!(hands(&board, at("K17"), Color::Black), Some([Hand::Nothing; 2]));
    }

    #[test]
    fn pairs_are_numbered_without_gaps() {
        let one = |n: usize| match n {
            0 => Hand::Nothing,
            n if n < ALONG => Hand::Own(n),
            n => Hand::Enemy(n + 1 - ALONG),
        };
        let all = (0..super::super::HANDS).flat_map(|a| (0..super::super::HANDS).map(move |b| pair([one(a), one(b)])));
        let mut seen: Vec<usize> = all.collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, (0..HAND_PAIRS).collect::<Vec<_>>());
    }
}
