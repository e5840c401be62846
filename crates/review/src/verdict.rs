//! From the judge's figures to verdicts: what each move cost, whether it was easy to see, what it was for.

use std::collections::BTreeMap;

use gosedai_board::{Color, Move};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::judge::{Judged, sign};

/// Limits that can be changed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Thresholds {
    /// The paper's rule: up to this move, ranked by the search above `paper_search` and by prediction below `paper_predicted`.
    pub paper_moves: usize,
    pub paper_search: usize,
    pub paper_predicted: usize,
    /// Our rule: expected with at most this probability, among the first moves of the search, and better by this chance than the
    /// move one would expect.
    pub surprise: f64,
    pub search: usize,
    pub better: f64,
    /// Points lost that divide the six classes.
    pub classes: [f64; 5],
    /// A blamed move that costs this chance to win is a mistake at least, or a blunder, whatever its points.
    pub swings: [f64; 2],
    /// Win rate below which a side is behind, above which it is ahead.
    pub behind: f64,
    pub ahead: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            paper_moves: 150,
            paper_search: 30,
            paper_predicted: 80,
            surprise: 0.03,
            search: 2,
            better: 0.02,
            classes: [0.5, 1.0, 1.5, 5.0, 12.0],
            swings: [0.2, 0.4],
            behind: 0.35,
            ahead: 0.7,
        }
    }
}

/// The noise of a judge: how far its second look is usually off, in points and in the chance to win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    pub points: f64,
    pub chance: f64,
}

/// A move that really lost this much may be blamed.
const REAL_LOSS: f64 = 1.0;
/// Where this share of the moves seems wrong, half of the noise is doubt enough.
const MANY_FAULTS: f64 = 0.32;
/// How much of the noise is added as the odds of a fault fall by a factor of e, and the limits of it. Fitted to games of GNU Go
/// and of professionals that KataGo judged: a loss that the judge sees is real in seven of eight cases in the first, and in two
/// of five in the second.
const NOISE_BY_ODDS: f64 = 0.45;
const LEAST_DOUBT: f64 = 0.4;
const MOST_DOUBT: f64 = 1.5;
/// A loss beyond the blamed ones by so many times the doubt above the least needs no second look.
const CLEAR: f64 = 2.0;

impl Noise {
    /// The doubt in a game where this share of the moves seems wrong at the first look: the rarer faults are, the more of
    /// what looks like one is the judge's own.
    pub fn among(self, seems_wrong: f64) -> Noise {
        let odds = |share: f64| (share / (1.0 - share)).ln();
        let share = seems_wrong.clamp(0.005, 0.9);
        let doubt = 0.5 + NOISE_BY_ODDS * (odds(MANY_FAULTS) - odds(share));
        Noise { points: self.points * doubt.clamp(LEAST_DOUBT, MOST_DOUBT), ..self }
    }

    /// The doubt in a game of which nothing is known yet.
    pub fn most(self) -> Noise {
        Noise { points: self.points * MOST_DOUBT, ..self }
    }

    /// The doubt of a judge whose longer look at a position is usually so far from its first one: a loss lies between two positions,
    /// each of them in doubt.
    pub fn between_looks(points: f64, chance: f64) -> Noise {
        let doubt = |apart: f64, limits: [f64; 2]| (2.0 * apart).clamp(limits[0], limits[1]);
        Noise { points: doubt(points, [0.3, 5.0]), chance: doubt(chance, [0.01, 0.1]) }
    }

    /// The smallest loss that is blamed: beyond the judge's doubt it is a real one.
    pub fn blamed_from(self) -> f64 {
        REAL_LOSS + self.points
    }

    /// The loss that needs no second look. `usual` is the noise in a game of any kind.
    pub fn clear_from(self, usual: Noise) -> f64 {
        self.blamed_from() + CLEAR * (self.points - LEAST_DOUBT * usual.points)
    }
}

/// Six classes by what was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Excellent,
    Good,
    Slack,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What a good move was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Hard to see, and everything else is clearly worse.
    Brilliant,
    /// Of the side behind.
    Bold,
    /// Of the side ahead.
    Safe,
    /// Plainly good and not obvious.
    Good,
}

/// What prediction thought of a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected {
    pub rank: usize,
    pub share: f64,
}

/// What the move one would expect leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Natural {
    pub mv: Move,
    /// For the mover, after it.
    pub win_rate: f64,
    /// For Black.
    pub score: f64,
    /// The opponent's best answer and what follows.
    pub line: Vec<String>,
}

/// A move with its figures.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub number: usize,
    pub color: Color,
    pub mv: Move,
    pub search_rank: usize,
    pub expected: Expected,
    /// For Black.
    pub score_before: f64,
    pub score_after: f64,
    /// For the mover; below the judge's noise it means nothing.
    pub loss: f64,
    /// For the mover.
    pub win_before: f64,
    pub win_after: f64,
    pub verdict: Verdict,
    /// Good by the paper's rule.
    pub paper: bool,
    pub purpose: Option<Purpose>,
    /// The lead changes hands here: who has it from now on.
    pub turning: Option<Color>,
    /// The mistake after which its side never came back.
    pub decisive: bool,
    /// The loss is beyond the judge's doubt, and a better move is known.
    pub blamable: bool,
    /// The positions before and after were looked at for longer; only then it is praised or blamed.
    pub confirmed: bool,
    /// It is a threat in a ko fight.
    pub ko_threat: bool,
}

