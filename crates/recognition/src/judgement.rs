//! The judgement 形勢判断: who owns what, what the rest is worth, and what kind of game it is.

use crate::groups::Group;
use crate::phase::{GamePhase, Openness};
use crate::potential::Potential;
use crate::settings::Settings;
use crate::view::View;
use gosedai_board::{Color, PointSet};
use gosedai_knowledge::EquivalentPoints;

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
    /// The standing of a side with this lead; leads within the margin count as even.
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

/// The sum and its parts. Counted by area: stones and surrounded points.
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
    /// Black's lead to go by: the score, unless the caller has a better figure (`PositionModel::go_by`).
    pub lead: f64,
    /// Share of the board that is not settled.
    pub unsettled: f64,
    /// What the phase follows from.
    pub openness: Openness,
    /// Importance of weak groups of both sides together.
    pub fighting: f64,
    /// The lead from which a side is called ahead here.
    pub even_margin: f64,
}

/// What the judgement is made from.
pub(crate) struct Count<'a> {
    pub view: &'a View<'a>,
    pub groups: &'a [Group],
    pub potential: &'a Potential,
    pub equivalent: &'a EquivalentPoints,
    pub territory: [PointSet; 2],
    /// Points on the links of each colour.
    pub blocking: &'a [PointSet; 2],
    pub compensation: f64,
    pub to_play: Color,
}

impl Count<'_> {
    pub fn judge(self, settings: &Settings) -> Judgement {
        // in thousandths of a point: what the unsettled rest is worth to each side, and what is open of it
        let (mut moyo, mut vague) = ([0i64; 2], 0i64);
        let mut unsettled = 0;
        let mut open = self.view.full.minus(&self.territory[0]).minus(&self.territory[1]);
        let weak = self.groups.iter().filter(|group| group.class.is_weak());
        for group in weak.clone() {
            open = open.minus(&group.stones);
            // expected ownership of stones that live with a chance: +1 if they live, −1 if not
            let worth = ((2.0 * group.survival - 1.0) * 1000.0).round() as i64 * group.size as i64;
            let side = if worth >= 0 { group.color } else { group.color.opponent() };
            moyo[side.index()] += worth.abs();
            unsettled += group.size;
            vague += 1000 * group.size as i64 - worth.abs();
        }
        let largest_weak = weak.clone().map(|group| group.size).max().unwrap_or(0);
        let fighting: f64 = weak.filter(|group| group.size >= 2).map(|group| group.importance).sum();
        unsettled += open.len();
        open.each(|point| {
            let worth = i64::from(self.equivalent.thousandths(self.potential.at(point)));
            moyo[usize::from(worth < 0)] += worth.abs();
            vague += 1000 - worth.abs();
        });
        let area = self.view.full.len() as f64;
        let moyo_points = moyo.map(|sum| sum as f64 / 1000.0);
        let territory_points = [self.territory[0].len(), self.territory[1].len()];
        let points = [0, 1].map(|i| territory_points[i] as f64 + moyo_points[i]);
        let score = points[0] - points[1] - self.compensation;
        let unsettled_share = unsettled as f64 / area;
        let openness = Openness::of(self.view, self.blocking, largest_weak);
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
        // the more is undecided, the larger a lead must be to count
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
            lead: score,
            unsettled: unsettled_share,
            openness,
            fighting,
            even_margin,
        }
    }
}
