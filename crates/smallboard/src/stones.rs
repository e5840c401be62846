//! Playing a stone on bit sets: captures, no suicide, the basic ko point; and the score of a board as it stands.

use crate::geometry::{Geometry, points};

/// "No ko ban".
pub const NO_KO: u8 = 31;

/// A board after a play, seen by the side that played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    pub own: u32,
    pub opp: u32,
    /// The point the opponent may not take back at once, or [`NO_KO`].
    pub ko: u8,
}

/// Plays `p` for `own`; `None` if the point is taken or the play would be suicide. The caller checks the ko ban.
#[inline(always)]
pub fn play(g: &Geometry, own: u32, opp: u32, p: usize) -> Option<Played> {
    let bit = 1u32 << p;
    if (own | opp) & bit != 0 {
        return None;
    }
    let own = own | bit;
    let mut empty = g.full & !(own | opp);
    let near = g.near[p];
    let mut captured = 0;
    let mut seeds = near & opp;
    while seeds != 0 {
        let chain = g.flood(seeds & seeds.wrapping_neg(), opp);
        if g.spread(chain) & empty == 0 {
            captured |= chain;
        }
        seeds &= !chain;
    }
    let mut ko = NO_KO;
    if captured == 0 {
        if near & empty == 0 {
            let chain = g.flood(bit, own);
            if g.spread(chain) & empty == 0 {
                return None;
            }
        }
    } else {
        empty |= captured;
        let single = captured & (captured - 1) == 0;
        if single && near & own == 0 && near & empty == captured {
            ko = captured.trailing_zeros() as u8;
        }
    }
    Some(Played { own, opp: opp & !captured, ko })
}

/// The legal plays of `own` as a set.
pub fn legal_plays(g: &Geometry, own: u32, opp: u32, ko: u8) -> u32 {
    let mut set = 0;
    for p in points(g.full & !(own | opp)) {
        if p as u8 != ko && play(g, own, opp, p).is_some() {
            set |= 1 << p;
        }
    }
    set
}

/// Area score of the board as it stands, `own` minus `opp`: stones and the empty regions that touch one colour only.
#[inline(always)]
pub fn area_score(g: &Geometry, own: u32, opp: u32) -> i32 {
    let empty = g.full & !(own | opp);
    let by_own = g.flood(g.spread(own) & empty, empty);
    let by_opp = g.flood(g.spread(opp) & empty, empty);
    (own | (by_own & !by_opp)).count_ones() as i32 - (opp | (by_opp & !by_own)).count_ones() as i32
}

/// True if every chain on the board has a liberty.
pub fn is_legal(g: &Geometry, own: u32, opp: u32) -> bool {
    let empty = g.full & !(own | opp);
    // a chain has a liberty iff it is reached by flooding from the stones next to an empty point
    let by = |set: u32| g.flood(g.spread(empty) & set, set) == set;
    own & opp == 0 && by(own) && by(opp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal_positions(rows: usize, cols: usize) -> u64 {
        let g = Geometry::new(rows, cols).unwrap();
        let mut count = 0;
        for own in 0..=g.full {
            let rest = g.full & !own;
            let mut opp = rest;
            loop {
                count += is_legal(&g, own, opp) as u64;
                if opp == 0 {
                    break;
                }
                opp = (opp - 1) & rest;
            }
        }
        count
    }

    #[test]
    fn legal_position_counts_equal_the_published_ones() {
        for (rows, cols, count) in
            [(1, 1, 1), (1, 2, 5), (2, 2, 57), (2, 3, 489), (3, 3, 12_675), (3, 4, 321_689), (3, 5, 8_180_343)]
        {
            assert_eq!(legal_positions(rows, cols), count, "{rows}x{cols}");
        }
    }

    #[test]
    #[ignore = "takes several seconds; run with --ignored"]
    fn legal_position_count_of_4x4() {
        assert_eq!(legal_positions(4, 4), 24_318_165);
    }

    #[test]
    fn ko_ban_only_after_a_single_stone_takes_a_single_stone() {
        // .XO. / X.XO / .XO.   with O to take at (1,1)
        let g = Geometry::new(3, 4).unwrap();
        let x = (1 << 1) | (1 << 4) | (1 << 6) | (1 << 9);
        let o = (1 << 2) | (1 << 7) | (1 << 10);
        let taken = play(&g, o, x, 5).unwrap();
        assert_eq!(taken.ko, 6);
        assert_eq!(taken.opp.count_ones(), 3);
    }

    #[test]
    fn suicide_is_refused_and_capture_without_liberties_allowed() {
        let g = Geometry::new(2, 2).unwrap();
        let x = 0b0110;
        assert_eq!(play(&g, 0b0000, x, 0), None);
        assert!(play(&g, 0b1000, x, 0).is_some());
    }

    #[test]
    fn score_counts_only_regions_of_one_colour() {
        let g = Geometry::new(1, 5).unwrap();
        assert_eq!(area_score(&g, 0b00010, 0b01000), 0);
        assert_eq!(area_score(&g, 0b00010, 0), 5);
        assert_eq!(area_score(&g, 0, 0), 0);
    }
}
