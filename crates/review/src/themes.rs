//! What a fault was about beyond the one better move: themes a teacher names, each with the test that must hold on this very
//! board before it is said.

use std::collections::BTreeMap;

use gosedai_board::{Color, Move, Point, PointSet, Position};
use gosedai_explain::{Arg, Evidence};
use gosedai_reading::{Outcome, Status, Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::comment::{Commentator, Subject};
use super::facts::{Asserted, Fact};
use super::judge::{Option_, sign};
use super::phrases;
use super::practice::Kind;
use super::questions::LOCAL;
use super::regions::{self, distance};
use super::tactics;
use super::told::Told;
use super::units::UnitKind;

/// A theme with the figures its test found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Theme {
    /// Every other move that was searched loses at least this much.
    OnlyMove { gap: f64 },
    /// The opponent's last move was a fault, and so much of it is given back.
    Unpunished { number: usize, lost: f64, back: f64 },
    /// The move played comes later in the better line.
    Order { first: String, then: String },
    /// A group whose life depends on who moves first comes before a large place: its chance either way.
    Urgent { at: String, first: f64, second: f64 },
    /// The better move is answered, and the next one is played elsewhere; the move played is not answered.
    Sente { answer: String, next: String, reply: String },
    /// Both moves start from the same stones; on the side of the better one more is open.
    Direction { open: usize, other: usize },
    /// What a later move of the better line does.
    FollowUp { at: String },
    /// Stones whose fate differs between the two lines: their chance to stay with the better one, and as played.
    Stones { at: String, better: f64, played: f64 },
    /// Stones that the better line gives up.
    GivesUp { at: String, stones: usize },
    /// The better line gives up stones and takes others.
    Trade { gives: String, stones: usize, takes: String, taken: usize },
    /// A sente exchange that the better line begins with, and the reply that takes it away now.
    ExchangeLost { at: String, answer: String, reply: String },
    /// The exchange takes away a cut that was there before it.
    AjiGone { from: String, to: String },
    /// A stone in the opponent's area that does not live there: its chance, and how much less the place of the better move is
    /// the opponent's.
    TooDeep { lives: f64 },
    /// Where on the board most of the difference lies: its share of it, and the points that the mover has more there and the opponent
    /// fewer.
    Place {
        share: f64,
        #[serde(default)]
        more: usize,
        #[serde(default)]
        fewer: usize,
    },
    /// The better move is the opponent's best answer, too.
    Both { reply: String },
}

impl Theme {
    /// What to practise for it, where no claim tells.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Theme::Stones { .. } | Theme::GivesUp { .. } | Theme::FollowUp { .. } | Theme::Trade { .. } => {
                Some(Kind::Capture)
            }
            Theme::AjiGone { .. } => Some(Kind::Connection),
            Theme::Urgent { .. } | Theme::TooDeep { .. } => Some(Kind::WeakGroups),
            Theme::Direction { .. } => Some(Kind::BigPoints),
            _ => None,
        }
    }
}

/// A theme in words.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ThemeText {
    pub theme: Theme,
    pub rule: String,
    pub text: String,
}

/// Themes that one comment names.
const NAMED: usize = 2;
/// Moves with fewer visits were hardly looked at.
const LOOKED_AT: u64 = 2;
/// So many others must have been looked at, and lose at least this much, before one is called the only one.
const OTHERS: usize = 3;
const ONLY: f64 = 4.0;
/// Lines between a weak group and a move that has nothing to do with it.
const FAR: usize = 6;
/// Points of a group's importance times its chance that hang on the next move, to call it urgent.
const STAKE: f64 = 4.0;
/// A side of the board is wider if so many more points without a stone near by lie around the move.
const WIDER: usize = 8;
/// Only so early in the game a direction is spoken of.
const EARLY: usize = 100;
/// Moves of both lines that are played out to see where they differ.
const PLAYED_OUT: usize = 4;
/// Stones live if their owner keeps them with this chance, and are lost below that.
const KEPT: f64 = 0.75;
const LOST: f64 = 0.2;
/// The network's difference fits the judge's if it is this share of it, and not much more.
const FITS: [f64; 2] = [0.6, 1.6];
/// A point is a side's from this expectation on, and so many of them are worth a word.
const OWNED: f64 = 0.5;
const SEEN: usize = 2;
/// A stone with no more chance than this drowns; a place is clearly less the opponent's by so much.
const DROWNS: f64 = 0.35;
const CLEARLY_LESS: f64 = 0.3;
/// A place has most of the difference with this share of it.
const MOST: f64 = 0.6;

