//! What belongs together and is judged as one: a forcing exchange, a ko, a point that stands open for many moves.

use gosedai_board::{Color, Move, Point};
use gosedai_explain::{Arg, Evidence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::exchanges::Kept;
use super::judge::{Judged, sign};
use super::ko::KoFight;
use super::looks::Looks;
use super::questions::{LOCAL, MUST, cost_of_ignoring};
use super::regions::distance;
use super::verdict::{Noise, Weighed};

/// What kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// A threat and its answer.
    Exchange,
    Ko,
    /// A point that one side or both leave open.
    Standing,
}

/// Moves that are judged as one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Unit {
    pub kind: UnitKind,
    /// Numbers of its moves.
    pub first: usize,
    pub last: usize,
    /// Who threatened, who won the ko, who left the point open first.
    #[schemars(with = "gosedai_engine::schema::ColorName")]
    pub color: String,
    /// Points that the blamed side lost from before it to after it; 0 if none is blamed.
    pub loss: f64,
    /// The move that answers for it.
    pub blamed: Option<usize>,
    /// The point that stands open.
    pub at: Option<String>,
    /// The faults that left it open.
    pub missed: Vec<usize>,
    /// Do both sides leave it?
    pub both: bool,
    /// The move that takes it at last.
    pub until: Option<usize>,
    /// Does the better line play the exchange later?
    #[serde(default)]
    pub later: bool,
    /// An exchange that waited until it cost nothing.
    #[serde(default)]
    pub kept: Option<Kept>,
}

impl Unit {
    /// Does the move belong to it? Of the moves while a point stands open only those that should have taken it.
    pub fn contains(&self, number: usize) -> bool {
        match self.kind {
            UnitKind::Standing => self.missed.contains(&number),
            _ => (self.first..=self.last).contains(&number),
        }
    }

    /// Is the move told where another one stands?
    pub fn tells(&self, number: usize) -> bool {
        self.kind == UnitKind::Standing && self.contains(number) && self.blamed != Some(number)
    }

    /// Is it told where this move stands?
    pub fn is_told_at(&self, number: usize) -> bool {
        self.blamed == Some(number) || self.kept.is_some() && self.first == number
    }

    /// What the comment on its blamed move says of the whole.
    pub fn sentence(&self, number: usize) -> Option<Evidence> {
        if !self.is_told_at(number) {
            return None;
        }
        let color = if self.color == Color::Black.name() { Color::Black } else { Color::White };
        let rule = match self.kind {
            UnitKind::Exchange if self.kept.is_some() => match self.kept.as_ref().is_some_and(|k| k.answer.is_some()) {
                true => "review.unit.kept_answer",
                false => "review.unit.kept",
            },
            UnitKind::Exchange if self.later => "review.unit.early",
            UnitKind::Exchange => "review.unit.spent",
            UnitKind::Standing => match (self.both, self.until) {
                (true, Some(_)) => "review.unit.both_until",
                (true, None) => "review.unit.both",
                (false, _) => "review.unit.one",
            },
            UnitKind::Ko => "review.unit.ko",
        };
        let evidence = Evidence::new(rule).arg("first", self.first).arg("last", self.last).arg("color", color);
        let at = Arg::Text(self.at.clone().unwrap_or_default());
        let taker = if self.until.is_some_and(|until| (until - self.first).is_multiple_of(2)) {
            color
        } else {
            color.opponent()
        };
        let evidence = match &self.kept {
            Some(kept) => {
                let answer = Arg::Text(kept.answer.clone().unwrap_or_default());
                let spared = evidence.arg("since", kept.since).arg("spared", kept.spared.round() as i64);
                spared.arg("answer", answer).arg("enemy", color.opponent())
            }
            None => evidence,
        };
        Some(
            evidence
                .arg("loss", self.loss.round() as i64)
                .arg("at", at)
                .arg("until", self.until.unwrap_or(self.last))
                .arg("taker", taker),
        )
    }
}

/// The units of a game; verdicts of moves that their units undo are taken back.
pub fn find(weighed: &mut [Weighed], looks: &Looks) -> Vec<Unit> {
    let mut units: Vec<Unit> = looks.kos.iter().filter_map(|fight| of_ko(fight, weighed)).collect();
    for i in 0..weighed.len().saturating_sub(1) {
        if let Some(kept) = looks.kept.get(&i) {
            let color = weighed[i].color;
            units.push(Unit { kept: Some(kept.clone()), ..unit(UnitKind::Exchange, i, i + 1, color) });
        } else if !looks.kos.iter().any(|ko| ko.contains(i) || ko.contains(i + 1)) {
            units.extend(exchange(weighed, &looks.judged, i, looks.noise));
        }
    }
    units.extend(standing(weighed, &looks.judged));
    units.sort_by_key(|unit| (unit.first, unit.last));
    units
}

fn unit(kind: UnitKind, first: usize, last: usize, color: Color) -> Unit {
    let (blamed, at, until) = (None, None, None);
    let color = color.name().to_string();
    Unit {
        kind,
        first: first + 1,
        last: last + 1,
        color,
        loss: 0.0,
        blamed,
        at,
        missed: Vec::new(),
        both: false,
        until,
        later: false,
        kept: None,
    }
}

