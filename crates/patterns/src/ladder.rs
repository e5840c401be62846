//! Quick ladders: does a string in atari get away, does an atari start a ladder that works? Bounded, for features and
//! playouts.

use gosedai_board::{Board, Color, Point};

/// Moves that may be tried before a ladder counts as broken.
pub const BUDGET: u32 = 160;

/// The owner of the string in atari moves: does it get away (three liberties, or two that no atari exploits)?
pub fn escapes(board: &mut Board, target: Point, budget: &mut u32) -> bool {
    let Some(color) = board.color_at(target) else { return true };
    let Some(way_out) = board.atari_liberty(target) else { return true };
    let mut rescue = [way_out; 5];
    let mut count = 0;
    for stone in board.string(target) {
        for beside in stone.neighbours() {
            if board.at(beside).is(color.opponent())
                && let Some(capture) = board.atari_liberty(beside)
                && !rescue[..count].contains(&capture)
                && count < 4
            {
                rescue[count] = capture;
                count += 1;
            }
        }
    }
    if !rescue[..count].contains(&way_out) {
        rescue[count] = way_out;
        count += 1;
    }
    rescue[..count].iter().any(|&point| escapes_by(board, target, point, color, budget))
}

fn escapes_by(board: &mut Board, target: Point, point: Point, color: Color, budget: &mut u32) -> bool {
    if !board.is_legal(point, color) {
        return false;
    }
    if *budget == 0 {
        return true;
    }
    *budget -= 1;
    let undo = board.play(point, color);
    let free = match board.liberty_count_to(target, 3) {
        0 | 1 => false,
        2 => !is_caught(board, target, budget),
        _ => true,
    };
    board.undo(&undo);
    free
}

/// The attacker moves against a string of two liberties: does either atari catch it?
pub fn is_caught(board: &mut Board, target: Point, budget: &mut u32) -> bool {
    let mut liberties = [target; 2];
    if board.liberties_into(target, &mut liberties) < 2 {
        return true;
    }
    // the liberty with more room behind it is where the string would run: try it first
    let room = |p: Point| p.neighbours().iter().filter(|&&beside| board.is_empty(beside)).count();
    if room(liberties[1]) > room(liberties[0]) {
        liberties.swap(0, 1);
    }
    liberties.iter().any(|&at| is_caught_by(board, target, at, budget))
}

/// The attacker plays this liberty of a two-liberty string: does that ladder work?
pub fn is_caught_by(board: &mut Board, target: Point, at: Point, budget: &mut u32) -> bool {
    let Some(color) = board.color_at(target) else { return false };
    if *budget == 0 || !board.is_legal(at, color.opponent()) {
        return false;
    }
    *budget -= 1;
    let undo = board.play(at, color.opponent());
    let caught = board.in_atari(target) && !escapes(board, target, budget);
    board.undo(&undo);
    caught
}

#[cfg(test)]
mod tests {
    use gosedai_board::diagram;

    use super::*;

    #[test]
    fn a_ladder_works_until_there_is_a_breaker() {
        let mut board = diagram::parse(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . . X O X . . . .
            . . . X . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        )
        .unwrap();
        let target: Point = "D4".parse().unwrap();
        assert!(!escapes(&mut board, target, &mut BUDGET.clone()), "runs along the diagonal into the corner");
        for breaker in ["F6", "G6", "G7", "H8"] {
            let mut broken = board.clone();
            broken.play_forever(breaker.parse().unwrap(), Color::White);
            assert!(escapes(&mut broken, target, &mut BUDGET.clone()), "{breaker} breaks the ladder");
        }
        let mut far = board.clone();
        far.play_forever("B8".parse().unwrap(), Color::White);
        assert!(!escapes(&mut far, target, &mut BUDGET.clone()), "B8 is off the path");
    }

    #[test]
    fn only_the_atari_from_the_right_side_catches() {
        let mut board = diagram::parse(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . . X O . . . . .
            . . . X . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        )
        .unwrap();
        let target: Point = "D4".parse().unwrap();
        assert!(is_caught(&mut board, target, &mut BUDGET.clone()));
        assert!(is_caught_by(&mut board, target, "E4".parse().unwrap(), &mut BUDGET.clone()));
        assert!(!is_caught_by(&mut board, target, "D5".parse().unwrap(), &mut BUDGET.clone()));
    }
}