/// What themes are found from, beside the subject.
pub(super) struct Case<'a> {
    pub best: &'a Option_,
    pub best_told: &'a Told,
    pub told: &'a Told,
    pub played: Point,
    pub better: Point,
}

impl Commentator<'_> {
    /// The themes of a fault, those that say most first.
    pub(super) fn themes(&mut self, subject: &Subject, case: &Case, made: &mut Vec<Asserted>) -> Vec<ThemeText> {
        let for_strong = self.audience.speaks_of_shape();
        // the name of a shape is no reason yet
        let explained = !case.best_told.evidence().is_empty();
        let mut found: Vec<(Theme, Evidence)> = Vec::new();
        found.extend(self.unpunished(subject));
        found.extend(self.only_move(subject, case));
        if for_strong {
            found.extend(self.exchange_lost(subject, case, made).or_else(|| order(subject, case)));
        }
        found.extend(self.urgent(subject, case));
        if for_strong {
            found.extend(self.aji_gone(subject));
            found.extend(self.too_deep(subject, case));
        }
        if !explained && found.len() < NAMED {
            found.extend(self.follow_up(subject, case, made));
        }
        if found.len() < NAMED {
            found.extend(self.lines_apart(subject, case, explained, found.is_empty()));
        }
        if found.len() < NAMED {
            found.extend(both(subject, case));
        }
        if for_strong && found.len() < NAMED {
            found.extend(sente(subject, case).or_else(|| direction(subject, case)));
        }
        found.truncate(NAMED);
        let tell = |(theme, evidence): (Theme, Evidence)| ThemeText {
            theme,
            rule: evidence.rule.to_string(),
            text: self.lexicon.sentence(&evidence),
        };
        found.into_iter().map(tell).collect()
    }

    /// Is the best move the only one? Every other that the search looked at loses more than its doubt.
    fn only_move(&self, subject: &Subject, case: &Case) -> Option<(Theme, Evidence)> {
        let gap = self.gap(subject, case.best)?.min(subject.weighed.loss);
        let evidence = || Evidence::new("theme.only").arg("best", case.better).arg("gap", gap.floor() as i64);
        (gap >= ONLY).then(|| (Theme::OnlyMove { gap: tenths(gap) }, evidence()))
    }

    /// The same of a move that was played.
    pub(super) fn necessary(&self, subject: &Subject) -> Option<ThemeText> {
        let best = subject.judged.best().filter(|best| best.mv == subject.weighed.mv.to_string())?;
        let gap = self.gap(subject, best)?;
        let evidence = Evidence::new("theme.necessary").arg("gap", gap.floor() as i64);
        let text = self.lexicon.sentence(&evidence);
        Some(ThemeText { theme: Theme::OnlyMove { gap: tenths(gap) }, rule: evidence.rule.to_string(), text })
    }

    /// What the second choice loses against the best move, beyond the judge's doubt, where enough others were looked at.
    fn gap(&self, subject: &Subject, best: &Option_) -> Option<f64> {
        let loss = |option: &&Option_| (best.score - option.score) * sign(subject.weighed.color);
        let others = subject.judged.top.iter().filter(|option| option.mv != best.mv && option.visits >= LOOKED_AT);
        let losses: Vec<f64> = others.map(|option| loss(&option)).collect();
        let gap = losses.iter().copied().fold(f64::INFINITY, f64::min);
        (losses.len() >= OTHERS && gap >= ONLY.max(self.noise.blamed_from())).then_some(gap)
    }

    fn unpunished(&self, subject: &Subject) -> Option<(Theme, Evidence)> {
        let (m, last) = (subject.weighed, subject.last?);
        let is_gift = last.is_mistake() && last.color != m.color && last.number + 1 == m.number;
        // where both leave the same point, the unit tells it
        let is_told = subject.unit.is_some_and(|unit| unit.at.is_some());
        if !is_gift || is_told || m.loss < 0.5 * last.loss {
            return None;
        }
        let back = m.loss.min(last.loss);
        let all = back.round() >= last.loss.round();
        let rule = if all { "theme.unpunished_all" } else { "theme.unpunished" };
        let evidence = Evidence::new(rule)
            .arg("color", last.color)
            .arg("number", last.number)
            .arg("move", last.mv)
            .arg("back", back.round() as i64)
            .arg("lost", last.loss.round() as i64);
        Some((Theme::Unpunished { number: last.number, lost: tenths(last.loss), back: tenths(back) }, evidence))
    }

    /// A group near the better move hangs on who moves first, and the move played takes a large place far from it.
    fn urgent(&mut self, subject: &Subject, case: &Case) -> Option<(Theme, Evidence)> {
        if !case.told.is_about_area() {
            return None;
        }
        let groups = &self.eye.see(subject.before).groups;
        let stake = |g: &gosedai_recognition::Group| g.importance * (g.survival_first - g.survival_second);
        let nearest = |g: &gosedai_recognition::Group, to: Point| g.stones.iter().map(|p| distance(p, to)).min();
        let own = groups.iter().filter(|g| {
            let is_near = nearest(g, case.better).is_some_and(|lines| lines <= 3);
            is_near && nearest(g, case.played).is_some_and(|lines| lines >= FAR)
        });
        let group = own.max_by(|a, b| stake(a).total_cmp(&stake(b)))?;
        if stake(group) < STAKE.max(0.5 * subject.weighed.loss) {
            return None;
        }
        let (first, second) = (100.0 * group.survival_first, 100.0 * group.survival_second);
        let rule = if group.color == subject.weighed.color { "theme.urgent_own" } else { "theme.urgent_enemy" };
        let evidence = Evidence::new(rule)
            .arg("color", group.color)
            .arg("stones", group.size)
            .arg("at", group.head)
            .arg("first", first)
            .arg("second", second)
            .arg("played", case.played);
        Some((Theme::Urgent { at: group.head.to_string(), first: tenths(first), second: tenths(second) }, evidence))
    }

    /// A later move of the better line does what the first one prepares.
    fn follow_up(&mut self, subject: &Subject, case: &Case, made: &mut Vec<Asserted>) -> Option<(Theme, Evidence)> {
        let mut position = subject.before.clone();
        for (k, mv) in case.best.line.iter().enumerate().take(self.audience.line.min(6)) {
            let Ok(Move::Play(at)) = mv.parse::<Move>() else { return None };
            // what comes elsewhere is not what the move is for
            if distance(at, case.better) > FAR {
                return None;
            }
            if k >= 2 && k % 2 == 0 {
                let mut found = Vec::new();
                let told = self.tell(&position, at, &mut found);
                let says_much = |fact: &Fact| {
                    matches!(
                        fact,
                        Fact::Captures { .. }
                            | Fact::Catches { .. }
                            | Fact::Ladder { .. }
                            | Fact::Kills { .. }
                            | Fact::Lives { .. }
                            | Fact::WinsRace { .. }
                            | Fact::Cuts { .. }
                    )
                };
                if told.claims.first().is_some_and(|claim| says_much(&claim.fact) && claim.stones >= 2) {
                    let facts = phrases::joined(self.lexicon, &told.evidence())?;
                    let before = case.best.line[..k].join(" ");
                    made.extend(found);
                    let evidence = Evidence::new("theme.follow_up").arg("line", Arg::Text(before)).arg("at", at);
                    let theme = Theme::FollowUp { at: at.to_string() };
                    return Some((theme, evidence.arg("facts", Arg::Text(facts))));
                }
            }
            position.play(Move::Play(at)).ok()?;
        }
        None
    }

    /// Both lines are played out: which stones fare differently, and where most of the difference lies. Only where the
    /// network's difference is of the size of the judge's.
    fn lines_apart(
        &mut self,
        subject: &Subject,
        case: &Case,
        explained: bool,
        is_only: bool,
    ) -> Vec<(Theme, Evidence)> {
        let color = subject.weighed.color;
        let as_played = subject.answer.best().map(|answer| answer.line.clone()).unwrap_or_default();
        let count = PLAYED_OUT.min(case.best.line.len()).min(as_played.len() + 1);
        // the same side to move at both ends
        let Some(better) = played_out(subject.before, &case.best.line, count) else { return Vec::new() };
        let Some(played) = played_out(subject.after, &as_played, count - 1) else { return Vec::new() };
        let (with, without) = (self.eye.owners(&better), self.eye.owners(&played));
        let size = subject.before.size();
        let gain = |at: Point| (with[at.index()] - without[at.index()]) * sign(color);
        let total: f64 = size.points().map(gain).sum();
        let loss = subject.weighed.loss;
        if !(FITS[0] * loss..=FITS[1] * loss).contains(&total) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let stones = self.stones(subject, &with, &without);
        let given = self.gives_up(subject, &with, &without);
        match (&stones, &given) {
            (Some((Theme::Stones { at, .. }, taken)), Some((Theme::GivesUp { at: gives, stones }, _)))
                if taken.rule == "theme.stones_enemy" =>
            {
                let count = |evidence: &Evidence| match evidence.get("stones") {
                    Some(Arg::Int(count)) => *count as usize,
                    _ => 0,
                };
                let (takes, taken) = (at.clone(), count(taken));
                let evidence = Evidence::new("theme.trade").arg("stones", *stones).arg("taken", taken);
                let evidence = evidence.arg("gives", Arg::Text(gives.clone())).arg("takes", Arg::Text(takes.clone()));
                found.push((Theme::Trade { gives: gives.clone(), stones: *stones, takes, taken }, evidence));
            }
            _ => {
                found.extend(stones);
                found.extend(given);
            }
        }
        if is_only && found.is_empty() && !explained {
            let mut places: BTreeMap<&'static str, f64> = BTreeMap::new();
            size.points().for_each(|at| *places.entry(regions::name(at, size)).or_default() += gain(at));
            let most = places.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|place| place.1 >= MOST * total);
            // a place where neither move stands would need more explanation than it gives
            let is_here = |region: &str| [case.better, case.played].iter().any(|&at| regions::name(at, size) == region);
            found.extend(most.filter(|place| is_here(place.0)).map(|(region, points)| {
                let owned = |owners: &[f64], side: Color| {
                    let is_sides = |at: &Point| owners[at.index()] * sign(side) >= OWNED;
                    size.points().filter(|&at| regions::name(at, size) == region).filter(is_sides).count()
                };
                let enemy = color.opponent();
                let more = owned(&with, color).saturating_sub(owned(&without, color));
                let fewer = owned(&without, enemy).saturating_sub(owned(&with, enemy));
                let rule = match (more >= SEEN, fewer >= SEEN) {
                    (true, true) => "theme.place_both",
                    (true, false) => "theme.place_more",
                    (false, true) => "theme.place_fewer",
                    (false, false) => "theme.place",
                };
                let evidence = Evidence::new(rule).arg("region", region).arg("color", color).arg("enemy", enemy);
                let evidence = evidence.arg("more", more).arg("fewer", fewer).arg("best", case.better);
                (Theme::Place { share: (points / total).min(1.0), more, fewer }, evidence)
            }));
        }
        found
    }

    /// The largest group that one line keeps and the other loses, in the mover's favour.
    fn stones(&mut self, subject: &Subject, with: &[f64], without: &[f64]) -> Option<(Theme, Evidence)> {
        let color = subject.weighed.color;
        let fate = |stones: &PointSet, owner: Color, owners: &[f64]| kept(stones, owner, owners);
        let differs = |g: &&gosedai_recognition::Group| {
            let (better, played) = (fate(&g.stones, g.color, with), fate(&g.stones, g.color, without));
            let (up, down) = if g.color == color { (better, played) } else { (played, better) };
            g.size >= 2 && up >= KEPT && down <= LOST
        };
        let group = self.eye.see(subject.before).groups.iter().filter(differs).max_by_key(|g| g.size)?;
        let rule = if group.color == color { "theme.stones_own" } else { "theme.stones_enemy" };
        let (better, played) = (fate(&group.stones, group.color, with), fate(&group.stones, group.color, without));
        let evidence = Evidence::new(rule)
            .arg("color", group.color)
            .arg("stones", group.size)
            .arg("at", group.head)
            .arg("played", subject.weighed.mv);
        let percent = |chance: f64| tenths(100.0 * chance);
        let theme = Theme::Stones { at: group.head.to_string(), better: percent(better), played: percent(played) };
        Some((theme, evidence))
    }

    /// Own stones that live now and as played, and that the better line lets go.
    fn gives_up(&mut self, subject: &Subject, with: &[f64], without: &[f64]) -> Option<(Theme, Evidence)> {
        let color = subject.weighed.color;
        let now = self.eye.owners(subject.before);
        let is_given = |g: &&gosedai_recognition::Group| {
            g.color == color
                && g.size >= 2
                && kept(&g.stones, color, &now) >= 0.5
                && kept(&g.stones, color, without) >= KEPT
                && kept(&g.stones, color, with) <= LOST
        };
        let group = self.eye.see(subject.before).groups.iter().filter(is_given).max_by_key(|g| g.size)?;
        let evidence = Evidence::new("theme.gives_up").arg("stones", group.size).arg("at", group.head);
        Some((Theme::GivesUp { at: group.head.to_string(), stones: group.size }, evidence))
    }
}

