//! `show`: the board of a record, with turn, ko and prisoners.

use crate::seen::seen;
use gosedai_board::{Color, diagram};
use gosedai_recognition::overlay;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Show {
    #[serde(flatten)]
    pub game: GameInput,
    /// potential, groups, families, territory or encirclement: what recognition sees, drawn over the board.
    #[serde(default)]
    pub overlay: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// Width and height.
    pub size: [usize; 2],
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub black: Vec<String>,
    pub white: Vec<String>,
    pub ko: Option<String>,
    /// Prisoners held by each side.
    pub captures: Captures,
    pub move_number: usize,
    pub moves_in_record: usize,
    pub last_move: Option<String>,
    pub rules: String,
    pub komi: f32,
    pub diagram: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlay: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Captures {
    pub black: u32,
    pub white: u32,
}

impl Command for Show {
    const NAME: &'static str = "show";
    const ABOUT: &'static str = "the board with captures, ko and turn";
    type Response = Shown;

    fn run(self, cx: &Context) -> Result<Shown, ApiError> {
        let loaded = self.game.load()?;
        let position = &loaded.position;
        let board = position.board();
        let drawn = match &self.overlay {
            Some(name) => {
                let overlay = name.parse().map_err(|what: String| ApiError::bad("overlay", what))?;
                let seen = seen(cx, position)?;
                Some(overlay::draw(overlay, board, &seen.model, cx.knowledge()?.lexicon(cx.lang())))
            }
            None => None,
        };
        let stones = |color| board.stone_set(color).iter().map(|p| p.to_string()).collect();
        Ok(Shown {
            size: [board.size().width(), board.size().height()],
            to_play: position.to_play().to_string(),
            black: stones(Color::Black),
            white: stones(Color::White),
            ko: board.ko(position.to_play()).map(|p| p.to_string()),
            captures: Captures { black: board.captured(Color::White), white: board.captured(Color::Black) },
            move_number: position.move_number(),
            moves_in_record: loaded.moves.len(),
            last_move: position.last_move().map(|(_, mv)| mv.to_string()),
            rules: position.rules().set().to_string(),
            komi: position.komi(),
            diagram: diagram::render(board),
            overlay: drawn,
        })
    }
}
