//! Questions about single moves: `ignored` (what happens if it is not answered) and `compare` (why this, not that).

use gosedai_board::{Color, Move, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::explain::{Candidate, candidates};
use crate::players::{Thinker, Thought};
use crate::{ApiError, Command, Context, GameInput};

/// Points from which an answer is a must, and from which it is big.
const MUST: f64 = 6.0;
const BIG: f64 = 2.0;

/// `ignored`: the last move, or one tried at `at`, and the opponent plays elsewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Ignored {
    #[serde(flatten)]
    pub game: GameInput,
    /// A move of the side to move, tried first; without it the question is about the last move of the record.
    #[serde(default)]
    pub at: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IgnoredAnswer {
    /// The move asked about.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who would play elsewhere.
    #[schemars(with = "crate::schema::ColorName")]
    pub passer: String,
    /// The best next move of the side that moved, with its reasons.
    pub threat: Option<Candidate>,
    /// How it goes on, as far as reading found it; the threat first.
    pub line: Vec<String>,
    /// Judged for Black: now, and after the threat was carried out.
    pub before: f64,
    pub after: Option<f64>,
    /// What the threat gains in points.
    pub size: f64,
    /// `must` be answered, `big` but can wait, `small`, or `nothing` is threatened.
    pub verdict: &'static str,
}

impl Command for Ignored {
    const NAME: &'static str = "ignored";
    const ABOUT: &'static str = "what happens if a move is not answered: the threat, its line and its size";
    type Response = IgnoredAnswer;

    fn run(self, cx: &Context) -> Result<IgnoredAnswer, ApiError> {
        let mut position = self.game.load()?.position;
        let knowledge = cx.knowledge()?;
        let mut thinker = Thinker::new(knowledge.clone(), cx)?;
        let lexicon = knowledge.lexicon(cx.lang());
        if let Some(text) = &self.at {
            try_move(&mut position, text, "at")?;
        }
        let asked = position.last_move().map(|(_, mv)| mv.to_string());
        let passer = position.to_play();
        let before = thinker.think_for(&position, cx)?.estimate.lead;
        position.play(Move::Pass).map_err(|e| ApiError::bad("sgf", e))?;
        let then = thinker.think_for(&position, cx)?;
        let threat = candidates::candidates(&then.decision, lexicon).into_iter().find(|c| c.counts());
        let mut answer = IgnoredAnswer {
            mv: asked,
            passer: passer.to_string(),
            line: Vec::new(),
            before,
            after: None,
            size: 0.0,
            verdict: "nothing",
            threat: None,
        };
        let Some(threat) = threat else { return Ok(answer) };
        answer.line = threat.reasons.iter().find(|r| r.line.len() > 1).map(|r| r.line.clone()).unwrap_or_default();
        if answer.line.first() != Some(&threat.mv) {
            answer.line = vec![threat.mv.clone()];
        }
        if try_move(&mut position, &threat.mv, "at").is_ok() {
            let after = thinker.think_for(&position, cx)?.estimate.lead;
            answer.after = Some(after);
            answer.size = (gain(passer.opponent(), before, after) * 10.0).round() / 10.0;
        }
        answer.verdict = if answer.size >= MUST {
            "must"
        } else if answer.size >= BIG {
            "big"
        } else {
            "small"
        };
        answer.threat = Some(threat);
        Ok(answer)
    }
}

fn gain(side: Color, before: f64, after: f64) -> f64 {
    (f64::from(side.sign()) * (after - before)).max(0.0)
}

fn try_move(position: &mut Position, text: &str, field: &str) -> Result<(), ApiError> {
    let mv = if text.eq_ignore_ascii_case("pass") {
        Move::Pass
    } else {
        Move::Play(position.size().parse_point(text).map_err(|e| ApiError::bad(field, e))?)
    };
    position.play(mv).map_err(|e| ApiError::bad(field, e))
}

/// `compare`: two moves of the side to move, what each does and what the other misses.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Compare {
    #[serde(flatten)]
    pub game: GameInput,
    /// This …; our own choice if absent.
    #[serde(default)]
    pub first: Option<String>,
    /// … not that.
    pub second: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Compared {
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    pub first: ComparedMove,
    pub second: ComparedMove,
    /// What the first does and the second does not, and the reverse: intentions in words.
    pub missed: Vec<String>,
    pub gained: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ComparedMove {
    #[serde(rename = "move")]
    pub mv: String,
    /// Its row of the score table, if any case speaks for it.
    pub candidate: Option<Candidate>,
    /// Judged for Black after the move and the opponent's best answer to it.
    pub after: f64,
    pub reply: Option<String>,
}

impl Command for Compare {
    const NAME: &'static str = "compare";
    const ABOUT: &'static str = "why this move, not that one: reasons of both and what each misses";
    type Response = Compared;

    fn run(self, cx: &Context) -> Result<Compared, ApiError> {
        let position = self.game.load()?.position;
        let knowledge = cx.knowledge()?;
        let mut thinker = Thinker::new(knowledge.clone(), cx)?;
        let lexicon = knowledge.lexicon(cx.lang());
        let now = thinker.think_for(&position, cx)?;
        let table = candidates::candidates(&now.decision, lexicon);
        let first = self.first.clone().unwrap_or_else(|| now.decision.best.to_string());
        let mut side = |text: &str, field: &str| -> Result<ComparedMove, ApiError> {
            let mut next = position.clone();
            try_move(&mut next, text, field)?;
            let mv = next.last_move().map(|(_, mv)| mv.to_string()).unwrap_or_default();
            let answered: Thought = thinker.think_for(&next, cx)?;
            let reply = answered.decision.best;
            let mut after = answered.estimate.lead;
            if next.play(reply).is_ok() {
                after = thinker.think_for(&next, cx)?.estimate.lead;
            }
            let candidate = table.iter().find(|c| c.mv == mv).cloned();
            Ok(ComparedMove { mv, candidate, after, reply: Some(reply.to_string()) })
        };
        let (first, second) = (side(&first, "first")?, side(&self.second, "second")?);
        Ok(Compared {
            color: position.to_play().to_string(),
            missed: only_in(&first, &second),
            gained: only_in(&second, &first),
            first,
            second,
        })
    }
}

/// Intentions of `one` that `other` lacks, in words.
fn only_in(one: &ComparedMove, other: &ComparedMove) -> Vec<String> {
    let of = |side: &ComparedMove| {
        side.candidate.iter().flat_map(|c| c.reasons.iter().map(|r| r.name.clone())).collect::<Vec<String>>()
    };
    let theirs = of(other);
    let mut out: Vec<String> = Vec::new();
    for name in of(one) {
        if !theirs.contains(&name) && !out.contains(&name) {
            out.push(name);
        }
    }
    out
}

#[cfg(test)]
mod tests;
