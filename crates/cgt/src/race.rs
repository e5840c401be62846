//! Capturing races: liberty trees as games (Nakamura's SemGo), cooled by two, and Müller's conditions for plain liberties.

use crate::Dyadic;
use crate::arena::{Arena, Game};
use crate::search::SumSearch;
use crate::tree::RawTree;

/// Moves needed to fill a nakade eye of 1..=7 points.
pub fn nakade_liberties(size: u32) -> u32 {
    match size {
        0..=3 => size,
        s => (s * s - 3 * s) / 2 + 3,
    }
}

/// Müller's eye types, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EyeClass {
    None,
    Small,
    Four,
    Five,
    Six,
    Seven,
}

impl EyeClass {
    pub fn of_size(size: u32) -> Self {
        match size {
            0 => EyeClass::None,
            1..=3 => EyeClass::Small,
            4 => EyeClass::Four,
            5 => EyeClass::Five,
            6 => EyeClass::Six,
            _ => EyeClass::Seven,
        }
    }

    /// From the number of liberties a full eye of that class gives.
    pub fn of_liberties(liberties: u32) -> Self {
        match liberties {
            0 => EyeClass::None,
            1..=3 => EyeClass::Small,
            4..=5 => EyeClass::Four,
            6..=8 => EyeClass::Five,
            9..=12 => EyeClass::Six,
            _ => EyeClass::Seven,
        }
    }
}

/// How a race ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceEnd {
    BlackCaptures,
    WhiteCaptures,
    Seki,
}

/// A race between one black and one white block: liberty games of the regions (White's negative), shared liberties, eyes.
#[derive(Clone, Debug, Default)]
pub struct Race {
    pub black: Vec<Game>,
    pub white: Vec<Game>,
    pub shared: i64,
    /// Liberties of the block's single eye, 0 for none.
    pub eye_black: u32,
    pub eye_white: u32,
}

/// The verdict with everything it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceVerdict {
    /// Each region cooled by two degrees, black regions first.
    pub cooled: Vec<Game>,
    pub adjusted_black_first: i64,
    pub adjusted_white_first: i64,
    /// Shared liberties the attacker must fill before atari, per attacking side.
    pub burden_black_attacks: i64,
    pub burden_white_attacks: i64,
    pub black_first: RaceEnd,
    pub white_first: RaceEnd,
    /// Eye types, Black's and White's.
    pub classes: (EyeClass, EyeClass),
}

impl RaceVerdict {
    /// By how many moves the side that captures is ahead, as players count it (1 = just in time); `None` in a seki.
    pub fn moves_ahead(&self, black_first: bool) -> Option<i64> {
        let (adjusted, end) = match black_first {
            true => (self.adjusted_black_first, self.black_first),
            false => (self.adjusted_white_first, self.white_first),
        };
        let (black, white) = self.classes;
        // seen from the side that captures: its lead, the shared liberties in its way, those in the other's way
        let (lead, burden, others, begins, stronger) = match end {
            RaceEnd::BlackCaptures => {
                (adjusted, self.burden_black_attacks, self.burden_white_attacks, black_first, black > white)
            }
            RaceEnd::WhiteCaptures => {
                (-adjusted, self.burden_white_attacks, self.burden_black_attacks, !black_first, white > black)
            }
            RaceEnd::Seki => return None,
        };
        // with the larger eye it is enough that the other side comes too late
        let needed = if stronger { -others } else { burden };
        Some(lead - needed + i64::from(begins))
    }
}

/// The liberty game of a block: all moves of both sides in the raw tree, useless extensions of the owner pruned.
/// The tree of a white block has leaves <= 0.
pub fn liberty_game(arena: &mut Arena, tree: &RawTree, owner_is_black: bool) -> Game {
    if owner_is_black {
        return black_liberty_game(arena, tree);
    }
    let g = black_liberty_game(arena, &tree.mirrored());
    arena.neg(g)
}

