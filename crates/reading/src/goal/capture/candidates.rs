//! Where the two sides look for moves around a target.

use gosedai_board::{Board, Color, Point, PointSet};

use super::Capture;
use crate::goal::{Goal, MoveList};

impl Capture<'_> {
    /// The defender's moves: extend, join, take or threaten the stones around, give room.
    pub(super) fn flee(&self, board: &Board, target: Point, out: &mut MoveList) {
        let p = self.params;
        let liberties = board.liberties(target);
        let count = liberties.len();
        if count == 1 {
            // in atari there is nothing but to extend or to take
            for enemy in board.adjacent_enemies(target) {
                if let Some(last) = board.atari_liberty(enemy) {
                    out.note(last, p.take + board.string_len(enemy).min(20) as i32);
                }
            }
            for liberty in liberties.iter() {
                out.note(liberty, p.reach * reach(board, target, liberty, self.defender) as i32);
                if board.string_len(target) == 1 && liberty.neighbours().into_iter().all(|q| !board.is_empty(q)) {
                    self.set_snap_back(board, liberty, out);
                }
            }
            return;
        }
        for enemy in board.adjacent_enemies(target) {
            self.against(board, enemy, count, out);
        }
        for liberty in liberties.iter() {
            out.note(liberty, p.reach * reach(board, target, liberty, self.defender) as i32);
            for second in liberty.neighbours() {
                if board.is_empty(second) {
                    if !liberties.contains(second) {
                        out.note(second, p.second);
                    }
                } else if board.at(second).is(self.defender) {
                    if !board.same_string(second, target) {
                        self.friend(board, second, out);
                    }
                } else if board.at(second).is(self.seeker()) && board.liberty_count_to(second, 4) <= 3 {
                    // taking this stone opens the way out
                    self.against(board, second, 4, out);
                }
            }
        }
        self.diagonals(board, target, &liberties, out);
    }

    /// Moves after which the stone that takes at `last` could itself be taken.
    fn set_snap_back(&self, board: &Board, last: Point, out: &mut MoveList) {
        for beside in last.neighbours() {
            if board.at(beside).is(self.seeker()) {
                let mut own = [beside; 3];
                if board.liberties_into(beside, &mut own) == 2 {
                    own[..2].iter().for_each(|&at| out.note(at, self.params.press));
                }
            }
        }
    }

    /// Moves against a string of the attacker around the target.
    fn against(&self, board: &Board, enemy: Point, count: usize, out: &mut MoveList) {
        let p = self.params;
        let mut own = [enemy; 5];
        let n = board.liberties_into(enemy, &mut own);
        let size = board.string_len(enemy).min(20) as i32;
        match n {
            1 => out.note(own[0], p.take + size),
            2 => own[..2].iter().for_each(|&at| out.note(at, p.threaten + size.min(6))),
            3 => own[..3].iter().for_each(|&at| out.note(at, p.press)),
            4 if count >= 3 => own[..4].iter().for_each(|&at| out.note(at, p.press / 2)),
            _ => {}
        }
        if n <= 3 {
            // own stones it could take to get out
            for holder in board.adjacent_enemies(enemy) {
                if let Some(last) = board.atari_liberty(holder) {
                    out.note(last, p.press);
                }
            }
        }
        if n <= 2 {
            // what the attacker would play to save it, beside its liberties
            for &at in &own[..n] {
                for beside in at.neighbours() {
                    if board.is_empty(beside) {
                        out.note(beside, 1);
                    } else if board.at(beside).is(self.seeker()) && !board.same_string(beside, enemy) {
                        // its friends next door: taking them takes a liberty too
                        let mut next = [beside; 3];
                        let m = board.liberties_into(beside, &mut next);
                        if m <= 2 {
                            next[..m].iter().for_each(|&q| out.note(q, p.press));
                        }
                    } else if board.at(beside).is(self.defender)
                        && let Some(last) = board.atari_liberty(beside)
                    {
                        out.note(last, p.press);
                    }
                }
            }
        }
    }

    /// A friend beside a liberty: strengthening it strengthens the target.
    fn friend(&self, board: &Board, friend: Point, out: &mut MoveList) {
        let p = self.params;
        let mut own = [friend; 4];
        let n = board.liberties_into(friend, &mut own);
        if n <= 3 {
            let urgency = if n == 3 { p.friend / 4 } else { p.friend };
            for &at in &own[..n] {
                out.note(at, urgency);
                if n <= 2 {
                    at.neighbours().into_iter().filter(|&q| board.is_empty(q)).for_each(|q| out.note(q, 1));
                }
            }
            for enemy in board.adjacent_enemies(friend) {
                let mut own = [enemy; 4];
                match board.liberties_into(enemy, &mut own) {
                    1 => out.note(own[0], p.take / 2),
                    m @ (2 | 3) => own[..m].iter().for_each(|&at| out.note(at, p.press / m as i32)),
                    _ => {}
                }
            }
        }
    }

    /// The attacker's moves: take liberties, block ways out, save or free his own stones around.
    pub(super) fn chase(&self, board: &Board, target: Point, out: &mut MoveList) {
        let p = self.params;
        let liberties = board.liberties(target);
        let count = liberties.len();
        if count == 1 {
            liberties.iter().for_each(|at| out.note(at, p.take));
            // only a capture that can be retaken may have something better beside it
            let is_narrow = |at: Point| at.neighbours().into_iter().all(|q| !board.is_empty(q));
            if board.string_len(target) > 1 || !liberties.iter().all(is_narrow) {
                return;
            }
        }
        for liberty in liberties.iter() {
            let gain = reach(board, target, liberty, self.defender) as i32;
            out.note(liberty, p.block * gain);
            for second in liberty.neighbours() {
                if board.is_empty(second) {
                    if !liberties.contains(second) {
                        let near = second.neighbours().into_iter().filter(|&q| liberties.contains(q)).count() as i32;
                        out.note(second, p.second * near + (gain - count as i32).max(0));
                        if count >= 3 {
                            continue;
                        }
                        for third in second.neighbours() {
                            if board.is_empty(third) && !liberties.contains(third) {
                                out.note(third, 0);
                            }
                        }
                    }
                } else if board.at(second).is(self.seeker()) {
                    self.save(board, second, out);
                } else if board.at(second).is(self.defender) && !board.same_string(second, target) {
                    // a friend the target could join: take it or cut its liberties
                    let mut own = [second; 4];
                    match board.liberties_into(second, &mut own) {
                        1 => out.note(own[0], p.take / 2 + board.string_len(second).min(10) as i32),
                        2 => {
                            for &at in &own[..2] {
                                out.note(at, p.friend);
                                at.neighbours().into_iter().filter(|&q| board.is_empty(q)).for_each(|q| out.note(q, 1));
                            }
                        }
                        3 => own[..3].iter().for_each(|&at| out.note(at, p.friend / 4)),
                        _ => {}
                    }
                }
            }
        }
        for enemy in board.adjacent_enemies(target) {
            self.save(board, enemy, out);
        }
        self.diagonals(board, target, &liberties, out);
    }

    /// Moves that save one of the attacker's strings around the target.
    fn save(&self, board: &Board, own: Point, out: &mut MoveList) {
        let p = self.params;
        let mut liberties = [own; 3];
        let n = board.liberties_into(own, &mut liberties);
        match n {
            1 => {
                out.note(liberties[0], p.save + board.string_len(own).min(10) as i32);
                for other in board.adjacent_enemies(own) {
                    if let Some(last) = board.atari_liberty(other) {
                        out.note(last, p.save);
                    }
                }
            }
            2 => {
                liberties[..2].iter().for_each(|&at| out.note(at, p.protect));
                for other in board.adjacent_enemies(own) {
                    if let Some(last) = board.atari_liberty(other) {
                        out.note(last, p.protect);
                    }
                }
            }
            _ => {}
        }
    }

    fn diagonals(&self, board: &Board, target: Point, liberties: &PointSet, out: &mut MoveList) {
        for stone in board.string(target) {
            for diagonal in stone.diagonals() {
                if board.size().contains(diagonal) && board.is_empty(diagonal) && !liberties.contains(diagonal) {
                    out.note(diagonal, self.params.diagonal);
                }
            }
        }
    }
}

/// Liberties of the target after its owner's move at one of them, those aside that captures there would open.
pub fn liberties_after(board: &Board, target: Point, at: Point, owner: Color) -> PointSet {
    let mut seen = board.liberties(target);
    for beside in at.neighbours() {
        if board.is_empty(beside) {
            seen.insert(beside);
        } else if board.at(beside).is(owner) && !board.same_string(beside, target) {
            seen = seen.union(&board.liberties(beside));
        }
    }
    seen.remove(at);
    seen
}

/// Their number, captures counted by the stones taken there, roughly.
pub fn reach(board: &Board, target: Point, at: Point, owner: Color) -> usize {
    let falls = |p: &Point| board.at(*p).is(owner.opponent()) && board.in_atari(*p);
    let taken: usize = at.neighbours().into_iter().filter(falls).map(|p| board.string_len(p)).sum();
    liberties_after(board, target, at, owner).len() + taken.min(4)
}
