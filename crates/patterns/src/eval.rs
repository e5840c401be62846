//! Measures predictors on games they were not trained on.

use crate::features::Scene;
use crate::frequency::Frequency;
use crate::game::GameMoves;
use crate::grid::Grid;
use crate::model::Model;
use crate::rank::{Agreement, Prediction};

/// Either way of predicting moves.
#[allow(clippy::large_enum_variant)]
pub enum Predictor {
    RelativeFrequency(Frequency),
    Trained(Model),
}

impl Predictor {
    /// Notes the rank and probability of every move of a game.
    pub fn evaluate(&self, game: &GameMoves, agreement: &mut Agreement) {
        let mut grid = Grid::new(game.size);
        game.replay(|moment| {
            let Some(played) = moment.played.point() else { return };
            grid.follow(moment.board);
            let prediction = self.predict_moment(moment, &grid);
            let rank = prediction.rank(played).unwrap_or(prediction.moves.len() + 1);
            agreement.note(rank, prediction.share(played));
        });
        agreement.games += 1;
    }

    fn predict_moment(&self, moment: &crate::game::Moment, grid: &Grid) -> Prediction {
        match self {
            Predictor::RelativeFrequency(table) => table.predict_with(grid, moment.board, moment.mover, moment.last),
            Predictor::Trained(model) => {
                let (last, earlier) = (moment.last, moment.earlier);
                model.predict_scene(&Scene::new(moment.board, moment.mover, last, earlier, moment.number, grid))
            }
        }
    }
}
