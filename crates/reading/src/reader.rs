//! The reader: every question recognition asks, with results kept until a point they depend on changes.

use std::collections::HashMap;

use gosedai_board::{Board, Cell, Color, Point, PointSet, Size, ladder};

use crate::budget::{Budget, Stop};
use crate::capture::Capture;
use crate::connection::Connect;
use crate::goal::Goal;
use crate::groups::group_of;
use crate::life::{Group, Kill, Live};
use crate::life_proof::prove;
use crate::outcome::{Answer, Outcome, Reading, Trust};
use crate::table::Table;
use crate::verdicts::{Read, read};
use crate::widen::read_capture;

/// Liberties at which a ladder has failed, and positions spent on what it rests on.
const LADDER_ESCAPE: usize = 3;
const LADDER_NODES: u64 = 200;

/// What was asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    Ladder(Point),
    Capture(Vec<Point>),
    /// The same with this side to move only.
    CaptureFrom(Point, Color),
    Connection(Point, Point),
    Life(Vec<Point>),
}

/// A kept result and the stones it rests on.
#[derive(Clone, Debug)]
struct Kept {
    reading: Reading,
    /// Stones alone do not tell where the board ends.
    size: Size,
    cells: Vec<(Point, Cell)>,
    ko: Option<(Point, Color)>,
    limits: u64,
}

/// Counts of kept results used and of questions read anew.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Usage {
    pub hits: u64,
    pub reads: u64,
    /// Nodes the hits would have cost.
    pub saved_nodes: u64,
    pub nodes: u64,
}

/// Answers questions about positions of one game (or of many: results are checked against the board before reuse).
#[derive(Debug)]
pub struct Reader {
    pub budget: Budget,
    kept: HashMap<Question, Kept>,
    pub usage: Usage,
    pub is_keeping: bool,
}

impl Default for Reader {
    fn default() -> Self {
        Reader::new(Budget::default())
    }
}

