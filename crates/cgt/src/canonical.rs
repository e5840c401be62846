//! From arbitrary option lists to the canonical form: numbers by simplicity, then dominated and reversible options.

use crate::Dyadic;
use crate::arena::{Arena, Game};

impl Arena {
    /// The canonical form of `{lefts | rights}`.
    pub fn make(&mut self, lefts: &[Game], rights: &[Game]) -> Game {
        if let Some(g) = self.make_from_numbers(lefts, rights) {
            return g;
        }
        let (mut l, mut r) = (self.scratch(), self.scratch());
        l.extend_from_slice(lefts);
        r.extend_from_slice(rights);
        let g = self.canonicalise_hot(&mut l, &mut r);
        self.recycle(l);
        self.recycle(r);
        g
    }

    pub(crate) fn canonicalise(&mut self, l: &mut Vec<Game>, r: &mut Vec<Game>) -> Game {
        if let Some(g) = self.make_from_numbers(l, r) {
            return g;
        }
        self.canonicalise_hot(l, r)
    }

    fn canonicalise_hot(&mut self, l: &mut Vec<Game>, r: &mut Vec<Game>) -> Game {
        // LS = max RS(GL) and RS = min LS(GR), valid unless they come out in the order of a number
        let left_stop = l.iter().map(|&g| self.right_stop(g)).max();
        let right_stop = r.iter().map(|&g| self.left_stop(g)).min();
        let (Some(ls), Some(rs)) = (left_stop, right_stop) else {
            return self.simplest(l, r, left_stop, right_stop);
        };
        if ls < rs {
            return self.simplest(l, r, left_stop, right_stop);
        }
        if ls == rs {
            // equal to that number iff neither side has a move reaching it or better
            let x = self.number(ls);
            if !l.iter().any(|&g| self.le(x, g)) && !r.iter().any(|&g| self.le(g, x)) {
                return x;
            }
        }
        self.keep_best(l, true);
        self.keep_best(r, false);
        if self.bypass_reversible(l, r, (ls, rs)) {
            self.keep_best(l, true);
            self.keep_best(r, false);
        }
        self.intern(l, r, (ls, rs))
    }

    /// The common case of numbers on both sides: the best of either side decides, by simplicity or as a switch.
    #[inline]
    fn make_from_numbers(&mut self, lefts: &[Game], rights: &[Game]) -> Option<Game> {
        let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
        for &g in lefts {
            let x = self.as_number(g)?;
            low = Some(low.map_or(x, |l| l.max(x)));
        }
        for &g in rights {
            let x = self.as_number(g)?;
            high = Some(high.map_or(x, |h| h.min(x)));
        }
        if let (Some(x), Some(y)) = (low, high)
            && x >= y
        {
            let (l, r) = (self.number(x), self.number(y));
            return Some(self.intern(&mut [l], &mut [r], (x, y)));
        }
        let open = |x: Option<Dyadic>| x.map(|x| (x, false));
        Some(self.number(Dyadic::simplest_between(open(low), open(high))))
    }

    /// The simplest number x with GL |< x |< GR; the stops bound it, and a stop itself is allowed where no option reaches it.
    fn simplest(&mut self, l: &[Game], r: &[Game], ls: Option<Dyadic>, rs: Option<Dyadic>) -> Game {
        let low = ls.map(|x| {
            let n = self.number(x);
            (x, !l.iter().any(|&g| self.le(n, g)))
        });
        let high = rs.map(|x| {
            let n = self.number(x);
            (x, !r.iter().any(|&g| self.le(g, n)))
        });
        self.number(Dyadic::simplest_between(low, high))
    }

