//! The reader answers every local question, and keeps each answer until a point it depends on changes.

mod either;
mod judging;
mod trees;

use std::collections::HashMap;

use gosedai_board::{Board, Cell, Color, Move, Point, PointSet, Size, ladder};

use crate::budget::{Budget, Stop};
use crate::counsel::{Adviser, Overview};
use crate::dfpn::Tree;
use crate::exact::Ground;
use crate::goal::Provable;
use crate::goal::{Capture, Connect};
use crate::life_proof::prove;
use crate::outcome::{Answer, Outcome, Reading, Trust};
use crate::owl::{Owl, race_ground, read_race};
use crate::params::{HuntParams, Tuning};
use crate::tactics::Tactics;
use crate::verdicts::{Read, read};
use crate::widen::read_capture;
use judging::{judged, race_answer};

/// Liberties at which a ladder has failed, and positions spent on what it rests on.
const LADDER_ESCAPE: usize = 3;
const LADDER_NODES: u64 = 200;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Is the string caught in a plain ladder?
    Ladder(Point),
    /// Can any of these strings of one colour be captured, can all be saved?
    Capture(Vec<Point>),
    /// Can the two strings be kept apart, can they be joined?
    Connection(Point, Point),
    /// Can the group of these stones be killed, can it live?
    Life(Vec<Point>),
    /// Can the second group be taken before the first (the attack), or held (the defence)?
    Race(Point, Point),
}

impl Question {
    /// The stones it is about; for a race those that are hunted.
    pub fn stones(&self) -> Vec<Point> {
        match self {
            Question::Ladder(stone) | Question::Race(_, stone) => vec![*stone],
            Question::Capture(stones) | Question::Life(stones) => stones.clone(),
            Question::Connection(from, to) => vec![*from, *to],
        }
    }
}

/// A kept result and the stones it rests on.
#[derive(Clone, Debug)]
struct Kept {
    reading: Reading,
    frame: Frame,
    /// What its proof might have cost: it answers those who would spend less, too.
    limit: u64,
    cells: Vec<(Point, Cell)>,
}

/// What an answer depends on beside stones: size, ko, and the side asked for.
type Frame = (Size, Option<(Point, Color)>, Option<Color>);

/// Results kept for one question: the same string is asked about on boards a move ahead, each with another move.
const KEPT: usize = 6;

/// Counts of kept results used and of questions read anew.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Usage {
    pub hits: u64,
    pub reads: u64,
    /// Nodes the hits would have cost.
    pub saved_nodes: u64,
    pub nodes: u64,
}

/// How much may be spent on an answer.
#[derive(Clone, Debug)]
pub struct Effort {
    /// For the proof of each side moving first.
    pub proof: Budget,
    /// Positions of the quick readers, which judge what is not proved; none where only proofs are wanted.
    pub search: u64,
    /// Is the adviser asked, where there is one?
    pub advised: bool,
    /// Only what comes of it if this side moves first is wanted; the other half stays unknown.
    pub only: Option<Color>,
}

impl Effort {
    /// What every surface spends on a question unless it was asked for more or less.
    pub fn standard() -> Effort {
        Effort { search: 8_000, ..Effort::of(Budget::nodes(STANDARD_PROOF)) }
    }

    fn wants(&self, first: Color) -> bool {
        self.only.is_none_or(|only| only == first)
    }

    /// Both sides first, as far as they are wanted.
    fn halves(&self, attacker: Color, mut read: impl FnMut(Color) -> Read) -> [Read; 2] {
        [attacker, attacker.opponent()].map(|first| if self.wants(first) { read(first) } else { Read::unknown() })
    }

    /// So much for a proof, and the usual for the rest.
    pub fn of(proof: Budget) -> Effort {
        Effort { search: proof.nodes.min(8_000), proof, advised: true, only: None }
    }
}

/// Answers questions about positions of one game (or of many: results are checked against the board before reuse).
///
/// A question is put to the exact search first. What that cannot decide within its budget the quick readers of tactics and of
/// life judge, led by an adviser where somebody lent one.
pub struct Reader {
    pub effort: Effort,
    quick: Option<Box<Quick>>,
    tuning: Tuning,
    adviser: Option<Box<dyn Adviser + Send>>,
    overview: Option<Box<dyn Overview + Send>>,
    kept: HashMap<Question, Vec<Kept>>,
    pub usage: Usage,
    pub is_keeping: bool,
}

