//! What the exact tier settles within a moment: a group proved to live or to be dead, whoever judges otherwise.

use gosedai_board::{Board, Color, Move, PointSet};

use crate::budget::Budget;
use crate::exact::Side;
use crate::exact::ground::{Border, ground};
use crate::exact::verdict::read_ground;
use crate::outcome::Outcome;
use crate::params::Spending;

/// A proof, with the winner's move where it is his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    pub lives: bool,
    pub play: Option<Move>,
}

/// Life is proved where all beyond the border is the attacker's, death where it is open country.
pub fn settle(board: &Board, group: &PointSet, defender: Color, to_play: Color, spending: &Spending) -> Option<Proof> {
    let side = if to_play == defender { Side::Defender } else { Side::Attacker };
    for border in [Border::Wall, Border::Open] {
        let field = ground(board, group, defender, border, 1);
        let empty = field.inside.intersection(&board.empty_set()).len();
        let nodes = if empty <= spending.points { spending.small } else { spending.large };
        if nodes == 0 {
            continue;
        }
        let found = read_ground(board, &field, side, &Budget::nodes(nodes));
        let won = match found.outcome {
            Outcome::Win => true,
            Outcome::Lose => false,
            // both stay on the board
            Outcome::Seki => side == Side::Defender,
            _ => continue,
        };
        if found.stopped.is_some() {
            continue;
        }
        let lives = won == (side == Side::Defender);
        if lives == (border == Border::Wall) {
            return Some(Proof { lives, play: found.play.filter(|_| won) });
        }
    }
    None
}
