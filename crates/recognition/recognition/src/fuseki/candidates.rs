//! Candidate moves of the opening: legal points that are not plainly small.

use gosedai_board::{Board, Color, Move, Point, Position};

/// Legal moves worth a look in the opening: not on the first line, not filling an own eye, not into atari on the
/// second line without contact.
pub fn candidates(board: &Board, color: Color) -> Vec<Point> {
    let size = board.size();
    let touches = |p: Point| p.neighbours().iter().any(|&q| board.at(q).is_stone());
    size.points()
        .filter(|&p| {
            let line = p.line(size);
            board.is_legal(p, color)
                && !board.is_simple_eye(p, color)
                && (line >= 3
                    || size.width().min(size.height()) < 9
                    || near_stone(board, p, if line == 1 { 1 } else { 3 })
                    || touches(p))
        })
        .collect()
}

/// Is there a stone within this many steps?
fn near_stone(board: &Board, point: Point, steps: isize) -> bool {
    (-steps..=steps).any(|dy| {
        let rest = steps - dy.abs();
        (-rest..=rest).any(|dx| point.shifted(dx, dy, board.size()).is_some_and(|q| board.at(q).is_stone()))
    })
}

/// A *large* move: at least five steps away from the last two moves.
pub fn is_large(position: &Position, point: Point) -> bool {
    position.moves().rev().take(2).all(|(_, mv)| match mv {
        Move::Play(last) => last.manhattan(point) >= 5,
        Move::Pass => true,
    })
}
