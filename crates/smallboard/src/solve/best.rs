//! Exact values by proofs: which scores can each side force?

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::position::{Position, Step};
use super::{Answer, Note, Question, Resources, Winner};
use crate::error::SmallBoardError;
use crate::proof::line::play_out;
use crate::proof::run::prove_guided;
use crate::proof::shapes::Shapes;
use crate::proof::table::{INF, ProofNumbers};
use crate::proof::{Control, Goal, Limits, Moment, Outcome, Snapshot, State, StaticRule, Table};
use crate::stones::area_score;
use crate::tablebase::{Graph, MAX_TABLEBASE_POINTS, PassDifference};

/// Fills a fresh table; see [`Hooks::resume`].
pub type Resume<'a> = Box<dyn FnMut(&Goal, &Table) -> u64 + 'a>;
/// Told how the proof under way stands.
pub type Tick<'a> = Box<dyn FnMut(&Snapshot, &Goal, &Table) + 'a>;

/// Called by the solver's host.
pub struct Hooks<'a> {
    /// Fills a fresh table from a checkpoint of this goal, if there is one; returns the positions it stands for.
    pub resume: Option<Resume<'a>>,
    /// Progress of the proof under way.
    pub tick: Tick<'a>,
}

/// Positions spent on "the whole board" before smaller scores are asked for.
const SHORT_TRY: u64 = 1_000_000;

/// Tables of growing size: bytes, and the positions after which the next one takes over.
const STAGES: [(usize, u64); 4] = [(4 << 20, 500_000), (64 << 20, 8_000_000), (1 << 30, 120_000_000), (usize::MAX, 0)];

/// The empty board after the prover's stone on its middle point.
fn centre_stone(goal: &Goal, root: &State) -> Option<State> {
    let g = &goal.geometry;
    let odd = g.rows % 2 == 1 && g.cols % 2 == 1;
    let empty = root.prover | root.other == 0 && root.prover_to_move;
    (odd && empty).then(|| State { prover: 1 << (g.n / 2), prover_to_move: false, ..*root })
}

/// Positions between two rests. The search begins anew at the root then, which its table makes short.
const SLICE: u64 = 1_000_000;

/// What a table that was read from a file already says.
fn decided(table: &Table, key: u64) -> Outcome {
    match table.get(key) {
        Some(known) if known.pn == 0 => Outcome::Proven,
        Some(known) if known.dn == 0 => Outcome::Disproven,
        _ => Outcome::Unknown,
    }
}

/// The entry of a position that this move wins.
fn won_by(point: u8) -> ProofNumbers {
    ProofNumbers { pn: 0, dn: INF, effort: 127, best: point }
}

/// One solving run over a position.
pub struct BestSolver<'a, 'h> {
    position: &'a Position,
    resources: Resources,
    cancel: &'a AtomicBool,
    hooks: &'a mut Hooks<'h>,
    nodes: u64,
    table: Option<(Goal, bool, Table)>,
    table_bytes: usize,
    needs_walk: bool,
}

impl<'a, 'h> BestSolver<'a, 'h> {
    pub fn new(position: &'a Position, resources: Resources, cancel: &'a AtomicBool, hooks: &'a mut Hooks<'h>) -> Self {
        BestSolver { position, resources, cancel, hooks, nodes: 0, table: None, table_bytes: 0, needs_walk: false }
    }

    /// "This side forces at least `target` for itself by finite play": yes, no, or not known.
    pub fn ask(&mut self, black_proves: bool, target: i32) -> Option<bool> {
        self.ask_within(black_proves, target, 0)
    }

