//! Quick goal: win a capturing race between two groups.

use std::cell::RefCell;
use std::rc::Rc;

use gosedai_board::{Board, Color, Point, PointSet};

use super::group::strings_of;
use super::room::RoomBook;
use super::sight::{Sight, look};
use super::sights::Sights;
use crate::goal::{Goal, MoveList, Stand};
use crate::params::OwlParams;

/// The attacker takes the target before his own group, the rival, is taken.
#[derive(Clone, Debug)]
pub struct Duel<'a> {
    pub defender: Color,
    pub target: PointSet,
    pub rival: PointSet,
    needed: [usize; 2],
    pub params: &'a OwlParams,
    pub book: &'a RefCell<RoomBook>,
    sights: RefCell<Sights>,
}

impl<'a> Duel<'a> {
    pub fn new(
        defender: Color,
        target: PointSet,
        rival: PointSet,
        params: &'a OwlParams,
        book: &'a RefCell<RoomBook>,
    ) -> Duel<'a> {
        let needed = [&target, &rival].map(|stones| (stones.len() / 2 + 1).min(stones.len()));
        Duel { defender, target, rival, needed, params, book, sights: RefCell::default() }
    }

    /// By how many moves the attacker leads as the groups stand (0 is enough), with the doubts against him and for him.
    pub fn lead(&self, board: &mut Board, to_play: Color) -> (i32, i32) {
        let [target, rival] = self.remaining(board);
        let theirs = self.look(board, &target, self.defender);
        let ours = self.look(board, &rival, self.seeker());
        let (low, high) = self.margins(board, &theirs, &ours);
        let turn = i32::from(to_play == self.defender);
        (low - turn, high - turn)
    }

    /// What is left of the target and of the rival.
    fn remaining(&self, board: &Board) -> [PointSet; 2] {
        [
            self.target.intersection(&board.stone_set(self.defender)),
            self.rival.intersection(&board.stone_set(self.defender.opponent())),
        ]
    }

    fn look(&self, board: &mut Board, seed: &PointSet, color: Color) -> Rc<Sight> {
        let key = board.hash().rotate_left(color.index() as u32);
        if let Some(sight) = self.sights.borrow().get(key) {
            return sight;
        }
        let rivals = if color == self.defender { self.rival } else { self.target };
        let rivals = rivals.flooded(&board.stone_set(color.opponent()));
        let sight = look(board, seed, color, &rivals, &mut self.book.borrow_mut(), self.params.room_nodes);
        self.sights.borrow_mut().put(key, sight)
    }
}

/// The string whose loss decides: the one of fewest liberties among those that cannot be spared.
fn key_string(board: &Board, stones: &PointSet, needed: usize) -> Option<(Point, usize)> {
    strings_of(board, stones)
        .into_iter()
        .filter(|&s| stones.len() - board.string_set(s).intersection(stones).len() < needed)
        .map(|s| (s, board.liberty_count_to(s, 12)))
        .min_by_key(|&(_, n)| n)
}

fn is_alive(sight: &Sight, params: &OwlParams) -> bool {
    sight.weak.is_empty() && (sight.against.attacked >= 2 || sight.against.ground.len() >= params.free_ground)
}

