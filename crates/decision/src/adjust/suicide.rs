//! Self-capture filter: removes a stone that reading finds captured after the move, unless it is a sacrifice.

use gosedai_board::Point;
use gosedai_explain::Evidence;

use super::remove;
use crate::intent::{Adjuster, CaseName, Intent};
use crate::scene::Scene;

pub fn adjust(scene: &mut Scene, intents: &mut [Intent]) {
    let mut points: Vec<Point> = intents.iter().filter(|i| i.counts()).map(|i| i.at).collect();
    points.sort_unstable();
    points.dedup();
    for at in points {
        let mut after = scene.board.clone();
        if !after.is_legal(at, scene.me) {
            continue;
        }
        after.play_forever(at, scene.me);
        // stones with room around them need no reading
        if after.liberty_count_to(at, 4) >= 4 || scene.captured_after(at, scene.me, at) != Some(true) {
            continue;
        }
        let lost = after.string_set(at);
        let stones = lost.len();
        for intent in intents.iter_mut().filter(|i| i.at == at && i.counts()) {
            let intended =
                matches!(intent.case, CaseName::Tesuji | CaseName::Life | CaseName::Capture | CaseName::Connection);
            // a read purpose that is larger than the stones given up is a sacrifice
            if intended && intent.points > 2.0 * stones as f64 + 1.0 {
                continue;
            }
            let evidence = Evidence::new("adjust.suicide").arg("stones", stones).mark("stones", lost);
            remove(intent, Adjuster::Suicide, evidence);
        }
    }
}
