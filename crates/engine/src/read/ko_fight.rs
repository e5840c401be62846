//! What kind of ko a reading has ended in, found out by asking on: with a ko ban lifted, after a threat was ignored, and again.
//!
//! A side *wins with n* if it gets what it wants although it has to leave n threats unanswered, whatever the other side does.
//! With 1 the ko is direct for it; with more it has to come nearer first (the same ko is taken again) or to win one ko after
//! the other. Only proved answers are built on: where one is missing nothing is said.

use std::collections::HashMap;

use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_reading::{Answer, Outcome, Question, Reader, Trust};

/// Positions for a proof, questions for a kind of ko, threats beyond which nothing is counted, and moves.
const PROOF: u64 = 4_000;
const QUESTIONS: u32 = 220;
const MOST_THREATS: u8 = 3;
const DEEPEST: u32 = 14;

/// How often a side has to leave a threat unanswered, and whether it takes the same ko each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    pub threats: u8,
    /// Different kos that are taken on the way.
    pub kos: u8,
}

/// A ko with what was found out about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KoFight {
    /// What the side that moved first has to pay, and the other one.
    pub mover: Option<Cost>,
    pub opponent: Option<Cost>,
}

/// What the stones of a question are about: who owns them, and where the fight is.
pub struct Asked<'a> {
    pub question: &'a Question,
    pub owner: Color,
    pub field: PointSet,
}

impl KoFight {
    /// The ko that comes of it if `mover` moves first.
    pub fn of(board: &Board, asked: &Asked, mover: Color) -> KoFight {
        let cost = |winner: Color| Count::new(asked, winner).least(board, mover);
        KoFight { mover: cost(mover), opponent: cost(mover.opponent()) }
    }

    /// Both sides win it by leaving one threat unanswered.
    pub fn is_direct(&self) -> bool {
        [self.mover, self.opponent].iter().all(|cost| cost.is_some_and(|cost| cost.threats == 1))
    }
}

/// Does the group live because a ko taken from it is answered by taking another one?
pub fn lives_by_double_ko(board: &Board, asked: &Asked) -> bool {
    let attacker = asked.owner.opponent();
    let mut count = Count::new(asked, attacker);
    let mut first = board.clone();
    first.clear_ko();
    // without two sure eyes it counts as seki
    if !matches!(count.standing(&first, attacker), Some(Outcome::Lose | Outcome::Seki)) {
        return false;
    }
    count.plays(&first, attacker).into_iter().any(|take| {
        let Some(taken) = takes_ko(&first, take, attacker) else { return false };
        let mut ignored = taken.clone();
        ignored.clear_ko();
        let answer = count.ask(&taken, asked.owner);
        let reply = answer.as_ref().and_then(Answer::point).and_then(|reply| takes_ko(&taken, reply, asked.owner));
        reply.is_some() && count.standing(&ignored, attacker) == Some(Outcome::Win)
    })
}

/// The board after a move, if it takes a ko.
fn takes_ko(board: &Board, play: Point, color: Color) -> Option<Board> {
    let after = played(board, play, color)?;
    after.ko(color.opponent()).is_some().then_some(after)
}

fn played(board: &Board, play: Point, color: Color) -> Option<Board> {
    if !board.is_legal(play, color) {
        return None;
    }
    let mut after = board.clone();
    after.play_forever(play, color);
    Some(after)
}

/// What one side has to pay.
struct Count<'a> {
    asked: &'a Asked<'a>,
    winner: Color,
    reader: Reader,
    left: u32,
    known: HashMap<(u64, u8), bool>,
}

