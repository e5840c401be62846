//! Thermographs of short games: walls, mean and temperature, computed once per canonical form.
//!
//! `LSc(t) = max RW_GL(t) - t`, `RSc(t) = min LW_GR(t) + t`; below the first meeting of the scaffolds they are the walls, above it
//! stands the mast.

use crate::arena::{Arena, Game, NONE};
use crate::wall::{Line, Pair, slope_of, straighten, times};
use crate::{Dyadic, Rational};

/// Walls as ranges of the arena's corner pool; the last corner of each is the foot of the mast.
#[derive(Clone, Copy)]
pub(crate) struct Walls {
    pub mean: Dyadic,
    pub temperature: Dyadic,
    left: (u32, u32),
    right: (u32, u32),
}

/// A thermograph as data: corners `(t, value)` in rising order of temperature, constant above the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    pub left: Vec<(Rational, Rational)>,
    pub right: Vec<(Rational, Rational)>,
    pub mean: Rational,
    pub temperature: Rational,
}

impl Thermograph {
    /// The mast of a number: nobody gains by a move.
    pub fn of_number(x: Rational) -> Thermograph {
        let mast = vec![(Rational::ZERO, x)];
        Thermograph { left: mast.clone(), right: mast, mean: x, temperature: Rational::int(-1) }
    }

    /// No figure of it left the exact range.
    pub fn is_known(&self) -> bool {
        let known = |wall: &[(Rational, Rational)]| wall.iter().all(|c| c.0.is_known() && c.1.is_known());
        self.mean.is_known() && self.temperature.is_known() && known(&self.left) && known(&self.right)
    }

    /// The part at or above `t`, as figures show it.
    pub fn above(&self, t: Rational) -> Thermograph {
        let cut = |wall: &[(Rational, Rational)]| {
            let mut kept: Vec<_> = wall.iter().copied().filter(|c| c.0 > t).collect();
            kept.insert(0, (t, wall_at(wall, t)));
            kept
        };
        Thermograph { left: cut(&self.left), right: cut(&self.right), ..self.clone() }
    }

    pub fn left_at(&self, t: Rational) -> Rational {
        wall_at(&self.left, t)
    }

    pub fn right_at(&self, t: Rational) -> Rational {
        wall_at(&self.right, t)
    }
}

