//! `score`: counts a finished game, with dead stones guessed or given.

use gosedai_board::PointSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Command, Context, GameInput, dead_stones};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Count {
    #[serde(flatten)]
    pub game: GameInput,
    /// Stones agreed to be dead; guessed if absent.
    #[serde(default)]
    pub dead: Option<Vec<String>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Counted {
    pub dead: Vec<String>,
    pub black_territory: Vec<String>,
    pub white_territory: Vec<String>,
    pub neutral: Vec<String>,
    /// Points of each side by the rules; White's include komi.
    pub black: f64,
    pub white: f64,
    pub komi: f32,
    pub rules: String,
    pub result: String,
}

impl Command for Count {
    const NAME: &'static str = "score";
    const ABOUT: &'static str = "the count of a finished game, dead stones guessed or given";
    type Response = Counted;

    fn run(self, _cx: &Context) -> Result<Counted, ApiError> {
        let position = self.game.load()?.position;
        let dead = match &self.dead {
            None => dead_stones::guess(&position),
            Some(list) => {
                let mut dead = PointSet::EMPTY;
                for text in list {
                    let point = position.size().parse_point(text).map_err(|e| ApiError::bad("dead", e))?;
                    if position.board().color_at(point).is_some() {
                        dead = dead.union(&position.board().string_set(point));
                    }
                }
                dead
            }
        };
        let score = position.score(&dead);
        let list = |set: &PointSet| set.iter().map(|p| p.to_string()).collect();
        Ok(Counted {
            dead: list(&dead),
            black_territory: list(&score.territory[0]),
            white_territory: list(&score.territory[1]),
            neutral: list(&score.neutral),
            black: score.black,
            white: score.white,
            komi: position.komi(),
            rules: position.rules().set().to_string(),
            result: score.result(),
        })
    }
}
