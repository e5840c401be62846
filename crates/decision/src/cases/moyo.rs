//! Moyo: enlarging our own large families, reducing the enemy's.

use gosedai_board::Point;
use gosedai_explain::Evidence;
use gosedai_recognition::{Family, GamePhase};

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    if scene.phase() == GamePhase::Endgame {
        return;
    }
    let least = scene.param("decision.moyo_least") as usize;
    let share = scene.param("decision.moyo_share");
    let model = scene.model;
    let mut large: Vec<&Family> = model.families.iter().filter(|f| f.size - f.inner.len() >= least).collect();
    large.sort_by_key(|f| (std::cmp::Reverse(f.size), f.head));
    for family in large.into_iter().take(4) {
        let mine = family.color == scene.me;
        let (name, role, rule) = if mine {
            (Purpose::Expand, Role::Territory, "decision.expand")
        } else {
            (Purpose::Reduce, Role::Territory, "decision.reduce")
        };
        for at in rim(scene, family) {
            let size = scene.size_of(at);
            let value = share * size;
            let evidence = Evidence::new(rule)
                .arg("points", family.size)
                .arg("at", family.head)
                .arg("size", size)
                .arg("value", value)
                .mark("area", family.points);
            out.push(Intent::new(at, name, role, value, evidence).about(family.points));
        }
    }
}

/// Free points from the fifth line up (the side case has the others) on the rim of a family, every second one, with
/// nothing beside them.
fn rim(scene: &Scene, family: &Family) -> Vec<Point> {
    let size = scene.board.size();
    let outside = family.points.grown().minus(&family.points);
    let rim = outside.grown().union(&outside);
    rim.iter()
        .filter(|p| size.contains(*p) && scene.board.is_empty(*p) && p.line(size) >= 5 && (p.x() + p.y()) % 2 == 0)
        .filter(|p| p.neighbours().iter().all(|&n| scene.board.is_empty(n)))
        .filter(|p| !family.inner.contains(*p))
        .take(24)
        .collect()
}
