//! Opening by PON: the moves after which the expected territory is best, with the groups that change.

use gosedai_recognition::GamePhase;
use gosedai_recognition::fuseki::{Method, candidates};

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

/// Number of moves proposed. Their gain is measured against the first move that is not proposed.
const PROPOSED: usize = 10;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    if scene.phase() != GamePhase::Opening {
        return;
    }
    let points = candidates(scene.board, scene.me);
    let ranked = scene.opening.rank(scene.position, Method::Pon, Some(&points));
    let Some(rest) = ranked.get(PROPOSED) else { return };
    let before = scene.opening.value(scene.board, scene.me, scene.me);
    for candidate in &ranked[..PROPOSED] {
        let gain = candidate.value - rest.value;
        // good only by its place and not by what the groups expect: PON cannot explain it
        if candidate.parts.iter().any(|part| part.name == "pon" && part.value <= before) {
            continue;
        }
        let mut evidence = scene.opening.why(scene.position, candidate);
        evidence.rule = "decision.opening";
        out.push(Intent::new(candidate.point, Purpose::Opening, Role::Territory, gain, evidence));
    }
}
