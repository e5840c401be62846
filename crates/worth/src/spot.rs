//! One independent piece of a region: which points are still open, what stands there and where safe stones touch.
//!
//! A stone joined to a safe stone is safe, and cuts the spot: what is left falls into independent parts, which add as
//! games do.

use crate::room::Room;
use gosedai_board::Color;

/// How the game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Surrounded points and prisoners.
    Territory,
    /// Stones and surrounded points.
    Area,
}

/// Masks over the points of a [`Room`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spot {
    pub mask: u64,
    pub black: u64,
    pub white: u64,
    /// Open points beside a safe black stone.
    pub by_black: u64,
    pub by_white: u64,
}

impl Spot {
    pub fn empty(&self) -> u64 {
        self.mask & !(self.black | self.white)
    }

    pub fn stones(&self, color: Color) -> u64 {
        if color == Color::Black { self.black } else { self.white }
    }

    fn stones_mut(&mut self, color: Color) -> &mut u64 {
        if color == Color::Black { &mut self.black } else { &mut self.white }
    }

    pub fn beside_safe(&self, color: Color) -> u64 {
        if color == Color::Black { self.by_black } else { self.by_white }
    }

    fn beside_safe_mut(&mut self, color: Color) -> &mut u64 {
        if color == Color::Black { &mut self.by_black } else { &mut self.by_white }
    }

    /// The spot after a move, with the number of stones taken; `None` if it would be suicide or the point is taken.
    pub fn play(&self, room: &Room, point: usize, color: Color) -> Option<(Spot, u32)> {
        let stone = 1u64 << point;
        if self.empty() & stone == 0 {
            return None;
        }
        let mut next = *self;
        *next.stones_mut(color) |= stone;
        let other = color.opponent();
        let mut taken = 0u64;
        let mut near = room.beside(point) & next.stones(other);
        while near != 0 {
            let string = room.flood(near & near.wrapping_neg(), next.stones(other));
            near &= !string;
            if room.around(string) & next.empty() == 0 {
                taken |= string;
            }
        }
        *next.stones_mut(other) &= !taken;
        if taken == 0 {
            let string = room.flood(stone, next.stones(color));
            let breathes = room.around(string) & next.empty() != 0 || string & next.beside_safe(color) != 0;
            if !breathes {
                return None;
            }
        }
        Some((next, taken.count_ones()))
    }

    /// Whether the string at a point can be taken by one move.
    pub fn in_atari(&self, room: &Room, point: usize, color: Color) -> bool {
        let string = room.flood(1 << point, self.stones(color));
        string & self.beside_safe(color) == 0 && (room.around(string) & self.empty()).count_ones() == 1
    }

    /// Takes out what has become safe or settled. Returns the parts still open and the points decided on the way.
    pub fn settle(mut self, room: &Room, counting: Counting) -> (Vec<Spot>, i64) {
        let mut score = 0;
        loop {
            let before = self.mask;
            for color in [Color::Black, Color::White] {
                let joined = room.flood(self.stones(color) & self.beside_safe(color), self.stones(color));
                score += self.fix(room, joined, color, counting);
            }
            if self.mask == before {
                for color in [Color::Black, Color::White] {
                    let alive = self.alive_inside(room, color);
                    score += self.fix(room, alive, color, counting);
                }
                if self.mask == before {
                    break;
                }
            }
        }
        let mut open = Vec::new();
        room.parts(self.mask, |part| {
            let spot = self.restricted(part);
            if let Some(points) = spot.settled(counting) {
                score += points;
            } else if spot.is_plain_seki(room) {
                score += spot.standing_count(room, counting);
            } else {
                open.push(spot);
            }
        });
        (open, score)
    }

    fn restricted(&self, part: u64) -> Spot {
        Spot {
            mask: part,
            black: self.black & part,
            white: self.white & part,
            by_black: self.by_black & part,
            by_white: self.by_white & part,
        }
    }

    /// Declares stones safe: they leave the spot and become part of its border.
    fn fix(&mut self, room: &Room, stones: u64, color: Color, counting: Counting) -> i64 {
        if stones == 0 {
            return 0;
        }
        self.mask &= !stones;
        *self.stones_mut(color) &= !stones;
        self.by_black &= !stones;
        self.by_white &= !stones;
        *self.beside_safe_mut(color) |= room.around(stones) & self.mask;
        match counting {
            Counting::Territory => 0,
            Counting::Area => sign(color) * stones.count_ones() as i64,
        }
    }

