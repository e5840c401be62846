//! What came of each problem, and the counts over many.

use std::collections::BTreeMap;

use gosedai_reading::{Answer, Outcome, Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One problem tried. Written as one line each, they add up over several runs.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Marked {
    pub id: String,
    pub level: String,
    pub expected: Vec<String>,
    pub got: String,
    /// Is the move one of the expected ones?
    pub right: bool,
    /// `proved` was read to the end, `judged` rests on a judgement, `unknown` met a limit. A `proved` wrong answer is a fault.
    pub trust: String,
    /// Processor seconds spent.
    pub seconds: f64,
}

impl Marked {
    pub(super) fn new(
        id: String,
        level: Option<String>,
        expected: Vec<String>,
        answer: &Answer,
        right: bool,
        seconds: f64,
    ) -> Self {
        let trust = match (answer.outcome, answer.trust) {
            (Outcome::Unknown, _) | (_, Trust::None) => "unknown",
            (_, Trust::Judged) => "judged",
            (_, Trust::Proved) => "proved",
        };
        let play = answer.play.map(|play| format!(" {play}")).unwrap_or_default();
        Marked {
            id,
            level: level.unwrap_or_else(|| "all".to_owned()),
            expected,
            got: format!("{}{play}", answer.outcome.name()),
            right: right && trust != "unknown",
            trust: trust.to_owned(),
            seconds,
        }
    }
}

/// Counts of one level or of all.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct Tally {
    pub problems: usize,
    /// Right move, read to the end, within a second of processor time and within the limit.
    pub proved_in_a_second: usize,
    pub proved: usize,
    /// Right move with or without proof, within a second and within the limit.
    pub right_in_a_second: usize,
    pub right: usize,
    /// Another move, and those of them that claim a proof.
    pub other: usize,
    pub other_proved: usize,
    /// No answer within the limit.
    pub unknown: usize,
}

impl Tally {
    pub fn add(&mut self, marked: &Marked) {
        let proved = marked.trust == "proved";
        // the clock is looked at every few hundred positions: what ends just beyond the second was stopped by it
        let quick = marked.seconds <= 1.05;
        self.problems += 1;
        if marked.right {
            self.right += 1;
            self.right_in_a_second += usize::from(quick);
            self.proved += usize::from(proved);
            self.proved_in_a_second += usize::from(proved && quick);
        } else if marked.trust == "unknown" {
            self.unknown += 1;
        } else {
            self.other += 1;
            self.other_proved += usize::from(proved);
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Graded {
    pub total: usize,
    pub passed: usize,
    /// Of the passed, those proved without any judgement.
    pub proved: usize,
    pub failed: Vec<Marked>,
    /// Processor seconds of all threads together.
    pub seconds: f64,
    pub all: Tally,
    pub levels: BTreeMap<String, Tally>,
    /// Stopped before the last problem.
    pub stopped: bool,
}

impl Graded {
    pub fn of(marked: Vec<Marked>, stopped: bool) -> Graded {
        let mut graded = Graded { stopped, ..Graded::default() };
        for one in marked {
            graded.seconds += one.seconds;
            graded.all.add(&one);
            graded.levels.entry(one.level.clone()).or_default().add(&one);
            if !one.right {
                graded.failed.push(one);
            }
        }
        graded.total = graded.all.problems;
        graded.passed = graded.all.right;
        graded.proved = graded.all.proved;
        graded
    }
}
