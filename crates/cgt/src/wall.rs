//! Piecewise-linear functions of the temperature on t >= -1, in exact dyadic arithmetic: the scaffolds and walls of short games.

use crate::Dyadic;

/// Corners in order of temperature, the first at t = -1; beyond the last corner the line goes on with slope `tail`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub corners: Vec<(Dyadic, Dyadic)>,
    pub tail: i8,
}

pub(crate) fn times(t: Dyadic, slope: i8) -> Dyadic {
    match slope {
        0 => Dyadic::ZERO,
        1 => t,
        -1 => -t,
        2 => t + t,
        _ => -(t + t),
    }
}

impl Line {
    /// The wall given by corners (a mast above the last), tilted by `tax`·t.
    pub fn tilted(wall: &[(Dyadic, Dyadic)], tax: i8, into: &mut Line) {
        into.corners.clear();
        into.corners.extend(wall.iter().map(|&(t, v)| (t, v + times(t, tax))));
        into.tail = tax;
    }

    /// Replaces `self` by the larger (or smaller) of the two lines, crossing points included. `spare` is working space.
    pub fn envelope(&mut self, other: &Line, larger: bool, spare: &mut Vec<(Dyadic, Dyadic)>) {
        spare.clear();
        let mut walk = Pair::new(self, other);
        let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
        let pick = |a: Dyadic, b: Dyadic| if (a > b) == larger { a } else { b };
        while let Some((t, a, b)) = walk.next_corner() {
            if let Some((t0, a0, b0)) = before
                && let Some((tc, vc)) = crossing((t0, a0, b0), (t, a, b))
            {
                spare.push((tc, vc));
            }
            spare.push((t, pick(a, b)));
            before = Some((t, a, b));
        }
        let (t, a, b) = before.unwrap_or_default();
        let (slope_a, slope_b) = (self.tail, other.tail);
        let mut tail = if a == b {
            if larger { slope_a.max(slope_b) } else { slope_a.min(slope_b) }
        } else if (a > b) == larger {
            slope_a
        } else {
            slope_b
        };
        // beyond the last corner the lines may cross once more
        let (gap, closing) = if a > b { (a - b, slope_b - slope_a) } else { (b - a, slope_a - slope_b) };
        if !gap.is_zero() && closing > 0 {
            let dt = if closing == 1 { gap } else { gap.half() };
            let slope = if (a > b) == larger { slope_a } else { slope_b };
            let from = pick(a, b);
            spare.push((t + dt, from + times(dt, slope)));
            tail = if larger { slope_a.max(slope_b) } else { slope_a.min(slope_b) };
        }
        straighten(spare, tail);
        std::mem::swap(&mut self.corners, spare);
        self.tail = tail;
    }
}

/// Where two lines cross strictly between two sample points, if they do.
fn crossing(from: (Dyadic, Dyadic, Dyadic), to: (Dyadic, Dyadic, Dyadic)) -> Option<(Dyadic, Dyadic)> {
    let (before, after) = (from.1 - from.2, to.1 - to.2);
    let zero = Dyadic::ZERO;
    if !(before > zero && after < zero || before < zero && after > zero) {
        return None;
    }
    let span = to.0 - from.0;
    let closed = (before - after).abs();
    // slopes differ by 1 or 2 per degree
    let dt = if closed == span { before.abs() } else { before.abs().half() };
    let slope = slope_of((from.0, from.1), (to.0, to.1));
    Some((from.0 + dt, from.1 + times(dt, slope)))
}

pub(crate) fn slope_of(from: (Dyadic, Dyadic), to: (Dyadic, Dyadic)) -> i8 {
    let (dt, dv) = (to.0 - from.0, to.1 - from.1);
    if dv.is_zero() {
        0
    } else if dv == dt {
        1
    } else if dv == -dt {
        -1
    } else if dv > Dyadic::ZERO {
        2
    } else {
        -2
    }
}

/// Removes corners that are none.
pub(crate) fn straighten(corners: &mut Vec<(Dyadic, Dyadic)>, tail: i8) {
    let mut kept = 0;
    for i in 0..corners.len() {
        let c = corners[i];
        if kept >= 1 && corners[kept - 1].0 == c.0 {
            continue;
        }
        if kept >= 2 && slope_of(corners[kept - 2], corners[kept - 1]) == slope_of(corners[kept - 1], c) {
            kept -= 1;
        }
        corners[kept] = c;
        kept += 1;
    }
    corners.truncate(kept);
    if kept >= 2 && slope_of(corners[kept - 2], corners[kept - 1]) == tail {
        corners.pop();
    }
}

/// Walks two lines corner by corner.
pub(crate) struct Pair<'a> {
    a: &'a Line,
    b: &'a Line,
    i: usize,
    j: usize,
}

impl<'a> Pair<'a> {
    pub fn new(a: &'a Line, b: &'a Line) -> Self {
        Pair { a, b, i: 0, j: 0 }
    }

    /// The next temperature at which either line has a corner, with both values there.
    pub fn next_corner(&mut self) -> Option<(Dyadic, Dyadic, Dyadic)> {
        let (ca, cb) = (self.a.corners.get(self.i), self.b.corners.get(self.j));
        let t = match (ca, cb) {
            (Some(x), Some(y)) => x.0.min(y.0),
            (Some(x), None) => x.0,
            (None, Some(y)) => y.0,
            (None, None) => return None,
        };
        let va = value_at(self.a, self.i, t);
        let vb = value_at(self.b, self.j, t);
        if ca.is_some_and(|c| c.0 == t) {
            self.i += 1;
        }
        if cb.is_some_and(|c| c.0 == t) {
            self.j += 1;
        }
        Some((t, va, vb))
    }
}

/// Value of a line at `t`, where `next` is the index of the first corner not before `t`.
fn value_at(line: &Line, next: usize, t: Dyadic) -> Dyadic {
    match line.corners.get(next) {
        Some(&(tc, v)) if tc == t => v,
        Some(&corner) if next > 0 => {
            let from = line.corners[next - 1];
            from.1 + times(t - from.0, slope_of(from, corner))
        }
        Some(&(_, v)) => v,
        None => {
            let from = line.corners[line.corners.len() - 1];
            from.1 + times(t - from.0, line.tail)
        }
    }
}