/// The quick readers with their tables.
struct Quick {
    tactics: Tactics,
    owl: Owl,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("effort", &self.effort).field("usage", &self.usage).finish_non_exhaustive()
    }
}

impl Default for Reader {
    fn default() -> Self {
        Reader::new(Budget::default())
    }
}

impl Reader {
    /// A reader that spends so much on a proof, and in proportion on a judgement.
    pub fn new(proof: Budget) -> Reader {
        Reader::with(Effort::of(proof))
    }

    /// A reader that only proves, and spends at most this many positions on each side of a question.
    pub fn proving(nodes: u64) -> Reader {
        Reader::with(Effort { search: 0, advised: false, ..Effort::of(Budget::nodes(nodes)) })
    }

    pub fn with(effort: Effort) -> Reader {
        Reader {
            effort,
            quick: None,
            tuning: Tuning::embedded().clone(),
            adviser: None,
            overview: None,
            kept: HashMap::new(),
            usage: Usage::default(),
            is_keeping: true,
        }
    }

    /// The same with other numbers for the quick readers.
    pub fn with_tuning(mut self, tuning: Tuning) -> Reader {
        self.tuning = tuning;
        self
    }

    /// The same with somebody to ask where nothing is proved.
    pub fn with_adviser(mut self, adviser: Option<Box<dyn Adviser + Send>>) -> Reader {
        self.adviser = adviser;
        self
    }

    /// The same for one position, with somebody who has seen it whole.
    pub fn with_overview(mut self, overview: Box<dyn Overview + Send>) -> Reader {
        self.overview = Some(overview);
        self
    }

    /// The same for what reading says by itself, whatever the rest of the board suggests.
    pub fn without_overview(mut self) -> Reader {
        self.overview = None;
        self
    }

    /// The answer to a question.
    pub fn ask(&mut self, board: &Board, question: &Question) -> Reading {
        match question {
            Question::Ladder(target) => self.ladder(board, *target),
            Question::Capture(targets) => self.capture_any(board, targets),
            Question::Connection(from, to) => self.connection(board, *from, *to),
            Question::Life(stones) => self.life(board, stones),
            Question::Race(own, other) => self.race(board, *own, *other),
        }
    }

    /// The answer if this side moves first: half the work.
    pub fn ask_from(&mut self, board: &Board, question: &Question, first: Color) -> Answer {
        let only = self.effort.only.replace(first);
        let reading = self.ask(board, question);
        self.effort.only = only;
        if first == reading.attacker { reading.attack } else { reading.defend }
    }