impl Reader {
    pub fn new(budget: Budget) -> Reader {
        Reader { budget, kept: HashMap::new(), usage: Usage::default(), is_keeping: true }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Plain ladder: microseconds.
    pub fn ladder(&mut self, board: &Board, target: Point) -> Reading {
        let key = Question::Ladder(self.name_of(board, target));
        self.asked(board, key, |reader, board| (read_ladder(board, target, &reader.budget), true))
    }

    /// Can the string at `target` be captured, can it be saved?
    pub fn capture(&mut self, board: &Board, target: Point) -> Reading {
        self.capture_any(board, &[target])
    }

    /// What comes of the string at `target` if `first` starts: one half of [`capture`](Self::capture), at half the cost. It is
    /// kept by itself, so that questions about boards a move ahead do not push out the answers about the board itself.
    pub fn capture_from(&mut self, board: &Board, target: Point, first: Color) -> Answer {
        let reading = self.capture_half(board, target, first);
        if first == reading.attacker { reading.attack } else { reading.defend }
    }

    /// The same with what it rests on; the other half may be unknown.
    pub fn capture_half(&mut self, board: &Board, target: Point, first: Color) -> Reading {
        let Some(defender) = board.color_at(target) else { return no_reading(Color::Black) };
        let attacker = defender.opponent();
        let name = self.name_of(board, target);
        let whole = Question::Capture(vec![name]);
        match self.known(board, &whole) {
            Some(reading) => reading,
            None => self.asked(board, Question::CaptureFrom(name, first), |reader, board| {
                let read = read_capture(board, defender, &[target], first, &reader.budget);
                let course = course_of(board, [&read, &read]);
                let (attack, defend) =
                    if first == attacker { (read, Read::unknown()) } else { (Read::unknown(), read) };
                let mut reading = join(attacker, attack, defend);
                reading.depends_on = with_firm_strings(board, reading.depends_on);
                let may_keep = course.map(|seen| reading.depends_on.add(&seen)).is_ok();
                (reading, may_keep)
            }),
        }
    }

    /// The same for several strings of one colour: the attack wins by capturing any of them.
    pub fn capture_any(&mut self, board: &Board, targets: &[Point]) -> Reading {
        let Some(defender) = targets.first().and_then(|&t| board.color_at(t)) else { return no_reading(Color::Black) };
        let targets: Vec<Point> = targets.iter().copied().filter(|&t| board.at(t).is(defender)).collect();
        let key = Question::Capture(targets.iter().map(|&t| self.name_of(board, t)).collect());
        self.asked(board, key, |reader, board| {
            let attacker = defender.opponent();
            let attack = read_capture(board, defender, &targets, attacker, &reader.budget);
            let defend = read_capture(board, defender, &targets, defender, &reader.budget);
            let course = course_of(board, [&attack, &defend]);
            let mut reading = join(attacker, attack, defend);
            reading.depends_on = with_firm_strings(board, reading.depends_on);
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
            let goal = Connect::new(board, owner, from, to);
            let mut reading = reader.both(&goal, board, owner.opponent(), 2);
            reading.depends_on = with_firm_strings(board, reading.depends_on);
            let is_known = is_read(&reading);
            (reading, is_known)
        })
    }

    /// Life and death of the group of the given stones (the strings named and those joined to them).
    pub fn life(&mut self, board: &Board, stones: &[Point]) -> Reading {
        let Some(defender) = stones.first().and_then(|&t| board.color_at(t)) else { return no_reading(Color::Black) };
        let target = stones
            .iter()
            .filter(|&&p| board.at(p).is(defender))
            .fold(PointSet::EMPTY, |all, &p| all.union(&group_of(board, p)));
        let key = Question::Life(target.iter().collect());
        self.asked(board, key, |reader, board| {
            let attacker = defender.opponent();
            let proof = |first| prove(board, defender, &target, first, &reader.budget);
            let proofs = [proof(attacker), proof(defender)];
            let reading = match proofs.each_ref().map(|read| read.stopped) {
                [None, None] => {
                    let [attack, defend] = proofs;
                    join(attacker, attack, defend)
                }
                _ => {
                    let mut reading = reader.life_of(board, &Group::new(board, defender, target));
                    let [attack, defend] = proofs;
                    reading.nodes += attack.nodes + defend.nodes;
                    // what is proved goes before what is judged
                    for (proved, side) in [(attack, &mut reading.attack), (defend, &mut reading.defend)] {
                        if proved.stopped.is_none() {
                            *side = proved.answer;
                            reading.depends_on.add(&proved.zone);
                        }
                    }
                    reading
                }
            };
            let is_known = is_read(&reading);
            (reading, is_known)
        })
    }

    /// Life and death of a group already set out, not kept.
    pub fn life_of(&self, board: &Board, group: &Group) -> Reading {
        let attacker = group.defender.opponent();
        let kill = Kill(group.clone());
        let mut reading = self.both(&kill, board, attacker, 3);
        // a failed attack is life or seki: does the defender get two eyes?
        for (to_play, attacking) in [(attacker, true), (group.defender, false)] {
            let survives = if attacking {
                reading.attack.outcome == Outcome::Lose
            } else {
                reading.defend.outcome == Outcome::Win
            };
            let trust = if attacking { reading.attack.trust } else { reading.defend.trust };
            if !survives || trust == Trust::Judged {
                continue;
            }
            let mut table = Table::new(self.budget.memory);
            let live = read(&Live(group.clone()), board, to_play, &mut table, &self.budget, 4);
            reading.nodes += live.nodes;
            let is_seki = match live.answer.outcome {
                Outcome::Win => attacking,
                Outcome::Lose => !attacking,
                _ => false,
            };
            if is_seki && live.answer.trust == Trust::Proved {
                let side = if attacking { &mut reading.attack } else { &mut reading.defend };
                side.outcome = Outcome::Seki;
            }
        }
        reading
    }

    /// Both players first for any goal; `attacker` names whose answer is called the attack.
    pub fn both<G: Goal>(&self, goal: &G, board: &Board, attacker: Color, salt: u64) -> Reading {
        let mut table = Table::new(self.budget.memory);
        let attack = read(goal, board, attacker, &mut table, &self.budget, salt);
        let defend = read(goal, board, attacker.opponent(), &mut table, &self.budget, salt);
        join(attacker, attack, defend)
    }

    /// One string of stones is named by its first point, so that growing elsewhere changes no name.
    fn name_of(&self, board: &Board, point: Point) -> Point {
        board.string(point).min().unwrap_or(point)
    }

    /// The kept answer, if nothing it rests on has changed.
    fn known(&mut self, board: &Board, key: &Question) -> Option<Reading> {
        let kept = self.kept.get(key).filter(|kept| {
            self.is_keeping
                && kept.size == board.size()
                && kept.limits == self.budget.nodes
                && kept.ko == board.ko_point()
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
        read: impl FnOnce(&Reader, &Board) -> (Reading, bool),
    ) -> Reading {
        if let Some(reading) = self.known(board, &key) {
            return reading;
        }
        let (reading, may_keep) = read(self, board);
        self.usage.reads += 1;
        self.usage.nodes += reading.nodes;
        if self.is_keeping && may_keep {
            let cells = reading.depends_on.iter().map(|p| (p, board.at(p))).collect();
            let (reading, size, limits) = (reading.clone(), board.size(), self.budget.nodes);
            let kept = Kept { reading, size, cells, ko: board.ko_point(), limits };
            self.kept.insert(key, kept);
        }
        reading
    }
}

fn join(attacker: Color, attack: Read, defend: Read) -> Reading {
    Reading {
        attacker,
        nodes: attack.nodes + defend.nodes,
        depends_on: attack.zone.union(&defend.zone),
        attack: attack.answer,
        defend: defend.answer,
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

fn is_read(reading: &Reading) -> bool {
    reading.attack.trust != Trust::None && reading.defend.trust != Trust::None
}

fn no_reading(attacker: Color) -> Reading {
    Reading { attacker, attack: Answer::unknown(), defend: Answer::unknown(), nodes: 0, depends_on: PointSet::EMPTY }
}

fn read_ladder(board: &Board, target: Point, budget: &Budget) -> Reading {
    let Some(defender) = board.color_at(target) else { return no_reading(Color::Black) };
    let mut copy = board.clone();
    let found = |outcome, play: Option<Point>| Answer {
        outcome,
        play: play.map(gosedai_board::Move::Play),
        line: play.map(gosedai_board::Move::Play).into_iter().collect(),
        trust: Trust::Judged,
    };
    let attack = match ladder::capturing_move(&mut copy, target) {
        Some(play) => found(Outcome::Win, Some(play)),
        None => found(Outcome::Lose, None),
    };
    let defend = if board.liberty_count_to(target, 2) >= 2 {
        // one more liberty at least: does the ladder still work?
        match extend(&mut copy, target, defender) {
            Some(play) => found(Outcome::Win, play),
            None => found(Outcome::Lose, None),
        }
    } else {
        match ladder::saving_move(&mut copy, target) {
            Some(play) => found(Outcome::Win, Some(play)),
            None => found(Outcome::Lose, None),
        }
    };
    let depends_on = ladder_zone(board, target, defender, [attack.outcome, defend.outcome], budget)
        .unwrap_or_else(|| PointSet::full(board.size()));
    Reading { attacker: defender.opponent(), attack, defend, nodes: 1, depends_on }
}

/// The points a ladder rests on: those of the search with the ladder's own escape rule, where it agrees. A breaker far
/// away on its course belongs to them, a stone beside it does not.
fn ladder_zone(
    board: &Board,
    target: Point,
    defender: Color,
    outcomes: [Outcome; 2],
    budget: &Budget,
) -> Option<PointSet> {
    let mut goal = Capture::new(board, defender, vec![target]);
    goal.escape_liberties = LADDER_ESCAPE;
    let mut limited = budget.clone();
    limited.nodes = budget.nodes.min(LADDER_NODES);
    let mut zone = PointSet::EMPTY;
    for (to_play, outcome) in [defender.opponent(), defender].into_iter().zip(outcomes) {
        let found = read(&goal, board, to_play, &mut Table::new(budget.memory), &limited, 0);
        if found.answer.outcome != outcome {
            return None;
        }
        zone = zone.union(&found.zone);
    }
    Some(with_firm_strings(board, zone))
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
