//! Many questions about one board: a table for every target, kept from question to question.
//!
//! Verdicts in a table hold wherever they are met, so positions that lead to each other share their work.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::dfpn::{Searcher, Shared, Tuning};
use super::goal::{Goal, State};
use super::statics::StaticRule;
use super::table::Table;
use crate::geometry::Geometry;
use crate::stones::area_score;

/// Kept tables of one board.
pub struct KeptProofs {
    geometry: Geometry,
    bytes: usize,
    /// Positions spent on the questions of one call; 0 for no limit.
    limit: u64,
    tables: BTreeMap<i32, Table>,
}

/// The questions of one target, answered one after the other.
pub struct Asker<'a> {
    searcher: Searcher<'a>,
    goal: &'a Goal,
}

impl Asker<'_> {
    /// Does the prover of `state` reach the target by finite play? `passed`: the move before was a pass. `None` only at the node limit.
    pub fn ask(&mut self, state: State, passed: bool) -> Option<bool> {
        if passed {
            // the side to move may end the game here and now
            let enough = area_score(&self.goal.geometry, state.prover, state.other) >= self.goal.target;
            if state.prover_to_move == enough {
                return Some(enough);
            }
        }
        self.searcher.solve(state)
    }
}

impl KeptProofs {
    /// `bytes` for each target's table; `limit` positions (0: no limit) for the questions of one [`Self::with_target`].
    pub fn new(geometry: Geometry, bytes: usize, limit: u64) -> Self {
        KeptProofs { geometry, bytes, limit, tables: BTreeMap::new() }
    }

    /// Calls `work` with an asker for `target`; its table is kept for the next call. Targets outside 1 - N ..= N are trivial and refused (`None`).
    pub fn with_target<T>(
        &mut self,
        target: i32,
        cancel: &AtomicBool,
        work: impl FnOnce(&mut Asker) -> T,
    ) -> Option<T> {
        let n = self.geometry.n as i32;
        if target > n || target <= -n {
            return None;
        }
        let goal = Goal { geometry: self.geometry.clone(), target };
        let table = self.tables.entry(target).or_insert_with(|| Table::with_bytes(self.bytes));
        let shared = Shared::new(&goal, StaticRule::for_goal(&goal), table, Tuning::default(), cancel);
        let limit = if self.limit == 0 { u64::MAX } else { self.limit };
        let mut asker = Asker { searcher: Searcher::new(&shared, limit), goal: &goal };
        Some(work(&mut asker))
    }
}