fn black_liberty_game(arena: &mut Arena, tree: &RawTree) -> Game {
    match tree {
        RawTree::Leaf(n) => arena.int(*n),
        RawTree::Node(l, r) => {
            let lefts: Vec<Game> = l.iter().map(|t| black_liberty_game(arena, t)).collect();
            let rights: Vec<Game> = r.iter().map(|t| black_liberty_game(arena, t)).collect();
            prune_liberty_node(arena, &lefts, &rights)
        }
    }
}

/// One step of the pruning for a black block: an extension is kept only where the node has at least one degree of heat; a node
/// without one counts one move more than what the attacker can make of it.
pub fn prune_liberty_node(arena: &mut Arena, lefts: &[Game], rights: &[Game]) -> Game {
    let g = arena.make(lefts, rights);
    let extends = !lefts.is_empty() && !rights.is_empty() && arena.temperature(g) >= Dyadic::ONE;
    if extends || rights.is_empty() {
        return g;
    }
    let least = rights.iter().map(|&r| arena.left_wall_at(r, Dyadic::ONE)).min();
    arena.number(least.unwrap_or(Dyadic::ZERO) + Dyadic::ONE)
}

impl Race {
    /// Shared liberties the attacker has to fill before the defender is in atari.
    fn burden(&self, defender_has_eye: bool) -> i64 {
        if self.shared == 0 || defender_has_eye { self.shared } else { self.shared - 1 }
    }

    pub fn decide(&self, arena: &mut Arena, search: &mut SumSearch) -> RaceVerdict {
        let two = Dyadic::int(2);
        let cooled: Vec<Game> = self.black.iter().chain(&self.white).map(|&g| arena.cool(g, two)).collect();
        self.decide_cooled(arena, search, cooled)
    }

    /// The same from summands that are cooled already.
    pub fn decide_cooled(&self, arena: &mut Arena, search: &mut SumSearch, cooled: Vec<Game>) -> RaceVerdict {
        let classes = (EyeClass::of_liberties(self.eye_black), EyeClass::of_liberties(self.eye_white));
        self.decide_classed(arena, search, cooled, classes)
    }

    /// The same with the eye types given: an eye that is being filled keeps the type of its size.
    pub fn decide_classed(
        &self,
        arena: &mut Arena,
        search: &mut SumSearch,
        cooled: Vec<Game>,
        classes: (EyeClass, EyeClass),
    ) -> RaceVerdict {
        let mut sum = cooled.clone();
        sum.push(arena.int(self.eye_black as i64 - self.eye_white as i64));
        let (first, second) = search.adjusted(arena, &sum);
        let burden_black = self.burden(self.eye_white > 0);
        let burden_white = self.burden(self.eye_black > 0);
        let judge = |black_takes: bool, white_takes: bool| {
            if classes.0 > classes.1 {
                if white_takes { RaceEnd::WhiteCaptures } else { RaceEnd::BlackCaptures }
            } else if classes.0 < classes.1 {
                if black_takes { RaceEnd::BlackCaptures } else { RaceEnd::WhiteCaptures }
            } else if black_takes {
                RaceEnd::BlackCaptures
            } else if white_takes {
                RaceEnd::WhiteCaptures
            } else {
                RaceEnd::Seki
            }
        };
        RaceVerdict {
            cooled,
            adjusted_black_first: first,
            adjusted_white_first: second,
            burden_black_attacks: burden_black,
            burden_white_attacks: burden_white,
            black_first: judge(first >= burden_black, first < -burden_white),
            white_first: judge(second > burden_black, second <= -burden_white),
            classes,
        }
    }
}

