//! Müller's classes of races beyond the exact ones: what makes a race general.

use crate::race::Beyond;
use crate::safety::{SafeStones, side};
use gosedai_board::{Board, Color, Point, PointSet};

/// The class of a race that counting cannot decide.
///
/// 4 liberties and eyes of any kind; 5 further unsafe blocks that do not touch the other side's target; 6 targets that
/// form chains; 7 any race in a closed area; 8 in an open one.
pub(crate) fn class_beyond(board: &Board, safe: &SafeStones, blocks: &[PointSet; 2], beyond: Beyond) -> u8 {
    let targets = blocks[0].union(&blocks[1]);
    let area = targets.flooded(&PointSet::full(board.size()).minus(&safe.all()));
    if is_open(board, &area, &targets) {
        return 8;
    }
    let mut others = Vec::new();
    for p in board.strings() {
        let string = board.string_set(p);
        let Some(color) = board.color_at(p) else { continue };
        if !string.intersects(&targets) && string.is_subset(&area) {
            others.push((p, color, string));
        }
    }
    if others.iter().any(|(p, color, _)| is_chained(board, *p, *color, &blocks[side(*color)])) {
        return 6;
    }
    if others.is_empty() {
        return if beyond == Beyond::Alive { 7 } else { 4 };
    }
    let meets_target =
        |(_, color, string): &(Point, Color, PointSet)| string.grown().intersects(&blocks[side(color.opponent())]);
    if others.iter().any(meets_target) { 7 } else { 5 }
}

/// Nothing shuts the race in: the unsafe area goes on well beyond the blocks' neighbourhood.
fn is_open(board: &Board, area: &PointSet, targets: &PointSet) -> bool {
    const NEAR: usize = 4;
    const FEW: usize = 6;
    let mut near = *targets;
    for _ in 0..NEAR {
        near = near.grown().intersection(area);
        near = near.union(targets);
    }
    area.minus(&near).intersection(&board.empty_set()).len() > FEW
}

/// Two liberties in common, or one the opponent may not enter: the strings cannot be cut apart.
fn is_chained(board: &Board, string: Point, color: Color, target: &PointSet) -> bool {
    let Some(head) = target.first() else {
        return false;
    };
    let common = board.liberties(string).intersection(&board.liberties(head));
    common.len() >= 2 || common.iter().any(|p| !board.is_legal(p, color.opponent()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::safe_stones;
    use gosedai_board::diagram;

    /// The class of the race between the long rows, with the given two rows above Black's.
    fn class(upper: &str, lower: &str) -> u8 {
        let text = format!(
            "O . O O . O O O O\nO O O O O O O O O\n{upper}\n{lower}\nX X X X X X O O O\nO O O O O O X X X\nX . X . X . X X X\nX X X X X X X X X\nX . X X . X X X X"
        );
        let board = diagram::parse(&text).unwrap();
        let block = |p: &str| board.string_set(p.parse().unwrap());
        class_beyond(&board, &safe_stones(&board, 0), &[block("A5"), block("A4")], Beyond::Region)
    }

    #[test]
    fn closed_races_by_what_else_is_unsafe() {
        assert_eq!(class("O O O O . . . O O", "O . O O . . . O O"), 4, "nothing else");
        assert_eq!(class("O O O O . X . O O", "O . O O . . . O O"), 5, "a black stone away from the white block");
        assert_eq!(class("O O O O . . . O O", "O . O O . O . O O"), 7, "a white stone beside the black block");
        assert_eq!(class("O O O O X X O O O", "O . O O . . O O O"), 6, "stones joined by two common liberties");
    }
}