impl<'a> Count<'a> {
    fn new(asked: &'a Asked<'a>, winner: Color) -> Count<'a> {
        Count { asked, winner, reader: Reader::proving(PROOF), left: QUESTIONS, known: HashMap::new() }
    }

    fn least(&mut self, board: &Board, to_play: Color) -> Option<Cost> {
        for threats in 1..=MOST_THREATS {
            if self.wins(board, to_play, threats, 0)? {
                let mut taken = PointSet::EMPTY;
                self.follow(board, to_play, threats, &mut taken)?;
                return Some(Cost { threats, kos: (taken.len() as u8).max(1) });
            }
        }
        None
    }

    /// The proved answer with this side first; `None` if nothing is proved or enough was asked.
    fn ask(&mut self, board: &Board, first: Color) -> Option<Answer> {
        let owner = self.asked.owner;
        let mut question = self.asked.question.clone();
        if let Question::Life(stones) | Question::Capture(stones) = &mut question {
            stones.retain(|&stone| board.at(stone).is(owner));
            if stones.is_empty() {
                let outcome = if first == owner { Outcome::Lose } else { Outcome::Win };
                return Some(Answer { outcome, play: None, line: Vec::new(), trust: Trust::Proved });
            }
        }
        self.left = self.left.checked_sub(1)?;
        let answer = self.reader.ask_from(board, &question, first);
        (answer.trust == Trust::Proved).then_some(answer)
    }

    /// What the position is worth to the winner.
    fn standing(&mut self, board: &Board, to_play: Color) -> Option<Outcome> {
        let outcome = self.ask(board, to_play)?.outcome;
        Some(if to_play == self.winner { outcome } else { outcome.for_opponent() })
    }

    /// Moves in the field, the one that reading names first.
    fn plays(&mut self, board: &Board, color: Color) -> Vec<Point> {
        let best = self.ask(board, color).and_then(|answer| answer.point());
        let others = self.asked.field.iter().filter(|&point| board.is_empty(point) && Some(point) != best);
        best.into_iter().chain(others).collect()
    }

    /// Does the winner get his way although he leaves that many threats unanswered? `None` if that cannot be told.
    fn wins(&mut self, board: &Board, to_play: Color, threats: u8, depth: u32) -> Option<bool> {
        match self.standing(board, to_play)? {
            Outcome::Win => return Some(true),
            Outcome::Ko(_) if threats > 0 => {}
            Outcome::Ko(_) | Outcome::Seki | Outcome::Lose => return Some(false),
            Outcome::Unknown => return None,
        }
        if depth >= DEEPEST {
            return None;
        }
        let key = (board.hash_with(to_play), threats);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let is_own = to_play == self.winner;
        let mut found = !is_own;
        for (after, next, left) in self.choices(board, to_play, threats) {
            if self.wins(&after, next, left, depth + 1)? == is_own {
                found = is_own;
                break;
            }
        }
        self.known.insert(key, found);
        Some(found)
    }

    /// What may follow: the position, who moves then, and how many threats may still be left unanswered. After a ko was taken the
    /// other side makes a threat: the winner of the count leaves it unanswered, his opponent answers.
    fn choices(&mut self, board: &Board, to_play: Color, threats: u8) -> Vec<(Board, Color, u8)> {
        let mut all = Vec::new();
        let other = to_play.opponent();
        if to_play != self.winner && board.ko(to_play).is_some() && threats > 0 {
            let mut ignored = board.clone();
            ignored.clear_ko();
            all.push((ignored, other, threats - 1));
        }
        for play in self.plays(board, to_play) {
            let Some(mut after) = played(board, play, to_play) else { continue };
            if to_play != self.winner {
                after.clear_ko();
            }
            all.push((after, other, threats));
        }
        if all.is_empty() {
            let mut passed = board.clone();
            passed.clear_ko();
            all.push((passed, other, threats));
        }
        all
    }

    /// Along the winning line against threats made as soon as possible: which kos are taken?
    fn follow(&mut self, board: &Board, to_play: Color, threats: u8, taken: &mut PointSet) -> Option<()> {
        let (mut board, mut to_play, mut threats) = (board.clone(), to_play, threats);
        for _ in 0..2 * DEEPEST {
            if self.standing(&board, to_play)? == Outcome::Win {
                break;
            }
            let is_own = to_play == self.winner;
            let mut next = None;
            for choice in self.choices(&board, to_play, threats) {
                if !is_own || self.wins(&choice.0, choice.1, choice.2, 0)? {
                    next = Some(choice);
                    break;
                }
            }
            let (after, then, left) = next?;
            if let Some((point, _)) = after.ko_point().filter(|_| is_own) {
                // a ko is its two points: the smaller names it
                let pair = point
                    .neighbours()
                    .into_iter()
                    .find(|&p| !board.at(p).is(self.winner) && after.at(p).is(self.winner));
                taken.insert(pair.map_or(point, |pair| point.min(pair)));
            }
            (board, to_play, threats) = (after, then, left);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests;
