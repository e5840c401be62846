//! A room: space where a group may find eyes, as a little game of its own.
//!
//! The walls are taken as safe and joined to each other. The attacker may come in where the room is open to his outside;
//! stones of his that hang together with an open point cannot be taken, all others can. Both sides play alternately or
//! pass; what counts is the number of eyes, up to two, that the defender has in the end.

use std::collections::HashMap;

use gosedai_board::Point;
use gosedai_board::zobrist::splitmix64;

/// Most points of a room.
pub const LARGEST: usize = 24;
/// Most points of a room that is played out.
const PLAYED: usize = 11;

/// A set of cells of a room, one bit each.
pub type Cells = u32;

/// A room cut out of a board.
#[derive(Clone, Debug, Default)]
pub struct Room {
    pub points: Vec<Point>,
    beside: Vec<Cells>,
    /// Cells where a stone of the attacker is joined to his outside.
    pub open: Cells,
    /// Stones of the attacker within.
    pub stones: Cells,
    /// Cells beside a wall: a stone of the defender there cannot be taken.
    pub walled: Cells,
    /// Diagonal cells within the room, hostile diagonals outside it, and how many hostile ones make a single point false.
    diagonal: Vec<Cells>,
    hostile: Vec<u8>,
    tolerance: Vec<u8>,
}

/// What a room is worth: eyes when the attacker or the defender begins, and the beginnings that reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    pub attacked: u8,
    pub defended: u8,
    pub attacks: Cells,
    pub defences: Cells,
}

/// A point on its way into a room.
#[derive(Clone, Copy, Debug)]
pub struct NewCell {
    pub point: Point,
    pub is_open: bool,
    pub is_stone: bool,
    /// Is a stone of the group beside it?
    pub is_walled: bool,
    /// Diagonals the attacker holds outside the room, and how many of them an eye here bears.
    pub hostile: u8,
    pub tolerance: u8,
}

impl Room {
    /// Adds a cell; more hostile diagonals than it tolerates make a single point a false eye.
    pub fn push(&mut self, cell: NewCell) {
        let bit = 1 << self.points.len();
        let flag = |is: bool| if is { bit } else { 0 };
        self.points.push(cell.point);
        self.open |= flag(cell.is_open);
        self.stones |= flag(cell.is_stone);
        self.walled |= flag(cell.is_walled);
        self.hostile.push(cell.hostile);
        self.tolerance.push(cell.tolerance);
    }

    /// Finds the neighbours of each cell, once all cells are in.
    pub fn join(&mut self) {
        let find = |p: Point| self.points.iter().position(|&q| q == p).map_or(0, |i| 1 << i);
        self.beside = self.points.iter().map(|p| p.neighbours().into_iter().map(find).sum()).collect();
        self.diagonal = self.points.iter().map(|p| p.diagonals().into_iter().map(find).sum()).collect();
    }

    /// Points of a set of cells.
    pub fn points_of(&self, cells: Cells) -> impl Iterator<Item = Point> + '_ {
        self.points.iter().enumerate().filter(move |(i, _)| cells >> i & 1 == 1).map(|(_, &p)| p)
    }

    /// Everything the value depends on, as one number.
    pub fn key(&self) -> u64 {
        let mut key = splitmix64(u64::from(self.open) << 32 | u64::from(self.stones)).1 ^ u64::from(self.walled) << 20;
        for (i, point) in self.points.iter().enumerate() {
            let cell = (point.index() as u64) << 8 | u64::from(self.hostile[i]) << 4 | u64::from(self.tolerance[i]);
            key = splitmix64(key ^ cell).1;
        }
        key
    }

    fn all(&self) -> Cells {
        ((1u64 << self.points.len()) - 1) as Cells
    }

    /// The cells of `within` joined to `start`.
    fn flood(&self, start: Cells, within: Cells) -> Cells {
        let (mut seen, mut front) = (start, start);
        while front != 0 {
            let cell = front.trailing_zeros() as usize;
            front &= front - 1;
            let fresh = self.beside[cell] & within & !seen;
            seen |= fresh;
            front |= fresh;
        }
        seen
    }

    /// Estimate for rooms too large to be played out.
    pub fn guess(&self) -> Eyes {
        let inner = (self.all() & !self.open).count_ones();
        let vital = |cell: &usize| (self.beside[*cell] & !self.open).count_ones() >= 3;
        let middle = (0..self.points.len()).filter(vital).fold(0, |set, cell| set | 1 << cell);
        let vital = self.open | middle;
        let eyes = Eyes::guess(inner, self.open.count_ones(), self.stones.count_ones());
        Eyes { attacks: vital, defences: vital, ..eyes }
    }
}

