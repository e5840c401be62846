//! The value of every legal move of a position, for browsing solved boards.

use std::sync::atomic::AtomicBool;

use super::best::BestSolver;
use super::oracle::Oracle;
use super::position::{Position, Step};
use super::{Question, Resources, no_hooks};
use crate::error::SmallBoardError;
use crate::rules::RuleSet;
use crate::stones::area_score;

/// A move and what it is worth, Black's margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveValue {
    pub step: Step,
    pub low: i32,
    pub high: i32,
    /// The value under the rule set, if known.
    pub value: Option<i32>,
}

/// Up to here the whole board is analysed at once; larger boards are searched move by move.
const WHOLE_BOARD: usize = 12;

/// Values of all legal moves, best for the side to move first.
pub fn move_values(
    position: &Position,
    rules: RuleSet,
    resources: Resources,
    cancel: &AtomicBool,
) -> Result<Vec<MoveValue>, SmallBoardError> {
    if matches!(rules, RuleSet::Psk | RuleSet::Ssk | RuleSet::PassDiff) {
        return Err(SmallBoardError::Unsupported(format!("values of single moves are not offered under {rules}")));
    }
    let mut all = Vec::new();
    let oracle = if position.geometry.n <= WHOLE_BOARD {
        Some(Oracle::build_until(position.geometry.clone(), cancel)?)
    } else {
        None
    };
    for step in position.steps() {
        let found = match &oracle {
            Some(oracle) => oracle.after(position, step).map(|b| {
                let exact = (b.low == b.high).then_some(b.low);
                let value = if rules == RuleSet::Basic { exact } else { Some(b.tie_zero()) };
                MoveValue { step, low: b.low, high: b.high, value }
            }),
            None => match position.after(step)? {
                None => {
                    let score = area_score(&position.geometry, position.black, position.white);
                    Some(MoveValue { step, low: score, high: score, value: Some(score) })
                }
                Some(next) => {
                    let mut hooks = no_hooks();
                    let solver = BestSolver::new(&next, resources, cancel, &mut hooks);
                    let a = match rules {
                        RuleSet::Basic => solver.bracket(),
                        _ => solver.tie_zero(Question::Value),
                    };
                    Some(MoveValue { step, low: a.low, high: a.high, value: a.value })
                }
            },
        };
        all.extend(found);
    }
    let sign = if position.black_to_move { -1 } else { 1 };
    all.sort_by_key(|m| sign * (m.low + m.high));
    Ok(all)
}
