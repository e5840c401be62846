//! What a search knows of a position and of the moves from it.

use super::bits::Bits;
use super::field::{NOWHERE, Side, State};
use super::judge::numbers;
use super::table::{FREE, INFINITE, KO, SHARED};

/// Numbers of a position: 0 = settled for that outcome.
#[derive(Clone, Copy, Debug)]
pub struct Known<const N: usize> {
    pub kill: u32,
    pub live: u32,
    pub flags: u8,
    pub rests: u16,
    pub best: u16,
    pub zone: Bits<N>,
}

impl<const N: usize> Known<N> {
    pub(super) fn open(kill: u32, live: u32) -> Self {
        Known { kill, live, flags: 0, rests: FREE, best: NOWHERE, zone: Bits::NONE }
    }

    pub(super) fn guessed(sum: i32) -> Self {
        let (kill, live) = numbers(sum);
        Known::open(kill, live)
    }

    /// The number of one side's success.
    #[inline]
    pub fn of(&self, side: Side) -> u32 {
        if side == Side::Attacker { self.kill } else { self.live }
    }

    pub fn is_solved(&self) -> bool {
        self.kill == 0 || self.live == 0
    }
}

pub(super) struct Child<const N: usize> {
    pub cell: u16,
    pub key: u64,
    pub state: State<N>,
    pub known: Known<N>,
    /// The attacker's pass: never a way to win, but if it loses it says where a move has to be.
    pub is_probe: bool,
    /// Points changed by the move.
    pub changed: Bits<N>,
    /// Nothing but a guess is known of it.
    pub is_fresh: bool,
    /// A ko retaken at the price of a threat.
    pub is_threat: bool,
}

/// A child that decides for the mover; one that rests on no repetition, no ko and no seki if there is any.
pub(super) fn winning<const N: usize>(children: &[Child<N>], to_play: Side) -> Option<usize> {
    let wins = |c: &Child<N>| !c.is_probe && c.known.of(to_play) == 0;
    let clean = |c: &Child<N>| wins(c) && c.known.rests == FREE && c.known.flags & (KO | SHARED) == 0;
    children.iter().position(clean).or_else(|| children.iter().position(wins))
}

pub(super) fn won_by<const N: usize>(winner: Side, zone: Bits<N>, flags: u8, rests: u16, best: u16) -> Known<N> {
    let (kill, live) = if winner == Side::Attacker { (0, INFINITE) } else { (INFINITE, 0) };
    Known { kill, live, flags, rests, best, zone }
}