impl Eyes {
    pub const NONE: Eyes = Eyes { attacked: 0, defended: 0, attacks: 0, defences: 0 };

    /// By points away from the openings, openings, and stones of the attacker inside.
    pub fn guess(inner: u32, ways_in: u32, inside: u32) -> Eyes {
        let left = inner as i32 - ways_in as i32 - inside as i32;
        let attacked = if left >= 7 { 2 } else { u8::from(left >= 2) };
        let defended = if inner >= 4 + inside { 2 } else { inner.min(1) as u8 };
        Eyes { attacked, defended, ..Eyes::NONE }
    }
}

/// Plays rooms out and remembers them.
#[derive(Clone, Debug, Default)]
pub struct RoomBook {
    known: HashMap<u64, Eyes>,
    /// With the points that decide.
    decided: HashMap<u64, Eyes>,
    seen: Seen,
    /// How often a cell has decided a position of the room, by side.
    history: [[u16; LARGEST]; 2],
    left: u32,
}

/// Positions of one room already decided: a small table with one place each.
#[derive(Clone, Debug)]
struct Seen {
    slots: Vec<(u64, u32, bool)>,
    age: u32,
}

const SEEN: usize = 1 << 11;

impl Default for Seen {
    fn default() -> Self {
        Seen { slots: vec![(0, 0, false); SEEN], age: 1 }
    }
}

impl Seen {
    fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 53) as usize
    }

    #[inline]
    fn get(&self, key: u64) -> Option<bool> {
        let (known, age, value) = self.slots[Self::place(key)];
        (known == key && age == self.age).then_some(value)
    }

    #[inline]
    fn put(&mut self, key: u64, value: bool) {
        self.slots[Self::place(key)] = (key, self.age, value);
    }
}

/// Whose turn it is in a room, and whether the other side has just passed.
const DEFENDER: u8 = 1;
const PASSED: u8 = 2;

impl RoomBook {
    /// Eyes of a room, without the points they hang on; positions of one room looked at: at most `nodes`.
    pub fn eyes(&mut self, room: &Room, nodes: u32) -> Eyes {
        if room.points.len() > LARGEST {
            return room.guess();
        }
        let key = room.key();
        if let Some(eyes) = self.known.get(&key) {
            return *eyes;
        }
        if self.known.len() > 100_000 {
            self.known.clear();
        }
        let eyes = if room.points.len() > PLAYED { None } else { self.play_out(room, nodes) };
        let eyes = eyes.unwrap_or_else(|| room.guess());
        self.known.insert(key, eyes);
        eyes
    }

    /// The same with the points that decide: asked only where moves are wanted, for it costs a search each.
    pub fn vital(&mut self, room: &Room, nodes: u32) -> Eyes {
        let eyes = self.eyes(room, nodes);
        // a guess names its points itself
        if eyes.attacked == eyes.defended || eyes.attacks | eyes.defences != 0 || room.points.len() > PLAYED {
            return eyes;
        }
        let key = room.key();
        if let Some(eyes) = self.decided.get(&key) {
            return *eyes;
        }
        if self.decided.len() > 20_000 {
            self.decided.clear();
        }
        let eyes = self.deciding(room, eyes, nodes);
        self.decided.insert(key, eyes);
        eyes
    }

