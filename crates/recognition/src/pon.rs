//! The possible omission number (PON) and the strengths, sizes and expected territories built on it.
//!
//! PON of a group: how often its owner may play elsewhere before its life is in question (0 = now, negative = dead by
//! that many moves). For open groups it is estimated from the n-th order dame; see Tajima & Sanechika.

use gosedai_board::{Color, PointSet};
use gosedai_knowledge::Params;

/// Constants and tables of the evaluation: a *profile*.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Weights of the dame of orders 1 to 4.
    pub order: [f64; 4],
    /// Weights of dame on the edge, touched once, and others.
    pub edge: f64,
    pub touched: f64,
    pub open: f64,
    pub slope: f64,
    pub offset: f64,
    /// Help of friends (a).
    pub friend: f64,
    /// Strength from same-colour strength (b and b').
    pub gain: f64,
    pub base: f64,
    /// f2: slopes c and c', bends x0 and x1.
    pub far_slope: f64,
    pub near_slope: f64,
    pub x0: f64,
    pub x1: f64,
    /// Correction for the side not to move (u0), and its factor for a pair of groups by their distance, from distance
    /// 1.
    pub not_to_move: f64,
    pub pair: Vec<f64>,
    /// Distances beyond this are ignored.
    pub reach: usize,
    /// Is PON rounded to a whole number (as in the paper) or not?
    pub whole: bool,
    /// Overlap with friends (f3) and enemies (f4) by distance, from distance 1.
    pub overlap_friend: Vec<f64>,
    pub overlap_enemy: Vec<f64>,
}

impl Profile {
    pub fn new(params: &Params) -> Profile {
        let n = |key: &str| params.number(key);
        let weights = params.list("dame.order");
        let order = std::array::from_fn(|i| weights.get(i).copied().unwrap_or(0.0));
        Profile {
            order,
            edge: n("dame.edge"),
            touched: n("dame.touched"),
            open: n("dame.open"),
            slope: n("pon.slope"),
            offset: n("pon.offset"),
            friend: n("strength.friend"),
            gain: n("strength.gain"),
            base: n("strength.base"),
            far_slope: n("enemy.far_slope"),
            near_slope: n("enemy.near_slope"),
            x0: n("enemy.x0"),
            x1: n("enemy.x1"),
            not_to_move: n("turn.correction"),
            pair: params.list("turn.pair").to_vec(),
            reach: n("distance.reach") as usize,
            whole: n("pon.whole") != 0.0,
            overlap_friend: params.list("overlap.friend").to_vec(),
            overlap_enemy: params.list("overlap.enemy").to_vec(),
        }
    }

    /// Pressure of an enemy group: 0 when we are stronger by x1, falling steeply to x0 and gently beyond.
    pub fn f2(&self, x: f64) -> f64 {
        self.far_slope * (x.min(self.x0) - self.x0) + self.near_slope * (x.max(self.x0).min(self.x1) - self.x1)
    }

    /// How much weaker a group of the side not to move counts against an enemy group at this distance.
    pub fn turn(&self, distance: usize) -> f64 {
        let factor = distance.checked_sub(1).and_then(|i| self.pair.get(i).copied()).unwrap_or(1.0);
        self.not_to_move * factor
    }

    pub fn f3(&self, distance: usize) -> f64 {
        distance.checked_sub(1).and_then(|i| self.overlap_friend.get(i).copied()).unwrap_or(0.0)
    }

    pub fn f4(&self, distance: usize) -> f64 {
        distance.checked_sub(1).and_then(|i| self.overlap_enemy.get(i).copied()).unwrap_or(0.0)
    }

    /// The weighted sum S of the dame counts.
    pub fn size(&self, dame: &DameKinds) -> f64 {
        let weights = [self.edge, self.touched, self.open];
        let order = |i: usize| (0..3).map(|k| weights[k] * dame.counts[i][k] as f64).sum::<f64>();
        (0..4).map(|i| self.order[i] * order(i)).sum()
    }

    /// PON of an open group for the evaluation: whole or not as the profile says.
    pub fn pon(&self, size: f64) -> f64 {
        if self.whole { f64::from(self.estimate(size)) } else { self.slope * size - self.offset }
    }

    /// PON of an open group with this size sum, as a whole number.
    pub fn estimate(&self, size: f64) -> i32 {
        // sums such as 0.33·S − 1.96 must not fall below a whole number by rounding
        (self.slope * size - self.offset + 1e-9).floor() as i32
    }
}

