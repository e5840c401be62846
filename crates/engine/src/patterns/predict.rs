//! `patterns predict`: all legal moves of a position in the order in which a strong player is likely to choose them.

use gosedai_board::{Move, Position};
use gosedai_patterns::eval::Predictor;
use gosedai_patterns::model::Model;
use gosedai_patterns::rank::Prediction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model_file;
use crate::files::LocalPath;
use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct PatternsPredict {
    #[serde(flatten)]
    pub game: GameInput,
    #[serde(default)]
    #[schemars(skip)]
    pub model: Option<LocalPath>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PredictedMove {
    #[serde(rename = "move")]
    pub mv: String,
    pub score: f64,
    pub rank: usize,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Predicted {
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub moves: Vec<PredictedMove>,
    /// The move of the record that follows, and its rank.
    pub played: Option<PredictedMove>,
}

/// Prediction of the trained model for a position; superko and the like taken out.
pub fn predict(model: &Model, position: &Position) -> Prediction {
    let mut plays = position.moves().rev();
    let last = plays.next().and_then(|m| m.1.point());
    let earlier = plays.next().and_then(|m| m.1.point());
    let (board, mover) = (position.board(), position.to_play());
    let mut prediction = model.predict(board, mover, last, earlier, position.move_number());
    prediction.moves.retain(|&(point, _)| position.is_legal(Move::Play(point)));
    prediction
}

impl Command for PatternsPredict {
    const NAME: &'static str = "patterns-predict";
    const ABOUT: &'static str = "ranks all legal moves by how likely a strong player chooses them";
    type Response = Predicted;

    fn run(self, cx: &Context) -> Result<Predicted, ApiError> {
        let loaded = self.game.load()?;
        let position = &loaded.position;
        let prediction = match model_file::predictor(self.model.as_ref().map(|model| model.as_path()), cx)? {
            Predictor::Trained(model) => predict(&model, position),
            Predictor::RelativeFrequency(table) => {
                let last = position.last_move().and_then(|m| m.1.point());
                let mut prediction = table.predict(position.board(), position.to_play(), last);
                prediction.moves.retain(|&(point, _)| position.is_legal(Move::Play(point)));
                prediction
            }
        };
        let row = |(i, &(point, score)): (usize, &(gosedai_board::Point, f64))| PredictedMove {
            mv: point.to_string(),
            score,
            rank: i + 1,
        };
        let moves: Vec<PredictedMove> = prediction.moves.iter().enumerate().map(row).collect();
        let next = loaded.moves.get(position.move_number()).map(|m| m.1.to_string());
        let played = next.and_then(|next| moves.iter().find(|m| m.mv == next).cloned());
        Ok(Predicted { to_play: position.to_play().to_string(), moves, played })
    }
}