    fn play_out(&mut self, room: &Room, nodes: u32) -> Option<Eyes> {
        self.left = nodes;
        self.history = [[0; LARGEST]; 2];
        let mut first = |turn: u8| -> Option<u8> {
            for goal in [2u8, 1] {
                self.seen.clear();
                if self.reaches(room, 0, room.stones, turn, goal, 0)? {
                    return Some(goal);
                }
            }
            Some(0)
        };
        let (attacked, defended) = (first(0)?, first(DEFENDER)?);
        Some(Eyes { attacked, defended, attacks: 0, defences: 0 })
    }

    /// Which beginnings reach the value.
    fn deciding(&mut self, room: &Room, mut eyes: Eyes, nodes: u32) -> Eyes {
        self.left = nodes;
        self.history = [[0; LARGEST]; 2];
        for cell in 0..room.points.len() {
            self.left = self.left.max(nodes / 4);
            if let Some((own, stones)) = room.play(0, room.stones, cell, DEFENDER) {
                self.seen.clear();
                if self.reaches(room, own, stones, 0, eyes.defended, 1).unwrap_or(false) {
                    eyes.defences |= 1 << cell;
                }
            }
            if let Some((own, stones)) = room.play(0, room.stones, cell, 0) {
                self.seen.clear();
                if !self.reaches(room, own, stones, DEFENDER, eyes.attacked + 1, 1).unwrap_or(true) {
                    eyes.attacks |= 1 << cell;
                }
            }
        }
        eyes
    }

    /// Does the defender get `goal` eyes? `None` when the positions are used up.
    fn reaches(&mut self, room: &Room, own: Cells, stones: Cells, turn: u8, goal: u8, depth: u8) -> Option<bool> {
        let own = if turn & DEFENDER != 0 { own } else { room.fill_false(own, stones) };
        let (certain, possible) = room.count(own, stones);
        if certain >= goal {
            return Some(true);
        }
        if possible < goal {
            return Some(false);
        }
        // 24 cells each leave room for the turn
        let key = u64::from(own) | u64::from(stones) << 28 | u64::from(turn) << 60;
        if let Some(known) = self.seen.get(key) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        if depth > 40 {
            return Some(false);
        }
        // repetition gives no eye
        self.seen.put(key, false);
        let defending = turn & DEFENDER != 0;
        let next = if defending { 0 } else { DEFENDER };
        let mut result = None;
        let mut order = [(0i32, 0u8); LARGEST];
        let mut count = 0;
        let mut free = room.all() & !own & !stones;
        while free != 0 {
            let cell = free.trailing_zeros() as usize;
            free &= free - 1;
            if room.is_idle(own, cell) {
                continue;
            }
            let near = (room.beside[cell] & !own).count_ones() as i32;
            order[count] = (-(self.history[usize::from(defending)][cell] as i32) - 3 * near, cell as u8);
            count += 1;
        }
        order[..count].sort_unstable();
        let mut moved = false;
        for &(_, cell) in &order[..count] {
            let cell = cell as usize;
            let Some((own, stones)) = room.play(own, stones, cell, turn & DEFENDER) else { continue };
            moved = true;
            if self.reaches(room, own, stones, next, goal, depth + 1)? == defending {
                self.history[usize::from(defending)][cell] += 2;
                result = Some(defending);
                break;
            }
        }
        // the attacker has nothing to gain by waiting
        if result.is_none() && (defending || !moved) {
            let waited = if turn & PASSED != 0 {
                room.final_eyes(own, stones) >= goal
            } else {
                self.reaches(room, own, stones, next | PASSED, goal, depth + 1)?
            };
            if waited == defending {
                result = Some(defending);
            }
        }
        let result = result.unwrap_or(!defending);
        self.seen.put(key, result);
        Some(result)
    }
}

