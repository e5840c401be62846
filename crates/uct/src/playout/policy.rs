//! How a playout chooses its moves: answer ataris, fight over two liberties, take vital points, prefer good shapes,
//! avoid self-atari and filling own eyes; otherwise any move.

use gosedai_board::{Board, Color, Point, Rng};
use gosedai_patterns::ladder;

use super::nakade::vital_point;
use super::shapes::Shapes;
use super::tactics::{Few, after, rescues, self_atari_size, strings_beside};

/// What playouts look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Chances that each kind of move is looked for, 0 to 1.
    pub answer_atari: f64,
    pub capture: f64,
    pub two_liberties: f64,
    pub nakade: f64,
    pub shapes: f64,
    /// Shapes near the move before the last.
    pub earlier_shapes: f64,
    /// Chance that a self-atari of two to five stones (and of one stone) is refused.
    pub refuse_self_atari: f64,
    pub refuse_throw_in: f64,
}

impl Style {
    /// Uniformly random, as in the paper's plain form.
    pub const UNIFORM: Style = Style {
        answer_atari: 0.0,
        capture: 0.0,
        two_liberties: 0.0,
        nakade: 0.0,
        shapes: 0.0,
        earlier_shapes: 0.0,
        refuse_self_atari: 0.0,
        refuse_throw_in: 0.0,
    };
    /// The strong configuration.
    pub const STRONG: Style = Style {
        answer_atari: 0.9,
        capture: 0.9,
        two_liberties: 0.4,
        nakade: 0.6,
        shapes: 0.95,
        earlier_shapes: 0.3,
        refuse_self_atari: 0.95,
        refuse_throw_in: 0.4,
    };
}

/// Plays games to the end.
pub struct Policy {
    pub style: Style,
    shapes: &'static Shapes,
    local: bool,
}

impl Policy {
    pub fn new(style: Style) -> Self {
        Policy { style, shapes: Shapes::standard(), local: style != Style::UNIFORM }
    }

    /// Plays until both pass; every play is noted in `trace` (0 for a pass). `last` is the last play, if any.
    pub fn play_out(
        &self,
        board: &mut Board,
        mut turn: Color,
        mut last: Option<Point>,
        passes: usize,
        rng: &mut Rng,
        trace: &mut Vec<u16>,
    ) {
        let limit = board.size().area() * 3 + 20;
        let mut passes = passes;
        let mut earlier = None;
        for _ in 0..limit {
            match self.choose(board, turn, last, earlier, rng) {
                Some(point) => {
                    board.play_forever(point, turn);
                    trace.push(point.index() as u16);
                    passes = 0;
                    earlier = last;
                    last = Some(point);
                }
                None => {
                    board.clear_ko();
                    trace.push(0);
                    passes += 1;
                    if passes >= 2 {
                        return;
                    }
                    earlier = last;
                    last = None;
                }
            }
            turn = turn.opponent();
        }
    }

    #[inline]
    fn choose(
        &self,
        board: &mut Board,
        turn: Color,
        last: Option<Point>,
        earlier: Option<Point>,
        rng: &mut Rng,
    ) -> Option<Point> {
        if self.local
            && let Some(last) = last
        {
            let near = self.near(board, turn, last, earlier, rng);
            if near.is_some() {
                return near;
            }
        }
        self.anywhere(board, turn, rng)
    }

