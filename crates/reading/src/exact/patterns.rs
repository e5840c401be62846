//! Proofs used again elsewhere: a zone with the stones in it, won whatever stands outside.

use super::bits::Bits;
use super::field::State;
use crate::dfpn::Side;

/// A solved zone.
#[derive(Clone, Copy)]
pub struct Pattern<const N: usize> {
    pub zone: Bits<N>,
    stones: [Bits<N>; 2],
    /// Stones of the winner in the zone that could not be captured where it was proved.
    immortal: Bits<N>,
    pub flags: u8,
}

/// Patterns kept for each winner and turn.
const KEPT: usize = 192;

/// Patterns of one search, the most useful in front.
#[derive(Clone)]
pub struct Patterns<const N: usize> {
    /// By winner, then by side to move.
    kept: [[Vec<Pattern<N>>; 2]; 2],
    turn: usize,
}

impl<const N: usize> Default for Patterns<N> {
    fn default() -> Self {
        Patterns { kept: Default::default(), turn: 0 }
    }
}

impl<const N: usize> Patterns<N> {
    pub fn clear(&mut self) {
        self.kept = Default::default();
    }

    pub fn learn(
        &mut self,
        state: &State<N>,
        to_play: Side,
        winner: Side,
        zone: Bits<N>,
        immortal: Bits<N>,
        flags: u8,
    ) {
        let stones = [state.stones[0] & zone, state.stones[1] & zone];
        let pattern = Pattern { zone, stones, immortal: immortal & zone, flags };
        let list = &mut self.kept[winner as usize][to_play as usize];
        if list.len() < KEPT {
            list.push(pattern);
        } else {
            // the back half is on trial
            self.turn = (self.turn + 1) % (KEPT / 2);
            list[KEPT / 2 + self.turn] = pattern;
        }
    }

    /// A pattern that settles the position for `winner`. `may_pass`: what is won with the loser to move is won with the
    /// winner to move, too.
    pub fn find(
        &mut self,
        state: &State<N>,
        to_play: Side,
        winner: Side,
        immortal: Bits<N>,
        may_pass: bool,
    ) -> Option<Pattern<N>> {
        let turns: &[Side] = match (to_play == winner, may_pass) {
            (false, _) => &[to_play],
            (true, true) => &[Side::Attacker, Side::Defender],
            (true, false) => &[to_play],
        };
        for &turn in turns {
            let list = &mut self.kept[winner as usize][turn as usize];
            let fits = |p: &Pattern<N>| {
                state.stones[0] & p.zone == p.stones[0]
                    && state.stones[1] & p.zone == p.stones[1]
                    && p.immortal.within(immortal)
            };
            if let Some(at) = list.iter().position(fits) {
                let found = list[at];
                // used ones move forward
                list.swap(at, at - at.div_ceil(4));
                return Some(found);
            }
        }
        None
    }
}