impl Room {
    /// The room after a stone; `None` if it cannot be played.
    fn play(&self, own: Cells, stones: Cells, cell: usize, turn: u8) -> Option<(Cells, Cells)> {
        let bit = 1 << cell;
        if (own | stones) & bit != 0 {
            return None;
        }
        let all = self.all();
        if turn & DEFENDER != 0 {
            let own = own | bit;
            let mut stones = stones;
            let mut near = self.beside[cell] & stones;
            while near != 0 {
                let chain = self.flood(near & near.wrapping_neg(), stones);
                near &= !chain;
                if chain & self.open == 0 && self.around(chain) & all & !own & !stones == 0 {
                    stones &= !chain;
                }
            }
            return Some((own, stones));
        }
        let stones = stones | bit;
        let chain = self.flood(bit, stones);
        // stones of the defender that hang on no wall can be taken
        let mut left = own;
        let mut near = self.beside[cell] & own & !self.walled;
        while near != 0 {
            let taken = self.flood(near & near.wrapping_neg(), own);
            near &= !taken;
            if taken & self.walled == 0 && self.around(taken) & all & !own & !stones == 0 {
                left &= !taken;
            }
        }
        let breathes = left != own || chain & self.open != 0 || self.around(chain) & all & !own & !stones != 0;
        breathes.then_some((left, stones))
    }

    fn around(&self, chain: Cells) -> Cells {
        let (mut rest, mut around) = (chain, 0);
        while rest != 0 {
            around |= self.beside[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        around & !chain
    }

    /// Single points that are false as the attacker's stones stand: they are lost once it is his turn.
    fn fill_false(&self, own: Cells, stones: Cells) -> Cells {
        let (mut rest, mut filled) = (self.all() & !own & !stones & !self.open, own);
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.beside[cell] & !own == 0 {
                let bad = u32::from(self.hostile[cell]) + (self.diagonal[cell] & stones).count_ones();
                if bad > u32::from(self.tolerance[cell]) {
                    filled |= 1 << cell;
                }
            }
        }
        filled
    }

    /// No move for either side: an eye that is one already and cannot become more.
    fn is_idle(&self, own: Cells, cell: usize) -> bool {
        let part = self.flood(1 << cell, self.all() & !own);
        part & self.open == 0
            && part.count_ones() <= 2
            && (part.count_ones() == 2 || self.safe(own, part))
            && self.is_firm(own, part)
    }

    /// Do all the defender's stones around a part hang on walls?
    fn is_firm(&self, own: Cells, part: Cells) -> bool {
        let fence = self.around(part) & own;
        fence & !self.walled == 0 || fence & !self.flood(own & self.walled, own) == 0
    }

    /// Is this closed single point a true eye whatever happens around it?
    fn safe(&self, own: Cells, part: Cells) -> bool {
        let cell = part.trailing_zeros() as usize;
        u32::from(self.hostile[cell]) + (self.diagonal[cell] & !own).count_ones() <= u32::from(self.tolerance[cell])
    }

    /// Eyes that are certain now, and how many there could be at most.
    fn count(&self, own: Cells, stones: Cells) -> (u8, u8) {
        let mut rest = self.all() & !own;
        let (mut certain, mut possible) = (0, 0);
        while rest != 0 {
            let part = self.flood(rest & rest.wrapping_neg(), self.all() & !own);
            rest &= !part;
            let size = part.count_ones();
            let is_closed = part & self.open == 0;
            if is_closed && (size > 1 || self.safe(own, part)) && self.is_firm(own, part) {
                // seven points cannot be filled to one eye
                certain += 1 + u8::from(size >= 7 + 2 * (stones & part).count_ones());
            }
            let cell = part.trailing_zeros() as usize;
            possible += match size {
                1 => u8::from(is_closed && self.hostile[cell] <= self.tolerance[cell]),
                2 => 1,
                _ => 2,
            };
        }
        (certain, possible)
    }

    /// Eyes when nobody plays on: closed parts, single points only if true.
    fn final_eyes(&self, own: Cells, stones: Cells) -> u8 {
        let all = self.all();
        let enemy = self.flood(self.open & !own, all & !own);
        let mut rest = all & !own & !enemy;
        let mut eyes = 0;
        while rest != 0 {
            let part = self.flood(rest & rest.wrapping_neg(), all & !own);
            rest &= !part;
            let cell = part.trailing_zeros() as usize;
            let bad = u32::from(self.hostile[cell]) + (self.diagonal[cell] & (enemy | stones)).count_ones();
            eyes += u8::from(part.count_ones() > 1 || bad <= u32::from(self.tolerance[cell]));
        }
        eyes
    }
}

#[cfg(test)]
mod tests;
