//! The end of the game: score, status of stones.

use gosedai_board::{Board, Color, Point, PointSet, score};
use gosedai_engine::dead_stones;
use gosedai_engine::seen::seen;

use super::{Answer, Reply, SYNTAX, Session, Table, join, point_of};

pub const COMMANDS: Table = &[
    ("final_score", |s, _| Answer::text(dead_stones::score(&s.position).result())),
    ("estimate_score", estimate_score),
    ("final_status", final_status),
    ("final_status_list", final_status_list),
];

/// Who leads by how much, as GNU Go says it; the bounds are the margins with Black and with White to move.
fn estimate_score(session: &mut Session, _: &[&str]) -> Reply {
    let estimate = seen(&session.context, &session.position).map_err(|error| error.to_string())?.estimate;
    let side = if estimate.lead >= 0.0 { 'B' } else { 'W' };
    let [upper, lower] = estimate.next;
    Answer::text(format!("{side}+{:.1} (upper bound: {upper:.1}, lower: {lower:.1})", estimate.lead.abs()))
}

/// Dead stones, stones in seki, and the owner of every other point.
pub(super) struct Status {
    pub dead: PointSet,
    pub seki: PointSet,
    territory: [PointSet; 2],
}

pub(super) fn status(session: &Session) -> Status {
    let board = session.position.board();
    let dead = dead_stones::guess(&session.position);
    let clean = board.without(&dead);
    let (territory, _) = score::surrounded(&clean);
    Status { dead, seki: seki(&clean, &territory), territory }
}

/// Living stones without territory of their own that share liberties with the enemy. Strings of one colour with two
/// liberties in common, or one inside their territory, count as one, lest every wall with dame before it be called seki.
fn seki(board: &Board, territory: &[PointSet; 2]) -> PointSet {
    let mut found = PointSet::EMPTY;
    for color in Color::BOTH {
        let own = &territory[color.index()];
        let enemy_near = board.stone_set(color.opponent()).grown();
        let strings = board.strings().into_iter().filter(|&p| board.at(p).is(color));
        let mut left: Vec<(PointSet, PointSet)> = strings.map(|p| (board.string_set(p), board.liberties(p))).collect();
        while let Some((mut group, mut liberties)) = left.pop() {
            loop {
                let joined = |other: &PointSet| {
                    let common = liberties.intersection(other);
                    common.len() >= 2 || common.intersects(own)
                };
                let (near, far): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, other)| joined(other));
                left = far;
                if near.is_empty() {
                    break;
                }
                for (string, more) in near {
                    (group, liberties) = (group.union(&string), liberties.union(&more));
                }
            }
            if !liberties.intersects(own) && liberties.intersects(&enemy_near) {
                found = found.union(&group);
            }
        }
    }
    found
}

fn final_status(session: &mut Session, args: &[&str]) -> Reply {
    let point = point_of(args.first(), session.size())?;
    let status = status(session);
    Answer::text(if status.dead.contains(point) {
        "dead"
    } else if status.seki.contains(point) {
        "seki"
    } else if session.position.board().color_at(point).is_some() {
        "alive"
    } else if status.territory[0].contains(point) {
        "black_territory"
    } else if status.territory[1].contains(point) {
        "white_territory"
    } else {
        "dame"
    })
}

fn final_status_list(session: &mut Session, args: &[&str]) -> Reply {
    let status = status(session);
    let board = session.position.board();
    let stones = Color::BOTH.iter().fold(PointSet::EMPTY, |all, &color| all.union(&board.stone_set(color)));
    let strings = |set: PointSet| {
        let lines = board.strings().into_iter().filter(|&p| set.contains(p)).map(|p| join(board.string(p)));
        Answer::text(lines.collect::<Vec<_>>().join("\n"))
    };
    let points = |set: PointSet| Answer::text(join(set.iter().collect::<Vec<Point>>()));
    match args.first().copied() {
        Some("dead") => strings(status.dead),
        Some("seki") => strings(status.seki),
        Some("alive") => strings(stones.minus(&status.dead).minus(&status.seki)),
        Some("black_territory") => points(status.territory[0]),
        Some("white_territory") => points(status.territory[1]),
        Some("dame") => points(board.empty_set().minus(&status.territory[0]).minus(&status.territory[1])),
        _ => Err(SYNTAX.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::diagram;

    #[test]
    fn two_eyeless_strings_with_two_liberties_between_them() {
        let board = diagram::parse(
            "X . X . O . O
             X X X . O O O
             . X . . . O .
             X X X O O O O
             X X X O O O .
             O O . X X O O
             O O . X X O .",
        )
        .unwrap();
        let (territory, _) = score::surrounded(&board);
        let found = join(seki(&board, &territory).iter());
        assert_eq!(found, "A1 B1 D1 E1 A2 B2 D2 E2");
    }
}
