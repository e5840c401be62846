//! A second opinion from outside: who will own each point in the end. Recognition lets it correct which groups live.

use crate::ask::{Ask, Status};
use gosedai_board::{Board, CELLS, Color, Point, PointSet, Size};

/// Expected owner of every point: +1 Black … −1 White.
#[derive(Clone, Debug)]
pub struct Owners {
    values: [f32; CELLS],
}

impl Owners {
    /// Asks `owner` for every point of a board.
    pub fn new(size: Size, owner: impl Fn(Point) -> f32) -> Owners {
        let mut values = [0.0; CELLS];
        for point in size.points() {
            values[point.index()] = owner(point).clamp(-1.0, 1.0);
        }
        Owners { values }
    }

    #[inline]
    pub fn at(&self, point: Point) -> f32 {
        self.values[point.index()]
    }

    /// How surely these points stay with `color`, on average: +1 surely, −1 surely not.
    pub fn of(&self, points: &PointSet, color: Color) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        points.each(|point| {
            sum += f64::from(self.at(point));
            count += 1;
        });
        if count == 0 { 0.0 } else { sum * f64::from(color.sign()) / f64::from(count) }
    }
}

/// Stones of groups that live are owned at least so surely, and those of dead groups at most so: dead stones stay on the
/// board when a game is counted, which teaches a network to doubt them rather than to give them away.
const SAFE: f64 = 0.75;
const LOST: f64 = 0.15;

impl Owners {
    /// The chance of stones to live, 0 to 1.
    pub fn life(&self, stones: &PointSet, color: Color) -> f64 {
        ((self.of(stones, color) - LOST) / (SAFE - LOST)).clamp(0.0, 1.0)
    }
}

/// A reader that also has an opinion about owners.
pub struct WithOwners<'a> {
    pub ask: &'a mut dyn Ask,
    pub owners: &'a Owners,
}

impl Ask for WithOwners<'_> {
    fn capture(&mut self, board: &mut Board, string: Point) -> Status {
        self.ask.capture(board, string)
    }

    fn race(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Status {
        self.ask.race(board, string, rivals)
    }

    fn link(&mut self, board: &Board, from: Point, to: Point) -> Status {
        self.ask.link(board, from, to)
    }

    fn life(&mut self, board: &Board, group: &PointSet) -> Status {
        self.ask.life(board, group)
    }

    fn owners(&self) -> Option<&Owners> {
        Some(self.owners)
    }
}
