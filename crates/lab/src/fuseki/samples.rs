//! Opening positions of games with the move that was played.

use gosedai_board::{Move, Point, Position};
use gosedai_engine::{ApiError, Context, files};
use gosedai_records::{GameTree, replay};

use crate::patterns::Part;

/// The opening as the evaluations mean it.
pub const FIRST_MOVE: usize = 5;
pub const LAST_MOVE: usize = 40;

/// A position and the move played in it.
#[derive(Clone)]
pub struct Sample {
    pub position: Position,
    pub played: Point,
}

/// Which positions to take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// How many positions.
    pub count: usize,
    /// Games to pass over first.
    pub skip: usize,
    /// Only every n-th of the games.
    pub every: usize,
    pub part: Part,
}

/// The positions of the opening of a game, in order: number of the move, position before it, and where it was played. A
/// game that cannot be replayed ends early.
pub fn walk(game: &GameTree, mut visit: impl FnMut(usize, &Position, Point)) {
    let line = replay::main_line(game);
    let Ok(start) = replay::replay(game, &line, Some(0), Default::default()) else { return };
    let Ok(moves) = replay::moves_along(game, &line) else { return };
    let mut position = start.position;
    for (number, (_, color, mv)) in moves.into_iter().take(LAST_MOVE).enumerate() {
        if let Move::Play(point) = mv
            && position.to_play() == color
            && position.board().is_legal(point, color)
        {
            visit(number + 1, &position, point);
        }
        if position.play_as(color, mv).is_err() {
            return;
        }
    }
}

/// The numbers of two moves of a game, at places that differ from game to game.
pub fn two_moves(game: usize) -> [usize; 2] {
    let span = (LAST_MOVE - FIRST_MOVE) / 2;
    [0, 1].map(|part| FIRST_MOVE + part * span + (game * 7) % span)
}

/// Two positions from each game, spread over moves 5 to 40.
pub fn collect(paths: &[String], choice: Choice, cx: &Context) -> Result<Vec<Sample>, ApiError> {
    let mut samples = Vec::new();
    let games = files::games(paths).flatten().enumerate().filter(|(index, _)| choice.part.has(*index));
    for (number, (_, game)) in games.skip(choice.skip).step_by(choice.every.max(1)).enumerate() {
        if samples.len() >= choice.count {
            break;
        }
        cx.go_on()?;
        walk(&game.record.game, |at, position, played| {
            if two_moves(number).contains(&at) && samples.len() < choice.count {
                samples.push(Sample { position: position.clone(), played });
            }
        });
    }
    if samples.is_empty() {
        return Err(ApiError::bad("games", "there are no opening positions in these games"));
    }
    Ok(samples)
}
