//! The partial order of games: `G <= H` iff no GL >= H and no HR <= G, with stops and closed forms asked first.

use crate::arena::{Arena, Game};
use std::fmt;

/// How two games stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    Equal,
    Greater,
    Confused,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "||",
        })
    }
}

/// Who wins under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Left,
    Right,
    /// The first player (N).
    First,
    /// The second player (P).
    Second,
}

impl Outcome {
    /// From "Left wins moving first" and "Left wins moving second".
    pub fn of(left_first: bool, left_second: bool) -> Self {
        match (left_first, left_second) {
            (true, true) => Outcome::Left,
            (true, false) => Outcome::First,
            (false, true) => Outcome::Second,
            (false, false) => Outcome::Right,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::First => "N",
            Outcome::Second => "P",
        })
    }
}

impl Arena {
    /// `g <= h`.
    pub fn le(&mut self, g: Game, h: Game) -> bool {
        if g == h {
            return true;
        }
        let (a, b) = (&self.nodes[g.index()], &self.nodes[h.index()]);
        if a.left_stop > b.left_stop || a.right_stop > b.right_stop {
            return false;
        }
        if a.left_stop < b.right_stop {
            return true;
        }
        if a.simple && b.simple {
            // the numbers are equal here: what remains is ^n*m >= 0
            let (ups, nimber) = (b.ups - a.ups, b.nimber ^ a.nimber);
            return ups >= 2 || ups == 1 && nimber != 1 || ups == 0 && nimber == 0;
        }
        // number avoidance: against a number only the other game's moves matter
        if b.simple && b.ups == 0 && b.nimber == 0 {
            return !self.some_left_at_least(g, h);
        }
        if a.simple && a.ups == 0 && a.nimber == 0 {
            return !self.some_right_at_most(h, g);
        }
        if let Some(known) = self.le_memo.get(g.0, h.0) {
            return known;
        }
        self.step();
        let answer = !self.some_left_at_least(g, h) && !self.some_right_at_most(h, g);
        self.le_memo.put(g.0, h.0, answer);
        answer
    }

    /// Some Left option of `g` is `>= h`.
    fn some_left_at_least(&mut self, g: Game, h: Game) -> bool {
        let (start, end) = self.left_range(g);
        (start..end).any(|i| {
            let option = self.pooled(i);
            self.le(h, option)
        })
    }

    /// Some Right option of `h` is `<= g`.
    fn some_right_at_most(&mut self, h: Game, g: Game) -> bool {
        let (start, end) = self.right_range(h);
        (start..end).any(|i| {
            let option = self.pooled(i);
            self.le(option, g)
        })
    }

    pub fn relation(&mut self, g: Game, h: Game) -> Relation {
        match (self.le(g, h), self.le(h, g)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        }
    }

    pub fn outcome(&mut self, g: Game) -> Outcome {
        let left_first = !self.le(g, Self::ZERO);
        let left_second = self.le(Self::ZERO, g);
        Outcome::of(left_first, left_second)
    }
}
