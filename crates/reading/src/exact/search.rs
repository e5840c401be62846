//! Depth-first proof-number search for the question "is the target captured?", with relevance zones.
//!
//! Every solved position carries a zone: the winner's strategy works on every board that agrees with this one inside it, so a
//! move of the loser outside the zone of a lost *pass* is lost too. That leaves few moves to refute, and nothing is cut by
//! judgement: candidate scores only order the moves.
//!
//! Repetition settles for one side (see [`Aim`]). A position therefore has one value whatever its history; only a result that
//! was found by repeating an ancestor is tied to the path it was found on.

mod lost;

use gosedai_board::zobrist::{WHITE_TO_PLAY, splitmix64};

use super::bits::Bits;
use super::field::{Field, NOWHERE, Side, State};
use super::known::{Child, Known, winning, won_by};
use super::memory::{Known as Guide, Trail};
use super::patterns::Patterns;
use super::question::{Aim, Kos};
use super::shape::Sight;
use super::table::{Entry, FREE, INFINITE, KO, SHARED, Table};
use crate::budget::{Budget, Stop};

/// How a position was reached.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Way {
    #[default]
    Move,
    Pass,
    /// By retaking a ko at once, for which a threat is needed.
    Threat,
}

/// A position that was solved on the way, and what it took.
pub struct Solved<const N: usize> {
    pub state: State<N>,
    pub to_play: Side,
    pub winner: Side,
    /// The move that wins it, if its mover does.
    pub best: u16,
    pub work: u64,
}

/// One search on one field.
pub struct Search<'a, const N: usize> {
    pub field: &'a Field<N>,
    pub table: Table<N>,
    budget: &'a Budget,
    kos: Kos,
    aim: Aim,
    salt: u64,
    path: Vec<u64>,
    /// How many ancestors have keys with these bits: most positions are no repetition, and this tells so at once.
    marks: Box<[u16; MARKS]>,
    /// Which of them were reached by retaking a ko at the price of a threat.
    threats: Vec<bool>,
    /// The ancestors in their order.
    path_sum: u64,
    pub nodes: u64,
    patterns: Patterns<N>,
    /// The same question in a smaller ground, searched before.
    pub(super) guide: Option<&'a dyn Guide>,
    /// Every position solved, if that is wanted.
    pub solved: Option<Vec<Solved<N>>>,
}

/// Children looked at closely as soon as they are made.
const EAGER: usize = 6;
const DEEPEST: usize = 300;
const MARKS: usize = 1024;

fn mark(key: u64) -> usize {
    (key >> 54) as usize % MARKS
}

/// A pass gets one part in this many of a position's work, while the opponent seems this near to profiting from it; and it
/// is looked at once if he seems less near than that.
const PROBE_SHARE: u64 = 24;
const PROBE_LIMIT: u32 = 20;
const PROBE_ONCE: u32 = 50;

/// First numbers where a smaller ground says who wins.
const LIKELY: u32 = 4;
const UNLIKELY: u32 = 300;

impl<'a, const N: usize> Search<'a, N> {
    pub fn new(field: &'a Field<N>, budget: &'a Budget) -> Self {
        Search {
            field,
            table: Table::new(budget.memory / 2),
            budget,
            kos: Kos::Nobody,
            aim: Aim::Capture,
            salt: 0,
            path: Vec::new(),
            marks: Box::new([0; MARKS]),
            threats: Vec::new(),
            path_sum: 0,
            nodes: 0,
            patterns: Patterns::default(),
            guide: None,
            solved: None,
        }
    }

    /// Goes on with what an earlier search in the same field has found.
    pub(super) fn resume(&mut self, trail: Trail<N>) {
        (self.table, self.patterns) = (trail.table, trail.patterns);
        self.turn_to(trail.question.0, trail.question.1);
    }

    pub(super) fn into_trail(self) -> Trail<N> {
        Trail { table: self.table, patterns: self.patterns, question: (self.kos, self.aim) }
    }

