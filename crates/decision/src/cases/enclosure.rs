//! Surround and break out.
//!
//! The mean of a group's 4th-order dame is where it looks out; the group's stone nearest to it is the base; of the
//! one-point jump, the diagonal move and the extension from the base, the one nearest to the mean is the move. A jump
//! that an enemy stone peeps at is replaced by the diagonal or the extension. Both sides want the same point.

use gosedai_board::{Board, Color, Point};
use gosedai_explain::Evidence;
use gosedai_recognition::Class;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let most = scene.param("decision.enclosure_open");
    for group in &scene.model.groups {
        let open = group.encirclement as f64;
        if group.encirclement == 0 || open > most || !group.class.is_weak() {
            continue;
        }
        let Some((at, base, mean)) = break_out(scene.board, group.color, &group.stones, &group.dame.orders[3]) else {
            continue;
        };
        let urgency = match group.class {
            Class::VeryWeak => scene.param("decision.enclosure_very_weak"),
            _ => scene.param("decision.enclosure_weak"),
        };
        let value = urgency * group.importance.min(50.0) * (1.0 - open / (most + 4.0));
        let mine = group.color == scene.me;
        let (name, role, rule) = if mine {
            (Purpose::BreakOut, Role::Defence, "decision.break_out")
        } else {
            (Purpose::Surround, Role::Attack, "decision.surround")
        };
        let evidence = Evidence::new(rule)
            .arg("at", group.head)
            .arg("encirclement", group.encirclement)
            .arg("base", base)
            .arg("mean", mean)
            .arg("class", group.class.term())
            .arg("value", value)
            .mark("stones", group.stones)
            .mark("dame", group.dame.orders[3]);
        out.push(Intent::new(at, name, role, value, evidence).about(group.stones));
    }
}

/// The point, its base and the mean of the dame.
pub fn break_out(
    board: &Board,
    color: Color,
    stones: &gosedai_board::PointSet,
    dame: &gosedai_board::PointSet,
) -> Option<(Point, Point, Point)> {
    let count = dame.len();
    if count == 0 {
        return None;
    }
    let (sx, sy) = dame.iter().fold((0, 0), |(x, y), p| (x + p.x(), y + p.y()));
    let mean = (sx as f64 / count as f64, sy as f64 / count as f64);
    let far = |p: Point| {
        let (dx, dy) = (p.x() as f64 - mean.0, p.y() as f64 - mean.1);
        dx * dx + dy * dy
    };
    let nearest =
        |points: &mut dyn Iterator<Item = Point>| points.min_by(|a, b| far(*a).total_cmp(&far(*b)).then(a.cmp(b)));
    let base = nearest(&mut stones.iter())?;
    let size = board.size();
    let mut moves: Vec<Point> = Vec::new();
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let step = base.shifted(dx, dy, size);
        moves.extend(step);
        if let (Some(between), Some(jump)) = (step, base.shifted(2 * dx, 2 * dy, size)) {
            // a peep from either side makes the jump cuttable
            let peeped =
                between.neighbours().iter().any(|&p| p != base && p != jump && board.at(p).is(color.opponent()));
            if board.is_empty(between) && !peeped {
                moves.push(jump);
            }
        }
    }
    for (dx, dy) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
        let sides = [base.shifted(dx, 0, size), base.shifted(0, dy, size)];
        if sides.iter().flatten().all(|&p| board.is_empty(p)) {
            moves.extend(base.shifted(dx, dy, size));
        }
    }
    let at = nearest(&mut moves.into_iter().filter(|&p| board.is_empty(p)))?;
    let mean = Point::new(mean.0.round() as usize, mean.1.round() as usize);
    Some((at, base, mean))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{PointSet, Size};

    fn at(text: &str) -> Point {
        text.parse().unwrap()
    }

    /// The seed's example: base J3, mean of the dame J6, so the one-point jump to J5.
    #[test]
    fn base_j3_and_mean_j6_give_j5() {
        let stones: PointSet = ["H2", "J3"].iter().map(|p| at(p)).collect();
        let board = Board::with_stones(Size::NINETEEN, stones.iter().map(|p| (p, Color::Black))).unwrap();
        let dame: PointSet = ["G6", "H6", "J6", "K6", "L6"].iter().map(|p| at(p)).collect();
        assert_eq!(break_out(&board, Color::Black, &stones, &dame), Some((at("J5"), at("J3"), at("J6"))));
    }

    #[test]
    fn a_peeped_jump_is_replaced() {
        let stones: PointSet = [at("J3")].into_iter().collect();
        let all = [(at("J3"), Color::Black), (at("K4"), Color::White)];
        let board = Board::with_stones(Size::NINETEEN, all).unwrap();
        let dame: PointSet = ["H6", "J6", "K6"].iter().map(|p| at(p)).collect();
        let (found, _, _) = break_out(&board, Color::Black, &stones, &dame).unwrap();
        assert_eq!(found, at("J4"), "the extension is nearer to the exit than the diagonal");
    }
}
