//! Goal: capture one of the given strings.

use std::cell::RefCell;

use gosedai_board::{Board, Color, Point, PointSet};

use crate::eyes::alive_near;
use crate::goal::{Candidate, Goal, Verdict};

/// First proof and disproof numbers by liberties of the target, with the defender and with the attacker to move.
const FLEEING: [(u32, u32); 7] = [(1, 1), (1, 5), (3, 3), (8, 2), (16, 1), (24, 1), (32, 1)];
const HUNTING: [(u32, u32); 7] = [(1, 1), (1, 8), (1, 5), (4, 3), (9, 2), (18, 1), (27, 1)];

/// The attacker captures any of the targets (all of one colour).
#[derive(Clone, Debug)]
pub struct Capture {
    pub defender: Color,
    pub targets: Vec<Point>,
    /// With the attacker to move, a target of this many liberties has escaped.
    pub escape_liberties: usize,
    pub region: PointSet,
    looked: RefCell<PointSet>,
}

impl Capture {
    pub fn new(board: &Board, defender: Color, targets: Vec<Point>) -> Capture {
        let region = PointSet::full(board.size());
        Capture { defender, targets, escape_liberties: 5, region, looked: RefCell::default() }
    }
}

impl Goal for Capture {
    fn seeker(&self) -> Color {
        self.defender.opponent()
    }

    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        let attacker = self.defender.opponent();
        let mut free = true;
        for &target in &self.targets {
            if !board.at(target).is(self.defender) {
                // taken in a ko or a snap-back: not over while the defender may retake at once
                let retakes = |p: Point| board.at(p).is(attacker) && board.in_atari(p);
                if to_play == self.defender && target.neighbours().into_iter().any(retakes) {
                    free = false;
                    continue;
                }
                return Some(Verdict::achieved(PointSet::from_iter([target])));
            }
            if to_play == attacker {
                if let Some(last) = board.atari_liberty(target)
                    && board.string_len(target) > 2
                    && board.is_legal(last, attacker)
                {
                    let mut zone = board.string_set(target);
                    zone.insert(last);
                    return Some(Verdict { play: Some(last), ..Verdict::achieved(zone) });
                }
                free &= board.liberty_count_to(target, self.escape_liberties) >= self.escape_liberties;
            } else {
                free &= board.liberty_count_to(target, self.escape_liberties + 1) > self.escape_liberties;
            }
        }
        if free {
            let zone = self
                .targets
                .iter()
                .fold(PointSet::EMPTY, |z, &t| z.union(&board.string_set(t)).union(&board.liberties(t)));
            return Some(Verdict::refuted(zone).by_judgement());
        }
        let (alive, zone) = alive_near(board, self.defender, &self.targets, &mut self.looked.borrow_mut())?;
        self.targets.iter().all(|&t| alive.contains(t)).then(|| Verdict::refuted(zone))
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut Vec<Candidate>) {
        for &target in &self.targets {
            if board.is_empty(target) {
                for beside in target.neighbours() {
                    if board.at(beside).is(self.seeker())
                        && let Some(last) = board.atari_liberty(beside)
                    {
                        note(out, last, 100);
                    }
                }
                note(out, target, 50);
                continue;
            }
            if board.liberty_count_to(target, self.escape_liberties) < self.escape_liberties || self.targets.len() == 1
            {
                candidates(board, target, self.defender, to_play, out);
            }
        }
    }

    fn assess(&self, board: &Board, to_play: Color) -> Result<Verdict, (u32, u32)> {
        self.verdict(board, to_play).ok_or_else(|| {
            let least = self.targets.iter().map(|&t| board.liberty_count_to(t, 6)).min().unwrap_or(6);
            if to_play == self.defender { FLEEING[least] } else { HUNTING[least] }
        })
    }

    fn eager(&self) -> usize {
        usize::MAX
    }

    fn base(&self, board: &Board) -> PointSet {
        let points = self.targets.iter().copied().collect();
        self.targets.iter().fold(points, |zone: PointSet, &t| zone.union(&board.string_set(t)))
    }

    fn is_safe(&self, _: &Board, _: Point) -> bool {
        false
    }

    fn looked(&self) -> PointSet {
        *self.looked.borrow()
    }

    fn region(&self) -> &PointSet {
        &self.region
    }
}

/// Notes a candidate, adding urgencies of one point.
pub fn note(out: &mut Vec<Candidate>, point: Point, urgency: i32) {
    match out.iter_mut().find(|(at, _)| *at == point) {
        Some((_, sum)) => *sum += urgency,
        None => out.push((point, urgency)),
    }
}

/// Moves around one target: its liberties and theirs, captures and rescues of the stones around it.
fn candidates(board: &Board, target: Point, defender: Color, to_play: Color, out: &mut Vec<Candidate>) {
    let attacker = defender.opponent();
    let defending = to_play == defender;
    let liberties = board.liberties(target);
    let count = liberties.len();
    for liberty in liberties.iter() {
        let opens = liberty.neighbours().into_iter().filter(|&p| board.is_empty(p)).count() as i32;
        let joins: i32 = liberty
            .neighbours()
            .into_iter()
            .filter(|&p| board.at(p).is(defender) && !board.same_string(p, target))
            .map(|p| board.liberty_count_to(p, 4) as i32)
            .sum();
        note(out, liberty, 10 + 6 * opens + 4 * joins);
        for second in liberty.neighbours() {
            if board.is_empty(second) && !liberties.contains(second) {
                let near = second.neighbours().into_iter().filter(|&p| liberties.contains(p)).count() as i32;
                note(out, second, 2 + 2 * near);
            }
        }
    }
    for enemy in board.adjacent_enemies(target) {
        let mut own = [enemy; 4];
        let n = board.liberties_into(enemy, &mut own);
        let size = board.string_len(enemy) as i32;
        match n {
            1 => {
                note(out, own[0], if defending { 60 + size } else { 40 + size });
                // the attacker may also save his stone by taking a neighbour of it
                if !defending {
                    for other in board.adjacent_enemies(enemy) {
                        if let Some(last) = board.atari_liberty(other) {
                            note(out, last, 30);
                        }
                    }
                }
            }
            2 => own[..2].iter().for_each(|&p| note(out, p, if defending { 12 + size } else { 6 })),
            3 => own[..3].iter().for_each(|&p| note(out, p, if defending { 3 } else { 1 })),
            _ => {}
        }
    }
    if defending && count <= 2 || !defending && count >= 3 {
        for stone in board.string(target) {
            for diagonal in stone.diagonals() {
                if board.is_empty(diagonal) && board.size().contains(diagonal) {
                    note(out, diagonal, 1);
                }
            }
        }
    }
    // own strings in atari beside the liberties (the attacker's net may leak there)
    if to_play == attacker {
        for liberty in liberties.iter() {
            for beside in liberty.neighbours() {
                if board.at(beside).is(attacker)
                    && let Some(last) = board.atari_liberty(beside)
                {
                    note(out, last, 8);
                }
            }
        }
    }
}
