//! The name of a position in a memory: all that an answer about it can depend on. Whoever keeps a tree, a table or an answer
//! from one question to the next compares these and not hashes, which know neither board size nor rules nor komi.

use crate::point::{Color, Move, Point, Size};
use crate::point_set::PointSet;
use crate::position::Position;
use crate::rules::Rules;

/// How a game began.
#[derive(Clone, Debug, PartialEq)]
struct Start {
    size: Size,
    rules: Rules,
    komi: f32,
    handicap: usize,
    stones: [PointSet; 2],
    captured: [u32; 2],
    ko: Option<(Point, Color)>,
    to_play: Color,
}

/// The beginning, the moves since, and the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionKey {
    start: Start,
    moves: Vec<(Color, Move)>,
    to_play: Color,
}

impl PositionKey {
    pub fn of(position: &Position) -> PositionKey {
        let mut first = position.clone();
        while first.undo() {}
        let board = first.board();
        PositionKey {
            start: Start {
                size: position.size(),
                rules: position.rules(),
                komi: position.komi(),
                handicap: position.handicap(),
                stones: Color::BOTH.map(|color| board.stone_set(color)),
                captured: Color::BOTH.map(|color| board.captured(color)),
                ko: board.ko_point(),
                to_play: first.to_play(),
            },
            moves: position.moves().collect(),
            to_play: position.to_play(),
        }
    }

    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The moves that lead from here to a later position of the same game; `None` if none do. The sides must take turns, for a
    /// tree has no other moves.
    pub fn moves_to<'a>(&self, later: &'a PositionKey) -> Option<&'a [(Color, Move)]> {
        if self.start != later.start {
            return None;
        }
        let more = later.moves.strip_prefix(&self.moves[..])?;
        let mut turn = self.to_play;
        for &(color, _) in more {
            if color != turn {
                return None;
            }
            turn = turn.opponent();
        }
        (turn == later.to_play).then_some(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn positions_that_differ_in_anything_that_matters_have_different_keys() {
        let plain = Position::new(Size::NINETEEN, Rules::CHINESE, 7.0);
        let key = PositionKey::of(&plain);
        assert_eq!(key, PositionKey::of(&plain.clone()));
        let mut others = vec![
            Position::new(Size::NINE, Rules::CHINESE, 7.0),
            Position::new(Size::NINETEEN, Rules::JAPANESE, 7.0),
            Position::new(Size::NINETEEN, Rules::CHINESE, 6.5),
        ];
        let mut handicap = plain.clone();
        handicap.set_handicap(2);
        let mut white = plain.clone();
        white.set_to_play(Color::White);
        let mut passed = plain.clone();
        passed.play(Move::Pass).unwrap();
        let stone = Board::with_stones(Size::NINETEEN, [("D4".parse().unwrap(), Color::Black)]).unwrap();
        others.extend([handicap, white, passed, Position::from_board(stone, Color::Black, Rules::CHINESE, 7.0)]);
        for other in &others {
            assert_ne!(PositionKey::of(other), key);
        }
    }

    #[test]
    fn moves_lead_to_later_positions_of_the_same_game_only() {
        let first = Position::new(Size::NINE, Rules::CHINESE, 7.0);
        let key = PositionKey::of(&first);
        let mut later = first.clone();
        later.play("E5".parse().unwrap()).unwrap();
        assert_eq!(key.moves_to(&PositionKey::of(&later)).map(<[_]>::len), Some(1));
        later.set_to_play(Color::Black);
        assert_eq!(key.moves_to(&PositionKey::of(&later)), None, "the turn was given away");
        let mut elsewhere = Position::new(Size::NINETEEN, Rules::CHINESE, 7.0);
        elsewhere.play("E5".parse().unwrap()).unwrap();
        assert_eq!(key.moves_to(&PositionKey::of(&elsewhere)), None);
    }
}
