//! What a move does, as claims: captured, caught, threatened, saved, cut, joined, alive, dead, won in a race, weak,
//! worth so many points.
//!
//! Every claim carries what is needed to check it again: see [`Claim::holds`]. Reading finds those in `tactics`,
//! recognition those in `objects`, combinatorial game theory those in `yose`.

use gosedai_board::{Board, Move, Point, Position};
use gosedai_explain::Evidence;
use gosedai_reading::{Budget, Outcome, Reader, Reading, Status, Trust};
use gosedai_recognition::Class;

use super::objects::Eye;
use super::{tactics, yose};

/// What kind of statement it is, with the points it is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// Stones taken off the board.
    Captures { at: Point },
    /// An enemy string that cannot be saved any more, and could before.
    Catches { at: Point },
    /// The same by a ladder.
    Ladder { at: Point },
    /// If the opponent plays elsewhere, this enemy string falls; before the move it did not.
    Threatens { at: Point },
    /// An own string that would have fallen and now does not.
    Saves { at: Point },
    /// Two enemy strings that can no longer connect.
    Cuts { from: Point, to: Point },
    /// Two own strings that could be cut and no longer can.
    Connects { from: Point, to: Point },
    /// Atari on a string that has a way out.
    Atari { at: Point },
    /// A group that could live and no longer can.
    Kills { at: Point },
    /// A group that could be killed and no longer can.
    Lives { at: Point },
    /// The capturing race of two neighbours is won; by how many moves, where they can be counted.
    WinsRace { own: Point, enemy: Point, by: Option<usize> },
    /// An enemy group that is weak after the move, and was not before.
    Weakens { at: Point },
    /// An own group that was weak and is no longer.
    Settles { at: Point },
    /// A group that is weak before the move.
    IsWeak { at: Point },
    /// A place of the endgame with its exact value: the swing between both sides' moves, and whose sente it is.
    Worth { swing: String, tempo: &'static str },
}

/// A proved statement about a move.
#[derive(Clone, Debug)]
pub struct Claim {
    pub fact: Fact,
    /// Stones it is about.
    pub stones: usize,
    pub evidence: Evidence,
    /// Read to the end; otherwise a judgement took part, and it must stand up to a longer reading before it is said.
    pub proved: bool,
}

impl Claim {
    pub fn new(fact: Fact, stones: usize, evidence: Evidence) -> Claim {
        Claim { fact, stones, evidence, proved: true }
    }
}

/// A claim that a comment makes, with the position and the move it is about.
#[derive(Clone)]
pub struct Asserted {
    pub before: Position,
    pub at: Point,
    pub claim: Claim,
}

impl std::fmt::Debug for Asserted {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "move {} at {}: {:?}", self.before.move_number() + 1, self.at, self.claim.fact)
    }
}

impl Asserted {
    /// Checked again by a reader of its own; `None` if that reader cannot tell.
    pub fn holds(&self, nodes: u64, eye: &mut Eye) -> Option<bool> {
        self.claim.holds(&self.before, self.at, nodes, eye)
    }
}

impl Claim {
    /// How much it matters, for the order of phrases.
    pub fn weight(&self) -> usize {
        let rank = match self.fact {
            Fact::Kills { .. } | Fact::Lives { .. } | Fact::WinsRace { .. } => 6,
            Fact::Captures { .. } | Fact::Catches { .. } | Fact::Ladder { .. } | Fact::Saves { .. } => 4,
            Fact::Cuts { .. } | Fact::Worth { .. } => 3,
            Fact::Threatens { .. } | Fact::Connects { .. } => 2,
            Fact::Atari { .. } | Fact::Weakens { .. } | Fact::Settles { .. } | Fact::IsWeak { .. } => 1,
        };
        rank * self.stones.max(1)
    }

    /// The stones a statement is about, so that one comment does not speak of them twice.
    pub fn about(&self) -> Option<Point> {
        match self.fact {
            Fact::Captures { at }
            | Fact::Catches { at }
            | Fact::Ladder { at }
            | Fact::Threatens { at }
            | Fact::Saves { at }
            | Fact::Atari { at }
            | Fact::Kills { at }
            | Fact::Lives { at }
            | Fact::Weakens { at }
            | Fact::Settles { at }
            | Fact::IsWeak { at } => Some(at),
            Fact::WinsRace { enemy, .. } => Some(enemy),
            Fact::Cuts { .. } | Fact::Connects { .. } | Fact::Worth { .. } => None,
        }
    }

