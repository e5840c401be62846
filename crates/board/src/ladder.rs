//! The plain ladder: capture by an unbroken run of ataris, read without allocation.
//!
//! Terminal tests and candidate moves are those of figures 18 and 19 of "Go Generation" (1988): the attacker fails at three
//! liberties and wins at one; the defender is safe at two. The attacker must take the liberty where the defender would reach
//! four, else may take either; the defender extends or captures a neighbour in atari, so that snap-back and connect-and-die
//! come out of the same search.

use crate::board::Board;
use crate::point::{Color, Point};

/// Moves looked at before a ladder is given up as unread.
pub const LADDER_NODES: u32 = 2_000;
/// Liberties by which a move at a liberty is called an escape: the attacker has to take that point himself.
const ESCAPE: usize = 4;

/// Can the opponent, moving first, capture the string at `target` by a ladder? Unread ladders count as not captured.
pub fn captured_attacker_first(board: &mut Board, target: Point) -> bool {
    let mut nodes = LADDER_NODES;
    attack(board, target, &mut nodes).is_some()
}

/// Is the string at `target` caught in a ladder even if its owner moves first?
pub fn captured_defender_first(board: &mut Board, target: Point) -> bool {
    let mut nodes = LADDER_NODES;
    board.liberty_count_to(target, 2) < 2 && board.at(target).is_stone() && defend(board, target, &mut nodes).is_none()
}

/// The move that captures the string at `target` in a ladder.
pub fn capturing_move(board: &mut Board, target: Point) -> Option<Point> {
    let mut nodes = LADDER_NODES;
    attack(board, target, &mut nodes)
}

/// The same, looking at no more than `nodes` moves.
pub fn capturing_move_within(board: &mut Board, target: Point, nodes: u32) -> Option<Point> {
    attack(board, target, &mut nodes.clone())
}

/// The move that saves a string in atari from the ladder.
pub fn saving_move(board: &mut Board, target: Point) -> Option<Point> {
    let mut nodes = LADDER_NODES;
    if board.liberty_count_to(target, 2) != 1 { None } else { defend(board, target, &mut nodes) }
}

/// Would a stone of `color` on the empty point `at` start a working ladder against a neighbour of two liberties?
pub fn starts_ladder(board: &mut Board, at: Point, color: Color) -> bool {
    if !board.is_legal(at, color) {
        return false;
    }
    let undo = board.play(at, color);
    let works = at.neighbours().into_iter().any(|beside| {
        board.at(beside).is(color.opponent())
            && board.in_atari(beside)
            && defend(board, beside, &mut LADDER_NODES.clone()).is_none()
    });
    board.undo(&undo);
    works
}

/// Attacker to move: the capturing move, if there is one.
fn attack(board: &mut Board, target: Point, nodes: &mut u32) -> Option<Point> {
    let defender = board.color_at(target)?;
    let attacker = defender.opponent();
    let mut liberties = [target; 3];
    match board.liberties_into(target, &mut liberties) {
        1 => board.is_legal(liberties[0], attacker).then_some(liberties[0]),
        2 => {
            let gain = [reach(board, target, liberties[0]), reach(board, target, liberties[1])];
            let order: &[usize] = match (gain[0] >= ESCAPE, gain[1] >= ESCAPE) {
                (true, true) => return None,
                (true, false) => &[0],
                (false, true) => &[1],
                _ if gain[1] > gain[0] => &[1, 0],
                _ => &[0, 1],
            };
            order.iter().map(|&i| liberties[i]).find(|&at| {
                if *nodes == 0 || !board.is_legal(at, attacker) {
                    return false;
                }
                *nodes -= 1;
                let undo = board.play(at, attacker);
                let caught = board.in_atari(target) && defend(board, target, nodes).is_none() && *nodes > 0;
                board.undo(&undo);
                caught
            })
        }
        _ => None,
    }
}

/// Defender to move with one liberty: the saving move, if there is one.
fn defend(board: &mut Board, target: Point, nodes: &mut u32) -> Option<Point> {
    let defender = board.color_at(target)?;
    let mut moves = [target; 9];
    let mut count = 0;
    let mut add = |at: Point| {
        if count < moves.len() && !moves[..count].contains(&at) {
            moves[count] = at;
            count += 1;
        }
    };
    for stone in board.string(target) {
        for beside in stone.neighbours() {
            if board.at(beside).is(defender.opponent())
                && let Some(last) = board.atari_liberty(beside)
            {
                add(last);
            }
        }
    }
    if let Some(extension) = board.atari_liberty(target) {
        add(extension);
    }
    let count = count;
    moves[..count].iter().copied().find(|&at| {
        if *nodes == 0 || !board.is_legal(at, defender) {
            return false;
        }
        *nodes -= 1;
        let undo = board.play(at, defender);
        let safe = match board.liberty_count_to(target, 3) {
            0 | 1 => false,
            2 => attack(board, target, nodes).is_none(),
            _ => true,
        };
        board.undo(&undo);
        safe
    })
}

/// Liberties (counted to 4) the string would have after its owner played at its liberty `at`. An estimate from below when
/// the move captures.
fn reach(board: &Board, target: Point, at: Point) -> usize {
    let color = board.at(target);
    let mut found = [at; 6];
    let mut count = 0;
    let mut note = |p: Point| {
        if p != at && count < found.len() && !found[..count].contains(&p) {
            found[count] = p;
            count += 1;
        }
    };
    let mut own = [at; 6];
    let n = board.liberties_into(target, &mut own);
    own[..n].iter().for_each(|&p| note(p));
    for beside in at.neighbours() {
        if board.is_empty(beside) {
            note(beside);
        } else if board.at(beside) == color && !board.same_string(beside, target) {
            let mut joined = [at; 6];
            let n = board.liberties_into(beside, &mut joined);
            joined[..n].iter().for_each(|&p| note(p));
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    fn caught(text: &str, target: &str) -> bool {
        let mut board = diagram::parse(text).unwrap();
        let before = board.clone();
        let found = captured_attacker_first(&mut board, target.parse().unwrap());
        assert_eq!(board, before, "the board is as it was");
        found
    }

    #[test]
    fn a_ladder_runs_to_the_edge_unless_a_breaker_stands_in_its_way() {
        let open = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . X O . . . .
            . . X X . . .
            . . . . . . .";
        assert!(caught(open, "C3"));
        let broken = "
            . . . . . . .
            . . . . . . .
            . . . . O . .
            . . . . . . .
            . X O . . . .
            . . X X . . .
            . . . . . . .";
        assert!(!caught(broken, "C3"));
    }

    #[test]
    fn snap_back_is_a_ladder() {
        let text = "
            . O O O X .
            . O X X X .
            O O X . O X
            O X O O O X
            . X X X X X
            . . . . . .";
        assert!(caught(text, "C3"), "throw in at D4 or capture");
    }
}
