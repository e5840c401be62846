//! Who owned what at the end of a game that was counted: only where our own count agrees with the record.

use gosedai_board::{Color, Position, score};
use gosedai_engine::dead_stones;

/// Owners that a count of the final position gives, in row order from the upper left corner, +1 Black … −1 White, 0 nobody;
/// nothing if the count is more than a point off the recorded margin (for Black, komi included).
pub(super) fn agreed(end: &Position, margin: f64) -> Option<Vec<i8>> {
    let dead = dead_stones::guess_by_games(end);
    let counted = score::territory(end.board(), &dead);
    if (counted.margin() - f64::from(end.komi()) - margin).abs() > 1.0 {
        return None;
    }
    let size = end.size();
    let clean = end.board().without(&dead);
    let owner = |x: usize, y: usize| {
        let point = gosedai_board::Point::new(x, size.height() - 1 - y);
        match score::owner(&clean, &counted, point) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        }
    };
    Some((0..size.height()).flat_map(|y| (0..size.width()).map(move |x| (x, y))).map(|(x, y)| owner(x, y)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Board, Point, Rules, Size};

    #[test]
    fn owners_are_given_only_where_the_count_agrees() {
        let column = |x: usize, color| (0..7).map(move |y| (Point::new(x, y), color));
        let board =
            Board::with_stones(Size::square(7).unwrap(), column(3, Color::Black).chain(column(4, Color::White)))
                .unwrap();
        let end = Position::from_board(board, Color::Black, Rules::JAPANESE, 0.5);
        // Black has three columns, White two
        let owners = agreed(&end, 6.5).expect("the count agrees");
        assert_eq!(owners.iter().map(|&o| i32::from(o)).sum::<i32>(), 7);
        assert_eq!(agreed(&end, -3.5), None);
    }
}
