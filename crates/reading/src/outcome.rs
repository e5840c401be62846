//! What a reading says: results with either side moving first, and how far they can be trusted.

use gosedai_board::{Color, Move, Point, PointSet};

/// Result for the side that moves first, reaching for its own goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Works against every reply, whoever has more ko threats.
    Win,
    /// Works if the ko is won; says who has to find the first threat.
    Ko(FirstThreat),
    /// Both sides stay on the board without two eyes.
    Seki,
    /// Fails against best play.
    Lose,
    /// A limit was reached first.
    Unknown,
}

/// Who must find the first ko threat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstThreat {
    /// The side that moves takes the ko first: the opponent must threaten.
    Opponent,
    /// The opponent takes first: the side that moves must threaten.
    Mover,
}

impl Outcome {
    /// The word of the interface contract.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Ko(_) => "ko",
            Outcome::Seki => "seki",
            Outcome::Lose => "lose",
            Outcome::Unknown => "unknown",
        }
    }

    /// How good the result is for the mover: lose 0, ko with own threat first 1, ko 2, seki 3, win 4; `None` if unknown.
    pub const fn rank(self) -> Option<u8> {
        match self {
            Outcome::Lose => Some(0),
            Outcome::Ko(FirstThreat::Mover) => Some(1),
            Outcome::Ko(FirstThreat::Opponent) => Some(2),
            Outcome::Seki => Some(3),
            Outcome::Win => Some(4),
            Outcome::Unknown => None,
        }
    }

    /// With a ko: who must find the first threat, in the contract's word.
    pub const fn first_threat(self) -> Option<&'static str> {
        match self {
            Outcome::Ko(FirstThreat::Mover) => Some("mover"),
            Outcome::Ko(FirstThreat::Opponent) => Some("opponent"),
            _ => None,
        }
    }

    /// The same seen by the other side.
    pub const fn for_opponent(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Lose,
            Outcome::Lose => Outcome::Win,
            Outcome::Ko(FirstThreat::Opponent) => Outcome::Ko(FirstThreat::Mover),
            Outcome::Ko(FirstThreat::Mover) => Outcome::Ko(FirstThreat::Opponent),
            Outcome::Seki | Outcome::Unknown => self,
        }
    }

    /// GNU Go's code: 1 works, 2 and 3 ko, 0 fails. Unknown is 0: nothing was found that works.
    pub const fn code(self) -> u8 {
        match self {
            Outcome::Win => 1,
            Outcome::Ko(FirstThreat::Opponent) => 2,
            Outcome::Ko(FirstThreat::Mover) => 3,
            _ => 0,
        }
    }
}

/// The two turns joined, seen from the attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The attack works even if the defence starts.
    Success,
    /// Whoever starts.
    Neutral,
    /// The attack fails even moving first.
    Failure,
    Unknown,
}

impl Status {
    pub const fn name(self) -> &'static str {
        match self {
            Status::Success => "success",
            Status::Neutral => "neutral",
            Status::Failure => "failure",
            Status::Unknown => "unknown",
        }
    }

    /// Joins what the attack reaches moving first with what the defence reaches moving first.
    pub fn join(attack: Outcome, defend: Outcome) -> Status {
        match (attack, defend) {
            (_, Outcome::Lose) => Status::Success,
            (Outcome::Lose | Outcome::Seki, _) => Status::Failure,
            (Outcome::Unknown, _) | (_, Outcome::Unknown) => Status::Unknown,
            _ => Status::Neutral,
        }
    }
}

/// How a result was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Trust {
    /// A limit stopped the search.
    None,
    /// Terminal judgements such as "enough liberties" or the border of the region took part.
    Judged,
    /// Every relevant reply was refuted down to captures, eyes or repetition.
    Proved,
}

impl Trust {
    /// The word of the interface contract.
    pub const fn name(self) -> &'static str {
        match self {
            Trust::None => "none",
            Trust::Judged => "judged",
            Trust::Proved => "proved",
        }
    }
}

/// The answer for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub outcome: Outcome,
    /// The move that achieves it; `Move::Pass` when nothing needs to be done, `None` when nothing works.
    pub play: Option<Move>,
    /// Principal variation, colours alternating from the mover.
    pub line: Vec<Move>,
    pub trust: Trust,
}

impl Answer {
    pub fn unknown() -> Answer {
        Answer { outcome: Outcome::Unknown, play: None, line: Vec::new(), trust: Trust::None }
    }

    pub fn point(&self) -> Option<Point> {
        self.play.and_then(Move::point)
    }
}

/// A complete reading: both players first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Whose goal is called the attack (the side that captures, kills or cuts).
    pub attacker: Color,
    pub attack: Answer,
    pub defend: Answer,
    pub nodes: u64,
    /// Points the result depends on: it stays valid until one of them changes.
    pub depends_on: PointSet,
    /// What the search alone judged of attack and defence, where the answers are those of somebody who has seen the whole board.
    pub searched: Option<[Outcome; 2]>,
}

impl Reading {
    pub fn status(&self) -> Status {
        Status::join(self.attack.outcome, self.defend.outcome)
    }

    /// Were both turns read to the end?
    pub fn is_complete(&self) -> bool {
        self.attack.trust == Trust::Proved && self.defend.trust == Trust::Proved
    }
}
