//! What a search knows of a position and of the moves from it.

use super::{Ground, Side};

/// A number no search reaches: solved.
pub const INFINITE: u32 = 1 << 30;
/// Rests on no ancestor.
pub const FREE: u16 = u16::MAX;
/// No cell: a pass, or nothing.
pub const NOWHERE: u16 = u16::MAX;
/// The result used a ko: a ban, a threat to retake, or a repetition.
pub const KO: u8 = 1;
/// The target stays on the board, but maybe without two eyes of its own.
pub const SHARED: u8 = 2;
/// The result used a judgement: liberties called enough, border of the region called an escape.
pub const JUDGED: u8 = 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Known<Z> {
    /// How far either side seems from having its way; 0 where it has.
    pub numbers: [u32; 2],
    pub flags: u8,
    /// Depth of the earliest ancestor whose repetition the result rests on.
    pub rests: u16,
    pub best: u16,
    /// Points a result rests on.
    pub zone: Z,
}

impl<Z: Default> Known<Z> {
    pub fn open(numbers: [u32; 2]) -> Self {
        Known { numbers, flags: 0, rests: FREE, best: NOWHERE, zone: Z::default() }
    }

    /// The number of one side's success.
    #[inline]
    pub fn of(&self, side: Side) -> u32 {
        self.numbers[side as usize]
    }

    #[inline]
    pub fn is_solved(&self) -> bool {
        self.numbers[0] == 0 || self.numbers[1] == 0
    }
}

pub fn won_by<Z>(winner: Side, zone: Z, flags: u8, rests: u16, best: u16) -> Known<Z> {
    let numbers = if winner == Side::Attacker { [0, INFINITE] } else { [INFINITE, 0] };
    Known { numbers, flags, rests, best, zone }
}

/// How a position was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Move,
    Pass,
    /// By retaking a ko at once, for which a threat is needed.
    Threat,
}

/// A move from a position.
pub struct Child<G: Ground> {
    pub cell: u16,
    pub key: u64,
    pub place: G::Place,
    pub known: Known<G::Zone>,
    pub way: Way,
    /// A pass that is never a way to win, but if it loses it says where a move has to be.
    pub is_probe: bool,
    /// Can it still matter?
    pub is_needed: bool,
}

impl<G: Ground> Child<G> {
    /// Does it rest on no repetition, no ko and no seki?
    pub fn is_clean(&self) -> bool {
        self.known.rests == FREE && self.known.flags & (KO | SHARED) == 0 && self.way != Way::Threat
    }
}

/// A child that decides for the mover; a clean one if there is any.
pub(super) fn winning<G: Ground>(children: &[Child<G>], mover: Side) -> Option<usize> {
    let wins = |c: &Child<G>| !c.is_probe && c.known.of(mover) == 0;
    children.iter().position(|c| wins(c) && c.is_clean()).or_else(|| children.iter().position(wins))
}
