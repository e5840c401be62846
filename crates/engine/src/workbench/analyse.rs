//! `analyse`: a player thinks about a position and reports its ranking of all moves on the way.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::players::{self, Analysis, Limit, PlayerOptions};
use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Analyse {
    #[serde(flatten)]
    pub game: GameInput,
    /// Without playouts and seconds it thinks until it is stopped if somebody follows it (a job), else for five seconds.
    #[serde(default)]
    pub player: PlayerOptions,
}

/// Seconds to think where nobody said how long and nobody hears what is found on the way.
const UNFOLLOWED_SECONDS: f64 = 5.0;

/// A ranking of all moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ranking {
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub visits: u64,
    /// For Black, 0 to 1.
    pub win_rate_black: f64,
    /// Expected margin for Black.
    pub score: Option<f64>,
    pub moves: Vec<Ranked>,
    /// Row by row from A1, +1 Black to −1 White.
    pub ownership: Option<Vec<f32>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ranked {
    #[serde(rename = "move")]
    pub mv: String,
    pub rank: usize,
    pub visits: u64,
    /// For Black, 0 to 1.
    pub win_rate_black: f64,
    pub score: Option<f64>,
    pub prior: f64,
    pub pv: Vec<String>,
}

/// What an analysis says, whoever made it.
pub fn ranking(analysis: &Analysis) -> Ranking {
    let for_black = |rate: f64| if analysis.to_play == gosedai_board::Color::Black { rate } else { 1.0 - rate };
    let mut moves: Vec<Ranked> = analysis
        .moves
        .iter()
        .map(|info| Ranked {
            mv: info.mv.to_string(),
            rank: info.order + 1,
            visits: info.visits,
            win_rate_black: for_black(info.win_rate),
            score: info.score,
            prior: info.prior,
            pv: info.pv.iter().map(|mv| mv.to_string()).collect(),
        })
        .collect();
    moves.sort_by_key(|m| m.rank);
    Ranking {
        to_play: analysis.to_play.to_string(),
        visits: analysis.visits,
        win_rate_black: for_black(analysis.win_rate),
        score: analysis.score,
        moves,
        ownership: analysis.ownership.clone(),
    }
}

impl Command for Analyse {
    const NAME: &'static str = "analyse";
    const ABOUT: &'static str = "all moves ranked by a searching player, handed out as it thinks";
    type Response = Ranking;

    fn run(self, cx: &Context) -> Result<Ranking, ApiError> {
        let position = self.game.load()?.position;
        let mut player = players::create(&self.player, cx)?;
        let mut limit = Limit { playouts: self.player.playouts, seconds: self.player.seconds };
        if limit.playouts.is_none() && limit.seconds.is_none() && cx.progress.is_none() {
            limit.seconds = Some(UNFOLLOWED_SECONDS);
        }
        let total = self.player.playouts.unwrap_or(0);
        let last = player.analyse(&position, &limit.into(), cx, &mut |analysis| {
            let partial = serde_json::to_value(ranking(analysis)).unwrap_or_default();
            cx.report_partial(analysis.visits, total, String::new(), partial);
            !cx.cancel.is_cancelled()
        })?;
        Ok(ranking(&last))
    }
}
