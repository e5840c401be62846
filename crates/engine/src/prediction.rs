//! The predictor that the knowledge player listens to: the trained pattern model.

use std::sync::Arc;

use gosedai_board::Position;
use gosedai_decision::Predictor;

use crate::{ApiError, Context};

/// Share of each move by the pattern model in use, best first.
pub fn predictor(cx: &Context) -> Result<Predictor, ApiError> {
    let model = crate::patterns::model_file::model(cx)?;
    Ok(Arc::new(move |position: &Position| {
        let mut last = position.moves().rev().map(|(_, mv)| mv.point());
        let (last, earlier) = (last.next().flatten(), last.next().flatten());
        let number = position.move_number();
        model.predict(position.board(), position.to_play(), last, earlier, number).moves
    }))
}
