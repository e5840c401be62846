//! Proof of a single move by the exact tier: does this move capture, save, join or cut?
//!
//! Used where two answers to a question differ: each move is played and the reply is searched to the end.

use gosedai_board::{Board, Color, Point};
use gosedai_engine::gnugo::{Budget, Effort, Outcome, Question, Reader, Trust};

/// What a move is meant to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    Capture(Point),
    Save(Point),
    Join(Point, Point),
    Cut(Point, Point),
}

impl Aim {
    fn stone(self) -> Point {
        match self {
            Aim::Capture(p) | Aim::Save(p) | Aim::Join(p, _) | Aim::Cut(p, _) => p,
        }
    }

    /// Who makes the move; `None` without a stone.
    pub fn mover(self, board: &Board) -> Option<Color> {
        let owner = board.color_at(self.stone())?;
        let is_owner = matches!(self, Aim::Save(_) | Aim::Join(..));
        Some(if is_owner { owner } else { owner.opponent() })
    }
}

/// What the mover reaches by this move (`None`: by any move), and how far it can be trusted.
pub fn weigh(board: &Board, aim: Aim, play: Option<Point>, budget: &Budget) -> (Outcome, Trust) {
    let Some(mover) = aim.mover(board) else { return (Outcome::Unknown, Trust::None) };
    let mut board = board.clone();
    let mut to_play = mover;
    if let Some(point) = play {
        if !board.is_legal(point, mover) {
            return (Outcome::Lose, Trust::Proved);
        }
        board.play_forever(point, mover);
        to_play = mover.opponent();
    }
    let question = match aim {
        Aim::Capture(target) | Aim::Save(target) => Question::Capture(vec![target]),
        Aim::Join(from, to) | Aim::Cut(from, to) => Question::Connection(from, to),
    };
    let effort = Effort { search: 0, advised: false, only: Some(to_play), ..Effort::of(budget.clone()) };
    let reading = Reader::with(effort).ask(&board, &question);
    let answer = if to_play == reading.attacker { reading.attack } else { reading.defend };
    let outcome = if to_play == mover { answer.outcome } else { answer.outcome.for_opponent() };
    (outcome, answer.trust)
}

#[cfg(test)]
mod tests;
