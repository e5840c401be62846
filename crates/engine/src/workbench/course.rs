//! `course`: the whole game in figures — score, phase and temperature of every position, reported as they are found.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::players::Thinker;
use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Course {
    #[serde(flatten)]
    pub game: GameInput,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CourseAnswer {
    pub positions: Vec<CoursePoint>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CoursePoint {
    /// Moves played.
    pub number: usize,
    /// Black's lead to go by, as `explain` says it.
    pub score: f64,
    pub phase: String,
    pub kind: String,
    /// What the best move gains by the score table: an estimate of the temperature.
    pub temperature: f64,
    pub best: Option<String>,
}

impl Command for Course {
    const NAME: &'static str = "course";
    const ABOUT: &'static str = "score, phase and temperature of every position of a game";
    type Response = CourseAnswer;

    fn run(self, cx: &Context) -> Result<CourseAnswer, ApiError> {
        let loaded = self.game.load()?;
        let last = loaded.position.move_number();
        let mut thinker = Thinker::new(cx.knowledge()?, cx)?;
        let start = GameInput { move_number: Some(0), ..self.game.clone() };
        let mut position = start.load()?.position;
        let mut positions = Vec::new();
        for number in 0..=last {
            let thought = thinker.think_for(&position, cx)?;
            let (judgement, best) = (&thought.model.judgement, thought.decision.table.best());
            let brief = |x: f64| (x * 100.0).round() / 100.0;
            positions.push(CoursePoint {
                number,
                score: brief(thought.estimate.lead),
                phase: judgement.phase.name().to_string(),
                kind: judgement.kind.name().to_string(),
                temperature: brief(best.map_or(0.0, |c| c.total()).max(0.0)),
                best: best.map(|c| c.at.to_string()),
            });
            let partial = serde_json::to_value(CourseAnswer { positions: positions[number..].to_vec() });
            cx.report_partial(number as u64 + 1, last as u64 + 1, String::new(), partial.unwrap_or_default());
            if let Some(&(color, mv)) = loaded.moves.get(number).filter(|_| number < last) {
                position.play_as(color, mv).map_err(|e| ApiError::bad("sgf", e))?;
            }
        }
        Ok(CourseAnswer { positions })
    }
}

#[cfg(test)]
mod tests;
