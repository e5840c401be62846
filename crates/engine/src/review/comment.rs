//! Comments: claims and figures first, sentences last, from the lexicon.

use gosedai_board::{Move, Point, Position};
use gosedai_explain::{Arg, Evidence, Lang, Lexicon};
use gosedai_patterns::move_names;
use gosedai_reading::Reader;
use schemars::JsonSchema;
use serde::Serialize;

use super::facts::{Claim, facts};
use super::judge::{Judged, sign};
use super::verdict::{Purpose, Verdict, Weighed};
use crate::players::Thinker;

/// A reason as plain data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReasonText {
    pub rule: String,
    pub text: String,
    /// Points it speaks of.
    pub points: Vec<String>,
}

/// What happens if the opponent plays elsewhere.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IfIgnored {
    #[serde(rename = "move")]
    pub mv: String,
    pub line: Vec<String>,
    /// Points at stake; 0 if below the judge's noise.
    pub size: f64,
    pub must_answer: bool,
}

/// Why another move, and not this one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Instead {
    #[serde(rename = "move")]
    pub mv: String,
    pub line: Vec<String>,
    /// What the other move does and this one does not.
    pub gains: Vec<ReasonText>,
    /// What this move does and the other one does not.
    pub gives_up: Vec<ReasonText>,
}

/// An easier move beside the best one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Simple {
    #[serde(rename = "move")]
    pub mv: String,
    pub cost: f64,
}

/// Everything said about one move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Comment {
    pub text: String,
    pub names: Vec<String>,
    pub reasons: Vec<ReasonText>,
    pub if_ignored: Option<IfIgnored>,
    pub instead: Option<Instead>,
    pub simple: Option<Simple>,
    /// The claims behind the reasons, kept for checking.
    #[serde(skip)]
    pub claims: Vec<Claim>,
}

/// What comments are made with.
pub struct Commentator<'a> {
    pub lexicon: &'a Lexicon,
    pub reader: Reader,
    pub thinker: Thinker,
    pub noise: f64,
    /// How often each kind of first sentence was used, so that its variants take turns.
    pub used: std::collections::BTreeMap<&'static str, usize>,
}

/// Everything known about the move to comment.
pub struct Subject<'a> {
    pub before: &'a Position,
    pub weighed: &'a Weighed,
    pub judged: &'a Judged,
    /// The judge's view if the opponent passes after the move.
    pub passed: Option<&'a Judged>,
    /// Probability that prediction gives a move.
    pub expected: &'a dyn Fn(Move) -> f64,
}

