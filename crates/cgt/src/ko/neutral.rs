//! The neutral threat environment (Spight): every threat has a counterpart of the same size, so a fight ends in the fair trade
//! "ignore now" = "answer, be retaken, threaten back with the same size".
//!
//! Walls are computed point by point, exactly; corners are found where the straight line between two points fails.

use super::KoPairGraphs;
use super::graph::KoError;
use super::hot::HotTree;
use super::line::Line;
use crate::thermograph::wall_at;
use crate::{Rational, Thermograph};

/// What a fight leads to when one side wins it.
#[derive(Clone, Debug)]
pub enum FightEnd {
    Number(Rational),
    /// A hot but short continuation: threats beside it are part of one sum.
    Game(HotTree),
    /// A continuation too large for that, by its thermograph.
    Hot(Thermograph),
    /// Another fight: an approach move was needed.
    Fight(Box<KoFight>),
}

/// A ko `Kb = {black_wins | Ka}`, `Ka = {Kb | white_wins}`.
#[derive(Clone, Debug)]
pub struct KoFight {
    pub black_wins: FightEnd,
    pub white_wins: FightEnd,
}

/// A threat still hanging: a switch with this mean and size.
type Threat = (Rational, Rational);

impl KoFight {
    pub fn simple(c: Rational, f: Rational) -> Self {
        KoFight { black_wins: FightEnd::Number(c), white_wins: FightEnd::Number(f) }
    }

    /// Fights inside this one, itself included.
    fn levels(&self) -> usize {
        let inner = |end: &FightEnd| if let FightEnd::Fight(f) = end { f.levels() } else { 0 };
        1 + inner(&self.black_wins).max(inner(&self.white_wins))
    }

    /// Right wall of Kb below its temperature: White retakes, and the fair trade follows.
    fn trade(&self, t: Rational, hanging: &[Threat]) -> Rational {
        let white_finishes = |v: Rational| t + self.white_wins.with_threat(t, hanging, (v, v), true);
        let black_finishes = |v: Rational| self.black_wins.with_threat(t, hanging, (-v, v), false);
        let gap = |v: Rational| white_finishes(v) - black_finishes(v);
        let v = root(&gap, t, self.span() + t + Rational::ONE).unwrap_or(t);
        white_finishes(v)
    }

    /// The distance between the two sides' best ends.
    fn span(&self) -> Rational {
        let d = self.black_wins.most() - self.white_wins.least();
        if d > Rational::ZERO { d } else { -d }
    }

    /// Thermographs of both positions of the ko.
    pub fn thermographs(&self) -> Result<KoPairGraphs, KoError> {
        // every level multiplies the denominators: beyond three they leave the exact range
        const DEEPEST: usize = 3;
        if self.levels() > DEEPEST {
            return Err(KoError::Unsettled);
        }
        let span = self.span();
        if span == Rational::ZERO {
            return Err(KoError::NothingAtStake);
        }
        let black_scaffold = self.black_wins.wall(false)?.tilted(-1);
        let white_scaffold = self.white_wins.wall(true)?.tilted(1);
        // nothing above the temperature is needed: find it first, then the corners below
        let cold = |t: Rational| white_scaffold.at(t) + t - self.trade(t, &[]);
        let warm = |t: Rational| self.trade(t, &[]) - black_scaffold.at(t);
        let top = root(&cold, Rational::ZERO, span).into_iter().chain(root(&warm, Rational::ZERO, span)).max();
        let trade = sampled(&|t| self.trade(t, &[]), top.unwrap_or(span).max(span / Rational::int(1000)));
        let black_took = frame(black_scaffold, trade.clone());
        let white_took = frame(trade.tilted(-1), white_scaffold);
        if !black_took.is_known() || !white_took.is_known() {
            return Err(KoError::Unsettled);
        }
        Ok(KoPairGraphs { black_took, white_took })
    }
}

