//! The judgement 形勢判断: who owns what, what the rest is worth, and what kind of game it is.

use crate::groups::Group;
use crate::phase::{GamePhase, Openness};
use crate::potential::{Potential, Worth, WorthSum};
use crate::settings::Settings;
use crate::view::View;
use gosedai_board::{Color, PointSet};

/// What the game is about (局相).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    Moyo,
    Fighting,
    Territory,
    Quiet,
}

/// How the side to move stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    Ahead,
    Even,
    Behind,
}

impl GameKind {
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Moyo => "moyo",
            GameKind::Fighting => "fighting",
            GameKind::Territory => "territory",
            GameKind::Quiet => "quiet",
        }
    }
}

impl GameKind {
    pub const fn term(self) -> &'static str {
        match self {
            GameKind::Moyo => "kind.moyo",
            GameKind::Fighting => "kind.fighting",
            GameKind::Territory => "kind.territory",
            GameKind::Quiet => "kind.quiet",
        }
    }
}

impl Standing {
    /// How a side stands that leads by so much, if leads within the margin count as even.
    pub fn of(lead: f64, margin: f64) -> Standing {
        if lead > margin {
            Standing::Ahead
        } else if lead < -margin {
            Standing::Behind
        } else {
            Standing::Even
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Standing::Ahead => "ahead",
            Standing::Even => "even",
            Standing::Behind => "behind",
        }
    }
}

/// The sum and how it came about. Counted by area: stones and surrounded points.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Black's lead in points, compensation counted.
    pub score: f64,
    /// Territory and moyo points of Black and of White.
    pub points: [f64; 2],
    /// Settled points (stones included), by colour.
    pub territory: [PointSet; 2],
    pub territory_points: [usize; 2],
    /// Equivalent points of the unsettled rest, by colour.
    pub moyo_points: [f64; 2],
    /// Komi and handicap compensation for White.
    pub compensation: f64,
    pub phase: GamePhase,
    pub kind: GameKind,
    /// Of the side to move.
    pub standing: Standing,
    /// Share of the board that is not settled.
    pub unsettled: f64,
    /// What the phase follows from.
    pub openness: Openness,
    /// Importance of weak groups of both sides together.
    pub fighting: f64,
    /// The lead from which a side is called ahead here.
    pub even_margin: f64,
}

impl Judgement {
    /// Before anything is judged.
    pub(crate) fn nothing() -> Judgement {
        Judgement {
            score: 0.0,
            points: [0.0; 2],
            territory: [PointSet::EMPTY; 2],
            territory_points: [0; 2],
            moyo_points: [0.0; 2],
            compensation: 0.0,
            phase: GamePhase::Opening,
            kind: GameKind::Quiet,
            standing: Standing::Even,
            unsettled: 1.0,
            openness: Openness::default(),
            fighting: 0.0,
            even_margin: 0.0,
        }
    }
}

pub(crate) struct Count<'a> {
    pub view: &'a View<'a>,
    pub groups: &'a [Group],
    /// Which of them are weak.
    pub weak: &'a [bool],
    /// Points more than two steps away from every stone.
    pub far: usize,
    pub potential: &'a Potential,
    pub worth: &'a Worth,
    pub territory: [PointSet; 2],
    /// Points on the links of each colour.
    pub blocking: &'a [PointSet; 2],
    pub compensation: f64,
    pub to_play: Color,
}

/// To the nearest whole number, halves away from zero: what a call to `round` gives, for less.
#[inline]
pub(crate) fn rounded(x: f64) -> i64 {
    let whole = x as i64;
    let rest = x - whole as f64;
    whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5)
}

impl Count<'_> {
    pub fn judge(self, settings: &Settings) -> Judgement {
        let mut moyo = [0i64; 2];
        let mut unsettled = 0usize;
        let mut vague = 0i64;
        let mut open = self.view.full.minus(&self.territory[0]).minus(&self.territory[1]);
        // the sum over nothing is negative zero
        let (mut fighting, mut largest_weak) = (-0.0, 0);
        for (group, _) in self.groups.iter().zip(self.weak).filter(|(_, weak)| **weak) {
            open = open.minus(&group.stones);
            // expected ownership of stones that live with a chance: +1 if they live, −1 if not
            let worth = rounded((2.0 * group.survival - 1.0) * 1000.0) * group.size as i64;
            let side = if worth >= 0 { group.color } else { group.color.opponent() };
            moyo[side.index()] += worth.abs();
            unsettled += group.size;
            vague += 1000 * group.size as i64 - worth.abs();
            if group.size >= 2 {
                fighting += group.importance;
            }
            largest_weak = group.size.max(largest_weak);
        }
        let count = open.len();
        let WorthSum { lead, both } = self.worth.sum(self.potential, &open);
        unsettled += count;
        vague += 1000 * count as i64 - both;
        moyo[0] += (both + lead) / 2;
        moyo[1] += (both - lead) / 2;
        let area = self.view.full.len() as f64;
        let moyo_points = moyo.map(|sum| sum as f64 / 1000.0);
        let territory_points = [self.territory[0].len(), self.territory[1].len()];
        let points = [0, 1].map(|i| territory_points[i] as f64 + moyo_points[i]);
        let score = points[0] - points[1] - self.compensation;
        let unsettled_share = unsettled as f64 / area;
        let openness = Openness::of(self.view, self.blocking, self.far, largest_weak);
        let phase = openness.phase(settings);
        let stones = self.view.living[0].len() + self.view.living[1].len();
        let surrounded = (territory_points[0] + territory_points[1]).saturating_sub(stones) as f64;
        let both_moyos = moyo_points[0] + moyo_points[1];
        let kind = if fighting >= settings.kind_fighting * area {
            GameKind::Fighting
        } else if both_moyos >= settings.kind_moyo * area && phase != GamePhase::Endgame && stones >= 8 {
            GameKind::Moyo
        } else if surrounded >= settings.kind_territory * area {
            GameKind::Territory
        } else {
            GameKind::Quiet
        };
        // what is undecided decides what a lead is worth
        let even_margin = 0.5 + settings.standing_even * (vague as f64 / 1000.0 / area).min(1.0) * 2.0;
        let standing = Standing::of(score * f64::from(self.to_play.sign()), even_margin);
        Judgement {
            score,
            points,
            territory: self.territory,
            territory_points,
            moyo_points,
            compensation: self.compensation,
            phase,
            kind,
            standing,
            unsettled: unsettled_share,
            openness,
            fighting,
            even_margin,
        }
    }
}