    /// [`Self::ask`] with a limit of its own on positions (0: none).
    fn ask_within(&mut self, black_proves: bool, target: i32, cap: u64) -> Option<bool> {
        let goal = Goal { geometry: self.position.geometry.clone(), target };
        let root = self.position.state(black_proves);
        let n = goal.geometry.n as i32;
        if target > n || target <= -n {
            return Some(target <= -n);
        }
        if self.position.passed {
            // the side to move may end the game here and now
            let score = area_score(&goal.geometry, root.prover, root.other);
            if root.prover_to_move == (score >= target) {
                return Some(root.prover_to_move);
            }
        }
        self.table = None;
        let rule = StaticRule::for_goal(&goal);
        let shapes = if goal.wants_everything() { Shapes::shipped(&goal.geometry) } else { None };
        // what was learned begins with the stone in the middle: one won move is enough for an empty board
        let mut start = shapes.and_then(|_| centre_stone(&goal, &root)).unwrap_or(root);
        let mut table = None;
        let mut spent = 0;
        let mut outcome = Outcome::Unknown;
        // small questions get small tables: every page touched must be cleared by the system
        let last = STAGES.iter().position(|s| s.0 >= self.resources.memory).unwrap_or(STAGES.len() - 1);
        // a checkpoint needs all the room there is
        let first = if self.hooks.resume.is_some() { last } else { 0 };
        for (i, &(bytes, worth)) in STAGES.iter().enumerate().take(last + 1).skip(first) {
            let next = Table::with_bytes(bytes.min(self.resources.memory));
            match &table {
                Some(old) => next.take_over(old, self.cancel),
                None => {
                    if let Some(resume) = &mut self.hooks.resume {
                        self.nodes += resume(&goal, &next);
                    }
                }
            }
            self.table_bytes = self.table_bytes.max(next.bytes());
            outcome = decided(&next, root.key(&goal.geometry));
            // with a file the search rests now and then: nothing but the table counts from there on, and a run that was killed
            // goes on with the same one
            let slice = if self.hooks.resume.is_some() { SLICE } else { 0 };
            let mut goes_on = outcome == Outcome::Unknown && !self.is_spent();
            while goes_on {
                let left = self.resources.nodes.saturating_sub(self.nodes);
                let ends = [left, cap.saturating_sub(spent), if i < last { worth } else { 0 }, slice];
                let nodes = ends.into_iter().filter(|&n| n > 0).min().unwrap_or(0);
                let limits = Limits { threads: self.resources.threads, nodes };
                let tick = &mut self.hooks.tick;
                let mut under_way = |s: &Snapshot, t: &Table| {
                    if s.moment == Moment::UnderWay {
                        tick(&Snapshot { nodes: spent + s.nodes, ..*s }, &goal, t);
                    }
                };
                let control = Control { cancel: self.cancel, tick: &mut under_way };
                let run = prove_guided(&goal, rule, start, &next, limits, control, shapes);
                self.nodes += run.last.nodes;
                spent += run.last.nodes;
                outcome = run.outcome;
                if start != root {
                    match outcome {
                        Outcome::Proven => {
                            next.put(root.key(&goal.geometry), won_by(start.prover.trailing_zeros() as u8))
                        }
                        // the other first moves are still to be tried
                        Outcome::Disproven => (start, outcome) = (root, Outcome::Unknown),
                        Outcome::Unknown => {}
                    }
                }
                let is_open = outcome == Outcome::Unknown;
                let is_over = self.cancel.load(Relaxed) || self.is_spent() || cap > 0 && spent >= cap;
                goes_on = is_open && !is_over && slice > 0;
                let moment = match (is_open, goes_on) {
                    (false, _) => Moment::Decided,
                    (true, true) => Moment::Rest,
                    (true, false) => Moment::EndedOpen,
                };
                (self.hooks.tick)(&Snapshot { nodes: spent, moment, ..run.last }, &goal, &next);
            }
            table = Some(next);
            let is_over = self.cancel.load(Relaxed) || self.is_spent() || cap > 0 && spent >= cap;
            if outcome != Outcome::Unknown || is_over {
                break;
            }
        }
        let answer = match outcome {
            Outcome::Proven => Some(true),
            Outcome::Disproven => Some(false),
            Outcome::Unknown => None,
        };
        self.needs_walk |= answer == Some(true) && !rule.verified;
        self.table = table.map(|table| (goal, black_proves, table));
        answer
    }

    /// Has it looked at as many positions as it may?
    fn is_spent(&self) -> bool {
        self.resources.nodes > 0 && self.nodes >= self.resources.nodes
    }

