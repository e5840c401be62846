//! A record made ready to be judged.

use gosedai_board::{Color, Move, Position};
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{GameResult, GameTree, Margin, NodeId};

use super::NamedGame;
use gosedai_engine::ApiError;

/// A game ready to be judged.
pub struct Prepared {
    pub record: GameTree,
    pub nodes: Vec<NodeId>,
    pub moves: Vec<(Color, Move)>,
    /// Before each move, and after the last.
    pub positions: Vec<Position>,
}

impl Prepared {
    /// Did a side resign at the end of the record?
    pub fn was_given_up_by(&self, loser: Color) -> bool {
        let result = self.record.info().result;
        let is_black = |color: gosedai_records::Color| color == gosedai_records::Color::Black;
        matches!(result, Some(GameResult::Win(winner, Margin::Resignation)) if is_black(winner) != (loser == Color::Black))
    }

    /// Replays the main line.
    pub fn new(game: &NamedGame, overrides: Overrides) -> Result<Prepared, ApiError> {
        let named = |error: &dyn std::fmt::Display| ApiError::bad("sgf", format!("{}: {error}", game.name));
        let record = gosedai_records::parse_first(&game.sgf, gosedai_records::Mode::Lenient).map_err(|e| named(&e))?;
        let line = replay::main_line(&record);
        let played = replay::moves_along(&record, &line).map_err(|e| named(&e))?;
        if played.is_empty() {
            return Err(ApiError::failed(format!("{}: there are no moves to review", game.name)));
        }
        let mut position = replay::replay(&record, &line, Some(0), overrides).map_err(|e| named(&e))?.position;
        let mut positions = vec![position.clone()];
        for (i, &(_, color, mv)) in played.iter().enumerate() {
            position.set_to_play(color);
            if let Some(last) = positions.last_mut() {
                last.set_to_play(color);
            }
            position.play(mv).map_err(|error| named(&format!("move {}: {error}", i + 1)))?;
            positions.push(position.clone());
        }
        let nodes = played.iter().map(|m| m.0).collect();
        let moves = played.iter().map(|&(_, color, mv)| (color, mv)).collect();
        Ok(Prepared { record, nodes, moves, positions })
    }
}
