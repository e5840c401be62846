//! Capture read with a growing view: liberties called enough grow step by step while the budget lasts.
//!
//! A capture proved in a narrow view holds in every wider one. A failure in a narrow view only says that the target reached
//! that many liberties; wider views follow, and the widest that was finished gives the answer.

use gosedai_board::{Board, Color, Point, PointSet};

use crate::budget::Budget;
use crate::dfpn::Tree;
use crate::goal::Capture;
use crate::outcome::{Outcome, Trust};
use crate::params::HuntParams;
use crate::verdicts::{Read, read};

/// Liberties (attacker to move) at which a target counts as escaped, narrowest first.
pub const VIEWS: [usize; 4] = [3, 4, 5, 6];
/// The narrowest view whose failure is worth an answer.
const TRUSTED_VIEW: usize = 4;

/// Reads the capture of any of the targets with `to_play` moving first.
pub fn read_capture(
    board: &Board,
    defender: Color,
    targets: &[Point],
    to_play: Color,
    params: &HuntParams,
    budget: &Budget,
) -> Read {
    let mut found: Option<Read> = None;
    let mut spent = 0;
    let mut stopped = None;
    let mut looked = PointSet::EMPTY;
    for view in VIEWS {
        let goal = Capture::new(board, defender, targets.to_vec(), view, params);
        let mut left = budget.clone();
        left.nodes = budget.nodes.saturating_sub(spent);
        let mut now = read(&goal, board, to_play, &mut Tree::new(budget.memory), &left);
        spent += now.nodes;
        now.nodes = spent;
        looked.add(&now.looked);
        now.looked = looked;
        let captured = match now.answer.outcome {
            Outcome::Win => to_play != defender,
            Outcome::Lose => to_play == defender,
            _ => false,
        };
        if captured || now.answer.trust == Trust::Proved {
            return now;
        }
        if now.answer.outcome == Outcome::Unknown {
            stopped = now.stopped;
            break;
        }
        if view >= TRUSTED_VIEW {
            found = Some(now);
        }
    }
    let mut answer = found.unwrap_or_else(Read::unknown);
    answer.nodes = spent;
    answer.looked = looked;
    answer.stopped = answer.stopped.or(stopped);
    answer
}