impl Weighed {
    /// Fall of the mover's chance.
    pub fn dropped(&self) -> f64 {
        self.win_before - self.win_after
    }

    /// A loss beyond doubt.
    pub fn is_mistake(&self) -> bool {
        self.confirmed && self.blamable && self.verdict >= Verdict::Inaccuracy
    }

    /// One word for the interfaces.
    pub fn word(&self) -> &'static str {
        match (self.purpose, self.verdict) {
            _ if self.is_mistake() => match self.verdict {
                Verdict::Blunder => "blunder",
                Verdict::Mistake => "mistake",
                _ => "inaccuracy",
            },
            _ if self.ko_threat => "ko-threat",
            (Some(Purpose::Brilliant), _) => "brilliant",
            (Some(Purpose::Bold), _) => "good-bold",
            (Some(Purpose::Safe), _) => "good-safe",
            (Some(Purpose::Good), _) => "good",
            (None, verdict) if verdict >= Verdict::Slack => "slack",
            _ if self.expected.rank <= 5 => "natural",
            _ => "sound",
        }
    }
}

/// By points; what it did to the game makes a fault graver, never a sound move a fault.
fn class(loss: f64, dropped: f64, limits: &Thresholds) -> Verdict {
    use Verdict::{Blunder, Excellent, Good, Inaccuracy, Mistake, Slack};
    let classes = [Excellent, Good, Slack, Inaccuracy, Mistake, Blunder];
    let by_points = classes[limits.classes.iter().filter(|limit| loss >= **limit).count().min(5)];
    let [mistake, blunder] = limits.swings;
    match by_points {
        Inaccuracy | Mistake if dropped >= blunder => Blunder,
        Inaccuracy if dropped >= mistake => Mistake,
        _ => by_points,
    }
}

/// Weighs every move. `judged[i]` is the position before move i; the last entry is the end of the game. `confirmed` and
/// `naturals` tell what a second look has found, by number from 0.
pub fn weigh(
    moves: &[(Color, Move)],
    judged: &[Judged],
    expected: &[Expected],
    noise: Noise,
    limits: &Thresholds,
    confirmed: &dyn Fn(usize) -> bool,
    naturals: &BTreeMap<usize, Natural>,
) -> Vec<Weighed> {
    let mut weighed: Vec<Weighed> = moves
        .iter()
        .enumerate()
        .map(|(i, &(color, mv))| {
            let (before, after) = (&judged[i], &judged[i + 1]);
            let next_is_other = moves.get(i + 1).is_none_or(|next| next.0 != color);
            let win_after = if next_is_other { 1.0 - after.mean_win } else { after.mean_win };
            let best = before.best().is_none_or(|best| best.mv == mv.to_string());
            let loss = if best { 0.0 } else { ((before.score - after.mean_score) * sign(color)).max(0.0) };
            let dropped = if best { 0.0 } else { before.win_rate - win_after };
            let search_rank = before.played.as_ref().map_or(before.ranked + 1, |played| played.rank);
            Weighed {
                number: i + 1,
                color,
                mv,
                search_rank,
                expected: expected[i],
                score_before: before.score,
                score_after: after.mean_score,
                loss,
                win_before: before.win_rate,
                win_after,
                verdict: class(loss, dropped, limits),
                paper: is_good_by_paper(i + 1, search_rank, expected[i].rank, limits),
                purpose: None,
                turning: None,
                decisive: false,
                blamable: loss >= noise.blamed_from(),
                confirmed: confirmed(i),
                ko_threat: false,
            }
        })
        .collect();
    for i in 0..weighed.len() {
        if weighed[i].confirmed {
            weighed[i].purpose = purpose(&weighed[i], &judged[i], naturals.get(&i), noise, limits);
        }
    }
    let black = chances_of_black(judged, moves);
    let movers: Vec<Color> = moves.iter().map(|m| m.0).collect();
    for (i, leader) in turning_points(&black, &movers) {
        weighed[i].turning = Some(leader);
    }
    if let Some(i) = decisive(&weighed, &black) {
        weighed[i].decisive = true;
    }
    weighed
}

/// The paper's rule.
pub fn is_good_by_paper(number: usize, search_rank: usize, predicted_rank: usize, limits: &Thresholds) -> bool {
    number <= limits.paper_moves && search_rank < limits.paper_search && predicted_rank > limits.paper_predicted
}

/// Moves that any player of some strength thinks of.
const FIRST_IDEAS: usize = 3;
/// Of a move behind so many others it may be said that hardly anyone would look at it.
const UNSEEN: usize = 10;
/// A praised move costs at most this many points.
const COSTS_NOTHING: f64 = 0.3;

