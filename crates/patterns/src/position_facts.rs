//! What the features of all moves share: liberties and ladders of every string, distances along chains.

use gosedai_board::{Board, CELLS, Color, Point, PointSet};

use crate::ladder::{BUDGET, escapes, is_caught_by};

/// Distances above this are equal.
pub const FAR: u8 = 7;

/// A string and what could happen to it next.
#[derive(Clone)]
pub struct StringFact {
    pub color: Color,
    pub stones: usize,
    pub liberties: PointSet,
    pub liberty_count: usize,
    /// In atari: would it get away if its owner moved? (Not in atari: true.)
    pub escapes: bool,
    /// Two liberties: those where an atari starts a working ladder.
    pub caught_at: PointSet,
}

/// Facts about a position that every candidate move looks up.
pub struct PositionFacts {
    pub strings: Vec<StringFact>,
    string_at: [u8; CELLS],
    /// Steps to the last moves along the chain graph, where a whole string is one node.
    pub near_last: [u8; CELLS],
    pub near_earlier: [u8; CELLS],
}

const NONE: u8 = u8::MAX;

impl PositionFacts {
    pub fn new(board: &Board, last: Option<Point>, earlier: Option<Point>) -> Self {
        PositionFacts::with(board, last, earlier, true)
    }

    /// Liberties alone, without reading ladders: enough for the names of patterns.
    pub fn liberties_only(board: &Board) -> Self {
        PositionFacts::with(board, None, None, false)
    }

    fn with(board: &Board, last: Option<Point>, earlier: Option<Point>, ladders: bool) -> Self {
        let mut facts = PositionFacts {
            strings: Vec::with_capacity(64),
            string_at: [NONE; CELLS],
            near_last: [FAR; CELLS],
            near_earlier: [FAR; CELLS],
        };
        let mut trial = board.clone();
        for point in board.size().points() {
            // more than 254 strings do not fit the index; the rest go without facts, which only weakens a feature
            if !board.at(point).is_stone() || facts.string_at[point.index()] != NONE || facts.strings.len() >= 254 {
                continue;
            }
            let id = facts.strings.len() as u8;
            for stone in board.string(point) {
                facts.string_at[stone.index()] = id;
            }
            facts.strings.push(fact(&mut trial, point, ladders));
        }
        chain_distance(board, last, &mut facts.near_last);
        chain_distance(board, earlier, &mut facts.near_earlier);
        facts
    }

    #[inline]
    pub fn string(&self, point: Point) -> Option<&StringFact> {
        self.strings.get(self.string_at[point.index()] as usize)
    }

    /// Number of the string on a point.
    #[inline]
    pub fn id(&self, point: Point) -> u8 {
        self.string_at[point.index()]
    }
}

fn fact(board: &mut Board, point: Point, ladders: bool) -> StringFact {
    let liberties = board.liberties(point);
    let liberty_count = liberties.len();
    let mut caught_at = PointSet::EMPTY;
    let mut gets_away = true;
    if ladders && liberty_count == 1 {
        gets_away = escapes(board, point, &mut BUDGET.clone());
    } else if ladders && liberty_count == 2 {
        for at in liberties.iter() {
            if is_caught_by(board, point, at, &mut BUDGET.clone()) {
                caught_at.insert(at);
            }
        }
    }
    let color = board.color_at(point).unwrap_or(Color::Black);
    StringFact { color, stones: board.string_len(point), liberties, liberty_count, escapes: gets_away, caught_at }
}

/// Breadth-first steps from a point; moving within a string is free.
fn chain_distance(board: &Board, from: Option<Point>, out: &mut [u8; CELLS]) {
    let Some(start) = from else { return };
    let mut queue: Vec<Point> = Vec::with_capacity(board.size().area());
    let mut next = 0;
    reach(board, start, 0, out, &mut queue);
    while next < queue.len() {
        let point = queue[next];
        next += 1;
        let steps = out[point.index()] + 1;
        if steps >= FAR {
            break;
        }
        for beside in point.neighbours() {
            if board.size().contains(beside) && out[beside.index()] == FAR {
                reach(board, beside, steps, out, &mut queue);
            }
        }
    }
}

fn reach(board: &Board, point: Point, steps: u8, out: &mut [u8; CELLS], queue: &mut Vec<Point>) {
    if board.at(point).is_stone() {
        for stone in board.string(point) {
            out[stone.index()] = steps;
            queue.push(stone);
        }
    } else {
        out[point.index()] = steps;
        queue.push(point);
    }
}
