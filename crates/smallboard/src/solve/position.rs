//! A position to solve: stones, ko ban, side to move, and whether the last move was a pass.

use crate::diagram;
use crate::error::SmallBoardError;
use crate::geometry::{Geometry, points};
use crate::proof::State;
use crate::stones::{NO_KO, is_legal, play};

/// A move: a point number, or `None` for a pass.
pub type Step = Option<u8>;

#[derive(Debug, Clone)]
pub struct Position {
    pub geometry: Geometry,
    pub black: u32,
    pub white: u32,
    /// Point that may not be retaken now, or [`NO_KO`].
    pub ko: u8,
    pub black_to_move: bool,
    /// Was the previous move a pass?
    pub passed: bool,
}

impl Position {
    pub fn empty(geometry: Geometry) -> Self {
        Position { geometry, black: 0, white: 0, ko: NO_KO, black_to_move: true, passed: false }
    }

    /// Checks stones and ko ban given from outside.
    pub fn new(
        geometry: Geometry,
        black: u32,
        white: u32,
        ko: Option<u8>,
        black_to_move: bool,
        passed: bool,
    ) -> Result<Self, SmallBoardError> {
        if !is_legal(&geometry, black, white) || (black | white) & !geometry.full != 0 {
            return Err(SmallBoardError::NoLiberties(diagram::draw(&geometry, black, white, "/")));
        }
        let ko = ko.filter(|&k| (k as usize) < geometry.n && (black | white) >> k & 1 == 0).unwrap_or(NO_KO);
        Ok(Position { geometry, black, white, ko, black_to_move, passed: passed && ko == NO_KO })
    }

    /// Reads a diagram; X is Black.
    pub fn parse(text: &str, black_to_move: bool) -> Result<Self, SmallBoardError> {
        let (geometry, black, white) = diagram::parse_rows(text)?;
        Position::new(geometry, black, white, None, black_to_move, false)
    }

    /// Stones of the side to move and of the other side.
    pub fn sides(&self) -> (u32, u32) {
        if self.black_to_move { (self.black, self.white) } else { (self.white, self.black) }
    }

    /// The position as a proof state for one prover.
    pub fn state(&self, black_proves: bool) -> State {
        let (prover, other) = if black_proves { (self.black, self.white) } else { (self.white, self.black) };
        State { prover, other, ko: self.ko, prover_to_move: black_proves == self.black_to_move }
    }

    /// Legal moves, the pass last.
    pub fn steps(&self) -> Vec<Step> {
        let (own, opp) = self.sides();
        let legal = |p: &usize| *p as u8 != self.ko && play(&self.geometry, own, opp, *p).is_some();
        let plays = points(self.geometry.full & !(own | opp)).filter(legal);
        plays.map(|p| Some(p as u8)).chain([None]).collect()
    }

    /// The position after a move; `None` if the game is over by it.
    pub fn after(&self, step: Step) -> Result<Option<Position>, SmallBoardError> {
        let mut next =
            Position { ko: NO_KO, black_to_move: !self.black_to_move, passed: step.is_none(), ..self.clone() };
        let Some(p) = step else {
            return Ok(if self.passed { None } else { Some(next) });
        };
        let (own, opp) = self.sides();
        let legal = (p as usize) < self.geometry.n && p != self.ko;
        let played = if legal { play(&self.geometry, own, opp, p as usize) } else { None };
        let Some(played) = played else {
            return Err(SmallBoardError::IllegalMove(self.name(step)));
        };
        (next.black, next.white) = if self.black_to_move { (played.own, played.opp) } else { (played.opp, played.own) };
        next.ko = played.ko;
        Ok(Some(next))
    }

    /// A move in GTP letters.
    pub fn name(&self, step: Step) -> String {
        match step {
            Some(p) if (p as usize) < self.geometry.n => self.geometry.point_name(p as usize),
            Some(p) => format!("point {p}"),
            None => "pass".to_string(),
        }
    }
}
