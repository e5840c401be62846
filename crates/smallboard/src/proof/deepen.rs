//! Iterative deepening on the position graph: "proven within so many plies", with learned move ordering.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::goal::{Goal, State};
use super::guess::Guess;
use super::statics::{Verdict, judge};
use super::table::{Known, Table};
use crate::geometry::points;
use crate::region::bound::DeadRule;
use crate::stones::{NO_KO, play};

pub const NEVER: u32 = 1000;

pub struct Deepening<'a> {
    pub goal: &'a Goal,
    pub rule: DeadRule,
    pub table: &'a Table,
    pub guess: &'a Guess,
    pub stop: &'a AtomicBool,
    pub nodes: &'a AtomicU64,
    pub knobs: Knobs,
    history: [[f32; 32]; 2],
    killers: Vec<[u8; 2]>,
    own_nodes: u64,
    noise: u64,
}

#[derive(Clone, Copy)]
pub struct Knobs {
    pub learn_depth: u32,
    pub history: f32,
    pub killer: f32,
    pub logit: f32,
    pub open: f32,
    pub width: usize,
    pub noise: f32,
}

#[derive(Clone, Copy)]
struct Child {
    key: u64,
    state: State,
    rank: f32,
    point: u8,
    fail: u32,
}

impl<'a> Deepening<'a> {
    pub fn new(goal: &'a Goal, rule: DeadRule, table: &'a Table, guess: &'a Guess, stop: &'a AtomicBool, nodes: &'a AtomicU64, knobs: Knobs, seed: u64) -> Self {
        Deepening { goal, rule, table, guess, stop, nodes, knobs, history: [[0.0; 32]; 2], killers: vec![[31; 2]; 128], own_nodes: 0, noise: seed }
    }

    pub fn nodes_so_far(&self) -> u64 {
        self.own_nodes
    }

    fn store(&self, key: u64, result: Result<(), u32>, effort: u64, best: u8) {
        // pn = 0: proven; otherwise dn holds the depth that failed
        let (pn, dn) = match result {
            Ok(()) => (0, 1),
            Err(d) => (1, d + 1),
        };
        self.table.put(key, Known { pn, dn, effort: ((effort + 1).ilog2() * 3).min(127) as u8, best });
    }