/// Dame of orders 1 to 4 by kind: on the edge, touched once by an enemy stone, other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DameKinds {
    pub counts: [[usize; 3]; 4],
}

/// The walk of the PON estimate over open points: free points not touched twice by the enemy; enemy links do not stop
/// it.
pub(crate) fn dame_kinds(
    stones: &PointSet,
    open: &PointSet,
    touched_by_enemy: &PointSet,
    edge: &PointSet,
) -> DameKinds {
    let mut kinds = DameKinds::default();
    let mut seen = *stones;
    let mut front = *stones;
    for counts in &mut kinds.counts {
        front = front.step(open, &mut seen);
        let all = front.len();
        let touched = front.intersection(touched_by_enemy).len();
        let on_edge = front.intersection(edge).minus(touched_by_enemy).len();
        *counts = [on_edge, touched, all - touched - on_edge];
    }
    kinds
}

/// What the evaluation needs to know of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct PonInput<'a> {
    pub color: Color,
    pub pon: f64,
    pub size: f64,
    /// Other groups near by, with their distance.
    pub near: &'a [(u16, u8)],
}

/// What a neighbour did to a group's figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    pub group: u16,
    pub distance: u8,
    pub friend: bool,
    /// Change of r (friends) or of s (enemies).
    pub strength: f64,
    /// Territory taken from the size by overlap.
    pub overlap: f64,
}

/// The evaluation of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct PonGroup {
    pub color: Color,
    pub pon: f64,
    /// Weighted dame sum S.
    pub size: f64,
    /// Same-colour strength.
    pub r: f64,
    /// Strength, 0 to 1.
    pub s: f64,
    /// Size without overlaps, and whether it had to be lifted to 0.
    pub z: f64,
    pub z_was_negative: bool,
    /// Expected territory.
    pub t: f64,
    pub influences: Vec<Influence>,
}

/// Rounds away the noise of summation order, so that turned boards give equal figures.
#[inline]
pub(crate) fn tidy(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}

/// Groups count less the farther away they are.
pub(crate) fn nearness(distance: u8) -> f64 {
    1.0 / f64::from(distance)
}

/// Strengths, sizes and expected territories of all groups.
pub fn evaluate(groups: &[PonInput], to_play: Color, profile: &Profile) -> Vec<PonGroup> {
    let r: Vec<f64> = groups
        .iter()
        .map(|g| {
            let help: f64 = g
                .near
                .iter()
                .filter(|(other, _)| groups[*other as usize].color == g.color)
                .map(|&(other, distance)| groups[other as usize].pon.max(0.0) * nearness(distance))
                .sum();
            tidy(g.pon + profile.friend * help)
        })
        .collect();
    let evaluate_one = |(i, g): (usize, &PonInput)| {
        let mut pressure = 0.0;
        let mut overlap = 0.0;
        let mut influences = Vec::with_capacity(g.near.len());
        for &(other, distance) in g.near {
            let friend = groups[other as usize].color == g.color;
            let nearness = nearness(distance);
            let (strength, shared) = if friend {
                let help = profile.friend * groups[other as usize].pon.max(0.0) * nearness;
                (help, profile.f3(distance as usize))
            } else {
                let turn = if g.color == to_play { 0.0 } else { profile.turn(distance as usize) };
                let press = profile.f2(r[i] - r[other as usize] - turn) * nearness;
                pressure += press;
                (press, profile.f4(distance as usize))
            };
            overlap += shared;
            influences.push(Influence { group: other, distance, friend, strength, overlap: shared });
        }
        let s = tidy((profile.gain * r[i] + profile.base + pressure).clamp(0.0, 1.0));
        // z = S·(1 − Σ overlap / S)
        let z = tidy(g.size - overlap);
        let t = tidy(s * z.max(0.0));
        PonGroup {
            color: g.color,
            pon: g.pon,
            size: g.size,
            r: r[i],
            s,
            z: z.max(0.0),
            z_was_negative: z < 0.0,
            t,
            influences,
        }
    };
    groups.iter().enumerate().map(evaluate_one).collect()
}

/// Expected territory of `color` less that of the other side.
pub fn balance(groups: &[PonGroup], color: Color) -> f64 {
    let sum: f64 = groups.iter().map(|g| if g.color == color { g.t } else { -g.t }).sum();
    tidy(sum)
}
