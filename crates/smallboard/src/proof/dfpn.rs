//! Depth-first proof-number search on the position graph, by any number of threads over one table.
//!
//! Cycles: a state that is already on the path is a failure of the prover, for this path only. Such a verdict is never
//! stored as a disproof; it is remembered together with the ancestors it leans on and used again only below them. Proofs contain finite wins
//! alone and hold everywhere, and so do the disproofs that lean on nothing: both verdicts of the root are exact.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use super::distance::Distance;
use super::estimate::Estimate;
use super::goal::{Goal, State};
use super::lookahead::Lookahead;
use super::shapes::Shapes;
use super::statics::{StaticRule, Verdict, judge, judge_near};
use super::table::{INF, MOST, ProofNumbers, Table, rounded};
use crate::geometry::points;
use crate::stones::{NO_KO, play};

/// Knobs of the search; none of them can make a verdict wrong.
#[derive(Debug, Clone, Copy)]
pub struct Tuning {
    /// Thresholds grow by `epsilon / 16` beyond the second-best child.
    pub epsilon: u32,
    /// First proof number: sixteenths per point out of touch with the prover's stones.
    pub loose_pn: u32,
    /// First disproof number: sixteenths per point in touch with the prover's stones.
    pub touched_dn: u32,
}
impl Default for Tuning {
    fn default() -> Self {
        // measured on 3x5 and 3x6: docs/lab/small-boards.md
        Tuning { epsilon: 2, loose_pn: 32, touched_dn: 8 }
    }
}

/// [`Tuning::epsilon`] where first numbers are estimates of whole subtrees.
const DEEP_EPSILON: u64 = 8;

const BUSY: usize = 1 << 16;
const PATH: usize = 1 << 12;
/// Set of plies of the current path (bit 127: "too deep", never resolved).
type Plies = u128;
/// No repetition involved.
const FREE: Plies = 0;
/// Deepest ply searched; beyond it the prover has failed, for this path only.
const DEEPEST: usize = 120;
const TOO_DEEP: Plies = 1 << 127;
/// Ancestors a remembered conditional disproof may lean on.
const LEANS: usize = 3;

/// A disproof that holds while all of `on` are ancestors.
#[derive(Clone, Copy, Default)]
struct Conditional {
    key: u64,
    on: [u64; LEANS],
}

/// A try of at most this many positions is a short one.
const SHORT: u64 = 100_000;

/// What the threads of one search share.
pub struct Shared<'a> {
    pub goal: &'a Goal,
    pub rule: StaticRule,
    pub table: &'a Table,
    pub tuning: Tuning,
    pub stop: &'a AtomicBool,
    /// Positions made and judged.
    pub nodes: AtomicU64,
    /// Positions expanded.
    pub expansions: AtomicU64,
    /// See [`super::estimate::Scale::share`].
    share: u64,
    distance: Option<Arc<Distance>>,
    estimate: Option<Estimate<'a>>,
    /// How many threads are below a position, by hash: they keep out of each other's way.
    busy: Vec<AtomicU8>,
}

impl<'a> Shared<'a> {
    pub fn new(goal: &'a Goal, rule: StaticRule, table: &'a Table, tuning: Tuning, stop: &'a AtomicBool) -> Self {
        Self::guided(goal, rule, table, tuning, stop, None)
    }

    /// With learned shapes for the first numbers.
    pub fn guided(
        goal: &'a Goal,
        rule: StaticRule,
        table: &'a Table,
        tuning: Tuning,
        stop: &'a AtomicBool,
        shapes: Option<&'a Shapes>,
    ) -> Self {
        let mut busy = Vec::new();
        busy.resize_with(BUSY, AtomicU8::default);
        let distance = if goal.wants_everything() { Distance::shared(&goal.geometry, stop) } else { None };
        let estimate = goal.wants_everything().then(|| Estimate::new(shapes));
        let (nodes, expansions) = (AtomicU64::new(0), AtomicU64::new(0));
        let share = estimate.as_ref().map_or(16, |e| e.scale.share);
        Shared { goal, rule, table, tuning, stop, nodes, expansions, share, distance, estimate, busy }
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
    point: u8,
}

const NO_CHILD: Child = Child {
    key: 0,
    state: State { prover: 0, other: 0, ko: NO_KO, prover_to_move: false },
    pn: 1,
    dn: 1,
    lean: FREE,
    point: 31,
};

/// Numbers of a searched node.
#[derive(Clone, Copy)]
struct Numbers {
    pn: u32,
    dn: u32,
    lean: Plies,
}

/// The child to search next, and how good the runner-up is.
#[derive(Clone, Copy)]
struct Pick {
    at: usize,
    second: u32,
}

/// One thread of a search.
pub struct Searcher<'a> {
    shared: &'a Shared<'a>,
    path: Vec<u64>,
    on_path: Vec<u8>,
    conditional: Vec<Conditional>,
    /// Give up after this many positions.
    limit: u64,
    nodes_ever: u64,
    nodes: u64,
    expansions: u64,
}

