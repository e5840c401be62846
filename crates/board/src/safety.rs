//! Benson's theorem: strings that cannot be captured even if their owner always passes, and the territory they hold.

use crate::board::Board;
use crate::point::Color;
use crate::point_set::PointSet;

/// What is unconditionally alive for one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconditional {
    /// Stones of unconditionally alive strings.
    pub alive: PointSet,
    /// Regions (points not of this colour) enclosed by alive strings only.
    pub enclosed: Vec<PointSet>,
    /// Points of enclosed regions in which the opponent cannot make two eyes: theirs cannot live there.
    pub territory: PointSet,
}

/// Benson's algorithm. Needs the no-suicide rule.
pub fn unconditionally_alive(board: &Board, color: Color) -> Unconditional {
    let size = board.size();
    let own = board.stone_set(color);
    let mut strings: Vec<PointSet> =
        board.strings().into_iter().filter(|&p| board.at(p).is(color)).map(|p| board.string_set(p)).collect();
    let mut regions: Vec<PointSet> = PointSet::full(size).minus(&own).components();
    let empty = board.empty_set();
    loop {
        let vital = |string: &PointSet| {
            let beside = string.grown();
            regions
                .iter()
                .filter(|region| {
                    let empties = region.intersection(&empty);
                    !empties.is_empty() && empties.is_subset(&beside)
                })
                .count()
        };
        let before = strings.len();
        let kept: Vec<PointSet> = strings.iter().filter(|s| vital(s) >= 2).copied().collect();
        let alive = kept.iter().fold(PointSet::EMPTY, |all, s| all.union(s));
        let regions_before = regions.len();
        regions.retain(|region| region.grown().intersection(&own).is_subset(&alive));
        strings = kept;
        if strings.len() == before && regions.len() == regions_before {
            break;
        }
    }
    let alive = strings.iter().fold(PointSet::EMPTY, |all, s| all.union(s));
    if alive.is_empty() {
        return Unconditional { alive, enclosed: Vec::new(), territory: PointSet::EMPTY };
    }
    let beside_alive = alive.grown();
    let territory = regions
        .iter()
        // the opponent can only have an eye where no alive stone is adjacent; with one such point at most he cannot live
        .filter(|region| region.minus(&beside_alive).len() <= 1)
        .fold(PointSet::EMPTY, |all, region| all.union(region));
    Unconditional { alive, enclosed: regions, territory }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    fn alive(text: &str, color: Color) -> Unconditional {
        unconditionally_alive(&diagram::parse(text).unwrap(), color)
    }

    #[test]
    fn two_single_point_eyes_are_alive() {
        let found = alive(
            "
            . X . X O
            X X X X O
            O O O O O
            . . . . .
            . . . . .",
            Color::Black,
        );
        assert_eq!((found.alive.len(), found.territory.len()), (6, 2));
    }

    #[test]
    fn one_eye_is_not_enough() {
        let found = alive(
            "
            . X X X O
            X X X X O
            O O O O O
            . . . . .",
            Color::Black,
        );
        assert!(found.alive.is_empty());
    }

    #[test]
    fn a_large_enclosed_area_is_enclosed_but_not_yet_territory() {
        let found = alive(
            "
            . X . X . . . .
            X X X X . . . .
            . . . X . . . .
            X X X X . . . .",
            Color::Black,
        );
        assert_eq!(found.alive.len(), 11);
        assert_eq!(found.enclosed.len(), 4);
        assert_eq!(found.territory.len(), 5, "the open right side could hold two white eyes");
    }
}
