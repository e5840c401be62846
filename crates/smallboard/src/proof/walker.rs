//! An independent check of a finished proof.
//!
//! The walker shares no rules code with the searcher: it plays on a plain grid, knows captures, suicide and ko by its own hand, and has its
//! own slow Benson. It follows one winning move of the prover and every move of the opponent, refuses to lean on itself (no cycles), and
//! checks each leaf by its own static test or by the score. The table is only asked which move to try.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::distance::Distance;
use super::goal::{Goal, State};
use super::grid::Grid;
use super::line::{winning_step, wins_ahead};
use super::statics::{StaticRule, Verdict, judge};
use super::table::Table;
use crate::stones::NO_KO;

/// What a walk has seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Walk {
    /// Positions with a move in the proof.
    pub inner: u64,
    /// Positions closed by the static test.
    pub leaves: u64,
    /// Positions closed by two passes.
    pub ended: u64,
}

/// Why a proof was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("no winning move is known in {0}")]
    NoMove(String),
    #[error("the winning move in {0} is not legal")]
    Illegal(String),
    #[error("the proof of {0} leans on itself")]
    Cycle(String),
    #[error("the proof has more than {0} positions")]
    TooLarge(u64),
}

/// Checks that the prover wins from `root`.
pub struct Walker<'a> {
    goal: &'a Goal,
    /// Which moves to try.
    rule: StaticRule,
    table: &'a Table,
    /// Which leaves to accept.
    leaf: StaticRule,
    /// Moves found below leaves of the search.
    own: Table,
    distance: Option<Arc<Distance>>,
    good: HashSet<u64>,
    open: HashMap<u64, ()>,
    walk: Walk,
    limit: u64,
}

/// A walk has its own limit and is not stopped besides.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Walker<'a> {
    /// `rule` is what the search used, `leaf` what the walker accepts as a leaf: for proofs on boards beyond the exhaustively checked ones,
    /// pass [`StaticRule::proved`] and the walk goes on below every leaf that needs more than that.
    pub fn new(goal: &'a Goal, rule: StaticRule, leaf: StaticRule, table: &'a Table, limit: u64) -> Self {
        Walker {
            goal,
            rule,
            table,
            leaf,
            own: Table::with_bytes(64 << 20),
            distance: goal.wants_everything().then(|| Distance::shared(&goal.geometry, &NEVER)).flatten(),
            good: HashSet::new(),
            open: HashMap::new(),
            walk: Walk::default(),
            limit,
        }
    }

    pub fn check(&mut self, root: State) -> Result<Walk, Refused> {
        self.verify(root)?;
        Ok(self.walk)
    }

    fn draw(&self, s: &State) -> String {
        Grid::new(self.goal, s).text()
    }

    fn verify(&mut self, s: State) -> Result<(), Refused> {
        let key = s.key(&self.goal.geometry);
        if self.good.contains(&key) {
            return Ok(());
        }
        if self.open.contains_key(&key) {
            return Err(Refused::Cycle(self.draw(&s)));
        }
        let grid = Grid::new(self.goal, &s);
        let banned = s.ko != NO_KO && s.prover_to_move;
        if !banned && grid.prover_surely_has(self.leaf.dead) >= self.goal.target {
            self.walk.leaves += 1;
            self.good.insert(key);
            return Ok(());
        }
        if self.walk.inner >= self.limit {
            return Err(Refused::TooLarge(self.limit));
        }
        self.walk.inner += 1;
        self.open.insert(key, ());
        let result = if s.prover_to_move { self.verify_own(&grid, s) } else { self.verify_replies(&grid, s) };
        self.open.remove(&key);
        if result.is_ok() {
            self.good.insert(key);
        }
        result
    }

    /// One winning move is enough; a pass wins at once if the opponent has nothing better than to pass too.
    fn verify_own(&mut self, grid: &Grid, s: State) -> Result<(), Refused> {
        // below a leaf of the search that is not accepted here, the walker finds the moves itself
        let below = judge(self.goal, self.rule.dead, &s) == Verdict::Proven;
        let (rule, table) = if below { (self.leaf, &self.own) } else { (self.rule, self.table) };
        let Some((step, next)) = winning_step(self.goal, rule, table, self.distance.as_deref(), &s, &NEVER) else {
            return Err(Refused::NoMove(grid.text()));
        };
        let replayed = match step {
            Some(p) => grid.play(true, p as usize, s.ko),
            None => Some(grid.pass()),
        };
        if replayed.map(|r| r.state(false)) != Some(next) {
            return Err(Refused::Illegal(grid.text()));
        }
        match self.verify(next) {
            Err(Refused::Cycle(_)) => self.verify_other_ways(s, next),
            result => result,
        }
    }

    /// The table's favourite led back to a position being proven: any other proven move will do.
    fn verify_other_ways(&mut self, s: State, except: State) -> Result<(), Refused> {
        for (_, next) in super::line::steps(self.goal, &s) {
            let key = next.key(&self.goal.geometry);
            let known = [self.table, &self.own].iter().any(|t| t.get(key).is_some_and(|k| k.pn == 0))
                || wins_ahead(self.goal, self.rule, self.distance.as_deref(), &next);
            if next != except && known && self.verify(next).is_ok() {
                return Ok(());
            }
        }
        Err(Refused::Cycle(self.draw(&s)))
    }

    /// Every legal move of the opponent, and his pass.
    fn verify_replies(&mut self, grid: &Grid, s: State) -> Result<(), Refused> {
        for p in 0..self.goal.geometry.n {
            if let Some(after) = grid.play(false, p, s.ko) {
                self.verify(after.state(true))?;
            }
        }
        if grid.score() >= self.goal.target {
            // his pass lets the prover end the game with this score
            self.walk.ended += 1;
            return Ok(());
        }
        self.verify(grid.pass().state(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;
    use crate::proof::run::{Limits, Outcome, prove_quietly};

    fn walked(board: &str, target: i32, leaf: Option<StaticRule>) -> Walk {
        let goal = Goal { geometry: Geometry::parse(board).unwrap(), target };
        let rule = StaticRule::for_goal(&goal);
        let table = Table::with_bytes(128 << 20);
        let root = State::empty(true);
        let limits = Limits { threads: 1, nodes: 0 };
        assert_eq!(prove_quietly(&goal, rule, root, &table, limits).outcome, Outcome::Proven);
        Walker::new(&goal, rule, leaf.unwrap_or(rule), &table, 10_000_000).check(root).unwrap()
    }

    #[test]
    fn proofs_pass_the_walk() {
        for (board, value) in [("1x4", 4), ("2x4", 8), ("3x3", 9), ("3x4", 4), ("3x5", 15)] {
            assert!(walked(board, value, None).inner > 0, "{board}");
        }
    }

    #[test]
    fn leaves_can_be_replaced_by_explicit_play() {
        let strict = walked("3x4", 4, Some(StaticRule::proved()));
        assert!(strict.inner > walked("3x4", 4, None).inner);
        walked("3x5", 15, Some(StaticRule::proved()));
    }

    #[test]
    fn a_false_claim_is_refused() {
        let goal = Goal { geometry: Geometry::parse("3x3").unwrap(), target: 9 };
        let rule = StaticRule::for_goal(&goal);
        let table = Table::with_bytes(1 << 20);
        // with White to move first the whole board is out of Black's reach
        let root = State::empty(false);
        assert!(Walker::new(&goal, rule, rule, &table, 1000).check(root).is_err());
    }
}
