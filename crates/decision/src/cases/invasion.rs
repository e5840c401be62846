//! The 3-3 point under a 4-4 stone: invasion, and its prevention.

use gosedai_board::{Color, Point, Size};
use gosedai_explain::Evidence;
use gosedai_recognition::GamePhase;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let size = scene.board.size();
    if size.width() < 13 || size.height() < 13 {
        return;
    }
    for (star, three) in corners(size) {
        let Some(owner) = scene.board.color_at(star) else { continue };
        if !is_open(scene, three) {
            continue;
        }
        let mine = owner == scene.me;
        // the more the owner has around the corner, the more there is to take, and the less he minds the outside
        let helpers = helpers(scene, star, owner);
        let base = scene.param("decision.invasion_base") + scene.param("decision.invasion_helper") * helpers as f64;
        let early = if scene.phase() == GamePhase::Opening && scene.relaxed == 0 { 0.6 } else { 1.0 };
        let value = if mine { 0.5 * base * early } else { base * early };
        let (name, role, rule) = if mine {
            (Purpose::GuardCorner, Role::Defence, "decision.guard_corner")
        } else {
            (Purpose::InvadeCorner, Role::Territory, "decision.invade_corner")
        };
        let evidence = Evidence::new(rule)
            .arg("star", star)
            .arg("helpers", helpers)
            .arg("value", value)
            .mark("stones", [star].into_iter().collect());
        out.push(Intent::new(three, name, role, value, evidence).about([star].into_iter().collect()));
    }
}

fn corners(size: Size) -> [(Point, Point); 4] {
    let (w, h) = (size.width(), size.height());
    [(3, 3, 2, 2), (w - 4, 3, w - 3, 2), (3, h - 4, 2, h - 3), (w - 4, h - 4, w - 3, h - 3)]
        .map(|(sx, sy, tx, ty)| (Point::new(sx, sy), Point::new(tx, ty)))
}

/// Nothing stands in the corner below the star point.
fn is_open(scene: &Scene, three: Point) -> bool {
    scene
        .board
        .size()
        .points()
        .filter(|p| p.chebyshev(three) <= 2 && p.line(scene.board.size()) <= 3)
        .all(|p| scene.board.is_empty(p) || p.manhattan(three) >= 3)
        && scene.board.is_empty(three)
}

fn helpers(scene: &Scene, star: Point, owner: Color) -> usize {
    scene.board.stones().filter(|&(p, c)| c == owner && p != star && p.chebyshev(star) <= 6).count().min(3)
}
