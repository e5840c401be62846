//! `genmove`: one move by one of our players, with what it thinks of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::players::{self, Act, Limit, PlayerOptions};
use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GenMove {
    #[serde(flatten)]
    pub game: GameInput,
    #[serde(default)]
    pub player: PlayerOptions,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Chosen {
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    /// A point, `pass` or `resign`.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the side to move, 0 to 1.
    pub win_rate: Option<f64>,
    /// Expected margin for Black.
    pub score: Option<f64>,
    pub reasons: Vec<String>,
    pub engine: String,
}

impl Command for GenMove {
    const NAME: &'static str = "genmove";
    const ABOUT: &'static str = "a move by one of the built-in players";
    type Response = Chosen;

    fn run(self, cx: &Context) -> Result<Chosen, ApiError> {
        let position = self.game.load()?.position;
        let mut player = players::create(&self.player, cx)?;
        let limit = Limit { playouts: self.player.playouts, seconds: self.player.seconds };
        let choice = player.choose(&position, limit, cx)?;
        cx.go_on()?;
        Ok(Chosen {
            color: position.to_play().to_string(),
            mv: match choice.act {
                Act::Play(mv) => mv.to_string(),
                Act::Resign => "resign".to_string(),
            },
            win_rate: choice.win_rate,
            score: choice.score,
            reasons: choice.reasons,
            engine: self.player.engine,
        })
    }
}