impl Commentator<'_> {
    /// The answer to a forcing exchange joins stones that could be cut apart before, and gains nothing else.
    fn aji_gone(&mut self, subject: &Subject) -> Option<(Theme, Evidence)> {
        subject.unit.filter(|unit| unit.kind == UnitKind::Exchange)?;
        let reply = subject.answer.played.as_ref()?.mv.parse::<Point>().ok()?;
        let mut both = subject.after.clone();
        both.play(Move::Play(reply)).ok()?;
        let enemy = subject.weighed.color.opponent();
        let (old, new) = (subject.before.board(), both.board());
        let heads = tactics::near(old, reply, enemy);
        for (k, &from) in heads.iter().enumerate().take(4) {
            for &to in heads.iter().skip(k + 1).take(3) {
                let was = self.reader.connection(old, from, to).attack;
                let open = was.outcome == Outcome::Win && was.trust == Trust::Proved;
                let stays = new.at(from).is(enemy) && new.at(to).is(enemy);
                if open && stays && self.reader.connection(new, from, to).status() == Status::Failure {
                    let evidence = Evidence::new("theme.aji_gone").arg("from", from).arg("to", to).arg("reply", reply);
                    let theme = Theme::AjiGone { from: from.to_string(), to: to.to_string() };
                    return Some((theme, evidence.arg("enemy", enemy)));
                }
            }
        }
        None
    }

    /// The stone played lies in the opponent's area and hardly lives there; the better move near by stays further out.
    fn too_deep(&mut self, subject: &Subject, case: &Case) -> Option<(Theme, Evidence)> {
        if !case.told.claims.is_empty() || distance(case.played, case.better) > FAR + 2 {
            return None;
        }
        let enemy = subject.weighed.color.opponent();
        let owners = self.eye.owners(subject.before);
        let theirs = |at: Point| owners[at.index()] * sign(enemy);
        if theirs(case.played) < OWNED || theirs(case.better) > theirs(case.played) - CLEARLY_LESS {
            return None;
        }
        let group = self.eye.see(subject.after).group_at(case.played)?;
        // stones that stood there before are another matter
        if group.size > 1 || group.survival > DROWNS {
            return None;
        }
        let lives = 100.0 * group.survival;
        let evidence = Evidence::new("theme.too_deep").arg("played", case.played).arg("best", case.better);
        Some((Theme::TooDeep { lives: tenths(lives) }, evidence.arg("lives", lives)))
    }
}

