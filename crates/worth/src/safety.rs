//! Which stones cannot be taken: Benson's theorem first, then a small reading that the owner reaches Benson life even
//! if the opponent moves first and has filled every liberty outside already.

use gosedai_board::safety::unconditionally_alive;
use gosedai_board::{Board, Color, Point, PointSet};

/// How well "safe" is founded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Alive even if the owner always passes.
    Unconditional,
    /// Alive when every attack inside its own area is answered there; moves outside need no answer.
    Read,
    /// Held to be alive, without proof.
    Judged,
}

#[derive(Clone, Debug, Default)]
pub struct SafeStones {
    /// Black's and White's safe stones.
    pub stones: [PointSet; 2],
    /// Those among them that are only safe by reading.
    pub by_reading: PointSet,
    /// Those that the caller judged to be safe: what rests on them is not proved.
    pub judged: PointSet,
}

impl SafeStones {
    /// Marks a string as safe by judgement.
    pub fn judge(&mut self, color: Color, string: &PointSet) {
        let new = string.minus(&self.stones[side(color)]);
        self.stones[side(color)] = self.stones[side(color)].union(&new);
        self.judged = self.judged.union(&new);
    }

    /// The weakest ground for the safety of the stones around some points.
    pub fn around(&self, points: &PointSet) -> Safety {
        let near = points.grown();
        if near.intersects(&self.judged) {
            Safety::Judged
        } else if near.intersects(&self.by_reading) {
            Safety::Read
        } else {
            Safety::Unconditional
        }
    }

    pub fn all(&self) -> PointSet {
        self.stones[0].union(&self.stones[1])
    }
}

/// Finds safe stones; `nodes` limits the reading per group (0 = Benson only).
pub fn safe_stones(board: &Board, nodes: u32) -> SafeStones {
    let mut safe = SafeStones::default();
    for color in Color::BOTH {
        safe.stones[side(color)] = unconditionally_alive(board, color).alive;
    }
    if nodes == 0 {
        return safe;
    }
    for color in Color::BOTH {
        let alive = safe.stones[side(color)];
        let mut strings: Vec<PointSet> = board
            .strings()
            .into_iter()
            .filter(|&p| board.at(p).is(color) && !alive.contains(p))
            .map(|p| board.string_set(p))
            .collect();
        strings.sort_by_key(|s| std::cmp::Reverse(s.len()));
        // a region answers for one claim only: one move there must not threaten two groups
        let mut used = PointSet::EMPTY;
        for string in strings {
            if safe.stones[side(color)].intersects(&string) {
                continue;
            }
            let with_neighbours = gathered(board, color, string).minus(&alive);
            // stones around an area that are neither claimed nor alive could be taken from outside
            for claim in [with_neighbours, string] {
                let regions = enclosed(board, color, &claim);
                let all = regions.iter().fold(PointSet::EMPTY, |all, r| all.union(r));
                let held = all.grown().intersection(&board.stone_set(color)).is_subset(&claim.union(&alive));
                if !held || all.intersects(&used) || !lives(board, color, &claim, &all, nodes) {
                    continue;
                }
                used = used.union(&all);
                safe.stones[side(color)] = safe.stones[side(color)].union(&claim);
                safe.by_reading = safe.by_reading.union(&claim);
                break;
            }
        }
    }
    safe
}

/// The largest region in which a group is read to make its eyes.
const LARGEST_REGION: usize = 10;

/// Areas that stones of one colour enclose, beside the given ones.
fn enclosed(board: &Board, color: Color, beside: &PointSet) -> Vec<PointSet> {
    let others = PointSet::full(board.size()).minus(&board.stone_set(color));
    let parts = others.components().into_iter();
    parts.filter(|r| r.len() <= LARGEST_REGION && r.grown().intersects(beside)).collect()
}

