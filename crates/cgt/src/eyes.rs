//! Eye space as a game (Landman's Bargo): the score is the number of eyes, and more than two count as two.

use crate::Dyadic;
use crate::arena::{Arena, Game};
use crate::search::SumSearch;
use crate::tree::RawTree;

/// What an eye space is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    /// The saturated game itself.
    pub game: Game,
    /// The same cooled by one degree, the form in which the literature names it (1/2, 3/4, 1*, …).
    pub chilled: Game,
    pub black_first: Dyadic,
    pub white_first: Dyadic,
    /// White's move takes nothing that Black's answer does not restore: the eye is Black's by right (mean equals a stop).
    pub settled_for: Option<EyeOwner>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EyeOwner {
    Defender,
    Attacker,
}

/// Saturates the leaves of an eye tree at two, then evaluates it. Never cool before saturating.
pub fn eye_space(arena: &mut Arena, tree: &RawTree) -> EyeSpace {
    let game = tree.map(&|eyes| eyes.clamp(0, 2)).value(arena);
    eye_space_of(arena, game)
}

/// The same for a tree whose leaves are already 0, 1 or 2.
pub fn eye_space_of(arena: &mut Arena, game: Game) -> EyeSpace {
    let chilled = arena.chill(game);
    let (ls, rs, mean) = (arena.left_stop(game), arena.right_stop(game), arena.mean(game));
    let settled_for = if ls == rs {
        None
    } else if mean == rs {
        Some(EyeOwner::Attacker)
    } else if mean == ls {
        Some(EyeOwner::Defender)
    } else {
        None
    };
    EyeSpace { game, chilled, black_first: ls, white_first: rs, settled_for }
}

/// Whether a group with these independent eye spaces gets two eyes. Saturated counts must not be added: the sum is searched.
pub fn group_lives(arena: &mut Arena, spaces: &[Game], defender_begins: bool) -> bool {
    SumSearch::new().stop(arena, spaces, defender_begins) >= Dyadic::int(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn landmans_table() {
        let mut a = Arena::new();
        for (raw, chilled) in [
            ("{1|0}", "1/2"),
            ("{2|1}", "3/2"),
            ("{{2|1}|0}", "3/4"),
            ("{2|{1|0}}", "5/4"),
            ("{2|0}", "1*"),
            ("{3|1}", "3/2"),
        ] {
            let tree = RawTree::parse(raw).unwrap();
            let space = eye_space(&mut a, &tree);
            let expect = parse(&mut a, chilled).unwrap();
            assert_eq!(space.chilled, expect, "{raw}");
        }
    }

    #[test]
    fn two_half_eyes_are_miai_and_one_and_a_half_wants_a_move() {
        let mut a = Arena::new();
        let half = parse(&mut a, "{1|0}").unwrap();
        let one = a.int(1);
        assert!(group_lives(&mut a, &[one, half, half], false));
        assert!(!group_lives(&mut a, &[one, half], false));
        assert!(group_lives(&mut a, &[one, half], true));
        let three_quarters = parse(&mut a, "{{2|1}|0}").unwrap();
        assert!(group_lives(&mut a, &[three_quarters, half], true));
        assert!(!group_lives(&mut a, &[three_quarters, half], false));
    }
}