fn tenths(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

/// The chance of stones to stay with their owner, by the expected owners of their points (+1 Black).
fn kept(stones: &PointSet, color: Color, owners: &[f64]) -> f64 {
    let own: Vec<f64> = stones.iter().map(|at| owners[at.index()]).collect();
    0.5 + 0.5 * sign(color) * own.iter().sum::<f64>() / own.len().max(1) as f64
}

/// The position after the first moves of a line.
fn played_out(before: &Position, line: &[String], count: usize) -> Option<Position> {
    let mut position = before.clone();
    for mv in line.get(..count)? {
        position.play(mv.parse::<Move>().ok()?).ok()?;
    }
    Some(position)
}

/// The move played is right, but later.
fn order(subject: &Subject, case: &Case) -> Option<(Theme, Evidence)> {
    let played = case.played.to_string();
    let later = case.best.line.iter().skip(2).step_by(2).position(|mv| *mv == played)?;
    let line = case.best.line[..=2 * (later + 1)].join(" ");
    let evidence = Evidence::new("theme.order").arg("best", case.better).arg("at", case.played);
    let evidence = evidence.arg("color", subject.weighed.color).arg("line", Arg::Text(line));
    Some((Theme::Order { first: case.better.to_string(), then: played }, evidence))
}

/// Both sides want the same point.
fn both(subject: &Subject, case: &Case) -> Option<(Theme, Evidence)> {
    let is_told = subject.unit.is_some_and(|unit| unit.at.is_some());
    let reply = subject.answer.best().filter(|reply| reply.mv == case.best.mv && !is_told)?;
    let evidence = Evidence::new("theme.both").arg("best", case.better).arg("enemy", subject.weighed.color.opponent());
    Some((Theme::Both { reply: reply.mv.clone() }, evidence))
}

/// In the better line the answer comes beside it, and the next move goes elsewhere; what was played is left alone.
fn sente(subject: &Subject, case: &Case) -> Option<(Theme, Evidence)> {
    let at = |k: usize| case.best.line.get(k)?.parse::<Point>().ok();
    let (answer, next) = (at(1)?, at(2)?);
    let is_elsewhere = |a: Point, b: Point| distance(a, b) > LOCAL + 2;
    let is_sente = distance(case.better, answer) <= LOCAL
        && is_elsewhere(case.better, next)
        && is_elsewhere(answer, next)
        && is_elsewhere(case.played, next);
    let reply = subject.answer.best()?.mv.parse::<Point>().ok()?;
    // an answer at the better move itself is another matter: both want it
    if !is_sente || !is_elsewhere(case.played, reply) || !is_elsewhere(case.better, reply) {
        return None;
    }
    let rule = if reply == next { "theme.sente_same" } else { "theme.sente" };
    let evidence = Evidence::new(rule)
        .arg("best", case.better)
        .arg("answer", answer)
        .arg("next", next)
        .arg("reply", reply)
        .arg("played", case.played)
        .arg("color", subject.weighed.color)
        .arg("enemy", subject.weighed.color.opponent());
    let name = |point: Point| point.to_string();
    Some((Theme::Sente { answer: name(answer), next: name(next), reply: name(reply) }, evidence))
}

/// Two moves on different sides of the same stone; around the better one much more of the board is empty.
fn direction(subject: &Subject, case: &Case) -> Option<(Theme, Evidence)> {
    if subject.weighed.number > EARLY || !case.told.claims.is_empty() {
        return None;
    }
    let board = subject.before.board();
    let size = board.size();
    let is_stone = |at: &Point| !board.is_empty(*at);
    let vector = |from: Point, to: Point| (to.x() as isize - from.x() as isize, to.y() as isize - from.y() as isize);
    let parts = size.points().filter(is_stone).any(|stone| {
        let reach = |at: Point| (1..=LOCAL + 1).contains(&distance(stone, at));
        let ((ax, ay), (bx, by)) = (vector(stone, case.better), vector(stone, case.played));
        reach(case.better) && reach(case.played) && ax * bx + ay * by < 0
    });
    let is_free = |at: Point| !size.points().filter(is_stone).any(|stone| distance(stone, at) <= 2);
    let open = |around: Point| size.points().filter(|&at| distance(at, around) <= 5 && is_free(at)).count();
    if !parts {
        return None;
    }
    let (better, played) = (open(case.better), open(case.played));
    let region = regions::name(case.better, size);
    let evidence = Evidence::new("theme.direction").arg("best", case.better).arg("played", case.played);
    (better >= played + WIDER)
        .then(|| (Theme::Direction { open: better, other: played }, evidence.arg("region", region)))
}

#[cfg(test)]
pub(crate) mod tests;