    fn near(
        &self,
        board: &mut Board,
        turn: Color,
        last: Point,
        earlier: Option<Point>,
        rng: &mut Rng,
    ) -> Option<Point> {
        let style = &self.style;
        let wants = |chance: f64, rng: &mut Rng| chance > 0.0 && rng.unit() < chance;
        let mut few = Few::default();
        if wants(style.capture, rng)
            && let Some(capture) = board.atari_liberty(last)
            && board.is_legal(capture, turn)
        {
            few.push(capture);
        }
        let own = strings_beside(board, last, turn);
        if wants(style.answer_atari, rng) {
            for &string in own.as_slice() {
                if board.in_atari(string) {
                    rescues(board, string, turn, &mut few);
                }
            }
        }
        if let Some(point) = pick(&mut few, board, turn, rng) {
            return Some(point);
        }
        if wants(style.nakade, rng) {
            for beside in last.neighbours() {
                if board.is_empty(beside)
                    && let Some(vital) = vital_point(board, beside)
                    && board.is_legal(vital, turn)
                {
                    return Some(vital);
                }
            }
        }
        if wants(style.two_liberties, rng) {
            self.two_liberties(board, turn, last, &own, &mut few);
            if let Some(point) = pick(&mut few, board, turn, rng) {
                return Some(point);
            }
        }
        if wants(style.shapes, rng) {
            self.shapes_around(board, turn, last, &mut few);
            if let Some(earlier) = earlier
                && wants(style.earlier_shapes, rng)
            {
                self.shapes_around(board, turn, earlier, &mut few);
            }
            if let Some(point) = pick(&mut few, board, turn, rng) {
                return Some(point);
            }
        }
        None
    }

    /// Strings of two liberties around the last move: catch the one just played, or lengthen our own if it would be
    /// caught.
    fn two_liberties(&self, board: &mut Board, turn: Color, last: Point, own: &Few, few: &mut Few) {
        let mut liberties = [last; 3];
        if board.liberties_into(last, &mut liberties) == 2 {
            for &at in &liberties[..2] {
                if ladder::is_caught_by(board, last, at, &mut 20) {
                    few.push(at);
                }
            }
        }
        for &string in own.as_slice() {
            if board.liberties_into(string, &mut liberties) == 2 && ladder::is_caught(board, string, &mut 20) {
                for &at in &liberties[..2] {
                    if board.is_legal(at, turn) && after(board, at, turn).0 >= 3 {
                        few.push(at);
                    }
                }
            }
        }
    }

    #[inline]
    fn shapes_around(&self, board: &Board, turn: Color, last: Point, few: &mut Few) {
        for cell in last.neighbours().into_iter().chain(last.diagonals()) {
            if board.is_empty(cell) && self.shapes.likes(board, cell) && board.is_legal(cell, turn) {
                few.push(cell);
            }
        }
    }

    /// A legal move that neither fills an eye nor is a bad self-atari: the first from a random place in the list of
    /// empty points.
    #[inline]
    fn anywhere(&self, board: &Board, turn: Color, rng: &mut Rng) -> Option<Point> {
        let count = board.empty_count();
        let start = rng.below(count);
        let mut fallback = None;
        for i in 0..count {
            let at = if start + i < count { start + i } else { start + i - count };
            let point = board.empty_point(at);
            if board.is_simple_eye(point, turn) || !board.is_legal(point, turn) {
                continue;
            }
            if self.local && self.is_refused(board, point, turn, rng) {
                continue;
            }
            fallback = Some(point);
            break;
        }
        fallback
    }

    #[inline]
    fn is_refused(&self, board: &Board, point: Point, turn: Color, rng: &mut Rng) -> bool {
        match self_atari_size(board, point, turn) {
            0 => false,
            1 => rng.unit() < self.style.refuse_throw_in,
            2..=5 => rng.unit() < self.style.refuse_self_atari,
            _ => true,
        }
    }
}

/// A random candidate that is not self-atari (captures never are).
#[inline]
fn pick(few: &mut Few, board: &Board, turn: Color, rng: &mut Rng) -> Option<Point> {
    while !few.is_empty() {
        let i = rng.below(few.as_slice().len());
        let point = few.as_slice()[i];
        if self_atari_size(board, point, turn) == 0 || board_captures(board, point, turn) {
            return Some(point);
        }
        few.remove(i);
    }
    None
}

#[inline]
fn board_captures(board: &Board, point: Point, turn: Color) -> bool {
    point.neighbours().iter().any(|&p| board.at(p).is(turn.opponent()) && board.in_atari(p))
}