    /// The most a side can force, within what is already known; `Err` keeps the bracket reached when stopped.
    fn most(&mut self, black: bool, mut low: i32, mut high: i32) -> Result<i32, (i32, i32)> {
        let n = self.position.geometry.n as i32;
        // large boards are taken whole or not at all; small ones get a short try at that, then the narrow questions
        let short = n <= MAX_TABLEBASE_POINTS as i32;
        for (first, cap) in [(n, if short { SHORT_TRY } else { 0 }), (1, 0), (2, 0)] {
            if low < first && first <= high {
                match self.ask_within(black, first, cap) {
                    Some(true) => low = first,
                    Some(false) => high = first - 1,
                    None if cap > 0 && !self.cancel.load(Relaxed) => {}
                    None => return Err((low, high)),
                }
            }
        }
        while low < high {
            // small steps: values lie near what is known to be forced
            let t = low + ((high - low + 1) / 2).clamp(1, 4);
            match self.ask(black, t) {
                Some(true) => low = t,
                Some(false) => high = t - 1,
                None => return Err((low, high)),
            }
        }
        Ok(low)
    }

    fn answer(&self) -> Answer {
        let n = self.position.geometry.n as i32;
        let mut answer = Answer::unknown(n, self.nodes, self.table_bytes);
        if self.needs_walk {
            answer.notes.push(Note::NeedsWalk);
        }
        answer
    }

    /// L and H.
    pub fn bracket(mut self) -> Answer {
        let n = self.position.geometry.n as i32;
        let low = self.most(true, -n, n);
        let high = match low {
            Ok(low) if low == n => Ok(n),
            Ok(low) => self.most(false, -n, -low).map(|w| -w),
            Err(_) => Err((-n, n)),
        };
        let mut answer = self.answer();
        match (low, high) {
            (Ok(low), Ok(high)) if low == high => {
                answer = answer.with_value(low);
                self.line(&mut answer);
            }
            (Ok(low), Ok(high)) => {
                (answer.low, answer.high) = (low, high);
                answer.complete = true;
                answer.notes.retain(|n| *n != Note::Stopped);
                answer.winner = if low > 0 {
                    Winner::Black
                } else if high < 0 {
                    Winner::White
                } else {
                    Winner::Unknown
                };
            }
            (low, high) => {
                answer.low = low.unwrap_or_else(|b| b.0);
                answer.high = high.unwrap_or_else(|b| -b.0);
            }
        }
        answer.nodes = self.nodes;
        answer
    }

    /// The value when endless play is a tie: the median of L, 0 and H.
    pub fn tie_zero(mut self, question: Question) -> Answer {
        let n = self.position.geometry.n as i32;
        let mut answer = self.answer();
        if question == Question::Win {
            answer = self.winner_only();
            answer.nodes = self.nodes;
            return answer;
        }
        match self.most(true, 0, n) {
            Ok(0) => match self.most(false, 0, n) {
                Ok(w) => answer = self.answer().with_value(-w),
                Err((low, high)) => (answer.low, answer.high) = (-high, -low),
            },
            Ok(b) => answer = self.answer().with_value(b),
            Err((low, high)) => {
                // nothing below the tie is known yet
                answer = self.answer();
                (answer.low, answer.high) = (if low > 0 { low } else { -n }, high);
            }
        }
        self.line(&mut answer);
        answer.nodes = self.nodes;
        answer
    }

    fn winner_only(&mut self) -> Answer {
        let n = self.position.geometry.n as i32;
        let black = self.ask(true, 1);
        let white = if black == Some(false) { self.ask(false, 1) } else { None };
        let mut answer = self.answer();
        answer.notes.push(Note::OutcomeOnly);
        (answer.winner, answer.low, answer.high) = match (black, white) {
            (Some(true), _) => (Winner::Black, 1, n),
            (Some(false), Some(true)) => (Winner::White, -n, -1),
            (Some(false), Some(false)) => (Winner::Draw, 0, 0),
            (Some(false), None) => (Winner::Unknown, -n, 0),
            (None, _) => (Winner::Unknown, -n, n),
        };
        answer.complete = answer.winner != Winner::Unknown;
        if answer.complete {
            answer.notes.retain(|n| *n != Note::Stopped);
            let value = answer.low.max(answer.high.min(0));
            if answer.winner != Winner::Draw {
                let black = answer.winner == Winner::Black;
                self.add_line(&mut answer, black, value.abs().max(1));
            } else {
                answer.value = Some(0);
            }
        }
        answer
    }

