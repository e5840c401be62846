//! `patterns eval`: how well a predictor agrees with games.

use std::path::PathBuf;

use gosedai_engine::patterns::model_file;
use gosedai_engine::{ApiError, Command, Context};
use gosedai_patterns::rank::Agreement;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Part, for_each_game};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct PatternsEval {
    pub games: Vec<PathBuf>,
    /// Model or table; the shipped model if absent.
    #[serde(default)]
    pub model: Option<PathBuf>,
    #[serde(default)]
    pub part: Part,
    /// Use at most this many games, evenly spread by taking every n-th.
    #[serde(default)]
    pub every: Option<usize>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Evaluated {
    pub games: u64,
    pub skipped: u64,
    pub moves: u64,
    pub top1: f64,
    pub top5: f64,
    pub top10: f64,
    pub mean_rank: f64,
    /// Mean natural logarithm of the probability given to the played move.
    pub log_likelihood: f64,
    pub microseconds_per_position: f64,
}

impl Command for PatternsEval {
    const NAME: &'static str = "patterns-eval";
    const ABOUT: &'static str = "how well a pattern model predicts the moves of games";
    type Response = Evaluated;

    fn run(self, cx: &Context) -> Result<Evaluated, ApiError> {
        let predictor = model_file::predictor(self.model.as_deref(), cx)?;
        let mut agreement = Agreement::default();
        let (every, mut count) = (self.every.unwrap_or(1).max(1), 0);
        let mut busy = std::time::Duration::ZERO;
        let (_, skipped) = for_each_game(&self.games, self.part, cx, "measuring", |_, game| {
            count += 1;
            if (count - 1) % every == 0 {
                let started = std::time::Instant::now();
                predictor.evaluate(&game, &mut agreement);
                busy += started.elapsed();
            }
            Ok(())
        })?;
        let [top1, top5, top10] = agreement.shares();
        let moves = agreement.moves.max(1) as f64;
        Ok(Evaluated {
            games: agreement.games,
            skipped,
            moves: agreement.moves,
            top1,
            top5,
            top10,
            mean_rank: agreement.sum_of_ranks as f64 / moves,
            log_likelihood: agreement.mean_log_likelihood(),
            microseconds_per_position: busy.as_secs_f64() * 1e6 / moves,
        })
    }
}
