//! Opening positions of games with the move that was played.

use gosedai_board::{Point, Position};
use gosedai_records::replay::{self, Overrides};

use crate::{ApiError, Context, files};

/// The opening as the evaluations mean it.
pub const FIRST_MOVE: usize = 5;
pub const LAST_MOVE: usize = 40;

/// A position and the move played in it.
pub struct Sample {
    pub position: Position,
    pub played: Point,
}

/// Up to `count` positions, one or a few from each game, spread over moves 5 to 40; `skip` games are passed over first.
pub fn collect(paths: &[String], count: usize, skip: usize, cx: &Context) -> Result<Vec<Sample>, ApiError> {
    let mut samples = Vec::new();
    for (number, game) in files::games(paths).flatten().skip(skip).enumerate() {
        if samples.len() >= count {
            break;
        }
        cx.go_on()?;
        let tree = &game.record.game;
        let line = replay::main_line(tree);
        // two positions a game, at places that differ from game to game
        for part in 0..2 {
            let span = (LAST_MOVE - FIRST_MOVE) / 2;
            let at = FIRST_MOVE + part * span + (number * 7) % span;
            let Ok(next) = replay::replay(tree, &line, Some(at), Overrides::default()) else { continue };
            let Some((color, Some(played))) = next.position.last_move().map(|(color, mv)| (color, mv.point())) else {
                continue;
            };
            let Ok(before) = replay::replay(tree, &line, Some(at - 1), Overrides::default()) else { continue };
            let legal = before.position.to_play() == color && before.position.board().is_legal(played, color);
            if legal && samples.len() < count {
                samples.push(Sample { position: before.position, played });
            }
        }
    }
    if samples.is_empty() {
        return Err(ApiError::bad("games", "there are no opening positions in these games"));
    }
    Ok(samples)
}
