//! Goals of life and death: kill a group, or make it live with two eyes.

use gosedai_board::{Board, Color, Point, PointSet};

use crate::capture::note;
use crate::eyes::{alive_near, holds_no_two_eyes};
use crate::goal::{Candidate, Goal, Verdict};
use crate::region::{Enclosure, enclosure};

/// A group in its surroundings.
#[derive(Clone, Debug)]
pub struct Group {
    pub defender: Color,
    /// Stones whose life is asked for.
    pub target: PointSet,
    /// How many of them have to stay.
    pub needed: usize,
    pub place: Enclosure,
    arena: Vec<Point>,
}

impl Group {
    /// The question about these stones; more than half of them must stay.
    pub fn new(board: &Board, defender: Color, target: PointSet) -> Group {
        let place = enclosure(board, &target, defender);
        Group::within(defender, target, place)
    }

    pub fn within(defender: Color, target: PointSet, place: Enclosure) -> Group {
        let needed = (target.len() / 2 + 1).min(target.len());
        let arena = place.region.union(&target).grown().iter().collect();
        Group { defender, target, needed, place, arena }
    }

    fn remaining(&self, board: &Board) -> PointSet {
        self.target.iter().filter(|&p| board.at(p).is(self.defender)).collect()
    }

    /// One stone of each target string still on the board.
    fn strings(&self, board: &Board, stones: &PointSet) -> Vec<Point> {
        let mut ids: Vec<usize> = Vec::with_capacity(8);
        let mut out = Vec::with_capacity(8);
        for stone in stones.iter() {
            let id = board.string_id(stone);
            if !ids.contains(&id) {
                ids.push(id);
                out.push(stone);
            }
        }
        out
    }

    /// Does a target string reach open points outside the region?
    fn escapes(&self, board: &Board, strings: &[Point], to_play: Color) -> Option<PointSet> {
        if self.place.closed {
            return None;
        }
        let enough = if to_play == self.defender { 1 } else { 2 };
        for &stone in strings {
            let outside = board.liberties(stone).minus(&self.place.region);
            if outside.len() >= enough {
                return Some(board.string_set(stone).union(&outside));
            }
        }
        None
    }

    /// Two eyes are out of reach: all space not next to safe walls is too small.
    fn is_hopeless(&self, board: &Board) -> Option<PointSet> {
        let attacker = self.defender.opponent();
        let (mut wall, mut open) = (PointSet::EMPTY, PointSet::EMPTY);
        for &point in &self.arena {
            match board.color_at(point) {
                Some(color) if color == attacker => wall.insert(point),
                _ => open.insert(point),
            }
        }
        let safe = self.place.walls.flooded(&wall);
        let full = PointSet::full(board.size());
        let space = self.target.flooded(&wall.union(&open).minus(&safe).intersection(&full));
        // open to the outside: not decided here
        let inside = self.place.region.union(&self.target);
        if !space.minus(&inside).is_empty() {
            return None;
        }
        let eyes = space.minus(&safe.grown());
        holds_no_two_eyes(&eyes).then(|| space.grown().intersection(&full))
    }

    fn candidates(&self, board: &Board, to_play: Color, out: &mut Vec<Candidate>) {
        let mut target_liberties = PointSet::EMPTY;
        let stones = self.remaining(board);
        let mut seen = PointSet::EMPTY;
        for &point in &self.arena {
            let Some(color) = board.color_at(point) else { continue };
            if seen.contains(point) {
                continue;
            }
            let string = board.string_set(point);
            seen = seen.union(&string);
            let mut liberties = [point; 3];
            let count = board.liberties_into(point, &mut liberties);
            let size = string.len().min(8) as i32;
            if stones.contains(point) {
                target_liberties = target_liberties.union(&board.liberties(point));
            }
            match count {
                1 => note(out, liberties[0], 30 + 4 * size + if stones.contains(point) { 20 } else { 0 }),
                2 => liberties[..2]
                    .iter()
                    .for_each(|&p| note(out, p, if color != to_play { 4 + size } else { 3 + size })),
                _ => {}
            }
        }
        for &point in &self.arena {
            if !board.is_empty(point) || !self.place.region.contains(point) {
                continue;
            }
            let (mut open, mut own, mut enemy) = (0, 0, 0);
            for beside in point.neighbours() {
                if board.is_empty(beside) {
                    open += 1;
                } else if board.at(beside).is(to_play) {
                    own += 1;
                } else if board.at(beside).is(to_play.opponent()) {
                    enemy += 1;
                }
            }
            let mut urgency = 4 * open + 2 * (own.min(1)) + 2 * enemy.min(1);
            if target_liberties.contains(point) {
                urgency += 4;
            }
            if to_play == self.defender && open == 0 && enemy == 0 {
                urgency -= 20;
            }
            let line = point.line(board.size());
            if line == 1 {
                urgency -= 1;
            }
            note(out, point, urgency);
        }
    }
}

/// The attacker kills: more than half of the target is captured.
#[derive(Clone, Debug)]
pub struct Kill(pub Group);

impl Goal for Kill {
    fn seeker(&self) -> Color {
        self.0.defender.opponent()
    }

    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        let group = &self.0;
        let stones = group.remaining(board);
        if stones.len() < group.needed {
            return Some(Verdict::achieved(group.target));
        }
        let strings = group.strings(board, &stones);
        if let Some((alive, zone)) = alive_near(board, group.defender, &strings)
            && alive.intersection(&group.target).len() >= group.needed
        {
            return Some(Verdict::refuted(zone));
        }
        if let Some(zone) = group.escapes(board, &strings, to_play) {
            return Some(Verdict::refuted(zone).by_judgement());
        }
        group.is_hopeless(board).map(Verdict::achieved)
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut Vec<Candidate>) {
        self.0.candidates(board, to_play, out);
    }

    fn base(&self, board: &Board) -> PointSet {
        let stones = self.0.remaining(board);
        self.0.strings(board, &stones).into_iter().fold(stones, |z, s| z.union(&board.string_set(s)))
    }

    fn is_safe(&self, board: &Board, point: Point) -> bool {
        board.at(point).is(self.0.defender.opponent()) && board.string(point).any(|p| self.0.place.walls.contains(p))
    }

    fn region(&self) -> &PointSet {
        &self.0.place.region
    }
}

/// The defender lives with two eyes of his own (or gets out).
#[derive(Clone, Debug)]
pub struct Live(pub Group);

impl Goal for Live {
    fn seeker(&self) -> Color {
        self.0.defender
    }

    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        let verdict = Kill(self.0.clone()).verdict(board, to_play)?;
        Some(Verdict { achieved: !verdict.achieved, ..verdict })
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut Vec<Candidate>) {
        self.0.candidates(board, to_play, out);
    }

    fn base(&self, board: &Board) -> PointSet {
        let stones = self.0.remaining(board);
        self.0.strings(board, &stones).into_iter().fold(stones, |z, s| z.union(&board.string_set(s)))
    }

    fn is_safe(&self, board: &Board, point: Point) -> bool {
        board.at(point).is(self.0.defender.opponent()) && board.string(point).any(|p| self.0.place.walls.contains(p))
    }

    fn region(&self) -> &PointSet {
        &self.0.place.region
    }
}