#[inline(always)]
fn slot(key: u64) -> usize {
    (key.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40) as usize
}

impl<'a> Searcher<'a> {
    pub fn new(shared: &'a Shared<'a>, limit: u64) -> Self {
        // conditional disproofs are rare; small boards and short tries need little room for them
        let bits = if limit <= SHORT { 10 } else { (shared.goal.geometry.n as u32).clamp(10, 20) };
        Searcher {
            shared,
            path: Vec::new(),
            on_path: vec![0; PATH],
            conditional: gosedai_memory::filled(Conditional::default(), 1 << bits),
            limit,
            nodes_ever: 0,
            nodes: 0,
            expansions: 0,
        }
    }

    /// Positions made by this searcher so far.
    pub fn spent(&self) -> u64 {
        self.nodes_ever
    }

    /// Searches `root` until it is decided (`Some`) or the search is stopped.
    pub fn solve(&mut self, root: State) -> Option<bool> {
        match judge(self.shared.goal, self.shared.rule.dead, &root) {
            Verdict::Proven => return Some(true),
            Verdict::Disproven => return Some(false),
            Verdict::Open => {}
        }
        let key = root.key(&self.shared.goal.geometry);
        loop {
            let out = self.visit(&root, key, INF, INF);
            self.flush();
            if self.stopped() && out.pn != 0 && out.dn != 0 {
                return None;
            }
            if out.pn == 0 {
                return Some(true);
            }
            if out.dn == 0 {
                return (out.lean == FREE).then_some(false);
            }
        }
    }

    #[inline(always)]
    fn stopped(&self) -> bool {
        self.nodes_ever >= self.limit || self.shared.stop.load(Relaxed)
    }

    fn flush(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        self.shared.expansions.fetch_add(std::mem::take(&mut self.expansions), Relaxed);
    }

    /// The ply of the ancestor equal to `key`, if any.
    #[inline(always)]
    fn ancestor(&self, key: u64) -> Option<usize> {
        if self.on_path[slot(key) & (PATH - 1)] == 0 {
            return None;
        }
        self.path.iter().position(|&k| k == key)
    }

