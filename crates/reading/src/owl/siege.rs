//! Quick goal: kill a group, by what [`super::sight`] sees of it.

use std::cell::RefCell;
use std::rc::Rc;

use gosedai_board::{Board, Color, Point, PointSet};

use super::room::{Cells, RoomBook};
use super::sight::{Sight, View, look};
use super::sights::Sights;
use crate::goal::{Goal, MoveList, Stand};
use crate::params::OwlParams;

/// The attacker kills the group of some stones.
#[derive(Clone, Debug)]
pub struct Siege<'a> {
    pub defender: Color,
    pub target: PointSet,
    /// How many of the stones have to stay on the board.
    pub needed: usize,
    pub params: &'a OwlParams,
    pub book: &'a RefCell<RoomBook>,
    sights: RefCell<Sights>,
}

impl<'a> Siege<'a> {
    pub fn new(defender: Color, target: PointSet, params: &'a OwlParams, book: &'a RefCell<RoomBook>) -> Siege<'a> {
        let needed = (target.len() / 2 + 1).min(target.len());
        Siege { defender, target, needed, params, book, sights: RefCell::default() }
    }

    pub fn look(&self, board: &mut Board) -> Option<Rc<Sight>> {
        if let Some(sight) = self.sights.borrow().get(board.hash()) {
            return Some(sight);
        }
        let left = self.target.intersection(&board.stone_set(self.defender));
        if left.len() < self.needed {
            return None;
        }
        let none = PointSet::EMPTY;
        let sight = look(board, &left, self.defender, &none, &mut self.book.borrow_mut(), self.params.room_nodes);
        Some(self.sights.borrow_mut().put(board.hash(), sight))
    }
}

impl Goal for Siege<'_> {
    fn seeker(&self) -> Color {
        self.defender.opponent()
    }

    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand {
        let Some(sight) = self.look(board) else { return Stand::Reached };
        let p = self.params;
        let attacking = to_play != self.defender;
        let ground = sight.against.ground.len();
        let is_safe = sight.weak.is_empty();
        if !root {
            if is_safe && (sight.against.attacked >= 2 || ground >= p.free_ground) {
                return Stand::Missed;
            }
            let friends = &sight.with.friends;
            let has_friends = friends.len() >= p.friend_stones;
            if sight.with.defended < 2 && sight.with.far <= p.lost_far && !has_friends {
                return Stand::Reached;
            }
        }
        // eyes still missing or to be destroyed, and ways out, as first guesses
        let steps = |eyes: u32| 2u32.saturating_sub(eyes);
        let (least, most) = if attacking {
            (sight.against.attacked, sight.with.attacked)
        } else {
            (sight.against.defended, sight.with.defended)
        };
        let room = (ground as u32 / p.ground_step).min(6);
        let pn = 1 + p.eye_step * (least.min(2) + most.min(2)) / 2 + room;
        let dn = 1 + p.eye_step * (steps(least) + steps(most)) / 2 + (6 - room) / 2;
        Stand::Open(pn, dn)
    }

    fn doubt(&self) -> u32 {
        self.params.doubt
    }

    fn breadth(&self) -> usize {
        self.params.breadth
    }

    fn may_pass(&self, _: &Board) -> bool {
        true
    }

    fn eager(&self) -> usize {
        self.params.eager
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut MoveList) {
        let mut board = board.clone();
        let Some(sight) = self.look(&mut board) else { return };
        let defending = to_play == self.defender;
        self.rooms(&sight.against, defending, out);
        self.rooms(&sight.with, defending, out);
        self.strings(&board, &sight, defending, out);
        self.ways_out(&board, &sight, defending, out);
    }
}

