//! From a ranking to a decision: which move, when to pass, when to resign.

use gosedai_board::{Color, Move, Point, PointSet, Position};

use crate::config::Config;
use crate::searcher::Ranking;

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Play(Move),
    Resign,
}

/// A stone is taken for dead, and a point for settled, if the playouts agree this far.
const SETTLED: f32 = 0.6;

/// Stones that the playouts see captured in most games. Strings live or die as a whole.
pub fn dead_stones(position: &Position, ownership: &[f32]) -> PointSet {
    let board = position.board();
    let owner = |point: Point| ownership[point.y() * board.size().width() + point.x()];
    let mut dead = PointSet::EMPTY;
    for head in board.strings() {
        let Some(color) = board.color_at(head) else { continue };
        let stones: Vec<Point> = board.string(head).collect();
        let sum: f32 = stones.iter().map(|&p| owner(p) * color.sign() as f32).sum();
        if sum / (stones.len() as f32) < -SETTLED {
            stones.into_iter().for_each(|p| dead.insert(p));
        }
    }
    dead
}

/// Would the game be won for `color` if it ended now, with nothing left to fight about?
pub fn is_won_by_passing(position: &Position, color: Color, ownership: &[f32]) -> bool {
    let unsettled = ownership.iter().filter(|o| o.abs() < SETTLED).count();
    if unsettled * 12 > position.size().area() {
        return false;
    }
    let margin = position.score(&dead_stones(position, ownership)).margin() * f64::from(color.sign());
    margin > 0.0
}

/// The move to play. `patience`: do not resign before this many visits.
pub fn decide(position: &Position, ranking: &Ranking, config: &Config) -> Act {
    let color = position.to_play();
    let Some(best) = ranking.best() else { return Act::Play(Move::Pass) };
    if position.passes() > 0 && is_won_by_passing(position, color, &ranking.ownership) {
        return Act::Play(Move::Pass);
    }
    let late = position.move_number() * 5 > position.size().area();
    if late && ranking.visits >= 400 && best.visits >= 100 && best.win_rate < config.resign_below {
        return Act::Resign;
    }
    // the board is settled and counted: nothing is gained by filling
    if best.mv == Move::Pass {
        let counted = is_won_by_passing(position, color, &ranking.ownership);
        let second = ranking.moves.iter().find(|m| m.mv != Move::Pass && m.visits > 0);
        if let Some(second) = second
            && !counted
            && second.win_rate > best.win_rate - 0.01
        {
            return Act::Play(second.mv);
        }
    }
    Act::Play(best.mv)
}
