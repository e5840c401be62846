//! Benson (1976): chains that cannot be captured even if their owner only passes.

use crate::geometry::Geometry;

/// More chains or regions than this cannot stand on 30 points (checkerboards have 15).
const MAX_PARTS: usize = 20;

/// The unconditionally alive stones of one colour and the regions they enclose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Life {
    /// Stones of the alive chains.
    pub alive: u32,
    /// Union of the regions (maximal sets of other points) bordered by alive chains only.
    pub enclosed: u32,
}

/// Benson's algorithm for `own`: drop chains with fewer than two vital regions and regions that touch a dropped chain until nothing changes.
/// A region is vital to a chain if it has empty points and all of them are liberties of the chain.
#[inline]
pub fn life(g: &Geometry, own: u32, opp: u32) -> Life {
    life_by::<false>(g, own, opp)
}

/// [`life`] through *firm* regions alone: a region counts for a chain only if the chain also touches all of its points but one.
#[inline]
pub fn firm_life(g: &Geometry, own: u32, opp: u32) -> Life {
    life_by::<true>(g, own, opp)
}

#[inline(always)]
fn life_by<const FIRM: bool>(g: &Geometry, own: u32, opp: u32) -> Life {
    let none = Life::default();
    let other = g.full & !own;
    let empty = other & !opp;
    // Regions first: most positions have none or one whose empty points all touch `own`, and are done here.
    let touching = g.spread(own);
    let mut regions = [0u32; MAX_PARTS];
    let mut region_count = 0;
    let mut possible = 0;
    let mut rest = other;
    while rest != 0 {
        let region = g.flood(rest & rest.wrapping_neg(), other);
        rest &= !region;
        if region_count == MAX_PARTS {
            return none;
        }
        regions[region_count] = region;
        region_count += 1;
        possible += (region & empty & !touching == 0) as u32;
    }
    if possible < 2 {
        return none;
    }
    let mut chains = [0u32; MAX_PARTS];
    let mut chain_count = 0;
    // vital[r] / border[r]: sets of chain numbers
    let mut vital = [0u32; MAX_PARTS];
    let mut border = [0u32; MAX_PARTS];
    let mut rest = own;
    while rest != 0 {
        let chain = g.flood(rest & rest.wrapping_neg(), own);
        rest &= !chain;
        if chain_count == MAX_PARTS {
            return none;
        }
        let around = g.spread(chain);
        let bit = 1 << chain_count;
        for r in 0..region_count {
            if around & regions[r] != 0 {
                border[r] |= bit;
                let apart = regions[r] & !around;
                if apart & empty == 0 && (!FIRM || apart & apart.wrapping_sub(1) == 0) {
                    vital[r] |= bit;
                }
            }
        }
        chains[chain_count] = chain;
        chain_count += 1;
    }
    let mut living = (1u32 << chain_count) - 1;
    loop {
        let (mut once, mut twice) = (0, 0);
        for r in 0..region_count {
            if border[r] & !living == 0 {
                twice |= once & vital[r];
                once |= vital[r];
            }
        }
        let next = living & twice;
        if next == living {
            break;
        }
        if next == 0 {
            return none;
        }
        living = next;
    }
    let mut result = none;
    for (c, &chain) in chains[..chain_count].iter().enumerate() {
        if living >> c & 1 != 0 {
            result.alive |= chain;
        }
    }
    for r in 0..region_count {
        if border[r] & !living == 0 {
            result.enclosed |= regions[r];
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::parse_rows;

    fn alive_count(rows: &str) -> (u32, u32) {
        let (g, x, o) = parse_rows(rows).unwrap();
        (life(&g, x, o).alive.count_ones(), life(&g, o, x).alive.count_ones())
    }

    #[test]
    fn two_eyes_live_one_eye_does_not() {
        assert_eq!(alive_count(".X./.X./.X."), (3, 0));
        assert_eq!(alive_count(".XX/XX./.XX"), (6, 0));
        assert_eq!(alive_count(".XO/XXO/OO."), (0, 0));
        assert_eq!(alive_count(".X.X/XXXX/OOOO/.O.O"), (6, 6));
    }

    #[test]
    fn a_region_filled_by_the_enemy_may_be_vital_but_still_no_territory() {
        // every empty point of the left region is a liberty of the wall: the wall is alive
        assert_eq!(alive_count("XXXX.O/XXXXO."), (0, 2));
    }

    #[test]
    fn an_eye_shared_by_a_dead_chain_does_not_count() {
        assert_eq!(alive_count(".X.O/XXOO/OO.."), (0, 0));
    }
}
