//! Comments: claims and figures first, sentences last, from the lexicon.

use std::collections::BTreeMap;

use gosedai_board::{Color, Move, Point, Position};
use gosedai_explain::{Arg, Evidence, Lexicon};
use gosedai_patterns::move_names;
use gosedai_reading::Reader;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::audience::Audience;
use super::facts::{Asserted, Claim, Fact, facts};
use super::judge::{Judged, Option_, sign};
use super::objects::Eye;
use super::phrases;
use super::practice::Kind;
use super::questions::{IfIgnored, Instead, Simple};
use super::regions;
use super::terms::{Term, Terms};
use super::themes::{Case, ThemeText};
use super::told::Told;
use super::units::{Unit, UnitKind};
use super::verdict::{Natural, Noise, Purpose, Verdict, Weighed};
use gosedai_engine::players::Thinker;

/// What was said of a point within this many moves is not said again.
const LATELY: usize = 8;
/// What a move cost is told as a chance to win if it cost this much of it and fewer points than that.
const WORTH_A_CHANCE: f64 = 0.2;
const WORTH_POINTS: f64 = 5.0;
/// An aim is worth saying from this many points at stake on.
const WORTH_SAYING: f64 = 2.0;
/// A claim is only made if a reading with this many nodes confirms it.
const CHECK_NODES: u64 = 12_000;
/// The same for what was judged, not proved, when it was found.
const UNPROVED_NODES: u64 = 100_000;

/// A reason as plain data.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReasonText {
    pub rule: String,
    pub text: String,
    /// Points it speaks of.
    pub points: Vec<String>,
}

/// Everything said about one move.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Comment {
    pub text: String,
    pub names: Vec<String>,
    pub reasons: Vec<ReasonText>,
    pub if_ignored: Option<IfIgnored>,
    pub instead: Option<Instead>,
    pub simple: Option<Simple>,
    /// What a fault was about, or why the move is necessary, each with the figures of its test.
    pub themes: Vec<ThemeText>,
    /// Words that the reader may not know, where they first appear.
    pub terms: Vec<Term>,
    /// What a fault was about.
    pub kind: Option<Kind>,
    /// The claims the comment makes, kept for checking.
    #[serde(skip)]
    pub claims: Vec<Asserted>,
}

impl Comment {
    /// The text with the words it explains, a line each.
    pub fn told(&self) -> String {
        let terms = self.terms.iter().map(|term| format!("\n{}: {}", term.word, term.text));
        std::iter::once(self.text.clone()).chain(terms).collect()
    }
}

/// What comments are made with.
pub struct Commentator<'a> {
    pub lexicon: &'a Lexicon,
    pub reader: Reader,
    pub thinker: Thinker,
    pub eye: Eye,
    pub noise: Noise,
    pub audience: Audience,
    pub terms: Terms,
    /// How often each kind of sentence was used, so that its variants take turns.
    pub used: BTreeMap<&'static str, usize>,
    /// Points whose purpose was explained, and the last move at which that was done.
    pub told_of: BTreeMap<String, usize>,
}

/// Everything known about the move to comment.
pub struct Subject<'a> {
    pub before: &'a Position,
    pub after: &'a Position,
    pub weighed: &'a Weighed,
    pub judged: &'a Judged,
    /// The judge's view of the position after the move.
    pub answer: &'a Judged,
    /// The judge's view if the opponent passes after the move.
    pub passed: Option<&'a Judged>,
    pub natural: Option<&'a Natural>,
    /// What it belongs to.
    pub unit: Option<&'a Unit>,
    /// The move before it.
    pub last: Option<&'a Weighed>,
}