    /// Decides the position under a rule about kos: `kill` is 0 where the attacker has his way, `live` where the defender.
    pub fn solve(&mut self, state: &State<N>, to_play: Side, kos: Kos, aim: Aim) -> Result<Known<N>, Stop> {
        self.turn_to(kos, aim);
        let mut state = *state;
        self.settle_ban(&mut state, to_play);
        if let Some(known) = self.sight(&state, to_play, Bits::NONE) {
            return Ok(known);
        }
        let key = self.key(&state, to_play, false);
        if let Some(e) = self.table.get(key)
            && e.is_solved()
            && e.rests == FREE
        {
            return Ok(e.known());
        }
        self.mid(&state, to_play, key, INFINITE, INFINITE, Way::default())
    }

    /// A defender who wins the kos has threats enough for any of them, but nobody has threats for ever: where he has to find
    /// one again and again only to stay on the board he is captured in the end.
    fn threats_run_out(&self) -> bool {
        self.kos == Kos::Defender && self.aim == Aim::Capture
    }

    /// Lifts a ban that makes no difference. Who wins every ko retakes at once, so that a single ko is of no use to the other
    /// side, ban or not: he is never let take it. With two kos to take in turn he goes on for ever, if that serves him.
    fn settle_ban(&self, state: &mut State<N>, to_play: Side) {
        if self.kos != Kos::Nobody
            && !self.threats_run_out()
            && state.ko != NOWHERE
            && !(self.kos.bars(to_play)
                && to_play == self.aim.patient()
                && self.field.ko_takes(state, to_play).count() > 1)
        {
            state.ko = NOWHERE;
        }
    }

    /// The first move and the numbers that an unfinished search has come to.
    pub fn leaning(&self, state: &State<N>, to_play: Side) -> Option<&Entry<N>> {
        self.table.get(self.key(state, to_play, false))
    }

    /// Sets the question that positions are looked up under.
    fn turn_to(&mut self, kos: Kos, aim: Aim) {
        if self.salt != 0 && (self.kos, self.aim) != (kos, aim) {
            self.patterns.clear();
        }
        (self.kos, self.aim) = (kos, aim);
        self.salt = splitmix64(kos as u64 + 77 + 5 * aim as u64).1;
    }

    /// The line of best play in a question searched before: the winner's move, the loser's longest resistance.
    pub fn line(&mut self, state: &State<N>, to_play: Side, kos: Kos, aim: Aim) -> Vec<u16> {
        self.turn_to(kos, aim);
        let (mut state, mut to_play) = (*state, to_play);
        self.settle_ban(&mut state, to_play);
        let mut line = Vec::new();
        let mut seen = Vec::new();
        while line.len() < 60 {
            let key = self.key(&state, to_play, false);
            let Some(entry) = self.table.get(key).filter(|_| !seen.contains(&key)) else { break };
            if entry.best == NOWHERE {
                break;
            }
            seen.push(key);
            let Some((mut after, _)) = self.field.play(&state, entry.best as usize, to_play) else { break };
            self.settle_ban(&mut after, to_play.other());
            line.push(entry.best);
            state = after;
            to_play = to_play.other();
        }
        line
    }

    pub fn key(&self, state: &State<N>, to_play: Side, passed: bool) -> u64 {
        self.key_with(state.hash, state, to_play, passed)
    }

    fn key_with(&self, hash: u64, state: &State<N>, to_play: Side, passed: bool) -> u64 {
        let mut key = hash ^ self.salt;
        if to_play == Side::Defender {
            key ^= WHITE_TO_PLAY;
        }
        // who has to force something never gains by passing: his turn after a pass is his turn
        if passed && to_play == self.aim.patient() {
            key ^= 0x5a5a_1234_9876_a5a5;
        }
        if state.ko != NOWHERE {
            key ^= splitmix64(self.field.points[state.ko as usize].index() as u64 + 1000).1;
        }
        key
    }

    /// A position decided without search, with its zone.
    /// `walls` are some of the attacker's stones that cannot be captured.
    fn sight(&self, state: &State<N>, to_play: Side, walls: Bits<N>) -> Option<Known<N>> {
        // what was taken by ko is not gone while its owner may retake it
        if state.ko != NOWHERE && self.threats_run_out() && self.kos == Kos::of(to_play) {
            return None;
        }
        let (winner, zone) = match self.field.see(state, walls, self.kos == Kos::Defender && !self.threats_run_out()) {
            Sight::Killed(zone) => (Side::Attacker, zone),
            Sight::Lives(zone) => (Side::Defender, zone),
            Sight::Open => return None,
        };
        let zone = self.field.dilate(state, zone, winner);
        Some(won_by(winner, zone, 0, FREE, NOWHERE))
    }

