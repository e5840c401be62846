//! Negation and canonical sums. Sums of numbers and of simple values are closed forms; a number is never moved in.

use crate::Dyadic;
use crate::arena::{Arena, Game, NONE, Simple};

impl Arena {
    pub fn neg(&mut self, g: Game) -> Game {
        let node = &self.nodes[g.index()];
        if node.negative != NONE {
            return Game(node.negative);
        }
        let h = if node.simple {
            let value = Simple { number: -node.left_stop, ups: -node.ups, nimber: node.nimber };
            self.simple(value)
        } else {
            let stops = (-node.right_stop, -node.left_stop);
            let (mut l, mut r) = (self.scratch(), self.scratch());
            let (start, end) = self.right_range(g);
            for i in start..end {
                let option = self.pooled(i);
                l.push(self.neg(option));
            }
            let (start, end) = self.left_range(g);
            for i in start..end {
                let option = self.pooled(i);
                r.push(self.neg(option));
            }
            // the mirror of a canonical form is canonical
            let h = self.intern(&mut l, &mut r, stops);
            self.recycle(l);
            self.recycle(r);
            h
        };
        self.nodes[g.index()].negative = h.0;
        self.nodes[h.index()].negative = g.0;
        h
    }

    pub fn add(&mut self, g: Game, h: Game) -> Game {
        if g == Self::ZERO {
            return h;
        }
        if h == Self::ZERO {
            return g;
        }
        match (self.as_simple(g), self.as_simple(h)) {
            (Some(a), Some(b)) => {
                return self.simple(Simple {
                    number: a.number + b.number,
                    ups: a.ups + b.ups,
                    nimber: a.nimber ^ b.nimber,
                });
            }
            (Some(a), None) if a.is_number() => return self.translate(h, g, a.number),
            (None, Some(b)) if b.is_number() => return self.translate(g, h, b.number),
            _ => {}
        }
        if self.nodes[g.index()].negative == h.0 {
            return Self::ZERO;
        }
        let (g, h) = if g < h { (g, h) } else { (h, g) };
        if let Some(id) = self.sum_memo.get(g.0, h.0) {
            return Game(id);
        }
        self.step();
        let (mut l, mut r) = (self.scratch(), self.scratch());
        for (moved, other) in [(g, h), (h, g)] {
            let (start, end) = self.left_range(moved);
            for i in start..end {
                let option = self.pooled(i);
                l.push(self.add(option, other));
            }
            let (start, end) = self.right_range(moved);
            for i in start..end {
                let option = self.pooled(i);
                r.push(self.add(option, other));
            }
        }
        let sum = self.canonicalise(&mut l, &mut r);
        self.recycle(l);
        self.recycle(r);
        self.sum_memo.put(g.0, h.0, sum.0);
        sum
    }

    /// `g + x` for a game that is not a number: shift every option, the form stays canonical.
    fn translate(&mut self, g: Game, number: Game, x: Dyadic) -> Game {
        // a plain switch is cheaper to shift than to remember
        let (l, r) = (self.left_range(g), self.right_range(g));
        if l.1 - l.0 == 1 && r.1 - r.0 == 1 {
            let (a, b) = (self.as_number(self.pooled(l.0)), self.as_number(self.pooled(r.0)));
            if let (Some(a), Some(b)) = (a, b) {
                let (low, high) = (b + x, a + x);
                let (mut l, mut r) = ([self.number(high)], [self.number(low)]);
                return self.intern(&mut l, &mut r, (high, low));
            }
        }
        if let Some(id) = self.sum_memo.get(g.0, number.0) {
            return Game(id);
        }
        let (mut l, mut r) = (self.scratch(), self.scratch());
        let (start, end) = self.left_range(g);
        for i in start..end {
            let option = self.pooled(i);
            l.push(self.add(option, number));
        }
        let (start, end) = self.right_range(g);
        for i in start..end {
            let option = self.pooled(i);
            r.push(self.add(option, number));
        }
        let stops = (self.left_stop(g) + x, self.right_stop(g) + x);
        let sum = self.intern(&mut l, &mut r, stops);
        self.recycle(l);
        self.recycle(r);
        self.sum_memo.put(g.0, number.0, sum.0);
        sum
    }

    pub fn sub(&mut self, g: Game, h: Game) -> Game {
        let minus = self.neg(h);
        self.add(g, minus)
    }

    pub fn add_number(&mut self, g: Game, x: Dyadic) -> Game {
        let n = self.number(x);
        self.add(g, n)
    }

    /// The canonical form of a sum of many games.
    pub fn sum(&mut self, games: &[Game]) -> Game {
        games.iter().fold(Self::ZERO, |total, &g| self.add(total, g))
    }

    /// `tiny(y) = {0|{0|-y}}`.
    pub fn tiny(&mut self, y: Game) -> Game {
        let minus = self.neg(y);
        let threat = self.make(&[Self::ZERO], &[minus]);
        self.make(&[Self::ZERO], &[threat])
    }

    /// `miny(y) = {{y|0}|0}`.
    pub fn miny(&mut self, y: Game) -> Game {
        let threat = self.make(&[y], &[Self::ZERO]);
        self.make(&[threat], &[Self::ZERO])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_and_translation() {
        let mut a = Arena::new();
        let (four, zero, six) = (a.int(4), a.int(0), a.int(6));
        let switch = a.make(&[four], &[zero]);
        let sente = a.make(&[six], &[switch]);
        let minus = a.neg(sente);
        assert_eq!(a.add(sente, minus), Arena::ZERO);
        assert_eq!(a.neg(minus), sente);
        let shifted = a.add_number(sente, Dyadic::int(-6));
        let back = a.add_number(shifted, Dyadic::int(6));
        assert_eq!(back, sente);
        let one = a.int(1);
        let half = a.make(&[one], &[zero]);
        assert_eq!(a.add(half, half), one);
    }
}
