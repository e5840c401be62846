//! Separate two weak enemy groups, or join two weak groups of our own: the point between them.

use gosedai_board::{Point, PointSet};
use gosedai_explain::Evidence;
use gosedai_recognition::Group;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let model = scene.model;
    let reach = scene.param("decision.separation_reach") as u8;
    let factor = scene.param("decision.separation_share");
    for (i, a) in model.groups.iter().enumerate().filter(|(_, g)| g.class.is_weak()) {
        for &(j, distance) in &a.near {
            let Some(b) = model.groups.get(j as usize) else { continue };
            if j as usize <= i || b.color != a.color || !b.class.is_weak() || !(2..=reach).contains(&distance) {
                continue;
            }
            let Some(at) = between(scene, a, b) else { continue };
            let value = factor * a.importance.min(b.importance).min(40.0);
            let mine = a.color == scene.me;
            let (name, role, rule) = if mine {
                (Purpose::Join, Role::Defence, "decision.join")
            } else {
                (Purpose::Separate, Role::Attack, "decision.separate")
            };
            let stones = a.stones.union(&b.stones);
            let evidence =
                Evidence::new(rule).arg("a", a.head).arg("b", b.head).arg("value", value).mark("stones", stones);
            out.push(Intent::new(at, name, role, value, evidence).about(stones));
        }
    }
}

/// The empty point in the middle of the shortest way between two groups.
fn between(scene: &Scene, a: &Group, b: &Group) -> Option<Point> {
    let near = |stones: &PointSet, p: Point| stones.iter().map(|s| s.manhattan(p)).min().unwrap_or(usize::MAX);
    let open = a.dame.all().intersection(&b.dame.all());
    open.iter().filter(|&p| scene.board.is_empty(p)).min_by_key(|&p| {
        let (da, db) = (near(&a.stones, p), near(&b.stones, p));
        (da + db, da.abs_diff(db), usize::MAX - p.line(scene.board.size()).min(5), p)
    })
}
