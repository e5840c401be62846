//! What a kill may lean on: stones of the attacker that nobody captures while the fight lasts.
//!
//! The exact search takes walls around its field as standing for ever. That is a proof only where they do: with two eyes of
//! their own, at home in the open, or with so many liberties outside that the fight is over first. Anything else can itself
//! be captured, as in a race, and a kill that rests on it is a judgement.

use gosedai_board::{Board, Color, Point, PointSet, safety};

use super::distance::distances;
use super::field::Ground;
use crate::eyes::alive_beyond;

/// Stones of one colour with the points nearer to them than to the enemy.
pub struct Part {
    pub stones: PointSet,
    pub room: PointSet,
    farthest: u8,
}

impl Part {
    /// Is it at home in the open?
    pub fn is_free(&self) -> bool {
        self.room.len() > FREE_ROOM || self.farthest >= FREE_STEPS
    }
}

/// A part with this many points of its own, or with one this many steps away, is at home in the open.
const FREE_ROOM: usize = 40;
const FREE_STEPS: u8 = 7;

pub fn parts(board: &Board, color: Color) -> Vec<Part> {
    let stones = board.stone_set(color);
    let ours = distances(board, stones.iter(), color);
    let theirs = distances(board, board.stone_set(color.opponent()).iter(), color.opponent());
    let near: PointSet = board.empty_set().iter().filter(|p| ours[p.index()] < theirs[p.index()]).collect();
    near.union(&stones)
        .components()
        .into_iter()
        .filter(|part| part.intersects(&stones))
        .map(|part| {
            let room = part.minus(&stones);
            let farthest = room.iter().map(|p| ours[p.index()]).max().unwrap_or(0);
            Part { stones: part.intersection(&stones), room, farthest }
        })
        .collect()
}

/// Moves it may take to fill a space of so many points: the stones that fill it are taken all but one point at a time, and fill what
/// is left again.
fn moves_to_take(points: usize) -> usize {
    if points < 4 { points } else { (points * points + 6 - 3 * points) / 2 }
}

/// Where a colour stands for certain.
pub struct Firm {
    /// Alive unconditionally, if they leave their eyes alone.
    alive: PointSet,
    /// At home in the open, and their land.
    free: PointSet,
    land: PointSet,
}

impl Firm {
    pub fn new(board: &Board, color: Color) -> Firm {
        let alive = safety::unconditionally_alive(board, color).alive;
        let mut firm = Firm { alive, free: PointSet::EMPTY, land: PointSet::EMPTY };
        for part in parts(board, color).into_iter().filter(Part::is_free) {
            firm.free.add(&part.stones);
            firm.land.add(&part.room);
        }
        firm
    }

    pub fn holds(&self, stone: Point) -> bool {
        self.alive.contains(stone) || self.free.contains(stone)
    }

    /// Does a kill that rests on this zone of a ground lean on nothing but what is firm?
    pub fn carries(&self, board: &Board, ground: &Ground, zone: &PointSet) -> bool {
        self.doubts(board, ground, zone).is_empty()
    }

    /// The points of a zone where the attacker is taken to be safe and may not be.
    pub fn doubts(&self, board: &Board, ground: &Ground, zone: &PointSet) -> PointSet {
        let attacker = ground.defender.opponent();
        // in the fight he may fill his own eyes, as if these stones could not be taken
        let stones = alive_beyond(board, attacker, &ground.inside).union(&self.free);
        let standing = ground.free[0].intersection(&board.stone_set(attacker));
        // what can be filled, taken and filled again lies in pieces between the defender's stones
        let spaces = ground.inside.minus(&board.stone_set(ground.defender)).minus(&standing).components();
        let fight: usize = spaces.iter().map(|space| moves_to_take(space.len())).sum();
        let is_firm = |point| {
            if board.at(point).is(attacker) {
                let outside = board.liberties(point).minus(&ground.inside).len();
                return stones.contains(point) || outside > fight;
            }
            // a new stone there joins a firm one, or stands on land
            let beyond = PointSet::from_iter([point]).grown().minus(&ground.inside);
            beyond.intersects(&stones.union(&self.land))
        };
        zone.intersection(&ground.free[0]).iter().filter(|&point| !is_firm(point)).collect()
    }
}