impl Siege<'_> {
    /// Points on which eyes hang.
    fn rooms(&self, view: &View, defending: bool, out: &mut MoveList) {
        let p = self.params;
        for (room, _) in view.rooms.iter().filter(|(room, _)| !room.points.is_empty()) {
            let eyes = self.book.borrow_mut().vital(room, p.room_nodes);
            let (mine, other) = if defending { (eyes.defences, eyes.attacks) } else { (eyes.attacks, eyes.defences) };
            let note = |cells: Cells, urgency: i32, out: &mut MoveList| {
                room.points_of(cells & !room.stones).for_each(|at| out.note(at, urgency));
            };
            note(mine, p.vital, out);
            note(other, p.vital_other, out);
            note(room.open, p.opening, out);
            note(!0, p.inside, out);
        }
        for point in view.wide.iter() {
            out.note(point, p.wide);
        }
    }

    /// Strings that can be taken or saved, on both sides.
    fn strings(&self, board: &Board, sight: &Sight, defending: bool, out: &mut MoveList) {
        let p = self.params;
        let empty = |point: &Point| board.is_empty(*point);
        for &stone in &sight.strings {
            let mut own = [stone; 4];
            let n = board.liberties_into(stone, &mut own);
            let size = board.string_len(stone).min(10) as i32;
            match n {
                1 => out.note(own[0], p.take + size),
                2 => own[..2].iter().for_each(|&at| out.note(at, p.threaten + size / 2)),
                3 => own[..3].iter().for_each(|&at| out.note(at, p.press)),
                _ => {}
            }
        }
        for enemy in strings_around(board, sight, self.defender.opponent()) {
            let mut own = [enemy; 4];
            let n = board.liberties_into(enemy, &mut own);
            let size = board.string_len(enemy).min(10) as i32;
            match n {
                1 => out.note(own[0], p.take + size),
                2 => own[..2].iter().for_each(|&at| out.note(at, p.threaten + size / 2)),
                3 => own[..3].iter().for_each(|&at| out.note(at, p.press)),
                _ => {}
            }
            if n <= 2 {
                for &at in &own[..n] {
                    at.neighbours().into_iter().filter(empty).for_each(|q| out.note(q, 1));
                }
            }
        }
        let weak = if defending { p.save } else { p.take };
        for &stone in &sight.weak {
            board.liberties(stone).iter().for_each(|at| out.note(at, weak));
        }
        let prey = if defending { p.take } else { p.save };
        for &stone in &sight.shaky {
            let size = board.string_len(stone).min(10) as i32;
            board.liberties(stone).iter().for_each(|at| out.note(at, prey + size));
        }
    }

    /// Points towards friends and open ground.
    fn ways_out(&self, board: &Board, sight: &Sight, _defending: bool, out: &mut MoveList) {
        let p = self.params;
        let own = board.stone_set(self.defender);
        let friends = own.minus(&sight.group);
        let near_friends = friends.grown().intersection(&sight.liberties);
        near_friends.iter().for_each(|at| out.note(at, p.join));
        let around = sight.liberties.grown();
        let met = &sight.with.friends;
        let between = around.intersection(&met.grown()).intersection(&board.empty_set());
        between.iter().for_each(|at| out.note(at, p.join / 2));
        let across = around.grown().intersection(&met.grown()).intersection(&board.empty_set()).minus(&between);
        across.iter().for_each(|at| out.note(at, p.join / 4));
        let second = sight.liberties.grown().intersection(&board.empty_set());
        let enemy = board.stone_set(self.defender.opponent());
        let beside_enemy = enemy.grown();
        if sight.with.far > p.lost_far {
            for at in second.iter() {
                let first = sight.liberties.contains(at);
                let mut urgency = if first { p.run } else { p.run / 2 };
                if sight.with.contested.contains(at) || sight.against.contested.contains(at) {
                    urgency += p.run / 2;
                }
                if beside_enemy.contains(at) {
                    urgency += 1;
                }
                if at.line(board.size()) == 1 {
                    urgency -= p.run / 2;
                }
                out.note(at, urgency);
            }
        } else {
            for at in second.iter() {
                out.note(at, i32::from(sight.liberties.contains(at)));
            }
        }
    }
}

fn strings_around(board: &Board, sight: &Sight, attacker: Color) -> Vec<Point> {
    let near = sight.group.grown().union(&sight.liberties.grown()).intersection(&board.stone_set(attacker));
    super::group::strings_of(board, &near)
}