    /// Whether the spot belongs to one side whatever happens: touched by one side's safe stones only, with at most one
    /// point out of their reach, so that the other side cannot make two eyes in it.
    fn settled(&self, counting: Counting) -> Option<i64> {
        for color in [Color::Black, Color::White] {
            let (mine, theirs) = (self.beside_safe(color), self.beside_safe(color.opponent()));
            if theirs == 0 && mine != 0 && (self.mask & !mine).count_ones() <= 1 {
                let points = match counting {
                    Counting::Territory => {
                        self.empty().count_ones() as i64 + 2 * self.stones(color.opponent()).count_ones() as i64
                    }
                    Counting::Area => self.mask.count_ones() as i64,
                };
                return Some(sign(color) * points);
            }
        }
        None
    }

    /// One block each, two or more liberties, all of them shared and out of reach from outside: by the rule for plain
    /// races (no eye, no outside liberty) neither side can approach.
    fn is_plain_seki(&self, room: &Room) -> bool {
        let empty = self.empty();
        if self.black == 0 || self.white == 0 || empty.count_ones() < 2 || empty & (self.by_black | self.by_white) != 0
        {
            return false;
        }
        let one = |stones: u64| room.flood(stones & stones.wrapping_neg(), stones) == stones;
        let mut shared = true;
        room.parts(empty, |part| shared &= part.count_ones() == 1);
        shared
            && one(self.black)
            && one(self.white)
            && empty & !(room.around(self.black) & room.around(self.white)) == 0
    }

    /// Benson's theorem inside the spot: stones of `color` that live there without help from outside.
    fn alive_inside(&self, room: &Room, color: Color) -> u64 {
        let own = self.stones(color);
        if own.count_ones() < 4 {
            return 0;
        }
        let mut strings = Vec::new();
        room.parts(own, |s| strings.push(s));
        let mut regions = Vec::new();
        room.parts(self.mask & !own, |r| {
            // a region touched by the other side's safe stones is not enclosed
            if r & self.beside_safe(color.opponent()) == 0 {
                regions.push(r);
            }
        });
        loop {
            let vital = |s: u64| {
                let near = room.around(s);
                regions.iter().filter(|&&r| r & self.empty() != 0 && r & self.empty() & !near == 0).count()
            };
            let kept: Vec<u64> = strings.iter().copied().filter(|&s| vital(s) >= 2).collect();
            let alive = kept.iter().fold(0, |all, s| all | s);
            let (n, m) = (strings.len(), regions.len());
            regions.retain(|&r| room.around(r) & own & !alive == 0);
            strings = kept;
            if strings.len() == n && regions.len() == m {
                return alive;
            }
        }
    }

    /// The count if only one side could go on and does not: as it stands, and under territory counting the empty points
    /// that one side's stones surround, unless a stone beside them is in atari there (a ko must be filled).
    pub fn count_if_left(&self, room: &Room, counting: Counting) -> i64 {
        if counting == Counting::Area {
            return self.standing_count(room, counting);
        }
        let mut score = 0;
        room.parts(self.empty(), |part| {
            let near = room.around(part);
            let beside = [near & self.black, near & self.white];
            let reached = [beside[0] != 0 || part & self.by_black != 0, beside[1] != 0 || part & self.by_white != 0];
            let n = part.count_ones() as i64;
            for (k, color) in [Color::Black, Color::White].into_iter().enumerate() {
                if !reached[k] || reached[1 - k] {
                    continue;
                }
                let mut atari = false;
                room.parts(self.stones(color), |string| {
                    let loose = string & beside[k] != 0 && string & self.beside_safe(color) == 0;
                    atari |= loose && (room.around(string) & self.empty()).count_ones() == 1;
                });
                if !atari {
                    score += sign(color) * n;
                }
            }
        });
        score
    }

    /// The count if both sides stop: stones stay as they are (a seki).
    pub fn standing_count(&self, room: &Room, counting: Counting) -> i64 {
        if counting == Counting::Territory {
            return 0;
        }
        let mut score = self.black.count_ones() as i64 - self.white.count_ones() as i64;
        room.parts(self.empty(), |part| {
            let near = room.around(part);
            let black = near & self.black != 0 || part & self.by_black != 0;
            let white = near & self.white != 0 || part & self.by_white != 0;
            let n = part.count_ones() as i64;
            score += match (black, white) {
                (true, false) => n,
                (false, true) => -n,
                _ => 0,
            };
        });
        score
    }
}

pub(crate) fn sign(color: Color) -> i64 {
    if color == Color::Black { 1 } else { -1 }
}
