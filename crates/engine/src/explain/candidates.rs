//! The score table as plain data: every candidate with its intentions, what was removed, and what strategy adds.

use gosedai_board::{Color, Move};
use gosedai_decision::{CaseName, Decision, Intent};
use gosedai_explain::{Arg, Lexicon, Line};
use schemars::JsonSchema;
use serde::Serialize;

use super::reasons::{Area, Reason};

/// A move worth considering.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Candidate {
    #[serde(rename = "move")]
    pub mv: String,
    /// Sum of the reasons and the strategy column.
    pub value: f64,
    /// The sum with habit: the table goes by this.
    pub total: f64,
    /// What strategy adds, part of `value`.
    pub strategy: f64,
    /// Largest first; habit is none of them.
    pub reasons: Vec<CandidateReason>,
    /// How much professionals expect the move, beside the sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub habit: Option<Habit>,
    /// Intentions that an adjuster took out, with its reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<RemovedReason>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strategy_reasons: Vec<Reason>,
}

impl Candidate {
    /// Does anything speak for it?
    pub fn counts(&self) -> bool {
        !self.reasons.is_empty() || self.habit.is_some()
    }
}

/// What is expected by habit: it moves a candidate up in the table, and is no reason.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Habit {
    /// Of 100 cases.
    pub percent: f64,
    /// What it counts in the table.
    pub value: f64,
    pub text: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CandidateReason {
    pub intention: String,
    /// The intention in words.
    pub name: String,
    pub case: String,
    /// What is at stake, in points.
    pub points: f64,
    /// What it counts in the table.
    pub value: f64,
    pub text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Area>,
    /// The line that reading found, first move first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RemovedReason {
    pub intention: String,
    pub value: f64,
    pub by: String,
    pub text: String,
    /// Who took it out, and why, in a sentence.
    pub sentence: String,
}

/// How the move was chosen, beside the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Plan {
    pub strategy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emergency: Option<String>,
    /// What the opponent would do if we passed.
    pub threats: Vec<ThreatReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cooperation: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ThreatReport {
    #[serde(rename = "move")]
    pub mv: String,
    pub intention: String,
    pub value: f64,
    pub stones: Vec<String>,
    /// The same in a sentence.
    pub text: String,
}

fn intention(name: &str) -> String {
    name.trim_start_matches("intent.").replace('_', "-")
}

pub fn candidates(decision: &Decision, lexicon: &Lexicon) -> Vec<Candidate> {
    let is_habit = |intent: &&Intent| intent.case == CaseName::Experience;
    let mut list: Vec<Candidate> = decision
        .table
        .candidates
        .iter()
        .map(|candidate| Candidate {
            mv: candidate.at.to_string(),
            value: candidate.total() - candidate.reasons().filter(is_habit).map(|intent| intent.value).sum::<f64>(),
            total: candidate.total(),
            strategy: candidate.strategy,
            reasons: candidate.reasons().filter(|i| !is_habit(i)).map(|intent| reason(intent, lexicon)).collect(),
            habit: candidate.reasons().find(is_habit).map(|intent| Habit {
                percent: match intent.evidence.get("percent") {
                    Some(Arg::Real(percent)) => *percent,
                    _ => 0.0,
                },
                value: intent.value,
                text: lexicon.sentence(&intent.evidence),
            }),
            removed: candidate
                .intents
                .iter()
                .filter_map(|intent| {
                    let removal = intent.removed.as_ref()?;
                    Some(RemovedReason {
                        intention: intention(intent.purpose.name()),
                        value: intent.value,
                        by: removal.by.name().to_string(),
                        sentence: lexicon.sentence(&removal.why(intent, lexicon.sentence(&removal.evidence))),
                        text: lexicon.sentence(&removal.evidence),
                    })
                })
                .collect(),
            strategy_reasons: candidate.strategy_reasons.iter().map(|e| Reason::new(e, lexicon)).collect(),
        })
        .collect();
    // candidates whose every intention was removed come last
    list.sort_by_key(|c| !c.counts());
    list
}

fn reason(intent: &Intent, lexicon: &Lexicon) -> CandidateReason {
    let line = intent.evidence.lines.iter().find_map(|line| match line {
        Line::Play { moves, .. } => Some(moves),
        Line::Segment { .. } => None,
    });
    let play = |&(_, mv): &(Color, Move)| mv.to_string();
    CandidateReason {
        intention: intention(intent.purpose.name()),
        name: lexicon.term(intent.purpose.name()).to_string(),
        case: intent.case.name().to_string(),
        points: intent.points,
        value: intent.value,
        text: lexicon.sentence(&intent.evidence),
        marks: Reason::new(&intent.evidence, lexicon).marks,
        line: line.map(|moves| moves.iter().map(play).collect()).unwrap_or_default(),
    }
}

pub fn plan(decision: &Decision, lexicon: &Lexicon) -> Plan {
    Plan {
        strategy: lexicon.sentence(&decision.strategy.evidence),
        emergency: decision.emergency.as_ref().map(|e| lexicon.sentence(&e.evidence)),
        threats: decision
            .threats
            .iter()
            .take(5)
            .map(|threat| ThreatReport {
                mv: threat.at.to_string(),
                intention: lexicon.term(threat.purpose.name()).to_string(),
                value: threat.value,
                stones: threat.target.iter().map(|p| p.to_string()).collect(),
                text: lexicon.sentence(&threat.why()),
            })
            .collect(),
        cooperation: decision.cooperation.iter().take(3).map(|e| lexicon.sentence(e)).collect(),
        pass: decision.pass_reason.as_ref().map(|e| lexicon.sentence(e)),
    }
}