/// May the move turn out to be good by our rule? The search likes it, prediction hardly expects it, and it cost
/// nothing.
pub fn is_promising(weighed: &Weighed, noise: Noise, limits: &Thresholds) -> bool {
    weighed.mv != Move::Pass
        && weighed.expected.share <= limits.surprise
        && weighed.search_rank <= limits.search
        && weighed.loss <= COSTS_NOTHING
        && weighed.dropped() <= noise.chance
        // a game that is already decided has no bold moves
        && (0.04..0.96).contains(&weighed.win_before)
}

/// May the move turn out to be wrong? The search would have played elsewhere, and either it cost something at the first
/// look or the search hardly considered it.
pub fn is_doubtful(weighed: &Weighed, noise: Noise) -> bool {
    weighed.mv != Move::Pass && (weighed.loss > DOUBTFUL * noise.points || weighed.search_rank > DOUBTFUL_RANK)
}

const DOUBTFUL: f64 = 0.5;
const DOUBTFUL_RANK: usize = 3;

/// Our rule: promising, and the move one would expect is worse.
fn purpose(
    weighed: &Weighed,
    before: &Judged,
    natural: Option<&Natural>,
    noise: Noise,
    limits: &Thresholds,
) -> Option<Purpose> {
    if !is_promising(weighed, noise, limits) {
        return None;
    }
    let natural = natural?;
    let gain = weighed.win_after - natural.win_rate;
    let points = (weighed.score_after - natural.score) * sign(weighed.color);
    // the first ideas of the judge itself are no feat, and what one would expect must really cost something
    let first_ideas = before.at_first_sight.unwrap_or(1);
    if gain < limits.better || points < REAL_LOSS || first_ideas <= FIRST_IDEAS {
        return None;
    }
    let played = before.played.as_ref()?;
    let others = before.top.iter().filter(|option| option.mv != played.mv && option.visits > 0);
    let next = others.map(|option| option.win_rate).fold(0.0, f64::max);
    let rare = weighed.expected.share < limits.surprise / 3.0;
    let unseen = first_ideas > UNSEEN && weighed.expected.rank > UNSEEN;
    Some(if rare && unseen && gain > 3.0 * limits.better && played.win_rate - next > 0.04 && weighed.search_rank == 1 {
        Purpose::Brilliant
    } else if weighed.win_before < limits.behind {
        Purpose::Bold
    } else if weighed.win_before > limits.ahead {
        Purpose::Safe
    } else {
        Purpose::Good
    })
}

/// Black's chance in every position.
fn chances_of_black(judged: &[Judged], moves: &[(Color, Move)]) -> Vec<f64> {
    let black_moves =
        |i: usize| moves.get(i).map_or(moves.last().is_none_or(|m| m.0 == Color::White), |m| m.0 == Color::Black);
    (0..judged.len()).map(|i| if black_moves(i) { judged[i].win_rate } else { 1.0 - judged[i].win_rate }).collect()
}

/// A side leads from here on.
const LEADS: f64 = 0.6;

/// Where the lead changes hands: between one side's clear lead and the other's, the move that swung most. It is a move
/// of the side that loses the lead if there is one: a lead is lost by a mistake, not won by a good move. Small waves
/// around one half do not change the lead. Each comes with its new leader, since right after the move the chances may
/// still be even.
fn turning_points(black: &[f64], movers: &[Color]) -> Vec<(usize, Color)> {
    let leader = |p: f64| if p >= LEADS { Some(Color::Black) } else { (p <= 1.0 - LEADS).then_some(Color::White) };
    let mut points = Vec::new();
    let mut last: Option<(Color, usize)> = None;
    for (i, &p) in black.iter().enumerate() {
        let Some(color) = leader(p) else { continue };
        // a lead that is gone two moves later does not count
        let holds = (i..black.len()).take(3).all(|k| (black[k] > 0.5) == (color == Color::Black));
        if !holds {
            continue;
        }
        if let Some((old, from)) = last
            && old != color
        {
            let swing = |k: usize| (black[k + 1] - black[k]) * f64::from(color.sign());
            let largest = |moves: &mut dyn Iterator<Item = usize>| moves.max_by(|&a, &b| swing(a).total_cmp(&swing(b)));
            let lost = largest(&mut (from..i).filter(|&k| movers[k] == old && swing(k) > 0.0));
            points.extend(lost.or_else(|| largest(&mut (from..i))).map(|k| (k, color)));
        }
        last = Some((color, i));
    }
    points
}

/// The last mistake of the losing side while it was still in the game.
fn decisive(weighed: &[Weighed], black: &[f64]) -> Option<usize> {
    let end = *black.last()?;
    let loser = if end > 0.8 {
        Color::White
    } else if end < 0.2 {
        Color::Black
    } else {
        return None;
    };
    let chance = |i: usize| if loser == Color::Black { black[i] } else { 1.0 - black[i] };
    let last_hope = (0..weighed.len()).rev().find(|&i| chance(i) >= 0.42)?;
    let i = weighed.iter().rposition(|m| m.number <= last_hope + 1 && m.color == loser && m.is_mistake())?;
    // it must be the move that decided the game, not an earlier slip
    (weighed[i].verdict >= Verdict::Mistake && i + 2 >= last_hope).then_some(i)
}

#[cfg(test)]
mod tests;
