//! Piecewise-linear functions on t >= 0 with rational corners and any slopes: ko walls may fall twice as fast as the tax.

use crate::Rational;

/// Corners in order of temperature, the first at t = 0; beyond the last the line goes on with slope `tail`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub corners: Vec<(Rational, Rational)>,
    pub tail: Rational,
}

impl Line {
    pub fn constant(x: Rational) -> Self {
        Line { corners: vec![(Rational::ZERO, x)], tail: Rational::ZERO }
    }

    pub fn at(&self, t: Rational) -> Rational {
        let next = self.corners.partition_point(|c| c.0 < t);
        match self.corners.get(next) {
            Some(c) if c.0 == t => c.1,
            Some(b) if next > 0 => {
                let a = self.corners[next - 1];
                a.1 + (b.1 - a.1) * (t - a.0) / (b.0 - a.0)
            }
            Some(b) => b.1,
            None => {
                let a = self.corners[self.corners.len() - 1];
                a.1 + self.tail * (t - a.0)
            }
        }
    }

    /// The line plus `slope`·t.
    pub fn tilted(&self, slope: i64) -> Line {
        let s = Rational::int(slope);
        Line { corners: self.corners.iter().map(|&(t, v)| (t, v + s * t)).collect(), tail: self.tail + s }
    }

    /// The line below `t`, a constant from there on.
    pub fn capped(&self, t: Rational, value: Rational) -> Line {
        let mut corners: Vec<_> = self.corners.iter().copied().filter(|c| c.0 < t).collect();
        if corners.is_empty() && t > Rational::ZERO {
            corners.push((Rational::ZERO, self.at(Rational::ZERO)));
        }
        corners.push((t, value));
        Line { corners, tail: Rational::ZERO }
    }

    /// The larger or smaller of two lines.
    pub fn envelope(&self, other: &Line, larger: bool) -> Line {
        let mut corners = Vec::new();
        let stops = merged_corners(self, other);
        for (i, &t) in stops.iter().enumerate() {
            let (a, b) = (self.at(t), other.at(t));
            corners.push((t, if (a > b) == larger { a } else { b }));
            // a crossing inside the next piece (or beyond the last corner) is a corner too
            let until = stops.get(i + 1).copied();
            if let Some(tc) = crossing(self, other, t, until) {
                corners.push((tc, self.at(tc)));
            }
        }
        let end = corners[corners.len() - 1].0 + Rational::ONE;
        let tail = if (self.at(end) > other.at(end)) == larger { self.tail } else { other.tail };
        Line { corners, tail }
    }

    /// The last t at which `self >= other`, if there is one.
    pub fn last_at_least(&self, other: &Line) -> Option<Rational> {
        self.meetings(other).into_iter().rev().find(|&t| self.at(t) >= other.at(t))
    }

    /// The first t at which `self <= other`.
    pub fn first_at_most(&self, other: &Line) -> Option<Rational> {
        self.meetings(other).into_iter().find(|&t| self.at(t) <= other.at(t))
    }

    /// All corners of both lines and their crossings, in order.
    fn meetings(&self, other: &Line) -> Vec<Rational> {
        let stops = merged_corners(self, other);
        let mut all = Vec::with_capacity(stops.len() * 2);
        for (i, &t) in stops.iter().enumerate() {
            all.push(t);
            all.extend(crossing(self, other, t, stops.get(i + 1).copied()));
        }
        all
    }
}

fn merged_corners(a: &Line, b: &Line) -> Vec<Rational> {
    let mut all: Vec<Rational> = a.corners.iter().chain(&b.corners).map(|c| c.0).collect();
    all.sort();
    all.dedup();
    all
}

/// Where the lines cross strictly between two neighbouring corners; `None` as the end means no end.
fn crossing(a: &Line, b: &Line, from: Rational, until: Option<Rational>) -> Option<Rational> {
    let probe = until.unwrap_or(from + Rational::ONE);
    let (d0, d1) = (a.at(from) - b.at(from), a.at(probe) - b.at(probe));
    if d0 == d1 || d0 == Rational::ZERO {
        return None;
    }
    let t = from + (probe - from) * d0 / (d0 - d1);
    (t > from && until.is_none_or(|u| t < u)).then_some(t)
}
