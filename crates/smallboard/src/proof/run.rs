//! Running a proof: threads, a stop switch, progress and checkpoints.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::dfpn::{Searcher, Shared, Tuning};
use super::distance::Distance;
use super::goal::{Goal, State};
use super::shapes::Shapes;
use super::statics::StaticRule;
use super::table::Table;

/// What a run may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub threads: usize,
    /// Stop after about this many positions; 0 for no limit.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { threads: 2, nodes: 0 }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Proven,
    Disproven,
    /// Stopped, out of nodes, or too deep to say.
    Unknown,
}

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Snapshot {
    pub nodes: u64,
    pub expansions: u64,
    pub proof_number: u32,
    pub disproof_number: u32,
    pub table_load: f64,
    pub moment: Moment,
}

/// When a snapshot was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    UnderWay,
    /// Nothing is being searched and what goes on from here depends on the table alone: the moment for a checkpoint.
    Rest,
    /// The run ends without an answer: the moment for a last checkpoint.
    EndedOpen,
    Decided,
}

/// Stop switch and progress call-back of a run; the call-back may write checkpoints, the table is safe to read meanwhile.
pub struct Control<'a> {
    pub cancel: &'a AtomicBool,
    pub tick: &'a mut dyn FnMut(&Snapshot, &Table),
}

/// A finished run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProofRun {
    pub outcome: Outcome,
    pub last: Snapshot,
}

/// Time between two looks at the stop switch.
const TICK: Duration = Duration::from_millis(20);

/// Positions tried on the calling thread before others are started.
const QUICK: u64 = 30_000;

/// Deep paths need room: 120 plies with 32 children each.
const STACK: usize = 16 << 20;

/// Answers the goal for `root`, keeping everything learned in `table`.
pub fn prove(goal: &Goal, rule: StaticRule, root: State, table: &Table, limits: Limits, control: Control) -> ProofRun {
    prove_guided(goal, rule, root, table, limits, control, None)
}

/// [`prove`] with learned shapes for the first numbers.
pub fn prove_guided(
    goal: &Goal,
    rule: StaticRule,
    root: State,
    table: &Table,
    limits: Limits,
    control: Control,
    shapes: Option<&Shapes>,
) -> ProofRun {
    let n = goal.geometry.n as i32;
    if goal.target > n || goal.target <= -n {
        let outcome = if goal.target > n { Outcome::Disproven } else { Outcome::Proven };
        let last = Snapshot {
            nodes: 0,
            expansions: 0,
            proof_number: 0,
            disproof_number: 0,
            table_load: 0.0,
            moment: Moment::UnderWay,
        };
        return ProofRun { outcome, last };
    }
    // the table of distances takes seconds on 25 points: the caller's switch stops that too, and then nothing is begun
    if goal.wants_everything() {
        Distance::shared(&goal.geometry, control.cancel);
    }
    let stop = AtomicBool::new(control.cancel.load(Relaxed));
    let shared = Shared::guided(goal, rule, table, Tuning::default(), &stop, shapes);
    let running = AtomicUsize::new(limits.threads.max(1));
    let key = root.key(&goal.geometry);
    let look = |shared: &Shared| {
        let known = table.get(key);
        Snapshot {
            nodes: shared.nodes.load(Relaxed),
            expansions: shared.expansions.load(Relaxed),
            proof_number: known.map_or(1, |k| k.pn),
            disproof_number: known.map_or(1, |k| k.dn),
            table_load: table.load_factor(),
            moment: Moment::UnderWay,
        }
    };
    // most questions are small: try here before starting threads
    let quick_limit = if limits.nodes == 0 { QUICK } else { QUICK.min(limits.nodes) };
    let quick = if stop.load(Relaxed) { None } else { Searcher::new(&shared, quick_limit).solve(root) };
    // each thread counts its own share, so that a limit does not depend on how fast the machine is
    let threads = limits.threads.max(1) as u64;
    let share = if limits.nodes == 0 { u64::MAX } else { limits.nodes.saturating_sub(QUICK).div_ceil(threads) };
    let verdict = quick.or_else(|| {
        std::thread::scope(|scope| {
            let work = || {
                let verdict = gosedai_memory::told(|| Searcher::new(&shared, share).solve(root));
                // one thread that cannot work stops the others as well
                let verdict =
                    verdict.inspect_err(|_| stop.store(true, Relaxed)).unwrap_or_else(|missing| missing.unwind());
                stop.store(true, Relaxed);
                running.fetch_sub(1, Relaxed);
                verdict
            };
            let threads: Vec<_> = (0..limits.threads.max(1))
                .filter_map(|_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok())
                .collect();
            running.store(threads.len(), Relaxed);
            let mut ticks = 0u64;
            while threads.iter().any(|t| !t.is_finished()) {
                // short runs should not wait for a whole tick
                std::thread::sleep(if ticks < 40 { TICK / 20 } else { TICK });
                ticks += 1;
                if control.cancel.load(Relaxed) {
                    stop.store(true, Relaxed);
                }
                if ticks.is_multiple_of(50) {
                    (control.tick)(&look(&shared), table);
                }
            }
            threads.into_iter().filter_map(|t| gosedai_memory::joined(t.join())).next()
        })
    });
    if verdict.is_none() {
        (control.tick)(&Snapshot { moment: Moment::EndedOpen, ..look(&shared) }, table);
    }
    let outcome = match verdict {
        Some(true) => Outcome::Proven,
        Some(false) => Outcome::Disproven,
        None => Outcome::Unknown,
    };
    ProofRun { outcome, last: look(&shared) }
}