    /// A conditional disproof of `key` that holds on the current path.
    #[inline(always)]
    fn recall(&self, key: u64) -> Option<Plies> {
        let c = &self.conditional[slot(key) & (self.conditional.len() - 1)];
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
        if lean.count_ones() as usize > LEANS || lean & TOO_DEEP != 0 {
            return;
        }
        let mut c = Conditional { key, on: [0; LEANS] };
        let mut rest = lean;
        for on in &mut c.on {
            if rest != 0 {
                *on = self.path[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        let at = slot(key) & (self.conditional.len() - 1);
        self.conditional[at] = c;
    }

    /// Stones the prover still needs for a finished pattern (0 where that is not known).
    #[inline(always)]
    fn missing(&self, s: &State) -> u32 {
        self.shared.distance.as_ref().map_or(0, |d| d.of(s.prover))
    }

    /// First numbers for a board that has not been searched yet.
    #[inline(always)]
    fn guess(&self, s: &State, missing: u32) -> (u32, u32) {
        let g = &self.shared.goal.geometry;
        if let Some(estimate) = &self.shared.estimate {
            return estimate.numbers(g, s, missing);
        }
        // points the prover does not touch are where the opponent may live
        let t = &self.shared.tuning;
        let loose = (g.full & !s.prover & !g.spread(s.prover)).count_ones();
        let pn = 1 + loose * t.loose_pn / 16;
        (pn, 1 + (g.n as u32 - loose) * t.touched_dn / 16)
    }

    /// Fills `children` with the positions after every move, asking for their lines of the table; returns their number.
    fn expand(&mut self, s: &State, children: &mut [Child; 32]) -> usize {
        let shared = self.shared;
        let g = &shared.goal.geometry;
        let (own, opp) = if s.prover_to_move { (s.prover, s.other) } else { (s.other, s.prover) };
        let mut count = 0;
        for p in points(g.full & !(own | opp)) {
            if p as u8 == s.ko {
                continue;
            }
            let Some(played) = play(g, own, opp, p) else {
                continue;
            };
            let (prover, other) = if s.prover_to_move { (played.own, played.opp) } else { (played.opp, played.own) };
            let state = State { prover, other, ko: played.ko, prover_to_move: !s.prover_to_move };
            let key = state.key(g);
            shared.table.prefetch(key);
            children[count] = Child { key, state, point: p as u8, ..NO_CHILD };
            count += 1;
        }
        if shared.goal.satisfied(s.prover, s.other) == s.prover_to_move {
            let state = s.after_pass();
            children[count] = Child { key: state.key(g), state, ..NO_CHILD };
            count += 1;
        }
        self.nodes += count as u64;
        self.nodes_ever += count as u64;
        count
    }

    /// Numbers for the children: what the table, the path and remembered conditional disproofs know, else the static tests, else a first
    /// guess. Returns how many are still of interest, or the point that decides the node for the side to move.
    fn consult(&mut self, prover_to_move: bool, children: &mut [Child]) -> Result<usize, u8> {
        let shared = self.shared;
        let mut kept = 0;
        for i in 0..children.len() {
            let mut c = children[i];
            if let Some(known) = shared.table.get(c.key) {
                (c.pn, c.dn) = (known.pn, known.dn);
            } else {
                let missing = self.missing(&c.state);
                match judge_near(shared.goal, shared.rule.dead, &c.state, missing == 0) {
                    Verdict::Open => {}
                    Verdict::Proven if prover_to_move => return Err(c.point),
                    Verdict::Disproven if !prover_to_move => return Err(c.point),
                    // a child decided for the other side says nothing about the best of the rest
                    _ => continue,
                }
                if missing <= 1 && shared.distance.is_some() {
                    let (goal, rule, distance) = (shared.goal, shared.rule, shared.distance.as_deref());
                    let mut ahead = Lookahead { goal, rule, distance, nodes: 0 };
                    let won = if prover_to_move {
                        ahead.wins_after_any_reply(&c.state)
                    } else {
                        ahead.wins_at_once(&c.state)
                    };
                    self.nodes += ahead.nodes;
                    self.nodes_ever += ahead.nodes;
                    match won {
                        true if prover_to_move => return Err(c.point),
                        true => continue,
                        false => {}
                    }
                }
                (c.pn, c.dn) = self.guess(&c.state, missing);
            }
            if c.pn != 0 && c.dn != 0 {
                if let Some(at) = self.ancestor(c.key) {
                    (c.pn, c.dn, c.lean) = (INF, 0, 1 << at);
                } else if let Some(lean) = self.recall(c.key) {
                    (c.pn, c.dn, c.lean) = (INF, 0, lean);
                }
            }
            children[kept] = c;
            kept += 1;
        }
        Ok(kept)
    }

    /// Searches one node until its numbers reach a threshold.
    fn visit(&mut self, s: &State, key: u64, limit_pn: u32, limit_dn: u32) -> Numbers {
        let shared = self.shared;
        let table = shared.table;
        let ply = self.path.len();
        if ply >= DEEPEST {
            return Numbers { pn: INF, dn: 0, lean: TOO_DEEP };
        }
        let start = self.expansions + shared.expansions.load(Relaxed);
        self.expansions += 1;
        if self.expansions >= 4096 {
            self.flush();
        }
        let mut children = [NO_CHILD; 32];
        let made = self.expand(s, &mut children);
        let count = match self.consult(s.prover_to_move, &mut children[..made]) {
            Ok(count) => count,
            Err(point) => {
                let (pn, dn) = if s.prover_to_move { (0, INF) } else { (INF, 0) };
                table.put(key, ProofNumbers { pn, dn, effort: 0, best: point });
                return Numbers { pn, dn, lean: FREE };
            }
        };
        let children = &mut children[..count];
        self.path.push(key);
        self.on_path[slot(key) & (PATH - 1)] += 1;
        shared.busy[slot(key) & (BUSY - 1)].fetch_add(1, Relaxed);
        let epsilon = if shared.estimate.is_some() { DEEP_EPSILON } else { shared.tuning.epsilon as u64 };
        let mut out;
        let mut best;
        loop {
            let pick;
            (out, pick) = self.summarise(s.prover_to_move, children);
            best = pick.map_or(31, |p| children[p.at].point);
            if out.pn >= limit_pn || out.dn >= limit_dn || out.pn == 0 || out.dn == 0 || self.stopped() {
                break;
            }
            let Some(pick) = pick else { break };
            let c = &mut children[pick.at];
            if let Some(known) = table.get(c.key) {
                // another thread or a transposition has news
                if (known.pn, known.dn) != (c.pn, c.dn) {
                    (c.pn, c.dn) = (known.pn, known.dn);
                    continue;
                }
            }
            let grow = |x: u32| (x as u64 + x as u64 * epsilon / 16 + 1).min(MOST as u64) as u32;
            let (child_pn, child_dn) = if s.prover_to_move {
                (limit_pn.min(grow(pick.second)), (limit_dn - out.dn).saturating_add(c.dn))
            } else {
                ((limit_pn - out.pn).saturating_add(c.pn), limit_dn.min(grow(pick.second)))
            };
            let (state, child_key, pn, dn) = (c.state, c.key, c.pn, c.dn);
            let result = self.visit(&state, child_key, child_pn.max(pn + 1), child_dn.max(dn + 1));
            let c = &mut children[pick.at];
            (c.pn, c.dn, c.lean) = (result.pn, result.dn, result.lean);
        }
        self.path.pop();
        self.on_path[slot(key) & (PATH - 1)] -= 1;
        shared.busy[slot(key) & (BUSY - 1)].fetch_sub(1, Relaxed);
        // a repetition of this very node is resolved here
        out.lean &= !(1 << ply);
        let work = (self.expansions + shared.expansions.load(Relaxed)).saturating_sub(start) + 1;
        if out.dn == 0 && out.lean != FREE {
            self.remember(key, out.lean);
        } else {
            let effort = (work.ilog2() * 3).min(127) as u8;
            table.put(key, ProofNumbers { pn: out.pn, dn: out.dn, effort, best });
        }
        out
    }

    /// Numbers of a node from its children, and the child to search next.
    #[inline(always)]
    fn summarise(&self, prover_to_move: bool, children: &[Child]) -> (Numbers, Option<Pick>) {
        let mut least = INF;
        let (mut effective, mut second) = (u32::MAX, u32::MAX);
        let mut at = None;
        let (mut sum, mut largest) = (0u64, 0u64);
        let mut all_lost = true;
        let (mut lean_all, mut lean_one, mut free_one) = (FREE, FREE, false);
        for (i, c) in children.iter().enumerate() {
            let (own, opp) = if prover_to_move { (c.pn, c.dn) } else { (c.dn, c.pn) };
            if opp == 0 {
                lean_all |= c.lean;
                continue;
            }
            all_lost = false;
            if own == 0 {
                // this child decides the node for its mover; prefer one that leans on nothing, then on late ancestors
                free_one |= c.lean == FREE;
                if lean_one == FREE || c.lean.leading_zeros() < lean_one.leading_zeros() {
                    lean_one = c.lean;
                }
                least = 0;
                continue;
            }
            least = least.min(own);
            sum += opp as u64;
            largest = largest.max(opp as u64);
            let busy = self.shared.busy[slot(c.key) & (BUSY - 1)].load(Relaxed) as u32;
            let e = own.saturating_add(busy.saturating_mul(own / 2 + 1));
            if e < effective {
                second = effective;
                effective = e;
                at = Some(i);
            } else if e < second {
                second = e;
            }
        }
        let (own, opp, lean) = if least == 0 {
            (0, INF, if free_one { FREE } else { lean_one })
        } else if all_lost {
            (INF, 0, lean_all)
        } else {
            let sum = largest + (sum - largest) * self.shared.share / 16;
            (least.min(MOST), rounded(sum.min(MOST as u64) as u32), FREE)
        };
        let (pn, dn) = if prover_to_move { (own, opp) } else { (opp, own) };
        (Numbers { pn, dn, lean }, at.map(|at| Pick { at, second: second.min(MOST) }))
    }
}
