//! A second opinion from outside: who will own each point in the end. It corrects which groups count as alive.

use crate::ask::{Ask, Caught, Status};
use crate::fate::Life;
use gosedai_board::{Board, CELLS, Color, Point, PointSet, Size};

/// Expected owner of every point, +1 Black … −1 White, with Black and with White to move.
#[derive(Clone, Debug)]
pub struct Owners {
    /// By the index of the side to move.
    values: [[f32; CELLS]; 2],
}

impl Owners {
    /// Asks `owner` for every point of a board with either side to move.
    pub fn new(size: Size, owner: impl Fn(Point, Color) -> f32) -> Owners {
        let mut values = [[0.0; CELLS]; 2];
        for (values, mover) in values.iter_mut().zip(Color::BOTH) {
            for point in size.points() {
                values[point.index()] = owner(point, mover).clamp(-1.0, 1.0);
            }
        }
        Owners { values }
    }

    /// Whichever side is to move: the mean of both, since the network gives the side to move a little more than its
    /// share of open points.
    #[inline]
    pub fn at(&self, point: Point) -> f32 {
        0.5 * (self.values[0][point.index()] + self.values[1][point.index()])
    }

    /// The chance of stones to live if this side moves next, 0 to 1.
    pub fn life(&self, stones: &PointSet, color: Color, mover: Color) -> f64 {
        let values = &self.values[mover.index()];
        let (mut sum, mut count) = (0.0, 0);
        stones.each(|point| {
            sum += f64::from(values[point.index()]);
            count += 1;
        });
        if count == 0 { 0.5 } else { 0.5 + 0.5 * sum * f64::from(color.sign()) / f64::from(count) }
    }
}

impl Owners {
    /// The same, whichever side moves next.
    pub fn life_either(&self, stones: &PointSet, color: Color) -> f64 {
        0.5 * Color::BOTH.into_iter().map(|mover| self.life(stones, color, mover)).sum::<f64>()
    }
}

/// A reader that also has an opinion about owners.
pub struct WithOwners<'a> {
    pub ask: &'a mut dyn Ask,
    pub owners: &'a Owners,
}

impl Ask for WithOwners<'_> {
    fn capture(&mut self, board: &mut Board, string: Point) -> Caught {
        self.ask.capture(board, string)
    }

    fn race(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Status {
        self.ask.race(board, string, rivals)
    }

    fn link(&mut self, board: &Board, from: Point, to: Point) -> Status {
        self.ask.link(board, from, to)
    }

    fn life(&mut self, board: &Board, group: &PointSet, nodes: u64) -> Life {
        self.ask.life(board, group, nodes)
    }

    fn owners(&self) -> Option<&Owners> {
        Some(self.owners)
    }
}
