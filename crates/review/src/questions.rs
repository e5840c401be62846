//! The questions a reader asks of a move: what if it is ignored, why not the other move, and is there a simple one?

use gosedai_board::{Color, Move, Point, Position};
use gosedai_explain::{Arg, Evidence};
use gosedai_recognition::Class;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::comment::{Commentator, ReasonText, Subject};
use super::facts::Asserted;
use super::judge::{Judged, Option_, sign};
use super::phrases;
use super::regions::distance;
use super::told::Told;
use super::verdict::Weighed;

/// An answer or a threat stands at most this many lines from the move it belongs to.
pub const LOCAL: usize = 4;
/// Points that playing elsewhere must cost before an answer is called necessary.
pub const MUST: f64 = 3.0;

/// What the side to move loses by not answering at `point`, as the judge saw both in one search; infinite where nothing
/// else was worth a look.
pub fn cost_of_ignoring(answer: &Judged, point: Point, opponent: Color) -> Option<f64> {
    let is_local = |option: &&Option_| option.mv.parse::<Point>().is_ok_and(|at| distance(at, point) <= LOCAL);
    let best = answer.best()?;
    let elsewhere = answer.top.iter().find(|option| !is_local(option) && option.visits > 0);
    Some(match elsewhere {
        Some(_) if !is_local(&best) => 0.0,
        Some(elsewhere) => ((best.score - elsewhere.score) * sign(opponent)).max(0.0),
        None => f64::INFINITY,
    })
}

/// What happens if the opponent plays elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct IfIgnored {
    #[serde(rename = "move")]
    pub mv: String,
    pub line: Vec<String>,
    /// Points at stake; 0 if below the judge's noise.
    pub size: f64,
    pub must_answer: bool,
    pub text: String,
}

/// Why another move, and not this one: the best move beside a mistake, the expected one beside a good move.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Instead {
    #[serde(rename = "move")]
    pub mv: String,
    pub line: Vec<String>,
    /// What follows the move that was played.
    #[serde(default)]
    pub played_line: Vec<String>,
    /// How much better the other move is for the mover, in points; negative if it is worse.
    #[serde(default)]
    pub points: f64,
    /// What the other move does and this one does not.
    pub gains: Vec<ReasonText>,
    /// What this move does and the other one does not.
    pub gives_up: Vec<ReasonText>,
    pub text: String,
}

/// An easier move beside the best one, or the best move itself if it is the easiest.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Simple {
    #[serde(rename = "move")]
    pub mv: String,
    pub cost: f64,
    pub text: String,
}

