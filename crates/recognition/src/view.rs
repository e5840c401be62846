//! The board as one round of the adjustment sees it: some stones are taken for dead.

use gosedai_board::{Board, Color, Point, PointSet};

/// Stones by colour and by life.
#[derive(Clone, Debug)]
pub(crate) struct View<'a> {
    pub board: &'a Board,
    pub dead: PointSet,
    /// Living stones by colour.
    pub living: [PointSet; 2],
    /// All stones by colour.
    pub stones: [PointSet; 2],
    pub full: PointSet,
}

impl<'a> View<'a> {
    pub fn new(board: &'a Board, dead: PointSet) -> View<'a> {
        let mut stones = [PointSet::EMPTY; 2];
        for point in board.size().points() {
            if let Some(color) = board.color_at(point) {
                stones[color.index()].insert(point);
            }
        }
        let living = [stones[0].minus(&dead), stones[1].minus(&dead)];
        View { board, dead, living, stones, full: PointSet::full(board.size()) }
    }

    /// A living stone of the other colour.
    #[inline]
    pub fn is_enemy(&self, point: Point, color: Color) -> bool {
        self.board.at(point).is(color.opponent()) && !self.dead.contains(point)
    }

    /// Empty, or a dead enemy stone.
    #[inline]
    pub fn is_free(&self, point: Point, color: Color) -> bool {
        self.board.is_empty(point) || (self.board.at(point).is(color.opponent()) && self.dead.contains(point))
    }

    /// A stone that can be linked with `stone`: of the same colour, and both living or both dead.
    #[inline]
    pub fn is_partner(&self, point: Point, color: Color, stone: Point) -> bool {
        self.board.at(point).is(color) && self.dead.contains(point) == self.dead.contains(stone)
    }

    /// Where a group of `color` may walk: empty points and dead enemy stones.
    pub fn walkable(&self, color: Color) -> PointSet {
        self.full.minus(&self.stones[color.index()]).minus(&self.living[color.opponent().index()])
    }
}
