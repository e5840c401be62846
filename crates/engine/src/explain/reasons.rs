//! Evidence as plain data: the sentence, the places, and the reasons below it.

use gosedai_explain::{Evidence, Lexicon};
use schemars::JsonSchema;
use serde::Serialize;

/// Points with their role.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Area {
    pub role: String,
    pub points: Vec<String>,
}

/// A sentence and what it rests on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reason {
    pub rule: String,
    pub text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Area>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Reason>,
}

impl Reason {
    pub fn new(evidence: &Evidence, lexicon: &Lexicon) -> Reason {
        Reason {
            rule: evidence.rule.to_string(),
            text: lexicon.sentence(evidence),
            marks: evidence
                .marks
                .iter()
                .filter(|mark| !mark.points.is_empty())
                .map(|mark| Area {
                    role: mark.role.to_string(),
                    points: mark.points.iter().map(|p| p.to_string()).collect(),
                })
                .collect(),
            because: evidence.from.iter().map(|reason| Reason::new(reason, lexicon)).collect(),
        }
    }

    /// The sentences as an indented list.
    pub fn lines(&self, depth: usize) -> Vec<String> {
        let mut out = vec![self.text.clone()];
        if depth > 0 {
            for reason in &self.because {
                out.extend(reason.lines(depth - 1).into_iter().map(|line| format!("  {line}")));
            }
        }
        out
    }
}
