//! Depth-first proof-number search on the position graph, by any number of threads over one table.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use super::goal::{Goal, State};
use super::guess::Guess;
use super::statics::{Verdict, judge};
use super::table::{INF, Known, MOST, Table};
use crate::geometry::points;
use crate::region::bound::DeadRule;
use crate::stones::{NO_KO, play};

/// Knobs of the search; none of them can make a proof wrong.
#[derive(Debug, Clone, Copy)]
pub struct Tuning {
    /// Thresholds grow by `epsilon / 16` beyond the second-best child.
    pub epsilon: u32,
    /// Sums over children: the largest plus `share / 16` of the rest.
    pub share: u32,
    /// First guess of a proof number: `1 + open * open_pn / 16`.
    pub open_pn: u32,
    pub open_dn: u32,
    pub move_pn: u32,
    pub move_dn: u32,
    pub rate: u32,
    pub scale: u32,
    pub base: u32,
    pub width: u8,
    pub shapes: u32,
    pub soft: u32,
    /// Keep moves that only a complete search needs and store no disproof that leans on a repetition.
    pub complete: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { epsilon: 4, share: 16, open_pn: 16, open_dn: 0, move_pn: 0, move_dn: 0, rate: 50, scale: 30, base: 400, width: 31, shapes: 0, soft: 0, complete: false }
    }
}

const BUSY: usize = 1 << 16;
const PATH: usize = 1 << 12;
const CONDITIONAL: usize = 1 << 20;
/// Set of plies of the current path (bit 127: "too deep", never resolved).
type Plies = u128;
/// No repetition involved.
const FREE: Plies = 0;
/// Deepest ply searched; beyond it the prover has failed, for this path only.
const DEEPEST: usize = 120;
const TOO_DEEP: Plies = 1 << 127;
/// No move of the prover was left out.
const ALL: u8 = 31;
/// Ancestors a remembered conditional disproof may lean on.
const LEANS: usize = 3;

/// A disproof that holds while all of `on` are ancestors.
#[derive(Clone, Copy, Default)]
struct Conditional {
    key: u64,
    on: [u64; LEANS],
}

/// What the threads of one search share.
pub struct Shared<'a> {
    pub goal: &'a Goal,
    pub rule: DeadRule,
    pub table: &'a Table,
    pub tuning: Tuning,
    pub guess: Guess,
    pub stop: &'a AtomicBool,
    busy: Vec<AtomicU8>,
    pub nodes: AtomicU64,
    pub expansions: AtomicU64,
}

impl<'a> Shared<'a> {
    pub fn new(goal: &'a Goal, rule: DeadRule, table: &'a Table, tuning: Tuning, stop: &'a AtomicBool) -> Self {
        let mut busy = Vec::new();
        busy.resize_with(BUSY, AtomicU8::default);
        let guess = Guess::new(
            &goal.geometry,
            if tuning.shapes == 0 { &[(3, 3)] } else if tuning.shapes == 1 { &[(3, 3), (2, 4)] } else { &[(2, 3)] },
            tuning.rate as f32 / 100.0,
            tuning.scale as f32 / 100.0,
            tuning.base as f32 / 100.0,
        );
        Shared { goal, guess, rule, table, tuning, stop, busy, nodes: AtomicU64::new(0), expansions: AtomicU64::new(0) }
    }
}

#[derive(Clone, Copy)]
struct Child {
    key: u64,
    state: State,
    pn: u32,
    dn: u32,
    /// Ancestors a disproof of this child leans on through repetitions.
    lean: Plies,
    /// Log-odds of the first guess.
    logit: f32,
    /// Moves of the prover considered in a disproof (31: all).
    width: u8,
    point: u8,
}

const NO_CHILD: Child = Child {
    key: 0,
    state: State { prover: 0, other: 0, ko: NO_KO, prover_to_move: false },
    pn: 1,
    dn: 1,
    lean: FREE,
    logit: 0.0,
    width: ALL,
    point: 31,
};

/// Result of searching one node.
#[derive(Clone, Copy)]
struct Outcome {
    pn: u32,
    dn: u32,
    lean: Plies,
    width: u8,
}

/// One thread of a search.
pub struct Searcher<'a> {
    shared: &'a Shared<'a>,
    path: Vec<u64>,
    on_path: Vec<u8>,
    conditional: Vec<Conditional>,
    pub leaned: [u64; 4],
    nodes: u64,
    expansions: u64,
}

#[inline(always)]
fn slot(key: u64) -> usize {
    (key.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40) as usize
}

