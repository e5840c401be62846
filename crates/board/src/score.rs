//! Counting: area, territory, stones, and the filling phase of the Afure rules.

use crate::board::Board;
use crate::point::{Cell, Color};
use crate::point_set::PointSet;

/// Points of both sides and who owns which point. Komi is added by `Position::score`.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    pub black: f64,
    pub white: f64,
    /// Empty points (and points of dead stones) surrounded by one colour.
    pub territory: [PointSet; 2],
    /// Empty points that belong to neither side.
    pub neutral: PointSet,
}

impl Score {
    /// Black's points less White's.
    pub fn margin(&self) -> f64 {
        self.black - self.white
    }

    /// `B+3.5`, `W+12`, or `0` for a draw.
    pub fn result(&self) -> String {
        let margin = self.margin();
        match margin {
            m if m > 0.0 => format!("B+{m}"),
            m if m < 0.0 => format!("W+{}", -m),
            _ => "0".to_string(),
        }
    }
}

/// Territory of both colours on a board without dead stones: empty regions that touch one colour only.
pub fn surrounded(board: &Board) -> ([PointSet; 2], PointSet) {
    let mut territory = [PointSet::EMPTY; 2];
    let mut neutral = PointSet::EMPTY;
    for region in board.empty_set().components() {
        let mut touches = [false; 2];
        for point in region.grown().iter() {
            if let Some(color) = board.color_at(point) {
                touches[color.index()] = true;
            }
        }
        match touches {
            [true, false] => territory[0] = territory[0].union(&region),
            [false, true] => territory[1] = territory[1].union(&region),
            _ => neutral = neutral.union(&region),
        }
    }
    (territory, neutral)
}

/// Stones and territory.
pub fn area(board: &Board, dead: &PointSet) -> Score {
    let clean = board.without(dead);
    let (territory, neutral) = surrounded(&clean);
    let points = |color: Color| (clean.stone_count(color) + territory[color.index()].len()) as f64;
    Score { black: points(Color::Black), white: points(Color::White), territory, neutral }
}

/// Territory and prisoners, dead stones counting as prisoners.
pub fn territory(board: &Board, dead: &PointSet) -> Score {
    let clean = board.without(dead);
    let (territory, neutral) = surrounded(&clean);
    let points = |color: Color| {
        let enemy = color.opponent();
        let dead_enemies = dead.iter().filter(|&p| board.at(p).is(enemy)).count();
        territory[color.index()].len() as f64 + f64::from(board.captured(enemy)) + dead_enemies as f64
    };
    Score { black: points(Color::Black), white: points(Color::White), territory, neutral }
}

/// Stones on the board after enemy stones inside territory are removed (純碁).
pub fn stones(board: &Board, dead: &PointSet) -> Score {
    let clean = board.without(dead);
    let (territory, neutral) = surrounded(&clean);
    let points = |color: Color| clean.stone_count(color) as f64;
    Score { black: points(Color::Black), white: points(Color::White), territory, neutral }
}

/// Afure rules: from the side that passed first, both fill their own territory in turn; who has none left adds a stone to
/// his overflow; it ends when it is Black's turn and no territory is left. Fewer stones left over is better: each side's
/// points are the stones the *other* side has left over.
pub fn overflow(board: &Board, mut left_over: [u32; 2], first_to_pass: Color) -> Score {
    let (territory, neutral) = surrounded(board);
    let mut to_fill = [territory[0].len(), territory[1].len()];
    let mut turn = first_to_pass;
    while !(turn == Color::Black && to_fill == [0, 0]) {
        let side = turn.index();
        if to_fill[side] > 0 {
            to_fill[side] -= 1;
        } else {
            left_over[side] += 1;
        }
        turn = turn.opponent();
    }
    Score { black: f64::from(left_over[1]), white: f64::from(left_over[0]), territory, neutral }
}

/// Owner of every cell by area: stones own their points.
pub fn owner(board: &Board, score: &Score, point: crate::point::Point) -> Option<Color> {
    match board.at(point) {
        Cell::Empty => Color::BOTH.into_iter().find(|c| score.territory[c.index()].contains(point)),
        _ => Color::BOTH
            .into_iter()
            .find(|c| score.territory[c.index()].contains(point))
            .or_else(|| board.color_at(point)),
    }
}