impl Goal for Duel<'_> {
    fn seeker(&self) -> Color {
        self.defender.opponent()
    }

    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand {
        let [target, rival] = self.remaining(board);
        if target.len() < self.needed[0] {
            return Stand::Reached;
        }
        if rival.len() < self.needed[1] {
            return Stand::Missed;
        }
        let hunting = to_play != self.defender;
        let theirs = key_string(board, &target, self.needed[0]);
        let ours = key_string(board, &rival, self.needed[1]);
        let lt = theirs.map_or(6, |(_, n)| n);
        let lr = ours.map_or(6, |(_, n)| n);
        if !root {
            if hunting && lt == 1 && theirs.is_some_and(|(s, _)| board.string_len(s) > 1) {
                return Stand::Reached;
            }
            if !hunting && lr == 1 && ours.is_some_and(|(s, _)| board.string_len(s) > 1) {
                return Stand::Missed;
            }
        }
        let theirs = self.look(board, &target, self.defender);
        let ours = self.look(board, &rival, self.seeker());
        let (low, high) = self.margins(board, &theirs, &ours);
        if !root {
            if is_alive(&theirs, self.params) {
                return Stand::Missed;
            }
            let p = self.params;
            let hopeless = theirs.with.defended < 2
                && theirs.with.far <= p.lost_far
                && theirs.with.friends.len() < p.friend_stones;
            if is_alive(&ours, p) {
                // no race: the target has to live by itself
                if hopeless {
                    return Stand::Reached;
                }
                let eyes = if hunting { theirs.with.attacked } else { theirs.with.defended };
                return Stand::Open(1 + p.eye_step * eyes.min(2), 1 + p.eye_step * 2u32.saturating_sub(eyes));
            }
            let turn = i32::from(!hunting);
            let calm =
                theirs.weak.is_empty() && ours.weak.is_empty() && theirs.shaky.is_empty() && ours.shaky.is_empty();
            if calm && hopeless && low - turn >= p.race_slack {
                return Stand::Reached;
            }
            if calm && high - turn < -p.race_slack {
                return Stand::Missed;
            }
        }
        let middle = (low + high) / 2 - i32::from(!hunting);
        let steps = |far: i32| 1 + 2 * far.clamp(0, 8) as u32;
        Stand::Open(steps(2 - middle), steps(3 + middle))
    }

    fn doubt(&self) -> u32 {
        self.params.doubt
    }

    fn breadth(&self) -> usize {
        usize::min(self.params.race_breadth, 64)
    }

    fn may_pass(&self, _: &Board) -> bool {
        true
    }

    fn eager(&self) -> usize {
        self.params.eager
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut MoveList) {
        let mut board = board.clone();
        let [target, rival] = self.remaining(&board);
        let hunting = to_play != self.defender;
        let (mine, theirs) = if hunting { (rival, target) } else { (target, rival) };
        // fill the enemy's liberties, keep or widen one's own
        self.press(&board, &theirs, to_play, true, out);
        self.press(&board, &mine, to_play, false, out);
        for (seed, color) in [(target, self.defender), (rival, self.seeker())] {
            if seed.is_empty() {
                continue;
            }
            let sight = self.look(&mut board, &seed, color);
            let defending = to_play == color;
            for view in [&sight.against, &sight.with] {
                for (room, _) in view.rooms.iter().filter(|(room, _)| !room.points.is_empty()) {
                    let eyes = self.book.borrow_mut().vital(room, self.params.room_nodes);
                    let (own, other) =
                        if defending { (eyes.defences, eyes.attacks) } else { (eyes.attacks, eyes.defences) };
                    room.points_of(own & !room.stones).for_each(|at| out.note(at, self.params.vital / 2));
                    room.points_of(other & !room.stones).for_each(|at| out.note(at, self.params.vital_other / 2));
                    if room.points.len() <= 10 {
                        room.points_of(!room.stones).for_each(|at| out.note(at, 1));
                    }
                }
            }
            for &stone in sight.weak.iter().chain(&sight.shaky) {
                let size = board.string_len(stone).min(10) as i32;
                board.liberties(stone).iter().for_each(|at| out.note(at, self.params.threaten + size));
            }
        }
    }
}

/// Moves it takes to fill an eye of this many points.
const EYE_FILL: [i32; 8] = [0, 1, 2, 3, 5, 8, 12, 17];

