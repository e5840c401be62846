//! Eye shapes in which the attacker kills from inside.

use gosedai_board::{Board, Color, Point, PointSet};

/// Is the space, taken as the only place for eyes, too small or of a shape already killed: at most one point or two
/// neighbours, a square of four, or a nakade whose vital point the attacker holds?
pub fn holds_no_two_eyes(board: &Board, space: &PointSet, attacker: Color) -> bool {
    let count = space.len();
    match count {
        0 | 1 => return true,
        2..=6 => {}
        _ => return false,
    }
    let points: Vec<Point> = space.iter().collect();
    let degree = |p: Point| p.neighbours().into_iter().filter(|q| space.contains(*q)).count();
    let edges: usize = points.iter().map(|&p| degree(p)).sum::<usize>() / 2;
    // connected with this many edges: a tree has count - 1, each square adds one
    if PointSet::from_iter([points[0]]).flooded(space).len() != count {
        return false;
    }
    let most = points.iter().copied().max_by_key(|&p| degree(p)).unwrap_or(points[0]);
    let (vital, squares) = (degree(most), edges + 1 - count);
    let held = board.at(most).is(attacker);
    match (count, vital, squares) {
        (2, _, _) => true,
        // three in a row or bent
        (3, _, _) => held,
        // square four
        (4, 2, 1) => true,
        // pyramid four
        (4, 3, 0) => held,
        // crossed five, bulky five
        (5, 4, 0) | (5, 3, 1) => held,
        // rabbity six
        (6, 4, 1) => held,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::diagram;

    /// The dots and white stones of the picture are the space.
    fn killed(text: &str) -> bool {
        let board = diagram::parse(text).unwrap();
        let space: PointSet = board.size().points().filter(|&p| !board.at(p).is(Color::Black)).collect();
        holds_no_two_eyes(&board, &space, Color::White)
    }

    #[test]
    fn nakade_shapes_are_known() {
        assert!(!killed("X X X X X\nX . . . X\nX X X X X"), "three with the middle free");
        assert!(killed("X X X X X\nX . O . X\nX X X X X"), "three with the middle taken");
        assert!(!killed("X X X X X\nX O . . X\nX X X X X"), "three with an end taken");
        assert!(killed("X X X X\nX . . X\nX . . X\nX X X X"), "square four");
        assert!(!killed("X X X X X X\nX . O . . X\nX X X X X X"), "straight four");
        assert!(killed("X X X X X\nX . O . X\nX X . X X\nX X X X X"), "pyramid four");
        assert!(killed("X X X X X\nX . . X X\nX . O . X\nX X X X X"), "bulky five");
        assert!(!killed("X X X X X\nX . . X X\nX . . O X\nX X X X X"), "bulky five, wrong point");
        assert!(killed("X X X X X\nX X . X X\nX . O . X\nX X . X X\nX X X X X"), "crossed five");
        assert!(!killed("X X X X X\nX . O . X\nX . . . X\nX X X X X"), "six in a rectangle");
    }
}
