//! Which strings belong to a group in a position of the search, and which stones around it can be taken.

use gosedai_board::{Board, Color, Point, PointSet, ladder};

/// Ladder moves looked at for one string.
const LADDER_MOVES: u32 = 60;

/// The stones that stand and fall with this one.
pub fn group_of(board: &Board, stone: Point) -> PointSet {
    let Some(color) = board.color_at(stone) else { return PointSet::EMPTY };
    grow(&mut board.clone(), &board.string_set(stone), color).group
}

/// The strings of `color` that hold together with the given stones.
pub fn grow(board: &mut Board, seed: &PointSet, color: Color) -> Grown {
    let own = board.stone_set(color);
    let mut group = seed.flooded(&own);
    let mut tried = group;
    let empty = board.empty_set();
    let mut loose = PointSet::EMPTY;
    let mut pairs = Vec::new();
    loop {
        let liberties = group.grown().intersection(&empty);
        let near = liberties.grown().intersection(&own).minus(&tried);
        let mut joined = PointSet::EMPTY;
        for stone in near.iter() {
            if tried.contains(stone) {
                continue;
            }
            let string = PointSet::from_iter([stone]).flooded(&own);
            tried = tried.union(&string);
            let common = liberties.intersection(&string.grown());
            let holds = match common.len() {
                0 => false,
                1 => common.first().is_some_and(|p| !is_usable(board, p, color.opponent())),
                _ => true,
            };
            if holds && common.len() == 1 && board.liberty_count_to(stone, 3) <= 2 {
                loose = loose.union(&string);
            }
            if common.len() == 2 {
                let mut two = common.iter();
                pairs.extend(two.next().zip(two.next()));
            }
            if holds {
                joined = joined.union(&string);
            }
        }
        if joined.is_empty() {
            return Grown { liberties, group, loose: loose.intersection(&group), pairs };
        }
        group = group.union(&joined);
        // strings that did not hold before may hold to the new ones
        tried = group;
    }
}

/// A group with its liberties.
pub struct Grown {
    pub group: PointSet,
    pub liberties: PointSet,
    /// Strings that hold by one point only and can be driven to fill it.
    pub loose: PointSet,
    /// The two points that hold a string, where there are just two.
    pub pairs: Vec<(Point, Point)>,
}

/// Could a stone of this colour stand here without being taken at once?
fn is_usable(board: &mut Board, point: Point, color: Color) -> bool {
    if !board.is_legal(point, color) {
        return false;
    }
    let undo = board.play(point, color);
    let stands = !board.in_atari(point);
    board.undo(&undo);
    stands
}

/// One stone of each string of a set.
pub fn strings_of(board: &Board, stones: &PointSet) -> Vec<Point> {
    let own = *stones;
    let mut rest = own;
    let mut out = Vec::with_capacity(8);
    while let Some(stone) = rest.first() {
        for other in board.string(stone) {
            rest.remove(other);
        }
        out.push(stone);
    }
    out
}

/// How an attacking string beside the group stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It cannot be taken.
    Firm,
    /// It falls if the group's owner moves first.
    Shaky,
    /// It falls even if its owner moves first.
    Lost,
}

pub fn standing(board: &mut Board, stone: Point) -> Standing {
    match board.liberty_count_to(stone, 3) {
        1 => {
            if ladder::captured_defender_first(board, stone) {
                Standing::Lost
            } else if ladder::capturing_move_within(board, stone, LADDER_MOVES).is_some() {
                Standing::Shaky
            } else {
                Standing::Firm
            }
        }
        2 if ladder::capturing_move_within(board, stone, LADDER_MOVES).is_some() => Standing::Shaky,
        _ => Standing::Firm,
    }
}

/// Can the opponent take this string by moving first?
pub fn is_takeable(board: &mut Board, stone: Point) -> bool {
    board.liberty_count_to(stone, 3) <= 2 && ladder::capturing_move_within(board, stone, LADDER_MOVES).is_some()
}
