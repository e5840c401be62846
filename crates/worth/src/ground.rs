//! Endgames on ground that somebody expects: most of a real board is not provably safe, but its owners are known well enough to
//! value what lies between them. All of it is a judgement, and says so.

use crate::endgame::{Endgame, Options, owned};
use crate::safety::{SafeStones, side};
use crate::spot::sign;
use gosedai_board::{Board, Color, PointSet};

/// Who is expected to own what, whoever moves first.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// Stones of Black and of White that stay.
    pub walls: [PointSet; 2],
    /// Empty points and lost stones of the other side that belong to Black and to White.
    pub ground: [PointSet; 2],
}

impl Expected {
    /// From the points that each side owns for certain. A string stands or falls as one.
    pub fn of(board: &Board, certain: &[PointSet; 2]) -> Expected {
        let mut expected = Expected::default();
        for color in Color::BOTH {
            let mut mine = certain[side(color)];
            for string in board.strings().into_iter().map(|p| board.string_set(p)) {
                if !string.is_subset(&mine) {
                    mine = mine.minus(&string);
                }
            }
            expected.walls[side(color)] = mine.intersection(&board.stone_set(color));
            expected.ground[side(color)] = mine.minus(&board.stone_set(color));
        }
        expected
    }
}

/// Counts the ground that is expected and searches what lies between it.
pub fn analyse_expected(board: &Board, expected: &Expected, options: Options) -> Endgame {
    let options = Options { may_be_sober: true, ..options };
    let mut safe = SafeStones::default();
    Color::BOTH.into_iter().for_each(|color| safe.judge(color, &expected.walls[side(color)]));
    let mut end = Endgame::new(board, safe, options);
    let mut walls = end.safe.stones;
    for color in Color::BOTH {
        let ground = &expected.ground[side(color)];
        walls[side(color)].add(ground);
        end.settled += sign(color) * owned(board, ground, color, options.counting);
    }
    end.search_between(board, &walls, options);
    // what lies beside counted ground rests on judgement as much as what lies beside walls
    end.regions.iter_mut().for_each(|region| region.safety = crate::Safety::Judged);
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counting, analyse};
    use gosedai_board::diagram;

    const BOARD: &str = "\
        . X O . O . .
        X X O O . O .
        . X . . O O O
        X X X . O . .
        . X . X O O O
        X . X X X O .
        . X . . X O .";

    /// Where somebody expects just what is proved, the values are the same, only called a judgement.
    #[test]
    fn proved_walls_that_are_expected_give_the_same_values() {
        let board = diagram::parse(BOARD).unwrap();
        let options = Options::new(Counting::Territory);
        let proved = analyse(&board, options);
        assert!(proved.complete && !proved.regions.is_empty());
        let certain = proved.safe.stones;
        let expected = Expected { walls: certain, ground: [PointSet::EMPTY; 2] };
        let found = analyse_expected(&board, &expected, options);
        assert_eq!((found.score, found.best.clone()), (proved.score, proved.best.clone()));
        assert!(found.regions.iter().all(|region| region.safety == crate::Safety::Judged));
    }

    #[test]
    fn a_string_that_is_not_wholly_expected_is_no_wall() {
        let board = diagram::parse(BOARD).unwrap();
        let mut certain = [board.stone_set(Color::Black), board.stone_set(Color::White)];
        let corner = "A7".parse().unwrap();
        certain[0].insert(corner);
        certain[0].remove("A6".parse().unwrap());
        let expected = Expected::of(&board, &certain);
        assert!(!expected.walls[0].contains("B6".parse().unwrap()));
        assert!(expected.ground[0].contains(corner));
    }
}
