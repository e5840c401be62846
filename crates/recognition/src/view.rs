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
    pub empty: PointSet,
    pub full: PointSet,
}

impl<'a> View<'a> {
    /// A board on which all stones live.
    pub fn new(board: &'a Board) -> View<'a> {
        let stones = Color::BOTH.map(|color| board.stone_set(color));
        let full = PointSet::full(board.size());
        let empty = full.minus(&stones[0]).minus(&stones[1]);
        View { board, dead: PointSet::EMPTY, living: stones, stones, empty, full }
    }

    /// The same board with these stones taken for dead.
    pub fn with_dead(&self, dead: PointSet) -> View<'a> {
        let living = [self.stones[0].minus(&dead), self.stones[1].minus(&dead)];
        View { dead, living, ..*self }
    }

    pub fn all_stones(&self) -> PointSet {
        self.stones[0].union(&self.stones[1])
    }

    /// A living stone of the other colour.
    #[inline]
    pub fn is_enemy(&self, point: Point, color: Color) -> bool {
        self.living[color.opponent().index()].contains(point)
    }

    /// Empty, or a dead enemy stone.
    #[inline]
    pub fn is_free(&self, point: Point, color: Color) -> bool {
        self.empty.contains(point) || self.is_dead(point, color.opponent())
    }

    #[inline]
    pub fn is_dead(&self, point: Point, color: Color) -> bool {
        self.dead.contains(point) && self.stones[color.index()].contains(point)
    }

    /// Where a group of `color` may walk: empty points and dead enemy stones.
    pub fn walkable(&self, color: Color) -> PointSet {
        self.full.minus(&self.stones[color.index()]).minus(&self.living[color.opponent().index()])
    }
}