impl<'a> Searcher<'a> {
    pub fn new(shared: &'a Shared<'a>) -> Self {
        Searcher { shared, path: Vec::new(), on_path: vec![0; PATH], conditional: vec![Conditional::default(); CONDITIONAL], leaned: [0; 4], nodes: 0, expansions: 0 }
    }

    /// Searches `root` until it is decided or the search is stopped; returns the last (proof, disproof) numbers.
    pub fn solve(&mut self, root: State) -> (u32, u32) {
        let key = root.key(&self.shared.goal.geometry);
        let known = self.decided(&root);
        if let Some(k) = known {
            return k;
        }
        loop {
            let out = self.visit(&root, key, INF, INF);
            self.flush();
            if out.pn == 0 || out.dn == 0 || self.shared.stop.load(Relaxed) {
                return (out.pn, out.dn);
            }
        }
    }

    fn decided(&self, state: &State) -> Option<(u32, u32)> {
        match judge(self.shared.goal, self.shared.rule, state.prover, state.other) {
            Verdict::Proven => Some((0, INF)),
            Verdict::Disproven => Some((INF, 0)),
            Verdict::Open => None,
        }
    }

    fn flush(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Relaxed);
        self.shared.expansions.fetch_add(self.expansions, Relaxed);
        self.nodes = 0;
        self.expansions = 0;
    }

    /// The ply of the ancestor equal to `key`, if any.
    #[inline(always)]
    fn ancestor(&self, key: u64) -> Option<usize> {
        if self.on_path[slot(key) & (PATH - 1)] == 0 {
            return None;
        }
        self.path.iter().position(|&k| k == key)
    }

    /// Takes over what the table knows, unless it is a disproof with fewer moves than now asked for.
    #[inline(always)]
    fn adopt(&self, c: &mut Child, known: Known) {
        if known.dn == 0 {
            if known.best < self.shared.tuning.width {
                return;
            }
            c.width = known.best;
        }
        (c.pn, c.dn, c.lean) = (known.pn, known.dn, FREE);
    }

    /// A conditional disproof of `key` that holds on the current path.
    #[inline(always)]
    fn recall(&self, key: u64) -> Option<Plies> {
        let c = &self.conditional[slot(key) & (CONDITIONAL - 1)];
        if c.key != key {
            return None;
        }
        let mut lean = FREE;
        for &on in &c.on {
            if on != 0 {
                lean |= 1 << self.ancestor(on)?;
            }
        }
        Some(lean)
    }

    fn remember(&mut self, key: u64, lean: Plies) {
        self.leaned[0] += 1;
        if lean.count_ones() as usize > LEANS || lean & TOO_DEEP != 0 {
            self.leaned[2] += 1;
            return;
        }
        self.leaned[1] += 1;
        let mut c = Conditional { key, on: [0; LEANS] };
        let mut rest = lean;
        for on in &mut c.on {
            if rest != 0 {
                *on = self.path[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        self.conditional[slot(key) & (CONDITIONAL - 1)] = c;
    }

    /// First guess for a board nobody has searched yet.
    #[inline(always)]
    fn guess(&self, state: &State) -> (u32, u32) {
        let g = &self.shared.goal.geometry;
        let t = &self.shared.tuning;
        let open = (g.full & !state.prover & !g.spread(state.prover)).count_ones();
        let moves = (g.full & !(state.prover | state.other)).count_ones();
        let (mp, md) = if state.prover_to_move { (0, moves) } else { (moves, 0) };
        (1 + (open * t.open_pn + mp * t.move_pn) / 16, 1 + ((25 - open.min(25)) * t.open_dn + md * t.move_dn) / 16)
    }

    /// Fills `children`; returns their number, or a point that decides the node for the side to move.
    fn expand(&mut self, s: &State, children: &mut [Child; 32]) -> Result<usize, u8> {
        let shared = self.shared;
        let g = &shared.goal.geometry;
        let (own, opp) = if s.prover_to_move { (s.prover, s.other) } else { (s.other, s.prover) };
        let empty = g.full & !(own | opp);
        let good = if s.prover_to_move { Verdict::Proven } else { Verdict::Disproven };
        let mut count = 0;
        for p in points(empty) {
            if p as u8 == s.ko {
                continue;
            }
            // filling a point-sized eye of one's own never helps a proof
            if !shared.tuning.complete && s.prover_to_move && g.near[p] & !own == 0 {
                continue;
            }
            let Some(played) = play(g, own, opp, p) else { continue };
            let (prover, other) = if s.prover_to_move { (played.own, played.opp) } else { (played.opp, played.own) };
            let state = State { prover, other, ko: played.ko, prover_to_move: !s.prover_to_move };
            let key = state.key(g);
            shared.table.prefetch(key);
            children[count] = Child { key, state, point: p as u8, ..NO_CHILD };
            count += 1;
        }
        let satisfied = shared.goal.satisfied(s.prover, s.other);
        if satisfied == s.prover_to_move {
            let state = State { ko: NO_KO, prover_to_move: !s.prover_to_move, ..*s };
            children[count] = Child { key: state.key(g), state, ..NO_CHILD };
            count += 1;
        }
        self.nodes += count as u64;
        for c in &mut children[..count] {
            match judge(shared.goal, shared.rule, c.state.prover, c.state.other) {
                Verdict::Open => {
                    if shared.tuning.rate > 0 {
                        c.logit = shared.guess.logit(&c.state);
                        (c.pn, c.dn) = shared.guess.numbers(c.logit);
                    } else {
                        (c.pn, c.dn) = self.guess(&c.state);
                        c.logit = -(c.pn as f32);
                    }
                }
                v if v == good => return Err(c.point),
                Verdict::Proven => (c.pn, c.dn) = (0, INF),
                Verdict::Disproven => (c.pn, c.dn) = (INF, 0),
            }
        }
        Ok(count)
    }

    /// Searches one node until its numbers reach a threshold.
    fn visit(&mut self, s: &State, key: u64, limit_pn: u32, limit_dn: u32) -> Outcome {
        let shared = self.shared;
        let table = shared.table;
        let ply = self.path.len();
        if ply >= DEEPEST {
            return Outcome { pn: INF, dn: 0, lean: TOO_DEEP, width: ALL };
        }
        let start = self.nodes + shared.nodes.load(Relaxed);
        self.expansions += 1;
        if self.expansions & 0xfff == 0 {
            self.flush();
        }
        let mut children = [NO_CHILD; 32];
        let count = match self.expand(s, &mut children) {
            Ok(count) => count,
            Err(point) => {
                let (pn, dn) = if s.prover_to_move { (0, INF) } else { (INF, 0) };
                table.put(key, Known { pn, dn, effort: 0, best: if dn == 0 { ALL } else { point } });
                return Outcome { pn, dn, lean: FREE, width: ALL };
            }
        };
        let mut count = count;
        for c in children[..count].iter_mut() {
            if c.pn == 0 || c.dn == 0 {
                continue;
            }
            if let Some(known) = table.get(c.key) {
                self.adopt(c, known);
            }
            if c.pn != 0 && c.dn != 0 {
                if let Some(at) = self.ancestor(c.key) {
                    (c.pn, c.dn, c.lean) = (INF, 0, 1 << at);
                } else if let Some(lean) = self.recall(c.key) {
                    self.leaned[3] += 1;
                    (c.pn, c.dn, c.lean) = (INF, 0, lean);
                }
            }
        }
        let mut left_out = false;
        let width = shared.tuning.width as usize;
        if s.prover_to_move && count > width {
            // decided children cost nothing; of the others only the most promising stay
            children[..count].sort_by(|a, b| {
                let rank = |c: &Child| if c.pn == 0 { f32::MAX } else if c.dn == 0 && c.width == ALL { f32::MIN } else { c.logit };
                rank(b).total_cmp(&rank(a))
            });
            let open = children[..count].iter().filter(|c| c.dn != 0 || c.width != ALL).count();
            if open > width {
                count = width;
                left_out = true;
            }
        }
        let children = &mut children[..count];
        self.path.push(key);
        self.on_path[slot(key) & (PATH - 1)] += 1;
        shared.busy[slot(key) & (BUSY - 1)].fetch_add(1, Relaxed);
        let mut out;
        let mut best;
        loop {
            let pick;
            (out, pick) = self.summarise(s.prover_to_move, children);
            best = pick.map_or(31, |p| children[p.at].point);
            if out.pn >= limit_pn || out.dn >= limit_dn || out.pn == 0 || out.dn == 0 || shared.stop.load(Relaxed) {
                break;
            }
            let Some(pick) = pick else { break };
            let c = &mut children[pick.at];
            if let Some(known) = table.get(c.key) {
                let before = (c.pn, c.dn);
                if known.dn != 0 || known.best >= shared.tuning.width {
                    self.adopt(c, known);
                }
                if before != (c.pn, c.dn) {
                    continue;
                }
            }
            let grow = |x: u32| x.saturating_add(x * shared.tuning.epsilon / 16 + 1).min(MOST);
            let (child_pn, child_dn) = if s.prover_to_move {
                (limit_pn.min(grow(pick.second)), (limit_dn - out.dn).saturating_add(c.dn).min(INF))
            } else {
                ((limit_pn - out.pn).saturating_add(c.pn).min(INF), limit_dn.min(grow(pick.second)))
            };
            let (state, child_key) = (c.state, c.key);
            let result = self.visit(&state, child_key, child_pn.max(children[pick.at].pn + 1), child_dn.max(children[pick.at].dn + 1));
            let c = &mut children[pick.at];
            (c.pn, c.dn, c.lean, c.width) = (result.pn, result.dn, result.lean, result.width);
        }
        self.path.pop();
        self.on_path[slot(key) & (PATH - 1)] -= 1;
        shared.busy[slot(key) & (BUSY - 1)].fetch_sub(1, Relaxed);
        // a repetition of this very node is resolved here
        out.lean &= !(1 << ply);
        if left_out {
            out.width = out.width.min(shared.tuning.width);
        }
        if out.dn == 0 {
            best = out.width;
        }
        let work = (self.nodes + shared.nodes.load(Relaxed)).saturating_sub(start) + 1;
        let leaning = out.dn == 0 && out.lean != FREE && shared.tuning.complete;
        if shared.tuning.rate > 0 && (out.pn == 0 || out.dn == 0) {
            shared.guess.learn(s, out.pn == 0);
        }
        if leaning {
            self.remember(key, out.lean);
            let known = Known { pn: shared.tuning.soft.min(MOST), dn: 1, effort: (work.ilog2() * 3).min(127) as u8, best };
            if shared.tuning.soft > 0 {
                table.put(key, known);
            }
        } else {
            table.put(key, Known { pn: out.pn, dn: out.dn, effort: (work.ilog2() * 3).min(127) as u8, best });
        }
        out
    }

    /// Numbers of a node from its children, and the child to search next.
    #[inline(always)]
    fn summarise(&self, prover_to_move: bool, children: &[Child]) -> (Outcome, Option<Pick>) {
        let share = self.shared.tuning.share as u64;
        let mut least = INF;
        let (mut effective, mut second) = (u32::MAX, u32::MAX);
        let mut at = None;
        let (mut sum, mut most) = (0u64, 0u32);
        let mut all = true;
        let mut lean_all = FREE;
        let mut lean_one = FREE;
        let (mut width_all, mut width_one) = (ALL, 0);
        let mut exact_one = false;
        for (i, c) in children.iter().enumerate() {
            let (own, opp) = if prover_to_move { (c.pn, c.dn) } else { (c.dn, c.pn) };
            if opp == 0 {
                lean_all |= c.lean;
                width_all = width_all.min(c.width);
                continue;
            }
            all = false;
            if own == 0 {
                // this child decides the node for its mover
                if c.lean == FREE {
                    width_one = if exact_one { width_one.max(c.width) } else { c.width };
                    exact_one = true;
                } else if exact_one {
                } else if lean_one == FREE || c.lean.leading_zeros() < lean_one.leading_zeros() {
                    // the latest ancestor is the one resolved soonest
                    lean_one = c.lean;
                    width_one = c.width;
                }
                least = 0;
                continue;
            }
            least = least.min(own);
            sum += opp as u64;
            most = most.max(opp);
            let busy = self.shared.busy[slot(c.key) & (BUSY - 1)].load(Relaxed) as u32;
            let e = own.saturating_add(busy * (own / 2 + 1));
            if e < effective {
                second = effective;
                effective = e;
                at = Some(i);
            } else if e < second {
                second = e;
            }
        }
        let (own, opp, lean, width) = if least == 0 {
            (0, INF, if exact_one { FREE } else { lean_one }, width_one)
        } else if all {
            (INF, 0, lean_all, width_all)
        } else {
            let rest = (sum - most as u64) * share / 16;
            (least.min(MOST), (most as u64 + rest).min(MOST as u64) as u32, FREE, ALL)
        };
        let (pn, dn) = if prover_to_move { (own, opp) } else { (opp, own) };
        (Outcome { pn, dn, lean, width }, at.map(|at| Pick { at, second: second.min(MOST) }))
    }
}

#[derive(Clone, Copy)]
struct Pick {
    at: usize,
    second: u32,
}
