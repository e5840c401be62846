//! The predictor that the knowledge player listens to: empty until a model is loaded.

use std::sync::Arc;

use gosedai_decision::Predictor;

/// Share of each move by the built-in model, best first.
pub fn predictor() -> Predictor {
    Arc::new(|_| Vec::new())
}