/// The strings that enclose the same areas, and those that enclose these strings' other areas, and so on.
fn gathered(board: &Board, color: Color, mut claim: PointSet) -> PointSet {
    let own = board.stone_set(color);
    loop {
        let before = claim.len();
        for region in enclosed(board, color, &claim) {
            claim = claim.union(&region.grown().intersection(&own).flooded(&own));
        }
        if claim.len() == before {
            return claim;
        }
    }
}

/// Whether the claimed stones live although the attacker gets every liberty outside for nothing: each move of his
/// inside is answered in the same area. So safety never costs its owner a move elsewhere.
fn lives(board: &Board, color: Color, claim: &PointSet, inside: &PointSet, nodes: u32) -> bool {
    let outside = claim.grown().intersection(&board.empty_set()).minus(inside);
    let attacker = color.opponent();
    let stones = board.stones().chain(outside.iter().map(|p| (p, attacker)));
    let Ok(filled) = Board::with_stones(board.size(), stones) else {
        return false;
    };
    let mut reader = Reader { board: filled, left: nodes, color, claim: *claim, inside: *inside };
    reader.survives(6)
}

struct Reader {
    board: Board,
    left: u32,
    color: Color,
    claim: PointSet,
    /// The areas the claim encloses at the start.
    inside: PointSet,
}

impl Reader {
    /// The attacker moves; the owner must reach unconditional life against every attack inside.
    fn survives(&mut self, depth: u32) -> bool {
        if self.is_alive() {
            return true;
        }
        let places = self.inside.intersection(&self.board.empty_set());
        if depth == 0 || self.left == 0 || places.is_empty() || places.len() > 14 {
            return false;
        }
        let attacker = self.color.opponent();
        for p in places.iter() {
            if !self.board.is_legal(p, attacker) {
                continue;
            }
            let undo = self.board.play(p, attacker);
            let stands = self.claim.is_subset(&self.board.stone_set(self.color));
            let saved = stands && self.answers(p, depth - 1);
            self.board.undo(&undo);
            if !saved {
                return false;
            }
        }
        true
    }

    /// The owner answers an attack in the area it was made in. An answer that takes a ko does not count: threats could
    /// undo it.
    fn answers(&mut self, attack: Point, depth: u32) -> bool {
        if self.is_alive() {
            return true;
        }
        let area = self.inside.components().into_iter().find(|r| r.contains(attack)).unwrap_or_default();
        for p in area.intersection(&self.board.empty_set()).iter() {
            if self.left == 0 {
                return false;
            }
            if !self.board.is_legal(p, self.color) {
                continue;
            }
            self.left -= 1;
            let undo = self.board.play(p, self.color);
            let alive = self.board.ko(self.color.opponent()).is_none() && self.survives(depth.saturating_sub(1));
            self.board.undo(&undo);
            if alive {
                return true;
            }
        }
        false
    }

    fn is_alive(&self) -> bool {
        self.claim.is_subset(&unconditionally_alive(&self.board, self.color).alive)
    }
}

pub(crate) fn side(color: Color) -> usize {
    if color == Color::Black { 0 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::diagram;

    fn read(text: &str, p: &str) -> bool {
        let board = diagram::parse(text).unwrap();
        safe_stones(&board, 300).by_reading.contains(p.parse().unwrap())
    }

    #[test]
    fn four_in_a_row_is_read_to_live() {
        assert!(read(". . . . X O .\nX X X X X O .\nO O O O O O .\n. . . . . . .", "A3"));
        assert!(
            !read(". . . X O . .\nX X X X O . .\nO O O O O . .\n. . . . . . .", "A3"),
            "three in a row needs a move"
        );
    }

    /// White's stone at D6 must be joined when Black plays D5: if the answer costs a move, the stone is not safe.
    #[test]
    fn stones_that_need_an_answer_outside_are_not_safe() {
        let text =
            ". X X O . O O O\nX X X . O . O O\nX X X X X X O O\nX X X X X X O .\n. X O O O O O O\nX X . . O O O .";
        assert!(!read(text, "D6") && !read(text, "E5"));
    }
}