    /// Cycles count by passes: exact on boards small enough for the state graph, else the bracket if it is one number.
    pub fn pass_difference(mut self) -> Result<Answer, SmallBoardError> {
        let n = self.position.geometry.n;
        if n > MAX_TABLEBASE_POINTS {
            let mut answer = self.bracket();
            if answer.complete && answer.value.is_none() {
                answer.complete = false;
                answer.notes.push(Note::BracketOnly);
            }
            return Ok(answer);
        }
        // what is forced by finite play bounds the value whatever the cycle rule
        let low = self.most(true, 0, n as i32).unwrap_or(0).max(0);
        let graph = Graph::build(self.position.geometry.clone(), self.cancel)?;
        let (own, opp) = self.position.sides();
        let state = graph.state(own, opp, self.position.ko, self.position.passed).ok_or_else(|| {
            SmallBoardError::Unsupported("the ko ban of this position cannot arise by play".to_string())
        })?;
        let oracle = PassDifference::new(&graph, self.cancel);
        let mover = if self.position.black_to_move { 1 } else { -1 };
        let value = if low > 0 && mover == 1 { oracle.value_from(state, low)? } else { mover * oracle.value(state)? };
        let mut answer = self.answer().with_value(value);
        answer.nodes = self.nodes + graph.states() as u64;
        Ok(answer)
    }

    /// Best move and principal variation of a value that is known.
    fn line(&mut self, answer: &mut Answer) {
        match answer.value {
            Some(0) | None => {}
            Some(value) => self.add_line(answer, value > 0, value.abs()),
        }
        if answer.best.is_none() && answer.value == Some(0) {
            answer.best = self.holding_move(0);
        }
    }

    fn add_line(&mut self, answer: &mut Answer, black: bool, score: i32) {
        if self.cancel.load(Relaxed) {
            return;
        }
        let ready = self.table.as_ref().is_some_and(|(g, b, _)| *b == black && g.target == score);
        if !ready && self.ask(black, score) != Some(true) {
            return;
        }
        let Some((goal, _, table)) = &self.table else {
            return;
        };
        let rule = StaticRule::for_goal(goal);
        let line = play_out(goal, rule, table, self.position.state(black), self.cancel);
        answer.best = if self.position.black_to_move == black {
            line.first().copied()
        } else {
            self.holding_move(if black { score } else { -score })
        };
        // a line that starts with the move shown
        answer.pv = if answer.best == line.first().copied() || answer.best.is_none() {
            answer.best = line.first().copied();
            line
        } else {
            answer.best.into_iter().collect()
        };
    }

    /// A move of the side to move that keeps `value`: after it the other side cannot force more than that.
    fn holding_move(&mut self, value: i32) -> Option<Step> {
        let black = self.position.black_to_move;
        if self.position.geometry.n > MAX_TABLEBASE_POINTS {
            return None;
        }
        let small = Resources { threads: 1, memory: self.resources.memory.min(64 << 20), nodes: 20_000_000 };
        for step in self.position.steps() {
            let Ok(next) = self.position.after(step) else {
                continue;
            };
            let Some(next) = next else {
                if area_score(&self.position.geometry, self.position.black, self.position.white) == value {
                    return Some(step);
                }
                continue;
            };
            let mut hooks = super::no_hooks();
            let mut solver = BestSolver::new(&next, small, self.cancel, &mut hooks);
            let more = if black { 1 - value } else { value + 1 };
            let denied = solver.ask(!black, more) == Some(false);
            self.nodes += solver.nodes;
            if denied {
                return Some(step);
            }
        }
        None
    }
}
