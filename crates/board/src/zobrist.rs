//! Hash keys, made at compile time from a fixed seed so that hashes can be stored and compared between runs.

use crate::point::{CELLS, Color, Point};

/// One step of SplitMix64.
pub const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn keys(mut state: u64) -> [[u64; CELLS]; 2] {
    let mut table = [[0; CELLS]; 2];
    let mut color = 0;
    while color < 2 {
        let mut cell = 0;
        while cell < CELLS {
            let (next, key) = splitmix64(state);
            state = next;
            table[color][cell] = key;
            cell += 1;
        }
        color += 1;
    }
    table
}

static STONES: [[u64; CELLS]; 2] = keys(0x6753_6564_6169_0001);
/// Mixed into the hash when it is White's turn.
pub const WHITE_TO_PLAY: u64 = splitmix64(0x6753_6564_6169_0002).1;

/// Key of a stone on a point.
#[inline]
pub fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// Key of a ban on retaking at this point.
#[inline]
pub fn ko(point: Point) -> u64 {
    splitmix64(0x6b6f_0000 ^ point.index() as u64).1
}
