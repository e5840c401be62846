//! `patterns learn`, `patterns merge`, `patterns eval`: move patterns learnt from games and measured on them.

pub mod eval;
pub mod learn;

use std::path::PathBuf;

use gosedai_board::{Color, Move};
use gosedai_engine::files::{self, FileGame};
use gosedai_engine::{ApiError, Context};
use gosedai_patterns::game::GameMoves;
use gosedai_records::replay::{self, Overrides};

/// One game in this many is left out of training and used for testing.
pub const LEAVE_OUT: usize = 10;

/// Which games of a collection are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    #[default]
    All,
    /// All but every tenth game, in the order of reading.
    Train,
    /// Every tenth game.
    Test,
}

impl Part {
    pub fn has(self, index: usize) -> bool {
        let last = index % LEAVE_OUT == LEAVE_OUT - 1;
        match self {
            Part::All => true,
            Part::Train => !last,
            Part::Test => last,
        }
    }
}

/// What learning needs of a record; `None` if its moves cannot be read.
pub fn game_moves(game: &FileGame) -> Option<GameMoves> {
    let record = &game.record.game;
    let line = replay::main_line(record);
    let moves: Vec<(Color, Move)> =
        replay::moves_along(record, &line).ok()?.into_iter().map(|(_, color, mv)| (color, mv)).collect();
    let start = replay::replay(record, &line, Some(0), Overrides::default()).ok()?.position;
    let setup = start.board().stones().collect();
    Some(GameMoves { size: start.size(), setup, moves })
}

/// Walks through the games of a part; broken records are counted and skipped. Returns (used, skipped).
pub fn for_each_game(
    paths: &[PathBuf],
    part: Part,
    cx: &Context,
    what: &str,
    mut visit: impl FnMut(usize, GameMoves) -> Result<(), ApiError>,
) -> Result<(u64, u64), ApiError> {
    let (mut used, mut skipped) = (0, 0);
    for (index, game) in files::games(paths).enumerate() {
        if index % 64 == 0 {
            cx.go_on()?;
            cx.report(index as u64, 0, format!("{what}: {index} games"));
        }
        if !part.has(index) {
            continue;
        }
        match game {
            Ok(game) => match game_moves(&game) {
                Some(moves) => {
                    visit(index, moves)?;
                    used += 1;
                }
                None => skipped += 1,
            },
            // a file that cannot be opened is the user's mistake, a broken game in a collection is not
            Err(error) if used + skipped == 0 => return Err(error),
            Err(_) => skipped += 1,
        }
    }
    if used == 0 {
        return Err(ApiError::failed("no game could be read from what was given"));
    }
    Ok((used, skipped))
}

/// Peak memory of the process in mebibytes, where the system tells it.
pub fn peak_memory_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib / 1024)
}