    fn mid(
        &mut self,
        state: &State<N>,
        to_play: Side,
        key: u64,
        kill: u32,
        live: u32,
        way: Way,
    ) -> Result<Known<N>, Stop> {
        let passed = way == Way::Pass;
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(Stop::Nodes);
        }
        if self.nodes.is_multiple_of(128) && self.budget.is_over() {
            return Err(Stop::Cancelled);
        }
        if self.path.len() > DEEPEST {
            return Err(Stop::Nodes);
        }
        if self.table.get(key).is_none()
            && let Some(known) = self.recall(state, key, to_play)
        {
            self.store(key, &known, 1);
            return Ok(known);
        }
        let before = self.nodes;
        let outer_sum = self.path_sum;
        self.path.push(key);
        self.marks[mark(key)] += 1;
        self.threats.push(way == Way::Threat);
        self.path_sum = splitmix64(self.path_sum ^ key ^ u64::from(way == Way::Threat)).1;
        let found = self.expand(state, to_play, kill, live, passed);
        self.path.pop();
        self.marks[mark(key)] -= 1;
        self.threats.pop();
        self.path_sum = outer_sum;
        let mut known = found?;
        if known.rests as usize >= self.path.len() {
            known.rests = FREE;
        }
        let work = self.table.get(key).map_or(0, |e| e.work).max(1).saturating_add((self.nodes - before + 1) as u32);
        self.store(key, &known, work);
        if known.is_solved() && known.rests == FREE && state.ko == NOWHERE && !passed {
            let winner = if known.kill == 0 { Side::Attacker } else { Side::Defender };
            let immortal = self.field.immortal(state, winner);
            if let Some(solved) = &mut self.solved {
                solved.push(Solved { state: *state, to_play, winner, best: known.best, work: self.nodes - before });
            }
            self.patterns.learn(state, to_play, winner, known.zone, immortal, known.flags);
        }
        Ok(known)
    }

    fn store(&mut self, key: u64, known: &Known<N>, work: u32) {
        self.table.put(Entry {
            key,
            path: self.path_sum,
            kill: known.kill,
            live: known.live,
            work,
            best: known.best,
            rests: known.rests,
            flags: known.flags,
            zone: known.zone,
        });
    }

    fn expand(
        &mut self,
        state: &State<N>,
        to_play: Side,
        limit_kill: u32,
        limit_live: u32,
        passed: bool,
    ) -> Result<Known<N>, Stop> {
        let mut barred = Bits::NONE;
        let mut children = self.children(state, to_play, passed, &mut barred);
        let (mine_limit, other_limit) =
            if to_play == Side::Attacker { (limit_kill, limit_live) } else { (limit_live, limit_kill) };
        let other = to_play.other();
        let mut fresh_loss = true;
        let mut must = self.field.inside;
        let work_before = self.path.last().and_then(|&key| self.table.get(key)).map_or(0, |e| e.work) as u64;
        let started = self.nodes - work_before.min(self.nodes);
        loop {
            if let Some(won) = winning(&children, to_play) {
                let child = &children[won];
                let mut zone = child.known.zone;
                if child.cell != NOWHERE {
                    zone.insert(child.cell as usize);
                    zone = self.field.dilate(&child.state, zone, to_play);
                }
                zone = self.field.dilate(state, zone, to_play);
                let flags = child.known.flags | if child.is_threat { KO } else { 0 };
                return Ok(won_by(to_play, zone, flags, child.known.rests, child.cell));
            }
            if fresh_loss && let Some((zone, flags, rests)) = self.lost(state, to_play, &children, barred, &mut must) {
                let best = self.stubborn(&children, must);
                return Ok(won_by(other, zone, flags, rests, best));
            }
            let (mut best, mut least, mut second, mut most, mut open) = (usize::MAX, INFINITE, INFINITE, 0u32, 0u32);
            let mut pass = None;
            let mut total = 0u32;
            for (i, child) in children.iter().enumerate() {
                let theirs = child.known.of(other);
                if theirs == 0 {
                    continue;
                }
                if child.cell == NOWHERE {
                    pass = Some(i);
                    if child.is_probe {
                        continue;
                    }
                } else if !must.has(child.cell as usize) {
                    continue;
                }
                open += 1;
                most = most.max(theirs);
                total = (total + theirs).min(INFINITE);
                let mine = child.known.of(to_play);
                if mine < least {
                    second = least;
                    least = mine;
                    best = i;
                } else if mine < second {
                    second = mine;
                }
            }
            if best == usize::MAX {
                // everything but the probe is lost: the probe decides how far
                match pass {
                    Some(at) => best = at,
                    None => return Err(Stop::Memory),
                }
                (least, most, open) = (1, children[best].known.of(other), 1);
                total = most;
            }
            // between the hardest and the sum of all: most of them fall by the same answers
            let theirs = (most + (total - most) / 2 + open - 1).min(INFINITE - 1);
            if least >= mine_limit || theirs >= other_limit {
                let (kill, live) = if to_play == Side::Attacker { (least, theirs) } else { (theirs, least) };
                let mut known = Known::open(kill, live);
                known.best = children[best].cell;
                return Ok(known);
            }
            // a pass that loses soon tells where to look
            let (at, mine_child, other_child) = match pass {
                Some(at) if self.is_worth_probing(&children[at], started, other) => {
                    let now = children[at].known;
                    (at, now.of(to_play).saturating_add(2), now.of(other).saturating_add(2))
                }
                _ => {
                    let mine = mine_limit.min(second.saturating_add(1 + second / 4)).max(least + 1);
                    let now = children[best].known.of(other);
                    (best, mine, other_limit.saturating_sub(open - 1).max(now + 1))
                }
            };
            let (kill, live) =
                if to_play == Side::Attacker { (mine_child, other_child) } else { (other_child, mine_child) };
            let (next, key) = (children[at].state, children[at].key);
            let is_threat = children[at].is_threat;
            let is_pass = children[at].is_probe || (children[at].cell == NOWHERE && to_play == self.aim.patient());
            let way = if is_pass {
                Way::Pass
            } else if is_threat {
                Way::Threat
            } else {
                Way::Move
            };
            let known = match self.look(&next, other, key, is_threat, true) {
                // met in the meantime on another way
                Some(known) if known.is_solved() => known,
                _ => self.mid(&next, other, key, kill, live, way)?,
            };
            fresh_loss = known.of(other) == 0;
            children[at].known = known;
        }
    }

    /// Is it time to see whether passing loses? Once at first, then with a share of the work while it seems to.
    fn is_worth_probing(&self, pass: &Child<N>, started: u64, other: Side) -> bool {
        let spent = self.table.get(pass.key).map_or(0, |e| e.work.saturating_sub(1)) as u64;
        let near = pass.known.of(other);
        !pass.known.is_solved()
            && (spent == 0 && near <= PROBE_ONCE || spent * PROBE_SHARE < self.nodes - started && near <= PROBE_LIMIT)
    }

    /// All moves of a position with what is known of them. Moves that a ko rule forbids are noted.
    fn children(&mut self, state: &State<N>, to_play: Side, passed: bool, barred: &mut Bits<N>) -> Vec<Child<N>> {
        let other = to_play.other();
        let mut children: Vec<Child<N>> = Vec::with_capacity(24);
        let outlook = self.field.outlook(state, other, self.kos);
        if !passed {
            let mut after = *state;
            after.ko = NOWHERE;
            // passing serves who has to force something only to have a ban lifted
            let is_probe = to_play != self.aim.patient() && state.ko == NOWHERE;
            let key = self.key(&after, other, is_probe);
            let changed = Bits::NONE;
            let known = self
                .look(&after, other, key, false, true)
                .unwrap_or_else(|| self.guess(&after, other, is_probe, outlook.sum));
            let is_threat = false;
            children.push(Child {
                cell: NOWHERE,
                key,
                state: after,
                known,
                is_probe,
                changed,
                is_fresh: false,
                is_threat,
            });
        }
        let pays = self.threats_run_out() && self.kos == Kos::of(to_play);
        let is_barred = self.kos.bars(to_play)
            && !self.threats_run_out()
            && (to_play != self.aim.patient() || self.field.ko_takes(state, to_play).count() < 2);
        for cell in self.field.empties(state).iter() {
            let is_threat = state.ko as usize == cell;
            if is_threat && !pays {
                barred.insert(cell);
                continue;
            }
            let Some((mut after, is_ko)) = self.field.play(state, cell, to_play) else { continue };
            if is_ko && is_barred {
                barred.insert(cell);
                continue;
            }
            self.settle_ban(&mut after, other);
            let key = self.key(&after, other, false);
            self.table.touch(key);
            let mut changed = Bits::of(cell);
            changed |= state.stones[other as usize].minus(after.stones[other as usize]);
            let cell = cell as u16;
            let known = Known::open(0, 0);
            let is_probe = false;
            children.push(Child { cell, key, state: after, known, is_probe, changed, is_fresh: true, is_threat });
        }
        let first = usize::from(!passed);
        for child in children[first..].iter_mut() {
            match self.look(&child.state, other, child.key, child.is_threat, false) {
                Some(known) => {
                    child.known = known;
                    child.is_fresh = false;
                    if known.of(to_play) == 0 && known.flags & (KO | SHARED) == 0 && known.rests == FREE {
                        return children;
                    }
                }
                None => {
                    let taken = child.changed.minus(Bits::of(child.cell as usize));
                    let cell = child.cell as usize;
                    let sum = self.field.outlook_after(&outlook, &child.state, cell, taken, to_play);
                    child.known = self.guess(&child.state, other, false, sum);
                }
            }
        }
        // at first the likeliest are looked at closely: one of them may be decided at once
        let is_first = self.path.last().is_none_or(|&key| self.table.get(key).is_none());
        for _ in 0..if is_first { EAGER } else { 0 } {
            let fresh = children[first..].iter_mut().filter(|c| c.is_fresh);
            let Some(child) = fresh.min_by_key(|c| c.known.of(to_play)) else { break };
            child.is_fresh = false;
            if let Some(known) = self.sight(&child.state, other, outlook.walls) {
                child.known = known;
                if known.of(to_play) == 0 {
                    break;
                }
            }
        }
        children
    }

    /// First numbers of a position: as in a smaller ground, if it was decided there, else from its shapes.
    fn guess(&self, state: &State<N>, to_play: Side, passed: bool, sum: i32) -> Known<N> {
        if let Some(guide) = self.guide {
            match guide.numbers(self.key_with(state.inner, state, to_play, passed)) {
                Some((0, _)) => return Known::open(LIKELY, UNLIKELY),
                Some((_, 0)) => return Known::open(UNLIKELY, LIKELY),
                _ => {}
            }
        }
        Known::guessed(sum)
    }

    /// What is known of a position without searching it; with `closely` also what can be seen in it.
    fn look(&self, state: &State<N>, to_play: Side, key: u64, is_threat: bool, closely: bool) -> Option<Known<N>> {
        if self.marks[mark(key)] > 0
            && let Some(depth) = self.path.iter().position(|&k| k == key)
        {
            let is_paid = is_threat || self.threats[depth + 1..].contains(&true);
            let winner = if is_paid { self.aim.patient().other() } else { self.aim.patient() };
            // the whole of what is repeated has to stay as it is
            return Some(won_by(winner, self.field.inside, KO | SHARED, depth as u16, NOWHERE));
        }
        if let Some(e) = self.table.get(key) {
            if e.is_solved() && e.rests != FREE && e.path != self.path_sum {
                return Some(Known::open(1, 1));
            }
            return Some(e.known());
        }
        // first glances are not kept: seeing again is cheaper than a larger table
        if closely { self.sight(state, to_play, Bits::NONE) } else { None }
    }

    /// A proof of another position that holds here, too.
    fn recall(&mut self, state: &State<N>, key: u64, to_play: Side) -> Option<Known<N>> {
        if state.ko != NOWHERE {
            return None;
        }
        for winner in [Side::Attacker, Side::Defender] {
            // after a pass of the attacker the defender has to move
            let may_pass = key == self.key(state, to_play, false);
            let immortal = self.field.immortal(state, winner);
            if let Some(found) = self.patterns.find(state, to_play, winner, immortal, may_pass) {
                let zone = self.field.dilate(state, found.zone, winner);
                return Some(won_by(winner, zone, found.flags, FREE, NOWHERE));
            }
        }
        None
    }
}
