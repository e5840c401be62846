//! Goal: bring a string into an area.

use std::cell::RefCell;

use gosedai_board::{Board, Color, Point, PointSet};

use super::capture::reach;
use super::connection::steps::{self, FAR, Steps};
use super::{Goal, MoveList, Stand};

/// The owner of a string gets a stone of it onto one of these points, where it is not taken at once.
pub struct Enter {
    owner: Color,
    from: Point,
    area: PointSet,
    scratch: RefCell<Steps>,
}

/// Moves in a row beyond which the area is out of reach.
const FARTHEST: u8 = 5;
/// Candidates looked at.
const BREADTH: usize = 10;
/// Enemy strings beside the way with at most so many liberties may be taken, own ones have to be saved.
const PRESSED: usize = 2;

impl Enter {
    pub fn new(owner: Color, from: Point, area: PointSet) -> Enter {
        Enter { owner, from, area, scratch: RefCell::default() }
    }

    /// Moves needed to reach the area; every point's own number is left in the scratch.
    fn measure(&self, board: &Board) -> u8 {
        let steps = &mut *self.scratch.borrow_mut();
        steps.spread(board, self.from, FARTHEST + 1, steps::WEAK, None, &steps::anywhere);
        self.area.iter().map(|point| steps.at(point)).min().unwrap_or(FAR)
    }
}

impl Goal for Enter {
    fn seeker(&self) -> Color {
        self.owner
    }

    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand {
        if !board.at(self.from).is(self.owner) {
            return Stand::Missed;
        }
        let entering = to_play == self.owner;
        if board.string_set(self.from).intersects(&self.area) && (entering || !board.in_atari(self.from)) {
            return Stand::Reached;
        }
        let doors = board.liberties(self.from).intersection(&self.area);
        let open = doors.iter().filter(|&door| reach(board, self.from, door, self.owner) > 1).count();
        if !root && !board.in_atari(self.from) && open > usize::from(!entering) {
            return Stand::Reached;
        }
        let away = u32::from(self.measure(board));
        if away > u32::from(FARTHEST) - u32::from(!entering) {
            return Stand::Missed;
        }
        Stand::Open(away + u32::from(!entering), FARTHEST as u32 + 2 - away.min(FARTHEST as u32))
    }

    fn moves(&self, board: &Board, _: Color, out: &mut MoveList) {
        let shortest = self.measure(board);
        let near = self.area.grown().grown();
        let steps = self.scratch.borrow();
        for point in board.size().points().filter(|&point| steps.at(point) <= shortest.saturating_add(1).min(FARTHEST))
        {
            let there = i32::from(steps.at(point));
            if board.is_empty(point) {
                out.note(
                    point,
                    12 - 2 * there + 8 * i32::from(self.area.contains(point)) + 3 * i32::from(near.contains(point)),
                );
                continue;
            }
            let pressed = board.liberty_count_to(point, PRESSED + 1) <= PRESSED;
            if pressed {
                board.liberties(point).iter().for_each(|liberty| out.note(liberty, 10));
            }
            for enemy in board.adjacent_enemies(point).into_iter().filter(|_| board.at(point).is(self.owner)) {
                if board.liberty_count_to(enemy, PRESSED + 1) <= PRESSED {
                    board.liberties(enemy).iter().for_each(|liberty| out.note(liberty, 6));
                }
            }
        }
    }

    fn breadth(&self) -> usize {
        BREADTH
    }

    fn doubt(&self) -> u32 {
        12
    }

    fn may_pass(&self, _: &Board) -> bool {
        false
    }
}
