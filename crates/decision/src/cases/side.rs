//! The sides: extension from own stones, approach to enemy stones, split between them, and empty corners.

use gosedai_board::{Color, Point};
use gosedai_explain::Evidence;
use gosedai_recognition::GamePhase;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    if scene.phase() == GamePhase::Endgame {
        return;
    }
    let share = scene.param("decision.side_share");
    for at in places(scene) {
        let (name, near) = match purpose(scene, at) {
            Some(found) => found,
            None => continue,
        };
        let size = scene.size_of(at);
        let value = share * size;
        let mut evidence =
            Evidence::new("decision.side").arg("intent", name.name()).arg("size", size).arg("value", value);
        if let Some(stone) = near {
            evidence = evidence.arg("near", stone).mark("stones", [stone].into_iter().collect());
        } else {
            evidence.rule = "decision.corner";
        }
        out.push(Intent::new(at, name, Role::Territory, value, evidence));
    }
}

/// Free points of the third and fourth lines with nothing beside them.
fn places(scene: &Scene) -> Vec<Point> {
    let size = scene.board.size();
    let lines = if size.width().min(size.height()) >= 11 { 3..=4 } else { 3..=3 };
    size.points()
        .filter(|p| lines.contains(&p.line(size)) && scene.board.is_empty(*p))
        .filter(|p| p.neighbours().iter().chain(&p.diagonals()).all(|&n| scene.board.is_empty(n)))
        .filter(|&p| {
            let model = scene.model;
            !model.judgement.territory[0].contains(p) && !model.judgement.territory[1].contains(p)
        })
        .collect()
}

fn purpose(scene: &Scene, at: Point) -> Option<(Purpose, Option<Point>)> {
    let nearest = |color: Color| {
        let stones = scene.board.stones().filter(|&(p, c)| c == color && !scene.model.dead.contains(p));
        stones.map(|(p, _)| (p.chebyshev(at), p)).filter(|(d, _)| *d <= 6).min()
    };
    match (nearest(scene.me), nearest(scene.enemy())) {
        (None, None) => {
            let size = scene.board.size();
            let corner = |v: usize, side: usize| v < 5 || v + 5 >= side;
            let is_corner = corner(at.x(), size.width()) && corner(at.y(), size.height());
            Some((if is_corner { Purpose::Corner } else { Purpose::Side }, None))
        }
        (Some((_, own)), None) => Some((Purpose::Extend, Some(own))),
        (None, Some((d, enemy))) => Some((if d <= 3 { Purpose::Approach } else { Purpose::Split }, Some(enemy))),
        (Some((own, stone)), Some((other, enemy))) => Some(if own <= other {
            (Purpose::Extend, Some(stone))
        } else if other <= 3 {
            (Purpose::Approach, Some(enemy))
        } else {
            (Purpose::Split, Some(enemy))
        }),
    }
}