impl Commentator<'_> {
    pub fn comment(&mut self, subject: &Subject) -> Comment {
        let weighed = subject.weighed;
        let Move::Play(point) = weighed.mv else {
            return self.pass_comment(subject);
        };
        let color = weighed.color;
        let names = move_names::names(subject.before.board(), point, color);
        let claims = facts(subject.before, point, &mut self.reader);
        let best = subject.judged.best().filter(|best| best.mv != weighed.mv.to_string());
        let best_point = best.and_then(|best| best.mv.parse::<Point>().ok());
        let best_claims = match best_point {
            Some(at) if weighed.loss > self.noise => facts(subject.before, at, &mut self.reader),
            _ => Vec::new(),
        };
        let if_ignored = self.if_ignored(subject);
        let simple = self.simple(subject);
        let aims = self.aims(subject.before, [Some(point), best_point]);
        let mut text: Vec<String> = Vec::new();
        let remarkable = weighed.purpose.is_some() || weighed.is_mistake();
        if remarkable || !weighed.turning {
            text.push(self.headline(subject, point));
        }
        if weighed.turning {
            let leader = if weighed.win_after > 0.5 { color } else { color.opponent() };
            text.push(self.say(Evidence::new("review.turning").arg("color", leader)));
        }
        if let Some(sentence) = self.does(&names, &claims, aims[0].as_ref(), weighed) {
            text.push(sentence);
        }
        if weighed.is_mistake()
            && let Some(best) = best
        {
            if let Some(sentence) = self.best_does(&best.mv, &best_claims, aims[1].as_ref()) {
                text.push(sentence);
            }
            if best.line.len() > 2 && best_claims.is_empty() {
                let line = Arg::Text(best.line.iter().take(5).cloned().collect::<Vec<_>>().join(" "));
                text.push(self.say(Evidence { args: vec![("line", line)], ..Evidence::new("review.better_line") }));
            }
            if let Some(simple) = &simple {
                text.push(self.say_simple(simple));
            }
        } else if let Some(ignored) = &if_ignored
            && ignored.must_answer
        {
            let evidence =
                Evidence::new("review.ignored").arg("first", Arg::Text(ignored.mv.clone())).arg("size", ignored.size);
            text.push(self.say(evidence));
        }
        let instead = best.map(|best| Instead {
            mv: best.mv.clone(),
            line: best.line.clone(),
            gains: self.difference(&best_claims, &claims),
            gives_up: self.difference(&claims, &best_claims),
        });
        Comment {
            text: join(&text, self.lexicon),
            names: names.iter().map(|name| self.lexicon.term(&format!("move.{name}")).to_string()).collect(),
            reasons: claims.iter().map(|claim| self.reason(&claim.evidence)).chain(aims[0].clone()).collect(),
            if_ignored,
            instead,
            simple,
            claims,
        }
    }

    fn pass_comment(&mut self, subject: &Subject) -> Comment {
        let best = subject.judged.best().map_or(String::new(), |best| best.mv.clone());
        let head = Evidence::new("review.mistake.2")
            .arg("at", subject.weighed.mv)
            .arg("loss", subject.weighed.loss)
            .arg("best", Arg::Text(best));
        Comment {
            text: self.say(head),
            names: Vec::new(),
            reasons: Vec::new(),
            if_ignored: None,
            instead: None,
            simple: None,
            claims: Vec::new(),
        }
    }

    fn say(&self, evidence: Evidence) -> String {
        self.lexicon.sentence(&evidence)
    }

    /// The first sentence; variants take turns so that a report does not repeat itself.
    fn headline(&mut self, subject: &Subject, point: Point) -> String {
        let weighed = subject.weighed;
        let (keys, count): (&[&'static str], usize) = match (weighed.purpose, weighed.verdict) {
            (Some(Purpose::Brilliant), _) => (&["review.brilliant.1", "review.brilliant.2"], 2),
            (Some(Purpose::Bold), _) => (&["review.bold.1", "review.bold.2", "review.bold.3"], 3),
            (Some(Purpose::Safe), _) => (&["review.safe.1", "review.safe.2"], 2),
            (Some(Purpose::Good), _) => (&["review.good.1", "review.good.2", "review.good.3", "review.good.4"], 4),
            (None, Verdict::Blunder) if weighed.is_mistake() => (&["review.blunder.1", "review.blunder.2"], 2),
            (None, _) if weighed.is_mistake() => (&["review.mistake.1", "review.mistake.2", "review.mistake.3"], 3),
            _ => (&["review.plain"], 1),
        };
        let best = subject.judged.best().map_or(String::new(), |best| best.mv.clone());
        let turn = self.used.entry(keys[0]).or_insert(0);
        *turn += 1;
        let evidence = Evidence::new(keys[(*turn - 1) % count])
            .arg("at", point)
            .arg("color", weighed.color)
            .arg("predicted", weighed.expected.rank)
            .arg("loss", weighed.loss)
            .arg("best", Arg::Text(best));
        self.say(evidence)
    }

    /// Claims as one phrase: the two weightiest.
    fn phrase(&self, claims: &[Claim]) -> Option<Arg> {
        let parts: Vec<String> = claims.iter().take(2).map(|claim| self.say(claim.evidence.clone())).collect();
        (!parts.is_empty())
            .then(|| Arg::Text(parts.join(if self.lexicon.lang() == Lang::En { " and " } else { "、" })))
    }

    fn does(
        &self,
        names: &[&'static str],
        claims: &[Claim],
        aim: Option<&ReasonText>,
        weighed: &Weighed,
    ) -> Option<String> {
        let name = names.first().map(|name| Arg::Word(format!("move.{name}")));
        match (self.phrase(claims), name) {
            (Some(facts), Some(name)) => {
                Some(self.say(Evidence::new("review.does").arg("name", name).arg("facts", facts)))
            }
            (Some(facts), None) => Some(self.say(Evidence::new("review.does_plain").arg("facts", facts))),
            (None, _) if !weighed.is_mistake() && aim.is_some() => {
                aim.map(|aim| self.say(Evidence::new("review.aim").arg("aim", Arg::Text(aim.text.clone()))))
            }
            (None, Some(name)) if !weighed.is_mistake() => {
                Some(self.say(Evidence::new("review.is_name").arg("name", name)))
            }
            _ => None,
        }
    }

    fn best_does(&self, best: &str, claims: &[Claim], aim: Option<&ReasonText>) -> Option<String> {
        let best = Arg::Text(best.to_string());
        if let Some(facts) = self.phrase(claims) {
            return Some(self.say(Evidence::new("review.best_does").arg("best", best).arg("facts", facts)));
        }
        let aim = Arg::Text(aim?.text.clone());
        Some(self.say(Evidence::new("review.best_aim").arg("best", best).arg("aim", aim)))
    }

    /// The strongest reason that the decision table gives for each point, tactics left to the proved claims.
    fn aims(&mut self, before: &Position, points: [Option<Point>; 2]) -> [Option<ReasonText>; 2] {
        // captures and cuts are said where they are proved; that a move is usual says nothing about this game
        const LEFT_OUT: [&str; 7] = [
            "intent.capture",
            "intent.escape",
            "intent.connect",
            "intent.cut",
            "intent.kill",
            "intent.live",
            "intent.experience",
        ];
        let thought = self.thinker.think(before);
        points.map(|point| {
            let candidate = thought.decision.table.at(point?)?;
            let strongest = candidate
                .reasons()
                .filter(|intent| intent.value >= 1.0 && !LEFT_OUT.contains(&intent.name))
                .max_by(|a, b| a.value.total_cmp(&b.value))?;
            Some(self.reason(&strongest.evidence))
        })
    }

    fn reason(&self, evidence: &Evidence) -> ReasonText {
        let points = evidence.args.iter().filter_map(|(_, arg)| match arg {
            Arg::Point(point) => Some(point.to_string()),
            _ => None,
        });
        ReasonText { rule: evidence.rule.to_string(), text: self.lexicon.sentence(evidence), points: points.collect() }
    }

    fn difference(&self, of: &[Claim], without: &[Claim]) -> Vec<ReasonText> {
        of.iter()
            .filter(|claim| !without.iter().any(|other| other.fact == claim.fact))
            .map(|claim| self.reason(&claim.evidence))
            .collect()
    }

    fn if_ignored(&self, subject: &Subject) -> Option<IfIgnored> {
        let passed = subject.passed?;
        let best = passed.best()?;
        let size = (passed.score - subject.weighed.score_after) * sign(subject.weighed.color);
        if best.mv == "pass" {
            return None;
        }
        // a move anywhere is worth something: only what exceeds the noise clearly is a threat
        let must_answer = size > (2.0 * self.noise).max(4.0);
        Some(IfIgnored { mv: best.mv.clone(), line: best.line.clone(), size: size.max(0.0), must_answer })
    }

    /// Of the moves that cost no more than the noise, the one a player would expect most.
    fn simple(&self, subject: &Subject) -> Option<Simple> {
        let best = subject.judged.best()?;
        let enough = best.visits / 20;
        let cost_of = |score: f64| (best.score - score) * sign(subject.weighed.color);
        let played = subject.weighed.mv.to_string();
        let (_, option) = subject
            .judged
            .top
            .iter()
            .skip(1)
            .filter(|option| option.mv != played && option.mv != "pass" && option.visits >= enough.max(1))
            .filter(|option| cost_of(option.score) <= self.noise.max(1.0))
            .filter_map(|option| Some(((subject.expected)(option.mv.parse().ok()?), option)))
            .filter(|(share, _)| *share > 0.08)
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Simple { mv: option.mv.clone(), cost: cost_of(option.score).max(0.0) })
    }

    fn say_simple(&self, simple: &Simple) -> String {
        let rule = if simple.cost < 0.5 { "review.simple_free" } else { "review.simple" };
        let cost = simple.cost.round();
        self.say(
            Evidence::new(rule)
                .arg("move", Arg::Text(simple.mv.clone()))
                .arg("cost", cost)
                .arg("cost_int", cost as i64),
        )
    }
}

/// Sentences one after the other, with a space where the language has one.
fn join(sentences: &[String], lexicon: &Lexicon) -> String {
    let gap = if lexicon.lang() == Lang::En { " " } else { "" };
    let capital = |text: &String| {
        let mut chars = text.chars();
        chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
    };
    sentences.iter().map(capital).collect::<Vec<_>>().join(gap)
}