    /// Checks the statement again with a reader of its own; `None` if that reader cannot tell.
    pub fn holds(&self, before: &Position, point: Point, nodes: u64, eye: &mut Eye) -> Option<bool> {
        let color = before.to_play();
        let old = before.board();
        let mut new = old.clone();
        new.play_forever(point, color);
        let mut reader = Reader::new(Budget::nodes(nodes));
        let known = |outcome: Outcome| (outcome != Outcome::Unknown).then_some(outcome);
        match self.fact {
            Fact::Captures { at } => Some(old.at(at).is(color.opponent()) && new.is_empty(at)),
            Fact::Atari { at } => Some(new.in_atari(at) && !old.in_atari(at)),
            Fact::Catches { at } => {
                known(reader.capture(&new, at).defend.outcome).map(|defend| defend == Outcome::Lose)
            }
            Fact::Ladder { at } => {
                let caught = known(reader.capture(&new, at).defend.outcome)? == Outcome::Lose;
                Some(caught && reader.ladder(&new, at).status() == Status::Success)
            }
            Fact::Threatens { at } => {
                let after = reader.capture(&new, at);
                known(after.attack.outcome).map(|attack| attack == Outcome::Win && falls(&new, at, &after))
            }
            Fact::Saves { at } => {
                let was = known(reader.capture(old, at).attack.outcome)?;
                let is = known(reader.capture(&new, at).attack.outcome)?;
                Some(was == Outcome::Win && is == Outcome::Lose)
            }
            Fact::Cuts { from, to } => match reader.connection(&new, from, to).status() {
                Status::Unknown => None,
                status => Some(status == Status::Success),
            },
            Fact::Connects { from, to } => {
                if new.same_string(from, to) {
                    return Some(true);
                }
                match reader.connection(&new, from, to).status() {
                    Status::Unknown => None,
                    status => Some(status == Status::Failure),
                }
            }
            Fact::Kills { at } => known(reader.life(&new, &[at]).defend.outcome).map(|defend| defend == Outcome::Lose),
            Fact::Lives { at } => known(reader.life(&new, &[at]).attack.outcome)
                .map(|attack| matches!(attack, Outcome::Lose | Outcome::Seki)),
            Fact::WinsRace { own, enemy, by } => {
                let won = known(reader.capture(&new, enemy).defend.outcome)? == Outcome::Lose;
                Some(won && (by.is_none() || by == tactics::race_margin(&new, own, enemy)))
            }
            // reading has the last word: what lives although the attacker begins is not weak
            Fact::Weakens { at } => {
                Some(eye.class_after(before, point, at)?.is_weak() && !lives(&reader.life(&new, &[at])))
            }
            Fact::IsWeak { at } => {
                let class = eye.see(before).group_at(at)?.class;
                Some((class.is_weak() || class == Class::Dead) && !lives(&reader.life(old, &[at])))
            }
            Fact::Settles { at } => {
                let class = eye.class_after(before, point, at)?;
                let dead = reader.life(&new, &[at]).attack.outcome == Outcome::Win;
                Some(class >= Class::Stable && !dead)
            }
            Fact::Worth { ref swing, tempo } => {
                let again = yose::worth(before, point, eye, 4)?;
                Some(again.fact == Fact::Worth { swing: swing.clone(), tempo })
            }
        }
    }
}

/// Proved to live although the attacker begins.
fn lives(reading: &Reading) -> bool {
    reading.attack.outcome == Outcome::Lose && reading.attack.trust == Trust::Proved
}

/// Plays the line of an attack: is the string gone at its end, or at least in no better state than captured?
fn falls(board: &Board, at: Point, reading: &Reading) -> bool {
    let mut trial = board.clone();
    let owner = board.at(at);
    let mut color = reading.attacker;
    for mv in &reading.attack.line {
        if let Move::Play(point) = mv {
            if trial.check(*point, color).is_err() {
                return false;
            }
            trial.play_forever(*point, color);
        } else {
            trial.clear_ko();
        }
        color = color.opponent();
    }
    trial.at(at) != owner || reading.attack.outcome == Outcome::Win
}

/// What a move does, weightiest first, by reading, recognition and endgame values. `reader` keeps its memory between
/// moves.
pub fn facts(before: &Position, point: Point, reader: &mut Reader, eye: &mut Eye) -> Vec<Claim> {
    let mut claims = tactics::claims(before, point, reader);
    claims.extend(super::objects::claims(before, point, reader, eye));
    claims.extend(yose::worth(before, point, eye, 1));
    claims.sort_by_key(|claim| std::cmp::Reverse(claim.weight()));
    // one statement about the same stones is enough: the weightiest
    let mut spoken: Vec<Point> = Vec::new();
    let board = before.board();
    claims.retain(|claim| match claim.about() {
        Some(at) if spoken.iter().any(|&other| other == at || board.same_string(other, at)) => false,
        Some(at) => {
            spoken.push(at);
            true
        }
        None => true,
    });
    claims
}