/// Value of a polyline at `t`; constant outside its corners.
pub(crate) fn wall_at(wall: &[(Rational, Rational)], t: Rational) -> Rational {
    let next = wall.partition_point(|c| c.0 < t);
    match (next.checked_sub(1).and_then(|i| wall.get(i)), wall.get(next)) {
        (_, Some(c)) if c.0 == t => c.1,
        (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (t - a.0) / (b.0 - a.0),
        (Some(a), None) => a.1,
        (None, Some(b)) => b.1,
        (None, None) => Rational::ZERO,
    }
}

impl Arena {
    pub fn mean(&mut self, g: Game) -> Dyadic {
        self.walls_of(g).mean
    }

    /// -1 for integers, -1/2^k for other numbers, 0 for a number plus a non-zero infinitesimal, positive for hot games.
    pub fn temperature(&mut self, g: Game) -> Dyadic {
        self.walls_of(g).temperature
    }

    /// The full thermograph from t = -1 upwards.
    pub fn thermograph(&mut self, g: Game) -> Thermograph {
        let w = self.walls_of(g);
        let corners = |range: (u32, u32)| {
            self.corners[range.0 as usize..range.1 as usize].iter().map(|&(t, v)| (t.into(), v.into())).collect()
        };
        Thermograph {
            left: corners(w.left),
            right: corners(w.right),
            mean: w.mean.into(),
            temperature: w.temperature.into(),
        }
    }

    /// The left wall at temperature `t`.
    pub fn left_wall_at(&mut self, g: Game, t: Dyadic) -> Dyadic {
        let range = self.walls_of(g).left;
        self.corner_value(range, t)
    }

    pub fn right_wall_at(&mut self, g: Game, t: Dyadic) -> Dyadic {
        let range = self.walls_of(g).right;
        self.corner_value(range, t)
    }

    fn corner_value(&self, range: (u32, u32), t: Dyadic) -> Dyadic {
        let wall = &self.corners[range.0 as usize..range.1 as usize];
        let next = wall.partition_point(|c| c.0 < t);
        match (next.checked_sub(1).map(|i| wall[i]), wall.get(next)) {
            (_, Some(&(tc, v))) if tc == t => v,
            (Some(a), Some(&b)) => a.1 + times(t - a.0, slope_of(a, b)),
            (Some(a), None) => a.1,
            (None, other) => other.map_or(Dyadic::ZERO, |c| c.1),
        }
    }

    pub(crate) fn walls_of(&mut self, g: Game) -> Walls {
        let known = self.nodes[g.index()].walls;
        if known != NONE {
            return self.walls[known as usize];
        }
        let walls = match self.as_number(g) {
            Some(x) => self.number_walls(x),
            None => self.game_walls(g),
        };
        self.nodes[g.index()].walls = self.walls.len() as u32;
        self.walls.push(walls);
        walls
    }

    /// A mast; that of a fraction m/2^k stands on a small roof between its neighbours, closing at t = -1/2^k.
    fn number_walls(&mut self, x: Dyadic) -> Walls {
        let start = self.corners.len() as u32;
        let foot = Dyadic::MINUS_ONE;
        if x.is_integer() {
            self.corners.push((foot, x));
            return Walls { mean: x, temperature: foot, left: (start, start + 1), right: (start, start + 1) };
        }
        let step = Dyadic::new(1, x.exponent());
        let (low, high) = (self.number(x - step), self.number(x + step));
        let lefts = self.walls_of(low).right;
        let rights = self.walls_of(high).left;
        self.raise_mast(&[lefts], &[rights])
    }

    /// `{x|y}` with integers x > y: two straight walls.
    fn switch_walls(&mut self, x: Dyadic, y: Dyadic) -> Walls {
        let temperature = (x - y).half();
        let mean = x - temperature;
        let start = self.corners.len() as u32;
        let (foot, top) = (Dyadic::MINUS_ONE, (temperature, mean));
        self.corners.extend_from_slice(&[(foot, x + Dyadic::ONE), top, (foot, y - Dyadic::ONE), top]);
        Walls { mean, temperature, left: (start, start + 2), right: (start + 2, start + 4) }
    }

    fn game_walls(&mut self, g: Game) -> Walls {
        let (l, r) = (self.left_range(g), self.right_range(g));
        if l.1 - l.0 == 1 && r.1 - r.0 == 1 {
            let (x, y) = (self.as_number(self.pooled(l.0)), self.as_number(self.pooled(r.0)));
            if let (Some(x), Some(y)) = (x, y)
                && x.is_integer()
                && y.is_integer()
                && x >= y
            {
                return self.switch_walls(x, y);
            }
        }
        let (start, end) = self.left_range(g);
        let mut lefts = Vec::with_capacity(end - start);
        for i in start..end {
            let option = self.pooled(i);
            lefts.push(self.walls_of(option).right);
        }
        let (start, end) = self.right_range(g);
        let mut rights = Vec::with_capacity(end - start);
        for i in start..end {
            let option = self.pooled(i);
            rights.push(self.walls_of(option).left);
        }
        self.raise_mast(&lefts, &rights)
    }

    fn scaffold(&self, walls: &[(u32, u32)], left: bool) -> Line {
        let tax = if left { -1 } else { 1 };
        let (mut line, mut next, mut spare) = (Line::default(), Line::default(), Vec::new());
        for (k, range) in walls.iter().enumerate() {
            let wall = &self.corners[range.0 as usize..range.1 as usize];
            if k == 0 {
                Line::tilted(wall, tax, &mut line);
            } else {
                Line::tilted(wall, tax, &mut next);
                line.envelope(&next, left, &mut spare);
            }
        }
        line
    }

    /// Finds where the scaffolds meet and stores the walls below that point.
    fn raise_mast(&mut self, lefts: &[(u32, u32)], rights: &[(u32, u32)]) -> Walls {
        let (mut left, mut right) = (self.scaffold(lefts, true), self.scaffold(rights, false));
        let mut walk = Pair::new(&left, &right);
        let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
        let mut meeting = None;
        while let Some((t, l, r)) = walk.next_corner() {
            if l <= r {
                meeting = Some(match before {
                    Some((t0, l0, r0)) if l < r => {
                        let (gap, closed) = (l0 - r0, (l0 - r0) - (l - r));
                        let dt = if closed == t - t0 { gap } else { gap.half() };
                        (t0 + dt, l0 + times(dt, slope_of((t0, l0), (t, l))))
                    }
                    _ => (t, l),
                });
                break;
            }
            before = Some((t, l, r));
        }
        let (temperature, mean) = meeting.unwrap_or_else(|| {
            // above all corners the scaffolds approach with slopes -1 and +1
            let (t, l, r) = before.unwrap_or_default();
            let dt = (l - r).half();
            (t + dt, l - dt)
        });
        let mut store = |line: &mut Line| {
            line.corners.retain(|c| c.0 < temperature);
            line.corners.push((temperature, mean));
            straighten(&mut line.corners, 0);
            let start = self.corners.len() as u32;
            self.corners.extend_from_slice(&line.corners);
            (start, self.corners.len() as u32)
        };
        let (left, right) = (store(&mut left), store(&mut right));
        Walls { mean, temperature, left, right }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn graph(text: &str) -> Thermograph {
        let mut a = Arena::new();
        let g = parse(&mut a, text).unwrap();
        a.thermograph(g).above(Rational::ZERO)
    }

    fn points(list: &[(i128, i128, i128, i128)]) -> Vec<(Rational, Rational)> {
        list.iter().map(|&(a, b, c, d)| (Rational::new(a, b), Rational::new(c, d))).collect()
    }

    #[test]
    fn double_sente_slide() {
        let t = graph("{{7|2}|{{2|0}|-4}}");
        assert_eq!(t.left, points(&[(0, 1, 2, 1), (5, 2, 2, 1), (3, 1, 3, 2)]));
        assert_eq!(t.right, points(&[(0, 1, 0, 1), (1, 1, 1, 1), (5, 2, 1, 1), (3, 1, 3, 2)]));
        assert_eq!((t.mean, t.temperature), (Rational::new(3, 2), Rational::int(3)));
    }

    #[test]
    fn gote_and_sente_slides() {
        let gote = graph("{4|0}");
        assert_eq!(gote.left, points(&[(0, 1, 4, 1), (2, 1, 2, 1)]));
        let sente = graph("{6|{4|0}}");
        assert_eq!(sente.right, points(&[(0, 1, 4, 1)]));
        assert_eq!(sente.temperature, Rational::int(2));
    }

    #[test]
    fn a_kinked_wall_comes_from_two_rival_options() {
        // small safe gain against a large gote: the better choice changes with the temperature
        let t = graph("{5,{9|3}|0}");
        assert!(t.left.len() >= 2);
        for k in 0..20 {
            let at = Rational::new(k, 8);
            assert!(t.left_at(at) >= t.right_at(at));
        }
    }

    #[test]
    fn fractions_close_below_zero() {
        let mut a = Arena::new();
        for (num, exp) in [(1, 1), (3, 2), (-5, 3)] {
            let x = Dyadic::new(num, exp);
            let g = a.number(x);
            assert_eq!(a.mean(g), x);
            assert_eq!(a.temperature(g), -Dyadic::new(1, exp));
        }
        let up = a.ups(1);
        assert_eq!(a.temperature(up), Dyadic::ZERO);
    }
}