impl Commentator<'_> {
    pub fn comment(&mut self, subject: &Subject) -> Comment {
        let weighed = subject.weighed;
        let Move::Play(point) = weighed.mv else {
            return self.pass_comment(subject);
        };
        let mut made: Vec<Asserted> = Vec::new();
        let told = self.tell(subject.before, point, &mut made).without_size(subject.before, point, None);
        let mistake = weighed.is_mistake();
        let best = subject.judged.best().filter(|best| best.mv != weighed.mv.to_string());
        let best_told = match best.and_then(|best| best.mv.parse::<Point>().ok()) {
            Some(at) => self.tell(subject.before, at, &mut made).without_size(subject.before, at, Some(point)),
            None => Told::default(),
        };
        let if_ignored = self.if_ignored(subject, &mut made);
        let simple = self.simple(subject);
        let mut themes: Vec<ThemeText> = Vec::new();
        let mut text: Vec<String> = Vec::new();
        // the same point was missed a moment ago: there is nothing new to say about it
        let again = best.and_then(|best| self.told_lately(&best.mv, weighed.number));
        if let Some(best) = best.filter(|_| mistake) {
            self.told_of.insert(best.mv.clone(), weighed.number);
        }
        if let Some(last) = again.filter(|_| mistake && !weighed.decisive) {
            let cost = self.cost(weighed);
            let best = Arg::Text(best.map(|best| best.mv.clone()).unwrap_or_default());
            let rule = if last + 1 == weighed.number { "review.missed_too" } else { "review.still" };
            let evidence = Evidence::new(rule).arg("at", point).arg("best", best);
            text.push(self.say(&evidence.arg("color", weighed.color).arg("cost", cost)));
            text.extend(weighed.turning.map(|leader| self.turning(leader)));
        } else if mistake {
            text.push(self.blame(subject, point));
            let better = best.and_then(|best| Some((best, best.mv.parse::<Point>().ok()?)));
            if let Some((best, better)) = better {
                let case = Case { best, best_told: &best_told, told: &told, played: point, better };
                themes = self.themes(subject, &case, &mut made);
            }
            // two or three sentences are enough
            let reply = if themes.len() < 2 { self.punished(subject, &mut made) } else { None };
            let unit = subject.unit.and_then(|unit| unit.sentence(weighed.number)).map(|unit| self.say(&unit));
            if let Some(best) = best {
                // that a point stays open is no reason to take it
                let spent = subject.unit.is_some_and(|unit| unit.kind == UnitKind::Exchange);
                let explained = best_told.explains() || reply.is_some() || spent || !themes.is_empty();
                text.push(self.better(best, &best_told, subject, explained));
            }
            text.extend(themes.iter().map(|theme| theme.text.clone()));
            text.extend(reply);
            text.extend(unit);
            text.extend(weighed.turning.map(|leader| self.turning(leader)));
        } else {
            if weighed.purpose.is_some() {
                text.push(self.praise(weighed, self.named(&told, point)));
                text.extend(self.does(&told));
                text.extend(self.contrast(subject));
            } else if let Some(leader) = weighed.turning {
                let is_drift = weighed.loss < super::story::MAY_BE_A_FAULT;
                let rule = if is_drift { "review.turning_drift" } else { "review.turning_passes" };
                text.push(self.say(&Evidence::new(rule).arg("color", leader)));
                text.extend(self.does(&told));
            } else {
                text.push(self.plain(weighed, self.named(&told, point), best.map(|best| best.mv.as_str())));
                text.extend(self.does(&told));
            }
            text.extend(subject.unit.and_then(|unit| unit.sentence(weighed.number)).map(|unit| self.say(&unit)));
            themes.extend(self.necessary(subject));
            text.extend(themes.iter().map(|theme| theme.text.clone()));
            text.extend(if_ignored.as_ref().filter(|ignored| ignored.must_answer).map(|ignored| ignored.text.clone()));
        }
        let kind = mistake.then(|| {
            let kind = Kind::of(&best_told.claims, best_told.aim.as_ref(), best_told.shape.is_some());
            let by_theme = themes.iter().find_map(|theme| theme.theme.kind());
            by_theme.filter(|_| kind == Kind::Unexplained).unwrap_or(kind)
        });
        let other = match (mistake, subject.natural) {
            (false, Some(natural)) => {
                let told = natural.mv.point().map(|at| self.tell(subject.before, at, &mut made)).unwrap_or_default();
                let told =
                    natural.mv.point().map_or(Told::default(), |at| told.without_size(subject.before, at, Some(point)));
                let line = std::iter::once(natural.mv.to_string()).chain(natural.line.iter().cloned()).collect();
                Some((told, line, natural.score))
            }
            _ => best.map(|best| (best_told, best.line.clone(), best.score)),
        };
        let instead = other.map(|(other, line, score): (Told, Vec<String>, f64)| {
            let answer = subject.answer.best().map(|answer| answer.line.clone()).unwrap_or_default();
            let played: Vec<String> = std::iter::once(weighed.mv.to_string()).chain(answer).collect();
            let lines = [line, played].map(|line| regions::in_one_place(&line, self.audience.line));
            self.instead(&told, &other, lines, score, weighed)
        });
        let mut reasons: Vec<ReasonText> = told.claims.iter().map(|claim| self.reason(&claim.evidence)).collect();
        reasons.extend(told.aim.as_ref().map(|aim| self.reason(aim)));
        let text = phrases::paragraph(&text, self.lexicon);
        Comment {
            terms: self.terms.first_in(&text),
            kind,
            text,
            names: told.names.iter().map(|name| self.lexicon.term(&format!("move.{name}")).to_string()).collect(),
            reasons,
            if_ignored,
            instead,
            simple,
            themes,
            claims: made,
        }
    }

    /// What a fault was about that gets no comment.
    pub fn kind_of(&mut self, before: &Position, best: Option<&Option_>) -> Option<Kind> {
        let told = self.tell(before, best?.mv.parse().ok()?, &mut Vec::new());
        Some(Kind::of(&told.claims, told.aim.as_ref(), told.shape.is_some()))
    }

    /// What can be said for a move: claims that hold when they are checked, names, and the aim.
    pub(super) fn tell(&mut self, before: &Position, point: Point, made: &mut Vec<Asserted>) -> Told {
        if !before.is_legal(Move::Play(point)) {
            return Told { mv: point.to_string(), ..Told::default() };
        }
        let mut claims = facts(before, point, &mut self.reader, &mut self.eye);
        claims.retain(|claim| self.audience.speaks_of(&claim.fact));
        claims.truncate(4);
        claims.retain(|claim| {
            let nodes = if claim.proved { CHECK_NODES } else { UNPROVED_NODES };
            claim.holds(before, point, nodes, &mut self.eye) == Some(true)
        });
        made.extend(claims.iter().map(|claim| Asserted { before: before.clone(), at: point, claim: claim.clone() }));
        let names = match self.audience.speaks_of_shape() {
            true => move_names::names(before.board(), point, before.to_play()),
            false => Vec::new(),
        };
        let mut told = Told { mv: point.to_string(), names, claims, ..Told::default() };
        if told.claims.is_empty() {
            self.aim(before, point, &mut told, made);
        }
        told
    }

    /// The strongest reason that the decision table gives for a point, without tactics (the proved claims have those),
    /// and the rule of shape.
    fn aim(&mut self, before: &Position, point: Point, told: &mut Told, made: &mut Vec<Asserted>) {
        let thought = self.thinker.think(before);
        let Some(candidate) = thought.decision.table.at(point) else { return };
        let mut reasons: Vec<_> = candidate.reasons().filter(|intent| intent.points >= WORTH_SAYING).collect();
        // a gain that is only counted comes behind what has a name
        let is_counted = |evidence: &Evidence| evidence.rule == "decision.gain";
        reasons
            .sort_by(|a, b| is_counted(&a.evidence).cmp(&is_counted(&b.evidence)).then(b.points.total_cmp(&a.points)));
        told.shape = reasons
            .iter()
            .filter(|_| self.audience.speaks_of_shape())
            .find_map(|intent| phrases::shape(&intent.evidence));
        for intent in reasons {
            let Some(mut evidence) = phrases::aim(&intent.evidence) else { continue };
            // a corner is no side
            if evidence.rule == "review.aim.side" && regions::is_corner(point, before.size()) {
                evidence.rule = "review.aim.corner";
            }
            let weak: Vec<Point> = match evidence.rule {
                "review.aim.break_out" | "review.aim.surround" => vec!["at"],
                "review.aim.join" | "review.aim.separate" => vec!["a", "b"],
                _ => vec![],
            }
            .into_iter()
            .filter_map(|name| match evidence.get(name) {
                Some(Arg::Point(at)) => Some(*at),
                _ => None,
            })
            .collect();
            let claims: Vec<Claim> =
                weak.into_iter().map(|at| Claim::new(Fact::IsWeak { at }, 1, evidence.clone())).collect();
            if claims.iter().all(|claim| claim.holds(before, point, CHECK_NODES, &mut self.eye) == Some(true)) {
                made.extend(claims.into_iter().map(|claim| Asserted { before: before.clone(), at: point, claim }));
                told.aim = Some(evidence);
                return;
            }
        }
    }

    fn pass_comment(&mut self, subject: &Subject) -> Comment {
        let best = subject.judged.best().map_or(String::new(), |best| best.mv.clone());
        let loss = subject.weighed.is_mistake();
        let head = Evidence::new(if loss { "review.pass_early" } else { "review.pass" }).arg("best", Arg::Text(best));
        Comment {
            text: self.say(&head),
            names: Vec::new(),
            reasons: Vec::new(),
            if_ignored: None,
            instead: None,
            simple: None,
            themes: Vec::new(),
            terms: Vec::new(),
            kind: None,
            claims: Vec::new(),
        }
    }

    /// The move at which the point was last mentioned, if that is recent.
    fn told_lately(&self, at: &str, number: usize) -> Option<usize> {
        self.told_of.get(at).copied().filter(|last| last + LATELY >= number)
    }

    fn say(&self, evidence: &Evidence) -> String {
        self.lexicon.sentence(evidence)
    }

    /// One of the variants of a sentence; they take turns so that a report does not repeat itself.
    fn vary(&mut self, keys: &[&'static str]) -> &'static str {
        let turn = self.used.entry(keys[0]).or_insert(0);
        *turn += 1;
        keys[(*turn - 1) % keys.len()]
    }

    /// What a move cost: points, or where they are few and turned the game, the chance to win.
    fn cost(&mut self, m: &Weighed) -> Arg {
        let evidence = if m.dropped() < WORTH_A_CHANCE || m.loss >= WORTH_POINTS {
            let whole = m.loss.round() as i64;
            Evidence::new(self.vary(&["review.cost.points.1", "review.cost.points.2"])).arg("loss", whole)
        } else {
            let percent = |p: f64| (100.0 * p).round() as i64;
            let key = self.vary(&["review.cost.chance.1", "review.cost.chance.2", "review.cost.chance.3"]);
            Evidence::new(key).arg("color", m.color).arg("from", percent(m.win_before)).arg("to", percent(m.win_after))
        };
        Arg::Text(self.say(&evidence))
    }

    fn blame(&mut self, subject: &Subject, point: Point) -> String {
        let m = subject.weighed;
        let key = match m.verdict {
            _ if m.decisive => "review.losing",
            Verdict::Blunder => self.vary(&["review.blunder.1", "review.blunder.2"]),
            Verdict::Mistake => self.vary(&["review.mistake.1", "review.mistake.2", "review.mistake.3"]),
            _ => self.vary(&["review.doubtful.1", "review.doubtful.2", "review.doubtful.3", "review.doubtful.4"]),
        };
        let cost = self.cost(m);
        self.say(&Evidence::new(key).arg("at", point).arg("color", m.color).arg("cost", cost))
    }

    fn praise(&mut self, m: &Weighed, at: Arg) -> String {
        let key = match m.purpose {
            Some(Purpose::Brilliant) => self.vary(&["review.brilliant.1", "review.brilliant.2"]),
            Some(Purpose::Bold) => self.vary(&["review.bold.1", "review.bold.2", "review.bold.3"]),
            Some(Purpose::Safe) => self.vary(&["review.safe.1", "review.safe.2", "review.safe.3"]),
            _ => self.vary(&["review.good.1", "review.good.2", "review.good.3", "review.good.4", "review.good.5"]),
        };
        self.say(&Evidence::new(key).arg("at", at).arg("color", m.color).arg("predicted", m.expected.rank))
    }

    fn turning(&self, leader: Color) -> String {
        self.say(&Evidence::new("review.turning").arg("color", leader))
    }

    /// A move that is neither praised nor blamed.
    fn plain(&self, m: &Weighed, at: Arg, best: Option<&str>) -> String {
        let rule = match (m.verdict, best) {
            _ if m.ko_threat => "review.plain.ko_threat",
            (Verdict::Excellent, None) if m.expected.rank <= 5 => "review.plain.natural",
            (Verdict::Excellent | Verdict::Good, _) => "review.plain.sound",
            (_, Some(_)) => "review.plain.slack",
            _ => "review.plain.sound",
        };
        let best = Arg::Text(best.unwrap_or_default().to_string());
        self.say(&Evidence::new(rule).arg("at", at).arg("color", m.color).arg("best", best))
    }

    /// The move as the sentence calls it: with its name where nothing else can be said of it.
    fn named(&self, told: &Told, point: Point) -> Arg {
        match told.names.first() {
            Some(name) if told.evidence().is_empty() && told.shape.is_none() => {
                let name = Arg::Word(format!("move.{name}"));
                Arg::Text(self.say(&Evidence::new("review.named_at").arg("name", name).arg("at", point)))
            }
            _ => Arg::Point(point),
        }
    }

    /// What the move itself does.
    fn does(&mut self, told: &Told) -> Option<String> {
        let evidence = told.evidence();
        let name = told.names.first().copied();
        let word = name.map(|name| Arg::Word(format!("move.{name}")));
        match (phrases::joined(self.lexicon, &evidence), word) {
            (Some(facts), Some(word)) if name.is_some_and(|name| !phrases::repeats(name, evidence[0].rule)) => {
                Some(self.say(&Evidence::new("review.does").arg("name", word).arg("facts", Arg::Text(facts))))
            }
            (Some(facts), _) => Some(self.say(&Evidence::new("review.does_plain").arg("facts", Arg::Text(facts)))),
            (None, _) if told.shape.is_some() => {
                let shape = told.shape.as_ref()?;
                let key = if shape.rule == "review.shape.doing" { "review.is_doing" } else { "review.is_thing" };
                Some(self.lexicon.sentence_as(key, shape))
            }
            (None, _) => None,
        }
    }

    /// The move that should have been played, its line and what it does. Where nothing else is said for it either, that is
    /// said.
    fn better(&mut self, option: &Option_, told: &Told, subject: &Subject, explained: bool) -> String {
        let best = Arg::Text(told.mv.clone());
        let moves = regions::in_one_place(&option.line, self.audience.line);
        let line = Arg::Text(moves.join(" "));
        let evidence = Evidence::new("review.better").arg("best", best).arg("line", line);
        if let Some(facts) = phrases::joined(self.lexicon, &told.evidence()) {
            let key = self.vary(&["review.better_does.1", "review.better_does.2", "review.better_does.3"]);
            let own = self.lexicon.sentence_as(key, &evidence.clone().arg("facts", Arg::Text(facts)));
            let line = self.say(&Evidence { rule: "review.better_line", ..evidence });
            return if moves.len() > 1 { own + self.lexicon.mark("grammar.gap", " ") + &line } else { own };
        }
        if let Some(shape) = &told.shape {
            let key = if shape.rule == "review.shape.doing" { "review.better_doing" } else { "review.better_thing" };
            let args = evidence.args.into_iter().chain(shape.args.clone()).collect();
            return self.lexicon.sentence_as(key, &Evidence { args, ..shape.clone() });
        }
        if !explained {
            let all: u64 = subject.judged.top.iter().map(|option| option.visits).sum();
            let rule = if 2 * option.visits >= all { "review.unexplained.clear" } else { "review.unexplained" };
            return self.say(&Evidence { rule, ..evidence });
        }
        match told.names.first() {
            Some(name) => {
                let key = self.vary(&["review.better_named.1", "review.better_named.2"]);
                let name = Arg::Word(format!("move.{name}"));
                self.lexicon.sentence_as(key, &evidence.arg("name", name))
            }
            None => self.say(&evidence),
        }
    }

    /// What the opponent's best answer does, if that can be said.
    fn punished(&mut self, subject: &Subject, made: &mut Vec<Asserted>) -> Option<String> {
        let (after, best, number) = (subject.after, subject.answer.best()?, subject.weighed.number);
        if self.told_lately(&best.mv, number).is_some() {
            return None;
        }
        let reply = best.mv.parse::<Point>().ok()?;
        let mut found: Vec<Asserted> = Vec::new();
        let told = self.tell(after, reply, &mut found);
        if told.claims.is_empty() {
            return None;
        }
        made.extend(found);
        self.told_of.insert(best.mv.clone(), number);
        let facts = Arg::Text(phrases::joined(self.lexicon, &told.evidence())?);
        let key = self.vary(&["review.reply.1", "review.reply.2"]);
        Some(self.say(&Evidence::new(key).arg("color", after.to_play()).arg("reply", reply).arg("facts", facts)))
    }

    /// Why the move one would expect is worse.
    fn contrast(&mut self, subject: &Subject) -> Option<String> {
        let natural = subject.natural?;
        let m = subject.weighed;
        let points = (m.score_after - natural.score) * sign(m.color);
        let percent = |p: f64| (100.0 * p).round() as i64;
        let evidence = if points >= 1.5 * self.noise.points.max(1.0) {
            let key = self.vary(&["review.natural.points.1", "review.natural.points.2"]);
            Evidence::new(key).arg("loss", points.round() as i64)
        } else if percent(m.win_after) > percent(natural.win_rate) {
            let key = self.vary(&["review.natural.chance.1", "review.natural.chance.2"]);
            Evidence::new(key).arg("from", percent(m.win_after)).arg("to", percent(natural.win_rate))
        } else {
            return None;
        };
        Some(self.say(&evidence.arg("natural", natural.mv).arg("color", m.color)))
    }

    pub(super) fn reason(&self, evidence: &Evidence) -> ReasonText {
        let points = evidence.args.iter().filter_map(|(_, arg)| match arg {
            Arg::Point(point) => Some(point.to_string()),
            _ => None,
        });
        ReasonText { rule: evidence.rule.to_string(), text: self.lexicon.sentence(evidence), points: points.collect() }
    }
}
