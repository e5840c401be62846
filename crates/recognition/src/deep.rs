//! Proofs for the questions: what the quick reader of ladders cannot settle goes to `gosedai-reading`. Only proofs
//! count.

use crate::ask::{Ask, Caught, Status};
use crate::fate::{Fate, Life};
use crate::quick::{QuickAsk, by_ladder};
use gosedai_board::{Board, Point, PointSet};
use gosedai_reading::{Answer, LINK_PROOF, Outcome, Question, Reader, Trust};

/// Strings with more liberties are not asked about.
const CAPTURE_LIBERTIES: usize = 3;

/// The reader of every other question, with the ladders of the quick one before it: what is proved here is found again, not read
/// again, when a decision asks.
impl Ask for Reader {
    /// Ladders first; what they do not catch may fall to a net or a snapback, and what they catch may still be saved.
    fn capture(&mut self, board: &mut Board, string: Point) -> Caught {
        let quick = by_ladder(board, string);
        let is_free = board.liberty_count_to(string, CAPTURE_LIBERTIES + 1) > CAPTURE_LIBERTIES;
        let Some(owner) = board.color_at(string).filter(|_| !is_free) else {
            return Caught { status: quick, is_proved: false };
        };
        let question = Question::Capture(vec![string]);
        let mut read = |first| proved(&self.ask_from(board, &question, first));
        let attack = read(owner.opponent());
        let falls = if attack == Outcome::Unknown { quick.is_danger() } else { attack != Outcome::Lose };
        if !falls {
            let status = if quick == Status::Unknown { quick } else { Status::Alive };
            return Caught { status, is_proved: attack == Outcome::Lose };
        }
        match (read(owner), quick) {
            (Outcome::Lose, _) => Caught { status: Status::Dead, is_proved: true },
            (Outcome::Unknown, Status::Dead) => Caught { status: Status::Dead, is_proved: false },
            (defence, _) => Caught { status: Status::Neutral, is_proved: defence == Outcome::Win },
        }
    }

    fn race(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Status {
        QuickAsk.race(board, string, rivals)
    }

    fn link(&mut self, board: &Board, from: Point, to: Point) -> Status {
        let Some(owner) = board.color_at(from) else { return Status::Unknown };
        let tactical = self.effort.proof.nodes;
        self.effort.proof.nodes = tactical.min(LINK_PROOF);
        // only the cut is asked for: half the work
        let cut = self.ask_from(board, &Question::Connection(from, to), owner.opponent());
        self.effort.proof.nodes = tactical;
        match proved(&cut) {
            Outcome::Lose => Status::Alive,
            Outcome::Unknown => Status::Unknown,
            _ => Status::Neutral,
        }
    }

    fn life(&mut self, board: &Board, group: &PointSet, nodes: u64) -> Life {
        let mut board = board.clone();
        board.clear_ko();
        let Some(owner) = group.first().and_then(|stone| board.color_at(stone)) else {
            return Life::of(Fate::Open);
        };
        let tactical = self.effort.proof.nodes;
        self.effort.proof.nodes = tactical.max(nodes);
        let reading = self.life_of(&board, group, owner);
        self.effort.proof.nodes = tactical;
        Life::read(reading.attack, reading.defend)
    }
}

fn proved(answer: &Answer) -> Outcome {
    match answer.trust {
        Trust::Proved => answer.outcome,
        _ => Outcome::Unknown,
    }
}
