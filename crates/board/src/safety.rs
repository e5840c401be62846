//! Benson's theorem: strings that cannot be captured even if their owner always passes, and the territory they hold.

use crate::board::Board;
use crate::point::{Color, Point};
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

/// What is settled at a point however long the owner of the living stones around it passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// A stone that cannot be captured.
    Alive,
    /// A stone that cannot live.
    Dead,
    /// An empty point where the opponent of this side cannot live.
    Territory(Color),
    /// Nothing is settled.
    Open,
}

/// The unconditional status of every point, asked for point by point.
pub struct Settlement {
    /// Living stones and ground held, Black's and White's.
    held: [(PointSet, PointSet); 2],
}

impl Settlement {
    pub fn of(board: &Board) -> Settlement {
        let held = Color::BOTH.map(|color| {
            let alive = unconditionally_alive(board, color).alive;
            let ground = if alive.is_empty() { PointSet::EMPTY } else { ground_held(board, color, &alive) };
            (alive, ground)
        });
        Settlement { held }
    }

    pub fn at(&self, board: &Board, point: Point) -> Settled {
        for (color, (alive, ground)) in Color::BOTH.into_iter().zip(&self.held) {
            match board.color_at(point) {
                Some(stone) if stone == color && (alive.contains(point) || ground.contains(point)) => {
                    return Settled::Alive;
                }
                Some(stone) if stone != color && ground.contains(point) => return Settled::Dead,
                None if ground.contains(point) => return Settled::Territory(color),
                _ => {}
            }
        }
        Settled::Open
    }
}

/// Points beside living stones on which the opponent cannot live, though he alone moves: he fills all liberties he can, runs
/// with what is in atari, and then makes as many small eyes as there is room for. What is still in atari then, and where he
/// could not play, is held.
fn ground_held(board: &Board, color: Color, alive: &PointSet) -> PointSet {
    let intruder = color.opponent();
    let mut play = board.clone();
    play.clear_ko();
    let put = |play: &mut Board, point: Point| {
        let may = play.is_empty(point) && play.is_legal(point, intruder);
        if may {
            play.play_forever(point, intruder);
            play.clear_ko();
        }
        may
    };
    // what may be captured is: it does not help to hold anything, but to take it costs room
    loop {
        let mortal = play.stone_set(color).minus(alive);
        let falls = |stone: Point| {
            let mut after = play.clone();
            for liberty in play.liberties(stone).iter() {
                put(&mut after, liberty);
            }
            after.is_empty(stone).then_some(after)
        };
        match play.strings().into_iter().filter(|&stone| mortal.contains(stone)).find_map(falls) {
            Some(after) => play = after,
            None => break,
        }
    }
    play = play.without(&play.stone_set(color).minus(alive));
    for liberty in alive.grown().intersection(&play.empty_set()).iter() {
        put(&mut play, liberty);
    }
    loop {
        let last = |stone: Point| play.atari_liberty(stone).filter(|_| play.at(stone).is(intruder));
        let runs: Vec<Point> = play.strings().into_iter().filter_map(last).collect();
        let ran = runs.into_iter().filter(|&point| put(&mut play, point)).count();
        if ran == 0 {
            break;
        }
    }
    // large eyes are parted, then those of two points made small
    for room in [2, 1] {
        for point in play.empty_set().iter() {
            let free = point.neighbours().into_iter().filter(|&beside| play.is_empty(beside)).count();
            if play.is_empty(point) && free >= room {
                put(&mut play, point);
            }
        }
    }
    let mut held = alive.grown().intersection(&play.empty_set());
    for stone in play.strings() {
        if play.at(stone).is(intruder) && play.in_atari(stone) {
            held.add(&play.string_set(stone));
            held.add(&play.liberties(stone));
        }
    }
    held
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

    /// One letter a point: A alive, D dead, b and w territory, a dot where nothing is settled.
    fn settled(text: &str) -> String {
        let board = diagram::parse(text).unwrap();
        let (found, side) = (Settlement::of(&board), board.size().height());
        let row = |y: usize| -> String {
            let points = board.size().points().filter(|p| p.y() == y);
            let letter = |p: Point| match found.at(&board, p) {
                Settled::Alive => 'A',
                Settled::Dead => 'D',
                Settled::Territory(Color::Black) => 'b',
                Settled::Territory(Color::White) => 'w',
                Settled::Open => '.',
            };
            points.map(letter).collect()
        };
        (0..side).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn ground_too_small_for_two_eyes_is_held_and_what_stands_there_is_dead() {
        // the white stone below has no room for a second eye, the one above may still live outside
        let small = settled(
            "
            . X . X O .
            X X X X . .
            . O . X . .
            X X X X . .
            . . . . . .
            . . . . . .",
        );
        assert_eq!(small, "bAbA..\nAAAA..\nbDbA..\nAAAA..\n......\n......");
    }

    #[test]
    fn prisoners_that_must_be_taken_first_cost_the_intruder_room() {
        // White can take the two black stones on the right, but only an eye of two points is left of them
        let taken = settled(
            "
            . X X O O
            X X X O X
            . X X O X
            X X X O .
            X X X O O",
        );
        assert_eq!(taken, "bAADD\nAAADA\nbAADA\nAAADb\nAAADD");
    }
}
