//! Proof of a single move by the exact tier: does this move capture, save, join or cut?
//!
//! Used where two answers to a question differ: each move is played and the reply is searched to the end.

use gosedai_board::{Board, Color, Point};
use gosedai_reading::{Budget, Effort, Outcome, Question, Reader, Trust};

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
mod tests {
    use super::*;
    use gosedai_board::diagram;

    #[test]
    fn a_right_move_is_proved_and_a_wrong_one_refuted() {
        let board = diagram::parse(
            "
            . . . . . . .
            . . . . . . .
            . . . . O O .
            . X X X O . .
            . X O O . O .
            . . X O . X .
            . . . X X . .",
        )
        .unwrap();
        let at = |p: &str| p.parse().unwrap();
        let aim = Aim::Capture(at("C3"));
        let budget = Budget::nodes(20_000);
        assert_eq!(weigh(&board, aim, Some(at("E3")), &budget), (Outcome::Win, Trust::Proved));
        assert_eq!(weigh(&board, aim, Some(at("E2")), &budget).0, Outcome::Lose);
        assert_eq!(weigh(&board, aim, None, &budget).0, Outcome::Win);
        assert_eq!(weigh(&board, Aim::Save(at("C3")), Some(at("E3")), &budget).0, Outcome::Win);
        assert_eq!(weigh(&board, aim, Some(at("C3")), &budget), (Outcome::Lose, Trust::Proved), "occupied");
    }
}