fn round(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}

fn of_ko(fight: &KoFight, weighed: &[Weighed]) -> Option<Unit> {
    let moves = weighed.get(fight.first..=fight.end)?;
    let change = moves.last()?.score_after - moves.first()?.score_before;
    let blamed = moves.iter().find(|m| m.is_mistake());
    let loss = blamed.map_or(0.0, |m| round((-change * sign(m.color)).max(0.0)));
    Some(Unit { blamed: blamed.map(|m| m.number), loss, ..unit(UnitKind::Ko, fight.first, fight.end, fight.winner) })
}

/// A forcing move and its right answer: its loss is that of both together. What the answer undoes was a threat, no fault.
/// Only where both moves were looked at for longer, since a short look makes spikes of its own.
fn exchange(weighed: &mut [Weighed], judged: &[Judged], i: usize, noise: Noise) -> Option<Unit> {
    let (threat, answer) = (&weighed[i], &weighed[i + 1]);
    let (Move::Play(at), Move::Play(reply)) = (threat.mv, answer.mv) else { return None };
    let is_right = answer.search_rank == 1 || answer.loss < noise.points.min(1.0);
    let is_pair = threat.color != answer.color && distance(at, reply) <= LOCAL && threat.confirmed && answer.confirmed;
    if !is_pair || !is_right || answer.is_mistake() {
        return None;
    }
    let ignored = cost_of_ignoring(&judged[i + 1], at, answer.color)?;
    if ignored < MUST.max(noise.blamed_from()) {
        return None;
    }
    let loss = (threat.score_before - answer.score_after) * sign(threat.color);
    let color = threat.color;
    let was_blamed = threat.is_mistake();
    // the better move at the same place is a better way to go on, not an exchange that should have waited
    let better = judged[i].best().and_then(|best| best.mv.parse::<Point>().ok());
    let elsewhere = better.is_some_and(|better| distance(at, better) > LOCAL);
    let stays = was_blamed && loss >= noise.blamed_from();
    if was_blamed && !stays {
        (weighed[i].blamable, weighed[i].decisive) = (false, false);
    }
    let blamed = (stays && elsewhere).then_some(i + 1);
    // too early, where the better line comes back to it
    let own = at.to_string();
    let later = judged[i].best().is_some_and(|best| best.line.iter().skip(2).step_by(2).any(|mv| *mv == own));
    let loss = if blamed.is_some() { round(loss) } else { 0.0 };
    Some(Unit { blamed, loss, later, ..unit(UnitKind::Exchange, i, i + 1, color) })
}

/// Faults that miss the same point belong together if they are at most this many moves apart.
const PATIENCE: usize = 12;

/// Points that were the best move for a while and that at least two faults missed.
fn standing(weighed: &[Weighed], judged: &[Judged]) -> Vec<Unit> {
    let best = |i: usize| judged.get(i).and_then(|judged| judged.best()).map(|best| best.mv.as_str());
    let faults: Vec<usize> = (0..weighed.len()).filter(|&i| weighed[i].is_mistake()).collect();
    let mut used = vec![false; weighed.len()];
    let mut found = Vec::new();
    for &start in &faults {
        let Some(at) = best(start).filter(|_| !used[start]) else { continue };
        let mut members = vec![start];
        for &i in faults.iter().filter(|&&i| i > start) {
            let last = members[members.len() - 1];
            let taken = weighed[last..i].iter().any(|m| m.mv.to_string() == at);
            if taken || i > last + PATIENCE {
                break;
            }
            if best(i) == Some(at) {
                members.push(i);
            }
        }
        if members.len() < 2 {
            continue;
        }
        let own = weighed[start].color;
        let wants = |color: Color| stands_for(color, weighed, &members, |i| best(i) == Some(at));
        if !wants(own) {
            continue;
        }
        if !wants(own.opponent()) {
            members.retain(|&i| weighed[i].color == own);
        }
        if members.len() < 2 {
            continue;
        }
        let last = members[members.len() - 1];
        members.iter().for_each(|&i| used[i] = true);
        let costliest = members.iter().map(|&i| weighed[i].loss).fold(0.0, f64::max);
        let both = members.iter().any(|&i| weighed[i].color != weighed[start].color);
        let taken = (last + 1..weighed.len().min(last + PATIENCE)).find(|&i| weighed[i].mv.to_string() == at);
        found.push(Unit {
            loss: round(costliest),
            blamed: Some(start + 1),
            at: Some(at.to_string()),
            missed: members.iter().map(|i| i + 1).collect(),
            both,
            until: taken.map(|i| i + 1),
            ..unit(UnitKind::Standing, start, last, weighed[start].color)
        });
    }
    found
}

/// Is the point the judge's choice for a side most of the time from the first fault to the last? In between an answer may
/// come first.
fn stands_for(color: Color, weighed: &[Weighed], members: &[usize], is_choice: impl Fn(usize) -> bool) -> bool {
    let (Some(&first), Some(&last)) = (members.first(), members.last()) else { return false };
    let turns: Vec<usize> = (first..=last).filter(|&i| weighed[i].color == color).collect();
    2 * turns.iter().filter(|&&i| is_choice(i)).count() > turns.len()
}

#[cfg(test)]
mod tests;