    /// Proven within `depth` plies? Otherwise the depth for which it is known to fail.
    pub fn search(&mut self, s: &State, key: u64, depth: u32, ply: usize) -> Result<(), u32> {
        let goal = self.goal;
        let g = &goal.geometry;
        let mover = s.prover_to_move;
        let before = self.own_nodes;
        let (own, opp) = if mover { (s.prover, s.other) } else { (s.other, s.prover) };
        let mut children = [Child { key: 0, state: *s, rank: 0.0, point: 31, fail: 0 }; 32];
        let mut count = 0;
        for p in points(g.full & !(own | opp)) {
            if p as u8 == s.ko {
                continue;
            }
            let Some(played) = play(g, own, opp, p) else { continue };
            let (prover, other) = if mover { (played.own, played.opp) } else { (played.opp, played.own) };
            self.own_nodes += 1;
            let state = State { prover, other, ko: played.ko, prover_to_move: !mover };
            match judge(goal, self.rule, prover, other) {
                Verdict::Proven if mover => {
                    self.store(key, Ok(()), 0, p as u8);
                    return Ok(());
                }
                Verdict::Proven => continue,
                Verdict::Disproven if !mover => {
                    self.store(key, Err(NEVER), 0, p as u8);
                    return Err(NEVER);
                }
                Verdict::Disproven => continue,
                Verdict::Open => {}
            }
            children[count] = Child { key: 0, state, rank: 0.0, point: p as u8, fail: 0 };
            count += 1;
        }
        if goal.satisfied(s.prover, s.other) == mover {
            self.own_nodes += 1;
            children[count] = Child { key: 0, state: State { ko: NO_KO, prover_to_move: !mover, ..*s }, rank: 0.0, point: 31, fail: 0 };
            count += 1;
        }
        if count == 0 {
            let r = if mover { Err(NEVER) } else { Ok(()) };
            self.store(key, r, 0, 31);
            return r;
        }
        if depth <= 1 {
            return Err(depth);
        }
        let children = &mut children[..count];
        for c in children.iter_mut() {
            c.key = c.state.key(g);
            self.table.prefetch(c.key);
        }
        let known_best = self.table.get(key).map_or(30, |k| k.best);
        let killers = self.killers[ply.min(127)];
        let mut live = 0;
        let mut fail_all = NEVER;
        for i in 0..children.len() {
            let mut c = children[i];
            let mut best_hint = 0.0;
            if let Some(known) = self.table.get(c.key) {
                if known.pn == 0 {
                    if mover {
                        self.store(key, Ok(()), 0, c.point);
                        return Ok(());
                    }
                    continue;
                }
                c.fail = known.dn - 1;
                if c.fail + 1 >= depth {
                    if !mover {
                        let d = if c.fail == NEVER { NEVER } else { c.fail + 1 };
                        self.store(key, Err(d), 0, c.point);
                        return Err(d);
                    }
                    fail_all = fail_all.min(if c.fail == NEVER { NEVER } else { c.fail + 1 });
                    continue;
                }
                best_hint = if mover { -0.1 } else { 0.1 } * c.fail as f32 * 0.0;
            }
            let logit = self.guess.logit(&c.state);
            let open = (g.full & !c.state.prover & !g.spread(c.state.prover)).count_ones() as f32;
            let side = mover as usize;
            let toward = if mover { 1.0 } else { -1.0 };
            self.noise = self.noise.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            c.rank = toward * (self.knobs.logit * logit - self.knobs.open * open)
                + self.knobs.history * self.history[side][c.point as usize]
                + if killers[0] == c.point { self.knobs.killer } else if killers[1] == c.point { self.knobs.killer / 2.0 } else { 0.0 }
                + if known_best == c.point { 100.0 } else { 0.0 }
                + best_hint
                + self.knobs.noise * (self.noise >> 40) as f32 / (1u64 << 24) as f32;
            children[live] = c;
            live += 1;
        }
        let children = &mut children[..live];
        children.sort_unstable_by(|a, b| b.rank.total_cmp(&a.rank));
        let mut result = if mover { Err(fail_all) } else { Ok(()) };
        let mut best = 31;
        for (i, c) in children.iter().enumerate() {
            if mover && i >= self.knobs.width {
                result = Err(depth);
                break;
            }
            if self.stop.load(Relaxed) {
                return Err(0);
            }
            // another thread or a transposition may have settled it meanwhile
            let known = if i > 0 { self.table.get(c.key) } else { None };
            let r = match known {
                Some(k) if k.pn == 0 => Ok(()),
                Some(k) if k.dn >= depth => Err(k.dn - 1),
                _ => self.search(&c.state, c.key, depth - 1, ply + 1),
            };
            match r {
                Ok(()) if mover => {
                    result = Ok(());
                    best = c.point;
                }
                Ok(()) => continue,
                Err(d) if mover => {
                    if let Err(all) = &mut result {
                        *all = (*all).min(if d == NEVER { NEVER } else { d + 1 });
                    }
                    continue;
                }
                Err(d) => {
                    result = Err(if d == NEVER { NEVER } else { d + 1 });
                    best = c.point;
                }
            }
            // a cut-off
            let side = mover as usize;
            self.history[side][c.point as usize] += 0.02 * depth as f32;
            if self.history[side][c.point as usize] > 4.0 {
                self.history[side].iter_mut().for_each(|h| *h *= 0.5);
            }
            let k = &mut self.killers[ply.min(127)];
            if k[0] != c.point {
                *k = [c.point, k[0]];
            }
            break;
        }
        if self.stop.load(Relaxed) {
            return Err(0);
        }
        let effort = self.own_nodes.saturating_sub(before);
        match result {
            Ok(()) => self.guess.learn(s, true),
            Err(d) if d == NEVER || depth >= self.knobs.learn_depth => self.guess.learn(s, false),
            _ => {}
        }
        self.store(key, result, effort, best);
        result
    }
}