impl FightEnd {
    fn most(&self) -> Rational {
        match self {
            FightEnd::Number(x) => *x,
            FightEnd::Hot(t) => t.left_at(Rational::ZERO),
            FightEnd::Game(g) => g.stop(true),
            FightEnd::Fight(f) => f.black_wins.most(),
        }
    }

    fn least(&self) -> Rational {
        match self {
            FightEnd::Number(x) => *x,
            FightEnd::Hot(t) => t.right_at(Rational::ZERO),
            FightEnd::Game(g) => g.stop(false),
            FightEnd::Fight(f) => f.white_wins.least(),
        }
    }

    /// The wall with White (or Black, if `black`) to move, as a function of t.
    fn wall(&self, black: bool) -> Result<Line, KoError> {
        Ok(match self {
            FightEnd::Number(x) => Line::constant(*x),
            FightEnd::Game(g) => {
                let walls = g.walls(Rational::ZERO, &[]);
                if black { walls.0 } else { walls.1 }
            }
            FightEnd::Hot(t) => {
                let shown = t.above(Rational::ZERO);
                Line { corners: if black { shown.left } else { shown.right }, tail: Rational::ZERO }
            }
            FightEnd::Fight(f) => {
                let graphs = f.thermographs()?;
                // Black's approach leads to the inner Kb with White to move, White's to the inner Ka with Black to move
                let corners = if black { graphs.white_took.left } else { graphs.black_took.right };
                Line { corners, tail: Rational::ZERO }
            }
        })
    }

    /// The value at ambient temperature `t` beside hanging threats and one more, with the given side to move.
    fn with_threat(&self, t: Rational, hanging: &[Threat], threat: Threat, black: bool) -> Rational {
        let mut all = hanging.to_vec();
        all.push(threat);
        match self {
            FightEnd::Fight(f) if black => f.trade(t, &all) - t,
            FightEnd::Fight(f) => f.trade(t, &all),
            FightEnd::Number(x) => *x + switches(t, &all, black),
            FightEnd::Game(g) => g.wall_with(t, &all, black),
            FightEnd::Hot(graph) => {
                // against switches a hot position counts with its walls: play in it or answer elsewhere, whichever is larger
                let wall = if black { &graph.left } else { &graph.right };
                let (near, far) = (wall_at(wall, t), graph.mean);
                let size = if near > far { near - far } else { far - near } + t;
                if size > t {
                    all.push((Rational::ZERO, size));
                }
                far + switches(t, &all, black)
            }
        }
    }
}

/// A sum of switches with the given side to move at temperature t: sizes above t are played in decreasing order.
fn switches(t: Rational, list: &[Threat], black: bool) -> Rational {
    let mut total = list.iter().fold(Rational::ZERO, |sum, s| sum + s.0);
    let mut sizes: Vec<Rational> = list.iter().map(|s| s.1).filter(|&s| s > t).collect();
    sizes.sort_by(|a, b| b.cmp(a));
    let mut sign = if black { Rational::ONE } else { -Rational::ONE };
    for s in sizes {
        total = total + sign * (s - t);
        sign = -sign;
    }
    total
}

/// The zero of a rising piecewise-linear function on [low, high]: narrow the interval at fractions as simple as possible (the
/// numbers must not grow), until the straight line between its ends hits the zero exactly.
fn root(f: &dyn Fn(Rational) -> Rational, low: Rational, high: Rational) -> Option<Rational> {
    let (mut a, mut b) = (low, high);
    let (mut fa, mut fb) = (f(a), f(b));
    if fa >= Rational::ZERO {
        return Some(a);
    }
    if fb < Rational::ZERO {
        return None;
    }
    for _ in 0..40 {
        if fb <= fa || a.denominator().max(b.denominator()) > 1 << 30 {
            return None;
        }
        let guess = a + (b - a) * (-fa) / (fb - fa);
        // inside one straight piece the guess is a simple fraction; elsewhere it is worthless and only large
        if guess.denominator() < 1 << 24 && f(guess) == Rational::ZERO {
            return Some(guess);
        }
        let quarter = (b - a) / Rational::int(4);
        let x = simplest_between(a + quarter, b - quarter);
        let fx = f(x);
        if fx == Rational::ZERO {
            return Some(x);
        }
        if fx < Rational::ZERO {
            (a, fa) = (x, fx);
        } else {
            (b, fb) = (x, fx);
        }
    }
    None
}

