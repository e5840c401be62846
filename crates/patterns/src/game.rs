//! The part of a game record that learning needs: size, set-up stones, moves.

use gosedai_board::{Board, Color, Move, Point, Size};

/// A game as learning sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameMoves {
    pub size: Size,
    pub setup: Vec<(Point, Color)>,
    pub moves: Vec<(Color, Move)>,
}

/// A position of a game together with the move that was played in it.
pub struct Moment<'a> {
    pub board: &'a Board,
    pub mover: Color,
    /// The opponent's last move and the mover's own before it, where they were plays.
    pub last: Option<Point>,
    pub earlier: Option<Point>,
    /// Moves played before this one.
    pub number: usize,
    pub played: Move,
}

impl GameMoves {
    /// Walks through the game up to its end or the first illegal move.
    pub fn replay(&self, mut visit: impl FnMut(&Moment)) {
        let Ok(mut board) = Board::with_stones(self.size, self.setup.iter().copied()) else { return };
        let (mut last, mut earlier) = (None, None);
        for (number, &(mover, played)) in self.moves.iter().enumerate() {
            if let Move::Play(point) = played
                && board.check(point, mover).is_err()
            {
                return;
            }
            visit(&Moment { board: &board, mover, last, earlier, number, played });
            match played {
                Move::Play(point) => board.play_forever(point, mover),
                Move::Pass => board.clear_ko(),
            }
            earlier = last;
            last = played.point();
        }
    }
}
