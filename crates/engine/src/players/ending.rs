//! When to pass: a game that is decided is ended, one that would be lost by passing is played on, and where the area
//! counts, dead stones are taken off first if a plain count of the board would otherwise name the wrong winner.

use gosedai_board::{Color, Move, Point, PointSet, Position, Rules, Scoring, score};
use gosedai_puct::{MoveRank, Ranking, dead_by_owner};

/// The move to make instead of the search's first choice, where there is a reason.
pub(super) fn instead(position: &Position, ranking: &Ranking) -> Option<Move> {
    let best = ranking.moves.first()?.mv;
    let opponent_passed = position.moves().next_back().is_some_and(|(_, mv)| mv == Move::Pass);
    if best != Move::Pass && !opponent_passed {
        return None;
    }
    let size = position.size();
    let owner = |point: Point| ranking.ownership.get(place(point, size.width())).copied().unwrap_or(0.0);
    let dead = dead_by_owner(position, owner);
    let sign = f64::from(position.to_play().sign());
    let judged = sign * position.score(&dead).margin();
    let plain = sign * position.score(&PointSet::EMPTY).margin();
    let by_area = is_by_area(position.rules());
    if opponent_passed && judged > 0.0 && (plain > 0.0 || !by_area) && sure(position, &owner) {
        return Some(Move::Pass);
    }
    if best != Move::Pass {
        return None;
    }
    // a handful of visits may all go to the pass: on an open board the likeliest move is better than any pass
    if is_open(position, &dead) {
        return playable(position, ranking, 0);
    }
    if by_area && judged > 0.0 && plain <= 0.0 {
        return clean_up(position, ranking, &dead);
    }
    // passing would end the game as a lost one
    (opponent_passed && judged < 0.0).then(|| playable(position, ranking, 1)).flatten()
}

fn place(point: Point, width: usize) -> usize {
    point.y() * width + point.x()
}

fn is_by_area(rules: Rules) -> bool {
    matches!(rules.scoring, Scoring::Area)
}

/// Does nearly every point have an owner?
fn sure(position: &Position, owner: &impl Fn(Point) -> f32) -> bool {
    let open = position.size().points().filter(|&p| owner(p).abs() < 0.6).count();
    open * 25 <= position.size().area()
}

/// The likeliest move beside a dead enemy string that is not self-atari.
fn clean_up(position: &Position, ranking: &Ranking, dead: &PointSet) -> Option<Move> {
    let (board, me) = (position.board(), position.to_play());
    let near = dead.intersection(&board.stone_set(me.opponent())).grown();
    let useful = |rank: &&MoveRank| match rank.mv {
        Move::Play(point) => near.contains(point) && is_safe(position, point, me),
        Move::Pass => false,
    };
    let moves = ranking.moves.iter().filter(useful);
    moves
        .max_by(|a, b| (a.visits, a.prior).partial_cmp(&(b.visits, b.prior)).unwrap_or(std::cmp::Ordering::Equal))
        .map(|rank| rank.mv)
}

fn is_safe(position: &Position, point: Point, me: Color) -> bool {
    let mut after = position.clone();
    after.play_as(me, Move::Play(point)).is_ok() && !after.board().in_atari(point)
}

/// Is most of the board empty, or a good part of it without an owner?
fn is_open(position: &Position, dead: &PointSet) -> bool {
    let (board, area) = (position.board().without(dead), position.size().area());
    let (_, neutral) = score::surrounded(&board);
    board.empty_count() * 4 > area * 3 || neutral.len() * 4 > area
}

/// The best move other than a pass, among those with at least this many visits.
fn playable(position: &Position, ranking: &Ranking, least: u32) -> Option<Move> {
    let fits = |rank: &&MoveRank| match rank.mv {
        Move::Play(point) => rank.visits >= least && is_safe(position, point, position.to_play()),
        Move::Pass => false,
    };
    ranking.moves.iter().find(fits).map(|rank| rank.mv)
}

#[cfg(test)]
mod tests;
