//! What becomes of a group, by who moves first: the ends, the moves that lead there, and the fate they make together.

use gosedai_board::{Color, Move, Point};
use gosedai_reading::{Answer, FirstThreat, Outcome, Trust};

/// The two sides of a fight about a group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Party {
    Owner,
    Opponent,
}

impl Party {
    /// Its colour, for a group of this one.
    pub fn color(self, owner: Color) -> Color {
        if self == Party::Owner { owner } else { owner.opponent() }
    }
}

/// What becomes of a group, whoever moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// Lives even if the opponent moves first.
    Alive,
    /// Lives if it moves first, dies if the opponent does.
    Unsettled,
    /// Dies even if it moves first.
    Dead,
    /// Both stay on the board without two eyes, even if the opponent moves first.
    Seki,
    /// A ko decides.
    Ko,
    /// Not read to the end, and nobody is sure enough.
    Open,
}

impl Fate {
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Alive => "alive",
            Fate::Unsettled => "unsettled",
            Fate::Dead => "dead",
            Fate::Seki => "seki",
            Fate::Ko => "ko",
            Fate::Open => "open",
        }
    }

    /// Can this and what attack and defence reach, each moving first, be true together?
    pub fn agrees(self, attack: Outcome, defend: Outcome) -> bool {
        match self {
            Fate::Alive | Fate::Seki => matches!(attack, Outcome::Lose | Outcome::Seki | Outcome::Unknown),
            Fate::Dead => matches!(defend, Outcome::Lose | Outcome::Unknown),
            Fate::Unsettled | Fate::Ko => attack != Outcome::Lose && defend != Outcome::Lose,
            Fate::Open => true,
        }
    }

    pub const fn term(self) -> &'static str {
        match self {
            Fate::Alive => "fate.alive",
            Fate::Unsettled => "fate.unsettled",
            Fate::Dead => "fate.dead",
            Fate::Seki => "fate.seki",
            Fate::Ko => "fate.ko",
            Fate::Open => "fate.open",
        }
    }
}

/// What becomes of a group if a certain side moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    Lives,
    Seki,
    /// Who wins the ko decides; this side has to find the first threat, for the other takes first.
    Ko(Party),
    Dies,
    Unknown,
}

impl End {
    pub const fn name(self) -> &'static str {
        match self {
            End::Lives => "lives",
            End::Seki => "seki",
            End::Ko(_) => "ko",
            End::Dies => "dies",
            End::Unknown => "unknown",
        }
    }
}

/// One side moving first: the end, and how it gets there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub end: End,
    /// The move that achieves it; a pass where none is needed, nothing where none is known or none works.
    pub play: Option<Move>,
    /// Best play, colours alternating from the mover.
    pub line: Vec<Move>,
}

impl Turn {
    fn plain(end: End) -> Turn {
        Turn { end, play: None, line: Vec::new() }
    }

    /// From an answer of the reader; only proofs count.
    fn read(answer: Answer, mover: Party) -> Turn {
        if answer.trust != Trust::Proved {
            return Turn::plain(End::Unknown);
        }
        let is_owner = mover == Party::Owner;
        let end = match answer.outcome {
            Outcome::Win if is_owner => End::Lives,
            Outcome::Win => End::Dies,
            Outcome::Lose if is_owner => End::Dies,
            Outcome::Lose => End::Lives,
            Outcome::Seki => End::Seki,
            Outcome::Ko(first) => {
                let is_owners = (first == FirstThreat::Mover) == is_owner;
                End::Ko(if is_owners { Party::Owner } else { Party::Opponent })
            }
            Outcome::Unknown => End::Unknown,
        };
        Turn { end, play: answer.play, line: answer.line }
    }

    /// The end as the result of the owner, who moved first.
    pub fn for_owner(&self) -> Outcome {
        match self.end {
            End::Lives => Outcome::Win,
            End::Seki => Outcome::Seki,
            End::Ko(Party::Owner) => Outcome::Ko(FirstThreat::Mover),
            End::Ko(Party::Opponent) => Outcome::Ko(FirstThreat::Opponent),
            End::Dies => Outcome::Lose,
            End::Unknown => Outcome::Unknown,
        }
    }

    /// The end as the result of the opponent, who moved first.
    pub fn for_opponent(&self) -> Outcome {
        self.for_owner().for_opponent()
    }

    /// Where the first move is played, if one is.
    pub fn point(&self) -> Option<Point> {
        self.play.and_then(Move::point)
    }
}

/// The fate of a group with what leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Life {
    /// Its owner moves first.
    pub first: Turn,
    /// The opponent moves first.
    pub second: Turn,
}

impl Life {
    /// A fate without moves.
    pub fn of(fate: Fate) -> Life {
        let (first, second) = match fate {
            Fate::Alive => (End::Lives, End::Lives),
            Fate::Unsettled => (End::Lives, End::Dies),
            Fate::Dead => (End::Dies, End::Dies),
            Fate::Seki => (End::Seki, End::Seki),
            Fate::Ko => (End::Ko(Party::Opponent), End::Ko(Party::Owner)),
            Fate::Open => (End::Unknown, End::Unknown),
        };
        Life { first: Turn::plain(first), second: Turn::plain(second) }
    }

    /// What the reader says, with the opponent and with the owner moving first.
    pub fn read(attack: Answer, defend: Answer) -> Life {
        Life { first: Turn::read(defend, Party::Owner), second: Turn::read(attack, Party::Opponent) }
    }

    pub fn fate(&self) -> Fate {
        match (self.second.end, self.first.end) {
            (End::Lives, _) => Fate::Alive,
            (_, End::Dies) => Fate::Dead,
            (End::Seki, _) => Fate::Seki,
            (End::Unknown, _) | (_, End::Unknown) => Fate::Open,
            (End::Ko(_), _) | (_, End::Ko(_)) => Fate::Ko,
            (End::Dies, End::Lives | End::Seki) => Fate::Unsettled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fate_without_moves_is_that_of_its_turns() {
        let all = [Fate::Alive, Fate::Unsettled, Fate::Dead, Fate::Seki, Fate::Ko, Fate::Open];
        assert_eq!(all.map(|fate| Life::of(fate).fate()), all);
    }

    /// The side that takes the ko second must find the first threat, whoever of the two it is.
    #[test]
    fn the_first_threat_is_found_by_the_side_that_does_not_take_first() {
        let ko = |first| Answer { outcome: Outcome::Ko(first), play: None, line: Vec::new(), trust: Trust::Proved };
        let life = Life::read(ko(FirstThreat::Opponent), ko(FirstThreat::Mover));
        assert_eq!((life.second.end, life.first.end), (End::Ko(Party::Owner), End::Ko(Party::Owner)));
        assert_eq!(life.fate(), Fate::Ko);
    }
}