/// Müller's classes 0 and 1 by rule: plain liberties only. `true` for `attacker_first` means A moves first.
pub fn plain_race(ext_a: i64, ext_d: i64, shared: i64, eye_a: u32, eye_d: u32, a_first: bool) -> RaceEnd {
    let mut arena = Arena::new();
    let race = Race {
        black: vec![arena.int(ext_a)],
        white: vec![arena.int(-ext_d)],
        shared,
        eye_black: eye_a,
        eye_white: eye_d,
    };
    let verdict = race.decide(&mut arena, &mut SumSearch::new());
    if a_first { verdict.black_first } else { verdict.white_first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn decide(black: &[&str], white: &[&str]) -> (Arena, RaceVerdict) {
        let mut a = Arena::new();
        let race = Race {
            black: black.iter().map(|t| parse(&mut a, t).unwrap()).collect(),
            white: white.iter().map(|t| parse(&mut a, t).unwrap()).collect(),
            ..Race::default()
        };
        let v = race.decide(&mut a, &mut SumSearch::new());
        (a, v)
    }

    #[test]
    fn slide_problems_a_to_d_black_wins_moving_first() {
        for (black, white, total, second) in [
            (vec!["{4|0}", "{6|{4|0}}"], vec!["-7"], "-1^*", -2),
            (vec!["{4|0}", "{6|{4|0}}"], vec!["{-5|-9}"], "-1^", -1),
            (vec!["{4|0}", "{6|{4|0}}"], vec!["{-5|-8}"], "-1/2^*", -1),
            (vec!["{{{8|5}|3}|1}", "{{6|3}|1}"], vec!["{-5|-8}"], "-7/8", -1),
        ] {
            let (mut a, v) = decide(&black, &white);
            let sum = a.sum(&v.cooled);
            assert_eq!(a.name(sum), total);
            assert_eq!((v.adjusted_black_first, v.adjusted_white_first), (0, second));
            assert_eq!((v.black_first, v.white_first), (RaceEnd::BlackCaptures, RaceEnd::WhiteCaptures));
        }
    }

    #[test]
    fn the_lead_counts_moves_as_players_do() {
        let mut a = Arena::new();
        let mut lead = |black: i64, white: i64, shared: i64, eyes: (u32, u32), black_first: bool| {
            let (b, w) = (vec![a.int(black)], vec![a.int(-white)]);
            let race = Race { black: b, white: w, shared, eye_black: eyes.0, eye_white: eyes.1 };
            race.decide(&mut a, &mut SumSearch::new()).moves_ahead(black_first)
        };
        assert_eq!(lead(3, 3, 0, (0, 0), true), Some(1), "just in time");
        assert_eq!(lead(3, 3, 0, (0, 0), false), Some(1), "White just in time");
        assert_eq!(lead(5, 3, 0, (0, 0), false), Some(2));
        assert_eq!(lead(6, 4, 4, (0, 0), true), None, "seki");
        // no eye against an eye: White would have to fill the shared liberties as well
        assert_eq!(lead(1, 2, 3, (1, 0), false), Some(3));
    }

    #[test]
    fn region_d_of_board_problem_two() {
        let mut a = Arena::new();
        let g = parse(&mut a, "{{7|3},5|1}").unwrap();
        let cooled = a.cool(g, Dyadic::int(2));
        assert_eq!(a.name(cooled), "3^*");
    }

    #[test]
    fn pruning_slide() {
        let mut a = Arena::new();
        for (raw, value) in [
            ("{5|4}", "5"),
            ("{{2|2}|{1|1}}", "3"),
            ("{{0|0}|{0|0}}", "2"),
            ("{{5,5|4}|{3|2}}", "{5|3}"),
            ("{4|{5|2}}", "5"),
        ] {
            let tree = RawTree::parse(raw).unwrap();
            let (g, e) = (liberty_game(&mut a, &tree, true), parse(&mut a, value).unwrap());
            assert_eq!(g, e, "{raw}");
            let h = liberty_game(&mut a, &tree.mirrored(), false);
            assert_eq!(h, a.neg(g));
        }
    }

    #[test]
    fn eye_sizes_of_the_slide() {
        let counts: Vec<u32> = (1..=7).map(nakade_liberties).collect();
        assert_eq!(counts, [1, 2, 3, 5, 8, 12, 17]);
    }

    #[test]
    fn an_eye_beats_no_eye_when_liberties_are_shared() {
        // me ari me nashi: the side without an eye must fill every shared liberty itself
        assert_eq!(plain_race(0, 2, 3, 1, 0, true), RaceEnd::BlackCaptures);
        assert_eq!(plain_race(0, 9, 1, 1, 0, false), RaceEnd::WhiteCaptures);
        assert_eq!(plain_race(6, 4, 4, 0, 0, true), RaceEnd::Seki);
    }
}
