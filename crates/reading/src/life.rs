//! Goals of life and death: kill a group, or make it live with two eyes.

use gosedai_board::{Board, Color, MAX_SIDE, Point, PointSet};

use crate::capture::note;
use crate::eyes::alive_near;
use crate::goal::{Candidate, Goal, Verdict};
use crate::nakade::holds_no_two_eyes;
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
    /// The region, the target and what touches them.
    arena: Vec<Point>,
    inside: PointSet,
}

impl Group {
    /// The question about these stones; more than half of them must stay.
    pub fn new(board: &Board, defender: Color, target: PointSet) -> Group {
        let place = enclosure(board, &target, defender);
        Group::within(defender, target, place)
    }

    pub fn within(defender: Color, target: PointSet, place: Enclosure) -> Group {
        let needed = (target.len() / 2 + 1).min(target.len());
        let inside = place.region.union(&target);
        let arena = inside.grown().iter().filter(|p| p.x() < MAX_SIDE && p.y() < MAX_SIDE).collect();
        Group { defender, target, needed, place, arena, inside }
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

    /// The space the target can reach without passing safe walls, and the part of it where eyes are possible. `None` if it
    /// is open to the outside.
    fn eye_space(&self, board: &Board, stones: &PointSet, strings: &[Point]) -> Option<(PointSet, PointSet)> {
        let attacker = self.defender.opponent();
        let (mut wall, mut open) = (PointSet::EMPTY, PointSet::EMPTY);
        for &point in &self.arena {
            if board.at(point).is(attacker) {
                wall.insert(point);
            } else {
                open.insert(point);
            }
        }
        let safe = self.place.walls.flooded(&wall);
        let mut space = self.target.flooded(&wall.union(&open).minus(&safe));
        if !space.is_subset(&self.inside) {
            if !self.place.closed {
                return None;
            }
            // beyond a weak wall lies the attacker's outside
            space = self.target.flooded(&self.inside.minus(&safe));
        }
        // strings the group cannot do without will not be given up to make room
        let mut eyes = space.minus(&safe.grown());
        for &stone in strings {
            let string = board.string_set(stone);
            if stones.minus(&string).len() < self.needed {
                eyes = eyes.minus(&string);
            }
        }
        Some((space, eyes))
    }

    /// The decision seen from the attacker, or the steps of attacker and defender to one, guessed from the room for eyes.
    fn assess(&self, board: &Board, to_play: Color) -> Result<Verdict, (u32, u32)> {
        let stones = self.remaining(board);
        if stones.len() < self.needed {
            return Ok(Verdict::achieved(self.target));
        }
        let strings = self.strings(board, &stones);
        if let Some((alive, zone)) = alive_near(board, self.defender, &strings)
            && alive.intersection(&self.target).len() >= self.needed
        {
            return Ok(Verdict::refuted(zone));
        }
        if let Some(zone) = self.escapes(board, &strings, to_play) {
            return Ok(Verdict::refuted(zone).by_judgement());
        }
        match self.eye_space(board, &stones, &strings) {
            None => Err((16, 1)),
            Some((space, eyes)) if holds_no_two_eyes(board, &eyes, self.defender.opponent()) => {
                Ok(Verdict::achieved(space.grown().intersection(&PointSet::full(board.size()))))
            }
            Some((_, eyes)) => {
                let room = eyes.len() as u32;
                Err((1 + room / 2, 1 + 8u32.saturating_sub(room) / 2))
            }
        }
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
            if !board.is_empty(point) || !self.place.near.contains(point) {
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
        self.assess(board, to_play).ok()
    }

    fn assess(&self, board: &Board, to_play: Color) -> Result<Verdict, (u32, u32)> {
        self.0.assess(board, to_play)
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
        self.assess(board, to_play).ok()
    }

    fn assess(&self, board: &Board, to_play: Color) -> Result<Verdict, (u32, u32)> {
        match self.0.assess(board, to_play) {
            Ok(verdict) => Ok(Verdict { achieved: !verdict.achieved, ..verdict }),
            Err((pn, dn)) => Err((dn, pn)),
        }
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