/// [`prove`] without progress, for short questions.
pub fn prove_quietly(goal: &Goal, rule: StaticRule, root: State, table: &Table, limits: Limits) -> ProofRun {
    let cancel = AtomicBool::new(false);
    prove(goal, rule, root, table, limits, Control { cancel: &cancel, tick: &mut |_, _| {} })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;

    fn ask(board: &str, target: i32, threads: usize) -> Outcome {
        let goal = Goal { geometry: Geometry::parse(board).unwrap(), target };
        let table = Table::with_bytes(64 << 20);
        let limits = Limits { threads, nodes: 0 };
        prove_quietly(&goal, StaticRule::for_goal(&goal), State::empty(true), &table, limits).outcome
    }

    #[test]
    fn known_thresholds_are_proven_and_the_next_ones_are_not() {
        for (board, value) in [("1x3", 3), ("1x4", 4), ("2x4", 8), ("2x5", 10), ("3x3", 9), ("3x4", 4)] {
            assert_eq!(ask(board, value, 1), Outcome::Proven, "{board}");
            assert_eq!(ask(board, value + 1, 1), Outcome::Disproven, "{board}");
        }
    }

    #[test]
    fn two_threads_agree_with_one() {
        assert_eq!(ask("3x5", 15, 2), Outcome::Proven);
        assert_eq!(ask("3x4", 5, 2), Outcome::Disproven);
    }

    #[test]
    fn a_run_stops_at_its_node_limit_or_on_request() {
        let goal = Goal { geometry: Geometry::parse("5x5").unwrap(), target: 25 };
        let table = Table::with_bytes(16 << 20);
        let rule = StaticRule::for_goal(&goal);
        let limits = Limits { threads: 1, nodes: 50_000 };
        let run = prove_quietly(&goal, rule, State::empty(true), &table, limits);
        assert_eq!(run.outcome, Outcome::Unknown);
        let cancel = AtomicBool::new(true);
        let mut last_words = 0;
        let control =
            Control { cancel: &cancel, tick: &mut |s, _| last_words += (s.moment == Moment::EndedOpen) as u32 };
        let run = prove(&goal, rule, State::empty(true), &table, Limits::default(), control);
        // the host is told that it ends open, and can save the table
        assert_eq!((run.outcome, last_words), (Outcome::Unknown, 1));
    }
}
