//! Which stones cannot be taken: Benson's theorem first, then a small reading that the owner reaches Benson life even if the
//! opponent moves first.

use gosedai_board::safety::unconditionally_alive;
use gosedai_board::{Board, Color, Point, PointSet};

/// How much stands behind "safe".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Alive even if the owner always passes.
    Unconditional,
    /// Alive when every attack is answered.
    Read,
    /// Held to be alive, without proof.
    Judged,
}

#[derive(Clone, Debug, Default)]
pub struct SafeStones {
    /// Black's and White's safe stones.
    pub stones: [PointSet; 2],
    /// Those among them that are only safe by reading.
    pub by_reading: PointSet,
    /// Those that somebody judged to be safe: what rests on them is no proof.
    pub judged: PointSet,
    /// Larger strings of which nobody can say whether they live: ground around them is not counted without search.
    pub uncertain: PointSet,
}

impl SafeStones {
    /// Takes somebody's word for the safety of a string.
    pub fn judge(&mut self, color: Color, string: &PointSet) {
        let new = string.minus(&self.stones[side(color)]);
        self.stones[side(color)] = self.stones[side(color)].union(&new);
        self.judged = self.judged.union(&new);
    }

    /// The weakest ground for the safety of the stones around some points.
    pub fn around(&self, points: &PointSet) -> Safety {
        let near = points.grown();
        if near.intersects(&self.judged) {
            Safety::Judged
        } else if near.intersects(&self.by_reading) {
            Safety::Read
        } else {
            Safety::Unconditional
        }
    }

    pub fn all(&self) -> PointSet {
        self.stones[0].union(&self.stones[1])
    }
}

/// Finds safe stones; `nodes` limits the reading per group (0 = Benson only).
pub fn safe_stones(board: &Board, nodes: u32) -> SafeStones {
    let mut safe = SafeStones::default();
    for color in [Color::Black, Color::White] {
        safe.stones[side(color)] = unconditionally_alive(board, color).alive;
    }
    if nodes == 0 {
        return safe;
    }
    let proven = safe.stones;
    for color in [Color::Black, Color::White] {
        for p in board.strings() {
            if !board.at(p).is(color) || safe.stones[side(color)].contains(p) {
                continue;
            }
            let mut reader = Reader { board: board.clone(), left: nodes, color, target: p };
            if reader.survives(4) {
                let alive = board.string_set(p);
                safe.stones[side(color)] = safe.stones[side(color)].union(&alive);
                safe.by_reading = safe.by_reading.union(&alive.minus(&proven[side(color)]));
            }
        }
    }
    safe
}

struct Reader {
    board: Board,
    left: u32,
    color: Color,
    target: Point,
}

impl Reader {
    /// The attacker moves; the defender must reach unconditional life against every local attack.
    fn survives(&mut self, depth: u32) -> bool {
        if self.is_alive() {
            return true;
        }
        if depth == 0 || self.left == 0 {
            return false;
        }
        let places = self.places();
        if places.is_empty() || places.len() > 14 {
            return false;
        }
        let attacker = self.color.opponent();
        // the attacker may also leave it: then the defender's move must suffice, which the answers below show too
        for p in places.iter() {
            if !self.board.is_legal(p, attacker) {
                continue;
            }
            let undo = self.board.play(p, attacker);
            let saved = self.board.color_at(self.target) == Some(self.color) && self.answers(depth - 1);
            self.board.undo(&undo);
            if !saved {
                return false;
            }
        }
        true
    }

    fn answers(&mut self, depth: u32) -> bool {
        if self.is_alive() {
            return true;
        }
        for p in self.places().iter() {
            if self.left == 0 {
                return false;
            }
            if !self.board.is_legal(p, self.color) {
                continue;
            }
            self.left -= 1;
            let undo = self.board.play(p, self.color);
            let alive = self.survives(depth.saturating_sub(1));
            self.board.undo(&undo);
            if alive {
                return true;
            }
        }
        false
    }

    fn is_alive(&self) -> bool {
        unconditionally_alive(&self.board, self.color).alive.contains(self.target)
    }

    /// Empty points in the regions the target's surroundings enclose, and its liberties.
    fn places(&self) -> PointSet {
        let full = PointSet::full(self.board.size());
        let own = self.board.stone_set(self.color);
        let string = self.board.string_set(self.target);
        let empty = self.board.empty_set();
        full.minus(&own)
            .components()
            .into_iter()
            .filter(|r| r.grown().intersects(&string) && r.len() <= 10)
            .fold(self.board.liberties(self.target), |all, r| all.union(&r))
            .intersection(&empty)
    }
}

pub(crate) fn side(color: Color) -> usize {
    if color == Color::Black { 0 } else { 1 }
}