impl Duel<'_> {
    /// By how many moves the attacker leads when it is his turn (0 is enough), with the doubts against him and for him.
    fn margins(&self, board: &Board, theirs: &Sight, ours: &Sight) -> (i32, i32) {
        let shared = theirs.liberties.intersection(&ours.liberties);
        let s = shared.len() as i32;
        let fill = |sight: &Sight, by: Color| {
            let mut moves = sight.liberties.minus(&shared).len() as i32;
            for (room, _) in sight.against.rooms.iter().filter(|(room, _)| room.open == 0 && !room.points.is_empty()) {
                let (cells, stones) = (room.points.len(), room.stones.count_ones() as i32);
                let plain = room.points.iter().filter(|p| sight.liberties.contains(**p)).count() as i32;
                moves += (EYE_FILL[cells.min(7)] - stones).max(1) - plain;
            }
            // a stone that would be taken at once needs another move first
            let hard = |p: &Point| board.is_suicide(*p, by) && !board.is_legal(*p, by);
            moves + sight.liberties.minus(&shared).iter().filter(hard).count() as i32 / 2
        };
        let e_t = fill(theirs, self.seeker());
        let e_r = fill(ours, self.defender);
        let margin = |eye_t: bool, eye_r: bool| match (eye_t, eye_r) {
            (false, false) => e_r - e_t - (s - 1).max(0),
            (false, true) => e_r + s - e_t,
            (true, false) => e_r - e_t - s,
            (true, true) => e_r - e_t - s,
        };
        let low = margin(theirs.with.defended >= 1, ours.against.attacked >= 1);
        let high = margin(theirs.against.attacked >= 1, ours.with.defended >= 1);
        (low.min(high), high.max(low))
    }

    /// Liberties of a group, as places to play for one side.
    fn press(&self, board: &Board, stones: &PointSet, to_play: Color, filling: bool, out: &mut MoveList) {
        let p = self.params;
        let mut plain = false;
        for stone in strings_of(board, stones) {
            let liberties = board.liberties(stone);
            let count = liberties.len() as i32;
            let urgency = p.race_fill - count.min(8) + board.string_len(stone).min(8) as i32 / 2;
            for at in liberties.iter() {
                let beside = at.neighbours();
                let closed = beside.into_iter().all(|q| !board.is_empty(q));
                let owner = if filling { to_play.opponent() } else { to_play };
                let other = owner.opponent();
                let touches_other = |q: &Point| board.at(*q).is(other);
                let both = beside.iter().filter(|q| touches_other(q)).any(|&q| self.is_rival(board, q));
                if closed && !both {
                    // a liberty like any other: one of them is enough, and the owner does not fill it
                    if !filling && !beside.into_iter().any(|q| board.at(q).is(other) && board.in_atari(q)) {
                        continue;
                    }
                    if filling && count > 1 && !beside.into_iter().any(|q| board.at(q).is(to_play) && board.in_atari(q))
                    {
                        if plain {
                            continue;
                        }
                        plain = true;
                    }
                }
                out.note(at, if filling { urgency } else { urgency / 2 });
                if !closed {
                    for next in beside.into_iter().filter(|&q| board.is_empty(q) && !liberties.contains(q)) {
                        out.note(next, 1);
                    }
                }
                // a point that cannot be filled yet: what has to be played first
                if filling && !board.is_legal(at, to_play) {
                    for own in beside.into_iter().filter(|&q| board.at(q).is(to_play)) {
                        board.liberties(own).iter().for_each(|q| out.note(q, p.race_fill / 2));
                    }
                }
            }
            for enemy in board.adjacent_enemies(stone) {
                let mut own = [enemy; 3];
                match board.liberties_into(enemy, &mut own) {
                    1 => out.note(own[0], p.take + board.string_len(enemy).min(10) as i32),
                    2 => own[..2].iter().for_each(|&at| out.note(at, p.threaten)),
                    _ => {}
                }
            }
        }
    }

    fn is_rival(&self, board: &Board, stone: Point) -> bool {
        board.string(stone).any(|s| self.rival.contains(s) || self.target.contains(s))
    }
}