    /// Drops dominated options, keeping one of equals.
    fn keep_best(&mut self, list: &mut Vec<Game>, left: bool) {
        let mut i = 0;
        'next: while i < list.len() {
            for j in 0..list.len() {
                if i == j {
                    continue;
                }
                let (a, b) = (list[i], list[j]);
                let dominated = if left { self.le(a, b) } else { self.le(b, a) };
                if dominated {
                    list.swap_remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
    }

    /// Replaces reversible options until none is left; true if any was.
    fn bypass_reversible(&mut self, l: &mut Vec<Game>, r: &mut Vec<Game>, stops: (Dyadic, Dyadic)) -> bool {
        let mut changed = false;
        let mut i = 0;
        while i < l.len() {
            let option = l[i];
            // a reply to a number is larger than it, hence beyond the right stop: no reversal
            if self.as_number(option).is_some_and(|x| x >= stops.1) {
                i += 1;
                continue;
            }
            let (start, end) = self.right_range(option);
            let reply = (start..end).map(|k| self.pooled(k)).collect::<ReplyList>();
            match reply.iter().find(|&h| self.reply_at_most(h, l, r, stops)) {
                Some(h) => {
                    l.swap_remove(i);
                    let (start, end) = self.left_range(h);
                    for k in start..end {
                        let g = self.pooled(k);
                        if !l.contains(&g) {
                            l.push(g);
                        }
                    }
                    changed = true;
                    i = 0;
                }
                None => i += 1,
            }
        }
        let mut i = 0;
        while i < r.len() {
            let option = r[i];
            if self.as_number(option).is_some_and(|x| x <= stops.0) {
                i += 1;
                continue;
            }
            let (start, end) = self.left_range(option);
            let reply = (start..end).map(|k| self.pooled(k)).collect::<ReplyList>();
            match reply.iter().find(|&h| self.reply_at_least(h, l, r, stops)) {
                Some(h) => {
                    r.swap_remove(i);
                    let (start, end) = self.right_range(h);
                    for k in start..end {
                        let g = self.pooled(k);
                        if !r.contains(&g) {
                            r.push(g);
                        }
                    }
                    changed = true;
                    i = 0;
                }
                None => i += 1,
            }
        }
        changed
    }

    /// `h <= {l|r}` for a game not interned yet.
    fn reply_at_most(&mut self, h: Game, l: &[Game], r: &[Game], stops: (Dyadic, Dyadic)) -> bool {
        let (hl, hr) = (self.left_stop(h), self.right_stop(h));
        if hl > stops.0 || hr > stops.1 {
            return false;
        }
        if hl < stops.1 {
            return true;
        }
        if r.iter().any(|&g| self.le(g, h)) {
            return false;
        }
        let (start, end) = self.left_range(h);
        !(start..end).any(|k| {
            let g = self.pooled(k);
            self.reply_at_least(g, l, r, stops)
        })
    }

    /// `h >= {l|r}`.
    fn reply_at_least(&mut self, h: Game, l: &[Game], r: &[Game], stops: (Dyadic, Dyadic)) -> bool {
        let (hl, hr) = (self.left_stop(h), self.right_stop(h));
        if hl < stops.0 || hr < stops.1 {
            return false;
        }
        if hr > stops.0 {
            return true;
        }
        if l.iter().any(|&g| self.le(h, g)) {
            return false;
        }
        let (start, end) = self.right_range(h);
        !(start..end).any(|k| {
            let g = self.pooled(k);
            self.reply_at_most(g, l, r, stops)
        })
    }
}

/// The replies to one option, copied out of the pool without touching the heap in the usual case.
struct ReplyList {
    few: [Game; 8],
    many: Vec<Game>,
    len: usize,
}

impl FromIterator<Game> for ReplyList {
    fn from_iter<I: IntoIterator<Item = Game>>(games: I) -> Self {
        let mut list = ReplyList { few: [Game(0); 8], many: Vec::new(), len: 0 };
        for g in games {
            match list.few.get_mut(list.len) {
                Some(slot) => *slot = g,
                None => list.many.push(g),
            }
            list.len += 1;
        }
        list
    }
}

impl ReplyList {
    fn iter(&self) -> impl Iterator<Item = Game> + '_ {
        self.few[..self.len.min(8)].iter().chain(&self.many).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hackenbush_slide_zero_one_star_and_a_half() {
        let mut a = Arena::new();
        let (zero, one, minus_one) = (a.int(0), a.int(1), a.int(-1));
        assert_eq!(a.make(&[], &[]), zero);
        assert_eq!(a.make(&[zero], &[]), one);
        assert_eq!(a.make(&[], &[zero]), minus_one);
        assert_eq!(a.make(&[minus_one], &[one]), zero);
        let half = a.make(&[zero], &[one]);
        assert_eq!(a.as_number(half), Some(Dyadic::new(1, 1)));
        let star = a.nimber(1);
        assert_eq!(a.make(&[zero], &[zero]), star);
    }

    #[test]
    fn ups_are_recognised_from_their_options() {
        let mut a = Arena::new();
        let (zero, star) = (a.int(0), a.nimber(1));
        let (up, up_star, up2, up2_star) = {
            let s = |ups, nimber| crate::Simple { number: Dyadic::ZERO, ups, nimber };
            (a.simple(s(1, 0)), a.simple(s(1, 1)), a.simple(s(2, 0)), a.simple(s(2, 1)))
        };
        assert_eq!(a.make(&[zero], &[star]), up);
        assert_eq!(a.make(&[zero, star], &[zero]), up_star);
        assert_eq!(a.make(&[zero], &[up]), up2_star);
        assert_eq!(a.make(&[zero], &[up_star]), up2);
        assert_eq!(a.make(&[up], &[up]), up2_star);
    }

    #[test]
    fn reversible_and_dominated_options_vanish() {
        let mut a = Arena::new();
        let (zero, one, minus) = (a.int(0), a.int(1), a.int(-1));
        let switch = a.make(&[one], &[minus]);
        // {0,{1|-1} | {1|-1}} = 1? both Left options reverse out; the value is the number 1
        assert_eq!(a.make(&[zero, switch], &[switch]), one);
        let two = a.int(2);
        let minus_two = a.int(-2);
        let hot = a.make(&[two], &[minus_two]);
        assert_eq!(a.make(&[hot], &[minus]), minus_two);
    }
}