impl Commentator<'_> {
    fn difference(&self, of: &Told, without: &Told) -> Vec<ReasonText> {
        let claims = of.claims.iter().filter(|claim| !without.claims.iter().any(|other| other.fact == claim.fact));
        let aim = of.aim.iter().filter(|aim| without.aim.as_ref() != Some(aim));
        claims.map(|claim| &claim.evidence).chain(aim).map(|evidence| self.reason(evidence)).collect()
    }

    /// Both moves side by side: what each does, the line of each and who leads then, and what follows from the two figures.
    pub(super) fn instead(
        &self,
        told: &Told,
        other: &Told,
        lines: [Vec<String>; 2],
        score: f64,
        m: &Weighed,
    ) -> Instead {
        let gains = self.difference(other, told);
        let gives_up = self.difference(told, other);
        let [line, played_line] = lines;
        let side = |mv: &str, reasons: &[ReasonText], line: &[String], score: f64| {
            let score = Arg::Text(super::html::margin(score));
            let evidence = Evidence::new("review.side").arg("move", Arg::Text(mv.to_string())).arg("score", score);
            let evidence = evidence.arg("line", Arg::Text(line.join(" ")));
            match reasons.first() {
                Some(reason) => {
                    self.lexicon.sentence_as("review.side_does", &evidence.arg("facts", Arg::Text(reason.text.clone())))
                }
                None => self.lexicon.sentence(&evidence),
            }
        };
        let points = (score - m.score_after) * sign(m.color);
        let rule = match points {
            p if p >= APART => "review.instead.better",
            p if p <= -APART => "review.instead.worse",
            _ => "review.instead.even",
        };
        let outcome = Evidence::new(rule)
            .arg("other", Arg::Text(other.mv.clone()))
            .arg("played", Arg::Text(told.mv.clone()))
            .arg("color", m.color)
            .arg("points", points.abs());
        let text = [
            side(&other.mv, &gains, &line, score),
            side(&told.mv, &gives_up, &played_line, m.score_after),
            self.lexicon.sentence(&outcome),
        ];
        let text = phrases::paragraph(&text, self.lexicon);
        let points = (points * 10.0).round() / 10.0;
        Instead { mv: other.mv.clone(), line, played_line, points, gains, gives_up, text }
    }

    /// The best answer beside the move against the best move elsewhere, as the judge saw them in one search; what the mover would do
    /// with a second move is shown only if it is done there, too.
    pub(super) fn if_ignored(&mut self, subject: &Subject, made: &mut Vec<Asserted>) -> Option<IfIgnored> {
        let m = subject.weighed;
        let Move::Play(point) = m.mv else { return None };
        let is_local = |option: &&Option_| option.mv.parse::<Point>().is_ok_and(|at| distance(at, point) <= LOCAL);
        let answer = subject.answer.best()?;
        let elsewhere = subject.answer.top.iter().find(|option| !is_local(option) && option.visits > 0);
        let follow = subject.passed.and_then(|passed| passed.top.iter().find(is_local));
        let opponent = m.color.opponent();
        let cost = cost_of_ignoring(subject.answer, point, opponent)?;
        let (must_answer, known) = (cost >= MUST.max(self.noise.blamed_from()), cost.is_finite());
        let text = |option: Option<&Option_>| Arg::Text(option.map(|option| option.mv.clone()).unwrap_or_default());
        let mut evidence = Evidence::new("review.must")
            .arg("color", opponent)
            .arg("answer", text(Some(answer)))
            .arg("elsewhere", text(elsewhere))
            .arg("first", text(follow))
            .arg("size", if known { cost } else { 0.0 });
        let mut found = Vec::new();
        let told = follow.and_then(|follow| self.with_a_second_move(subject, follow, &mut found)).unwrap_or_default();
        let facts = phrases::joined(self.lexicon, &told.evidence()).filter(|_| !told.claims.is_empty());
        evidence.rule = match (&facts, must_answer, is_local(&answer)) {
            (Some(_), true, _) => "review.ignored_does",
            (None, true, _) if follow.is_some() && known => "review.ignored",
            (None, true, _) => "review.must",
            // it can be ignored, and this is lost
            (Some(_), false, false) => "review.tenuki_does",
            (None, false, false) => "review.tenuki",
            (_, false, true) if cost < LITTLE => "review.tenuki_free",
            (_, false, true) => "review.tenuki_small",
        };
        if let Some(facts) = facts.filter(|_| matches!(evidence.rule, "review.ignored_does" | "review.tenuki_does")) {
            made.extend(found);
            evidence = evidence.arg("facts", Arg::Text(facts));
        }
        let line = if must_answer { follow.map(|follow| follow.line.clone()).unwrap_or_default() } else { Vec::new() };
        Some(IfIgnored {
            mv: follow.map(|follow| follow.mv.clone()).unwrap_or_default(),
            line,
            size: if known { (cost * 10.0).round() / 10.0 } else { 0.0 },
            must_answer,
            text: self.lexicon.sentence(&evidence),
        })
    }

    /// What the mover's second move in a row does.
    fn with_a_second_move(&mut self, subject: &Subject, follow: &Option_, made: &mut Vec<Asserted>) -> Option<Told> {
        let mut position = subject.after.clone();
        position.set_to_play(subject.weighed.color.opponent());
        position.play(Move::Pass).ok()?;
        Some(self.tell(&position, follow.mv.parse().ok()?, made))
    }

    /// Among the moves that keep the result, the one that leaves the fewest stones unsettled, if it leaves clearly fewer
    /// than the best move does.
    pub(super) fn simple(&mut self, subject: &Subject) -> Option<Simple> {
        let best = subject.judged.best()?;
        let enough = (best.visits / 10).max(2);
        let cost_of = |option: &Option_| ((best.score - option.score) * sign(subject.weighed.color)).max(0.0);
        let keeps = |option: &&Option_| {
            let (chance, most) = (best.win_rate - option.win_rate, self.noise.points.min(KEEPS));
            option.visits >= enough && cost_of(option) <= most && chance <= self.noise.chance
        };
        let fit: Vec<&Option_> = subject.judged.top.iter().filter(keeps).collect();
        let mut open: Vec<(usize, &Option_)> = Vec::new();
        for option in fit {
            if let Ok(at) = option.mv.parse::<Point>() {
                open.push((self.unsettled_after(subject.before, at)?, option));
            }
        }
        let of_best = open.iter().find(|(_, option)| option.mv == best.mv)?.0;
        let &(least, option) = open.iter().min_by_key(|(stones, option)| (*stones, option.rank))?;
        let (option, rule) = if of_best <= SETTLED {
            (best, "review.simple_best")
        } else if least + CLEARLY > of_best {
            (best, "review.simple_none")
        } else {
            (option, if cost_of(option) < 0.5 { "review.simple_free" } else { "review.simple" })
        };
        let cost = cost_of(option);
        let evidence = Evidence::new(rule).arg("move", Arg::Text(option.mv.clone())).arg("cost", cost);
        let text = self.lexicon.sentence(&evidence);
        Some(Simple { mv: option.mv.clone(), cost: (cost * 10.0).round() / 10.0, text })
    }

    /// Stones whose life is open after a move.
    fn unsettled_after(&mut self, before: &Position, at: Point) -> Option<usize> {
        let mut after = before.clone();
        after.play(Move::Play(at)).ok()?;
        let groups = &self.eye.see(&after).groups;
        let open = groups.iter().filter(|group| matches!(group.class, Class::Weak | Class::VeryWeak));
        Some(open.map(|group| group.stones.len()).sum())
    }
}

/// Two moves so far apart are not told as equal.
const APART: f64 = 0.5;
/// What costs less than this costs nothing.
const LITTLE: f64 = 0.5;
/// A move that costs no more than this keeps the result.
const KEEPS: f64 = 1.0;
/// With so few stones unsettled a position is simple.
const SETTLED: usize = 2;
/// So many stones fewer make it clearly simpler.
const CLEARLY: usize = 4;
