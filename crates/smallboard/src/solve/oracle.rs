//! Answers from the retrograde analysis of a whole board.

use std::sync::atomic::AtomicBool;

use super::position::{Position, Step};
use super::{Answer, Note, Winner};
use crate::error::SmallBoardError;
use crate::geometry::Geometry;
use crate::rules::RuleSet;
use crate::stones::area_score;
use crate::tablebase::{Bracket, PassDifference, Tablebase};

/// A board whose every position is known.
pub struct Oracle {
    pub table: Tablebase,
}

impl Oracle {
    pub fn build(geometry: Geometry) -> Result<Self, SmallBoardError> {
        Ok(Oracle { table: Tablebase::build(geometry)? })
    }

    /// The same, given up when somebody throws the switch.
    pub fn build_until(geometry: Geometry, cancel: &AtomicBool) -> Result<Self, SmallBoardError> {
        Ok(Oracle { table: Tablebase::build_until(geometry, cancel)? })
    }

    /// [L, H] of a position, Black's margin.
    pub fn bracket(&self, position: &Position) -> Option<Bracket> {
        let (own, opp) = position.sides();
        let b = self.table.bracket(own, opp, position.ko, position.passed)?;
        Some(if position.black_to_move { b } else { b.reversed() })
    }

    /// [L, H] after a move; the end of the game is its score.
    pub fn after(&self, position: &Position, step: Step) -> Option<Bracket> {
        match position.after(step).ok()? {
            Some(next) => self.bracket(&next),
            None => {
                let score = area_score(&position.geometry, position.black, position.white);
                Some(Bracket { low: score, high: score })
            }
        }
    }

    /// Moves that keep the bracket as far as the rule set cares.
    fn best_steps(&self, position: &Position, rules: RuleSet) -> Vec<Step> {
        let worth = |b: Bracket| {
            let sign = if position.black_to_move { 1 } else { -1 };
            let own = if position.black_to_move { b } else { b.reversed() };
            match rules {
                RuleSet::Basic => (own.low, own.high),
                _ => (sign * b.tie_zero(), own.low),
            }
        };
        let rated: Vec<_> =
            position.steps().into_iter().filter_map(|s| Some((worth(self.after(position, s)?), s))).collect();
        let Some(top) = rated.iter().map(|r| r.0).max() else {
            return Vec::new();
        };
        rated.into_iter().filter(|r| r.0 == top).map(|r| r.1).collect()
    }

    /// Plays best moves for both until the game ends or repeats.
    pub fn line(&self, position: &Position, rules: RuleSet) -> Vec<Step> {
        let mut line = Vec::new();
        let mut seen = Vec::new();
        let mut now = position.clone();
        while line.len() < 6 * position.geometry.n {
            let best = self.best_steps(&now, rules);
            // a move to a new position if there is one; pass when the board already shows the value
            let fresh = |s: &&Step| match now.after(**s) {
                Ok(Some(next)) => !seen.contains(&(next.black, next.white, next.black_to_move, next.passed)),
                _ => true,
            };
            let settled = self.bracket(&now).map(|b| b.low) == Some(area_score(&now.geometry, now.black, now.white));
            let pass = best.iter().find(|s| s.is_none() && settled);
            let Some(&step) = pass.or_else(|| best.iter().find(fresh)).or(best.first()) else {
                break;
            };
            line.push(step);
            match now.after(step) {
                Ok(Some(next)) => {
                    let mark = (next.black, next.white, next.black_to_move, next.passed);
                    if seen.contains(&mark) {
                        break;
                    }
                    seen.push(mark);
                    now = next;
                }
                _ => break,
            }
        }
        line
    }

    pub fn solve(&self, position: &Position, rules: RuleSet, cancel: &AtomicBool) -> Result<Answer, SmallBoardError> {
        let missing = || SmallBoardError::Unsupported("the ko ban of this position cannot arise by play".to_string());
        let b = self.bracket(position).ok_or_else(missing)?;
        let n = position.geometry.n as i32;
        let states = self.table.graph.states();
        let mut answer = Answer::unknown(n, states as u64, states * 2 + self.table.graph.plays.len() * 8);
        answer.notes.retain(|n| *n != Note::Stopped);
        answer.complete = true;
        (answer.low, answer.high) = (b.low, b.high);
        let value = match rules {
            RuleSet::Basic => (b.low == b.high).then_some(b.low),
            RuleSet::PassDiff => {
                let (own, opp) = position.sides();
                let state = self.table.graph.state(own, opp, position.ko, position.passed).ok_or_else(missing)?;
                let v = PassDifference::new(&self.table.graph, cancel).value(state)?;
                Some(if position.black_to_move { v } else { -v })
            }
            _ => Some(b.tie_zero()),
        };
        answer = match value {
            Some(v) => {
                let bracket = (answer.low, answer.high);
                let mut a = answer.with_value(v);
                (a.low, a.high) = bracket;
                a
            }
            None => Answer { winner: Winner::Unknown, ..answer },
        };
        answer.pv = self.line(position, rules);
        answer.best = answer.pv.first().copied();
        Ok(answer)
    }
}