    /// The stones that stand and fall with this one.
    pub fn group(board: &Board, stone: Point) -> PointSet {
        crate::owl::group_of(board, stone)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Plain ladder: microseconds.
    pub fn ladder(&mut self, board: &Board, target: Point) -> Reading {
        let key = Question::Ladder(self.name_of(board, target));
        self.asked(board, key, |reader, board| {
            (read_ladder(board, target, &reader.tuning.hunt, &reader.effort.proof), true)
        })
    }

    /// Can the string at `target` be captured, can it be saved?
    pub fn capture(&mut self, board: &Board, target: Point) -> Reading {
        self.capture_any(board, &[target])
    }

    /// The numbers the quick readers go by.
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// The same for several strings of one colour: the attack wins by capturing any of them.
    pub fn capture_any(&mut self, board: &Board, targets: &[Point]) -> Reading {
        let Some(defender) = targets.first().and_then(|&t| board.color_at(t)) else { return no_reading(Color::Black) };
        let targets: Vec<Point> = targets.iter().copied().filter(|&t| board.at(t).is(defender)).collect();
        let key = Question::Capture(targets.iter().map(|&t| self.name_of(board, t)).collect());
        self.asked(board, key, |reader, board| {
            let attacker = defender.opponent();
            let (params, budget) = (&reader.tuning.hunt, &reader.effort.proof);
            let read = |first| read_capture(board, defender, &targets, first, params, budget);
            let [attack, defend] = reader.effort.halves(attacker, read);
            let course = course_of(board, [&attack, &defend]);
            let mut reading = join(attacker, attack, defend);
            reading.depends_on = with_firm_strings(board, reading.depends_on);
            reader.judge_capture(board, &targets, &mut reading);
            // what a limit cut short rests on everything the search has seen, not only on its proofs
            let may_keep = course.map(|seen| reading.depends_on.add(&seen)).is_ok();
            (reading, may_keep)
        })
    }

    /// Can the opponent keep the two strings apart (attack), can the owner join them (defend)?
    pub fn connection(&mut self, board: &Board, from: Point, to: Point) -> Reading {
        let Some(owner) = board.color_at(from).filter(|&c| board.at(to).is(c)) else { return no_reading(Color::Black) };
        let (a, b) = (self.name_of(board, from), self.name_of(board, to));
        let key = Question::Connection(a.min(b), a.max(b));
        self.asked(board, key, |reader, board| {
            let goal = Connect::widest(board, owner, [from, to], &reader.tuning);
            let (mut reading, course) = reader.both(&goal, board, owner.opponent());
            reading.depends_on = with_firm_strings(board, reading.depends_on);
            reader.judge_connection(board, [from, to], &mut reading);
            let may_keep = course.map(|seen| reading.depends_on.add(&seen)).is_ok();
            (reading, may_keep)
        })
    }

    /// Life and death of the group of the given stones (the strings named and those joined to them).
    pub fn life(&mut self, board: &Board, stones: &[Point]) -> Reading {
        let Some(defender) = stones.first().and_then(|&t| board.color_at(t)) else { return no_reading(Color::Black) };
        // whoever has seen the whole board knows which stones belong together
        let named = stones.iter().fold(PointSet::EMPTY, |all, &stone| all.union(&board.string_set(stone)));
        let whole = self.overview.as_mut().and_then(|overview| overview.group(board, &named));
        let target = whole.map_or_else(|| group_of(board, stones), |whole| whole.union(&named));
        self.life_of(board, &target, defender)
    }

    /// The same for these stones and no others.
    pub fn life_of(&mut self, board: &Board, target: &PointSet, defender: Color) -> Reading {
        let key = Question::Life(target.iter().collect());
        self.asked(board, key, |reader, board| {
            let attacker = defender.opponent();
            let read = |first| prove(board, defender, target, first, &reader.effort.proof);
            let [attack, defend] = reader.effort.halves(attacker, read);
            let may_keep = course_of(board, [&attack, &defend]).is_ok();
            let mut reading = join(attacker, attack, defend);
            reader.judge_life(board, target, &mut reading);
            reader.reconsider_as_race(board, target, &mut reading);
            reader.heed_overview(board, target, &mut reading);
            (reading, may_keep)
        })
    }

    /// The race of two groups: the attack takes the group of `other` with its enemy moving first; the defence saves it.
    pub fn race(&mut self, board: &Board, own: Point, other: Point) -> Reading {
        let Some(attacker) = board.color_at(own).filter(|c| board.at(other).is(c.opponent())) else {
            return no_reading(Color::Black);
        };
        let key = Question::Race(self.name_of(board, own), self.name_of(board, other));
        self.asked(board, key, |reader, board| {
            let mut reading = reader.life(board, &[other]);
            let proof = reader.effort.proof.clone();
            for (first, attacking) in [(attacker, true), (attacker.opponent(), false)] {
                if !reader.effort.wants(first) {
                    continue;
                }
                let side = if attacking { &reading.attack } else { &reading.defend };
                if side.trust == Trust::Proved {
                    continue;
                }
                let raced = read_race(board, &race_ground_of(board, own, other), first, &proof);
                let answer = if raced.stopped.is_none() {
                    reading.nodes += raced.nodes;
                    Some(race_answer(raced))
                } else {
                    let budget = Budget::nodes(reader.effort.search);
                    let found = reader.quick().owl.race(board, own, other, first, &budget);
                    found.map(|found| judged(found, true))
                };
                if let Some(answer) = answer.filter(|answer| answer.outcome != Outcome::Unknown) {
                    *if attacking { &mut reading.attack } else { &mut reading.defend } = answer;
                }
            }
            reader.heed_overview(board, &board.string_set(other), &mut reading);
            reading.depends_on = PointSet::full(board.size());
            (reading, true)
        })
    }

    /// Both players first for any goal; `attacker` names whose answer is called the attack.
    fn both<G: Provable>(&self, goal: &G, board: &Board, attacker: Color) -> (Reading, Result<PointSet, Stop>) {
        let mut tree = Tree::new(self.effort.proof.memory);
        let read = |first| read(goal, board, first, &mut tree, &self.effort.proof);
        let [attack, defend] = self.effort.halves(attacker, read);
        let course = course_of(board, [&attack, &defend]);
        (join(attacker, attack, defend), course)
    }

    /// One string of stones is named by its first point, so that growing elsewhere changes no name.
    fn name_of(&self, board: &Board, point: Point) -> Point {
        board.string(point).min().unwrap_or(point)
    }

    fn frame(&self, board: &Board) -> Frame {
        let effort = &self.effort;
        (board.size(), board.ko_point(), effort.only)
    }

    /// The kept answer, if nothing it rests on has changed.
    fn known(&mut self, board: &Board, key: &Question) -> Option<Reading> {
        let (frame, limit) = (self.frame(board), self.effort.proof.nodes);
        let kept = self.kept.get(key).filter(|_| self.is_keeping)?.iter().rev().find(|kept| {
            kept.limit >= limit
                && kept.frame == frame
                && kept.cells.iter().all(|&(point, cell)| board.at(point) == cell)
        })?;
        self.usage.hits += 1;
        self.usage.saved_nodes += kept.reading.nodes;
        Some(kept.reading.clone())
    }

    /// The kept answer, or a new one; `read` says with it whether it may be kept.
    fn asked(
        &mut self,
        board: &Board,
        key: Question,
        read: impl FnOnce(&mut Reader, &Board) -> (Reading, bool),
    ) -> Reading {
        if let Some(reading) = self.known(board, &key) {
            return reading;
        }
        let (reading, may_keep) = read(self, board);
        self.usage.reads += 1;
        self.usage.nodes += reading.nodes;
        if self.is_keeping && may_keep {
            let cells = reading.depends_on.iter().map(|p| (p, board.at(p))).collect();
            let (reading, frame, limit) = (reading.clone(), self.frame(board), self.effort.proof.nodes);
            let same = self.kept.entry(key).or_default();
            if same.len() >= KEPT {
                same.remove(0);
            }
            same.push(Kept { reading, frame, limit, cells });
        }
        reading
    }
}

/// Positions that a proof may cost for either side moving first: the life of a group, at every surface alike.
pub const STANDARD_PROOF: u64 = 4_000;

/// The same for a group that the network gives up although it is large, or beside an enemy as weak: races are where it errs most.
pub const DISPUTED_PROOF: u64 = 8_000;

/// The same where much hangs on it.
pub const LARGE_DISPUTED_PROOF: u64 = 20_000;

/// The same for strings where a whole position is recognised: it has many of them, and their proofs are short.
pub const TACTICAL_PROOF: u64 = 160;

/// The same for links: nearly all that can be proved take a dozen positions, and most cannot be.
pub const LINK_PROOF: u64 = 40;

/// The strings named and those joined to them, all of the colour of the first.
fn group_of(board: &Board, stones: &[Point]) -> PointSet {
    let own = stones.iter().filter(|&&p| board.at(p) == board.at(stones[0]));
    own.fold(PointSet::EMPTY, |all, &p| if all.contains(p) { all } else { all.union(&Reader::group(board, p)) })
}

fn race_ground_of(board: &Board, own: Point, other: Point) -> Ground {
    let (mine, theirs) = (Reader::group(board, own), Reader::group(board, other));
    let defender = board.color_at(other).unwrap_or(Color::Black);
    race_ground(board, &theirs, &mine, defender)
}

fn join(attacker: Color, attack: Read, defend: Read) -> Reading {
    Reading {
        attacker,
        nodes: attack.nodes + defend.nodes,
        depends_on: attack.zone.union(&defend.zone),
        attack: attack.answer,
        defend: defend.answer,
        searched: None,
    }
}

/// Liberties that make a string firm: nothing asks whether one has more.
const FIRM: usize = 8;

/// The dependency set with all stones of every string in it, and with its liberties or so many of them beyond the set that
/// its others do not matter: some strings were taken as safe for their liberties, none for more of them than that.
fn with_firm_strings(board: &Board, zone: PointSet) -> PointSet {
    let mut seen = PointSet::EMPTY;
    let mut all = zone;
    for stone in zone.iter().filter(|&p| board.at(p).is_stone()) {
        if !seen.contains(stone) {
            seen.add(&board.string_set(stone));
            board.liberties(stone).minus(&zone).iter().take(FIRM).for_each(|liberty| all.insert(liberty));
        }
    }
    all.union(&seen)
}

/// The points the course of two searches rests on where a limit cut one of them short; none where both ended by themselves.
/// An error where one was cancelled or out of memory: it would not come out the same again.
fn course_of(board: &Board, reads: [&Read; 2]) -> Result<PointSet, Stop> {
    let mut seen = PointSet::EMPTY;
    for read in reads {
        match read.stopped {
            None => {}
            Some(Stop::Nodes) => seen.add(&read.looked),
            Some(stop) => return Err(stop),
        }
    }
    if seen.is_empty() {
        return Ok(seen);
    }
    // Candidates are drawn from points within two steps of these and from the strings beside them; stones taken on the way
    // set free the strings beside those. A liberty that was played on, or thought of, is among the points seen itself.
    let full = PointSet::full(board.size());
    let stones = full.minus(&board.empty_set());
    let beside = seen.grown().intersection(&full);
    let near = with_firm_strings(board, beside);
    let further = near.intersection(&stones).grown().intersection(&stones).minus(&near);
    Ok(near.union(&with_firm_strings(board, further)).union(&beside.grown().intersection(&full)))
}

fn no_reading(attacker: Color) -> Reading {
    join(attacker, Read::unknown(), Read::unknown())
}

/// A plain ladder, and what the search with the ladder's own escape rule says of it: where both agree the answer is the
/// search's, with its proof and the points it rests on. A breaker far away on its course belongs to them, a stone beside it
/// does not.
fn read_ladder(board: &Board, target: Point, params: &HuntParams, budget: &Budget) -> Reading {
    let Some(defender) = board.color_at(target) else { return no_reading(Color::Black) };
    let mut copy = board.clone();
    let plain = |play: Option<Option<Point>>| {
        let play = play.map(|play| play.map_or(Move::Pass, Move::Play));
        let outcome = if play.is_some() { Outcome::Win } else { Outcome::Lose };
        Answer { outcome, play, line: play.into_iter().collect(), trust: Trust::Judged }
    };
    let attack = plain(ladder::capturing_move(&mut copy, target).map(Some));
    let defend = plain(match board.in_atari(target) {
        // one more liberty at least: does the ladder still work?
        false => extend(&mut copy, target, defender),
        true => ladder::saving_move(&mut copy, target).map(Some),
    });
    let goal = Capture::new(board, defender, vec![target], LADDER_ESCAPE, params);
    let limited = budget.with_nodes(budget.nodes.min(LADDER_NODES));
    let attacker = defender.opponent();
    let mut reading = Reading { attack, defend, nodes: 1, ..no_reading(attacker) };
    for (first, answer) in [(attacker, &mut reading.attack), (defender, &mut reading.defend)] {
        let found = read(&goal, board, first, &mut Tree::new(budget.memory), &limited);
        reading.nodes += found.nodes;
        if found.answer.outcome == answer.outcome {
            *answer = found.answer;
            reading.depends_on.add(&with_firm_strings(board, found.zone));
        } else {
            reading.depends_on = PointSet::full(board.size());
        }
    }
    reading
}

/// A move that takes a string of two liberties or more out of the ladder; `Some(None)` if none is needed.
fn extend(board: &mut Board, target: Point, defender: Color) -> Option<Option<Point>> {
    if !ladder::captured_attacker_first(board, target) {
        return Some(None);
    }
    let mut moves: Vec<Point> = board.liberties(target).iter().collect();
    moves.extend(board.adjacent_enemies(target).into_iter().filter_map(|e| board.atari_liberty(e)));
    moves.into_iter().find_map(|at| {
        if !board.is_legal(at, defender) {
            return None;
        }
        let undo = board.play(at, defender);
        let safe = !ladder::captured_attacker_first(board, target);
        board.undo(&undo);
        safe.then_some(Some(at))
    })
}
