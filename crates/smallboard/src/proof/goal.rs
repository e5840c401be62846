//! The question a proof answers, and the states it runs through.
//!
//! The prover must reach a final score of at least `target` (own minus other points) in a finite number of moves; endless play
//! counts as failure. Two observations remove the pass flag from the state:
//! * the prover never passes while the board as it stands scores less than `target`, since the opponent would pass too;
//! * the opponent never passes while it scores `target` or more, since the prover would pass too.
//!
//! So a pass is a move of the prover only on a board that already satisfies him, and of the opponent only on one that does not;
//! a state is a board, a ko ban and the side to move.

use crate::geometry::Geometry;
use crate::stones::{NO_KO, area_score};

/// A position of a proof; `prover` and `other` are stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub prover: u32,
    pub other: u32,
    pub ko: u8,
    pub prover_to_move: bool,
}

/// "The prover forces a score of at least `target`."
#[derive(Debug, Clone)]
pub struct Goal {
    pub geometry: Geometry,
    pub target: i32,
}

impl State {
    pub fn empty(prover_to_move: bool) -> Self {
        State { prover: 0, other: 0, ko: NO_KO, prover_to_move }
    }

    /// The state after a pass: the other side to move, no ko ban.
    #[inline(always)]
    pub fn after_pass(&self) -> Self {
        State { ko: NO_KO, prover_to_move: !self.prover_to_move, ..*self }
    }

    /// Table key: both colours in their own half, a ko point marked by both bits, the side in bit 31, and bit 63 always set.
    #[inline(always)]
    pub fn key(&self, g: &Geometry) -> u64 {
        let ko = if self.ko == NO_KO { 0 } else { 1u32 << self.ko };
        let lanes = (self.prover | ko) as u64 | ((self.other | ko) as u64) << 32;
        g.canonical(lanes) | (self.prover_to_move as u64) << 31 | 1 << 63
    }

    /// A state with this key: one of its symmetric images.
    pub fn from_key(key: u64) -> Self {
        let prover = key as u32 & 0x7fff_ffff;
        let other = (key >> 32) as u32 & 0x7fff_ffff;
        let ko = prover & other;
        State {
            prover: prover & !ko,
            other: other & !ko,
            ko: if ko == 0 { NO_KO } else { ko.trailing_zeros() as u8 },
            prover_to_move: key >> 31 & 1 != 0,
        }
    }
}

impl Goal {
    /// Does the prover want the whole board?
    #[inline(always)]
    pub fn wants_everything(&self) -> bool {
        self.target >= self.geometry.n as i32
    }

    /// Does the board as it stands satisfy the prover?
    #[inline(always)]
    pub fn satisfied(&self, prover: u32, other: u32) -> bool {
        if self.wants_everything() {
            other == 0 && prover != 0
        } else {
            area_score(&self.geometry, prover, other) >= self.target
        }
    }
}