/// The fraction of least denominator in [a, b], 0 <= a < b, by continued fractions.
fn simplest_between(a: Rational, b: Rational) -> Rational {
    let whole = a.ceil();
    if whole <= b.floor() {
        return Rational::new(whole, 1);
    }
    let floor = Rational::new(a.floor(), 1);
    floor + Rational::ONE / simplest_between(Rational::ONE / (b - floor), Rational::ONE / (a - floor))
}

/// A piecewise-linear function recovered from its values on [0, span].
fn sampled(f: &dyn Fn(Rational) -> Rational, span: Rational) -> Line {
    let (start, end) = ((Rational::ZERO, f(Rational::ZERO)), (span, f(span)));
    let mut corners = vec![start];
    refine(f, start, end, 10, &mut corners);
    corners.dedup_by(|b, a| a.0 == b.0);
    // drop points on straight stretches
    let mut kept: Vec<(Rational, Rational)> = Vec::new();
    for c in corners {
        while kept.len() >= 2 {
            let (p, q) = (kept[kept.len() - 2], kept[kept.len() - 1]);
            if (q.1 - p.1) * (c.0 - q.0) == (c.1 - q.1) * (q.0 - p.0) {
                kept.pop();
            } else {
                break;
            }
        }
        kept.push(c);
    }
    Line { corners: kept, tail: Rational::ZERO }
}

fn refine(
    f: &dyn Fn(Rational) -> Rational,
    from: (Rational, Rational),
    to: (Rational, Rational),
    depth: u32,
    out: &mut Vec<(Rational, Rational)>,
) {
    let part = |k: i128| {
        let t = from.0 + (to.0 - from.0) * Rational::new(k, 4);
        (t, f(t))
    };
    let quarters = [from, part(1), part(2), part(3), to];
    let straight = |p: (Rational, Rational), q: (Rational, Rational), r: (Rational, Rational)| {
        (q.1 - p.1) * (r.0 - q.0) == (r.1 - q.1) * (q.0 - p.0)
    };
    if (1..4).all(|i| straight(quarters[0], quarters[i], quarters[4])) {
        out.push(to);
        return;
    }
    if depth == 0 {
        out.extend_from_slice(&quarters[1..]);
        return;
    }
    // one corner inside: intersect the outer stretches
    let slope = |p: (Rational, Rational), q: (Rational, Rational)| (q.1 - p.1) / (q.0 - p.0);
    let (s0, s1) = (slope(quarters[0], quarters[1]), slope(quarters[3], quarters[4]));
    if s0 != s1 {
        let t = (to.1 - from.1 + s0 * from.0 - s1 * to.0) / (s0 - s1);
        if t > from.0 && t < to.0 {
            let v = f(t);
            // both stretches must hold half way too, or there is a second corner
            let half = Rational::new(1, 2);
            let (before, after) = ((from.0 + t) * half, (t + to.0) * half);
            let holds = f(before) == from.1 + s0 * (before - from.0) && f(after) == to.1 - s1 * (to.0 - after);
            if v == from.1 + s0 * (t - from.0) && holds {
                out.push((t, v));
                out.push(to);
                return;
            }
        }
    }
    refine(f, from, quarters[2], depth - 1, out);
    refine(f, quarters[2], to, depth - 1, out);
}

/// Walls below the first meeting of two scaffolds, the mast above (there the trades would need threats smaller than t).
fn frame(left: Line, right: Line) -> Thermograph {
    let temperature = left.first_at_most(&right).unwrap_or(Rational::ZERO);
    let mean = left.at(temperature);
    Thermograph {
        left: left.capped(temperature, mean).corners,
        right: right.capped(temperature, mean).corners,
        mean,
        temperature,
    }
}
