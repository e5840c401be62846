//! Adjusters: what the cases overlooked. An intention they take out stays visible with the reason.

mod capture_point;
mod dead_group;
mod futile;
mod joseki;
mod suicide;

use gosedai_explain::Evidence;

use crate::intent::{Intent, Removal};
use crate::scene::Scene;

/// The five adjusters in order.
pub const ADJUSTERS: &[(&str, fn(&mut Scene, &mut Vec<Intent>))] = &[
    ("dead-group", dead_group::adjust),
    ("futile", futile::adjust),
    ("joseki", joseki::adjust),
    ("suicide", suicide::adjust),
    ("capture-point", capture_point::adjust),
];

pub fn adjust_all(scene: &mut Scene, intents: &mut Vec<Intent>) {
    for (_, adjust) in ADJUSTERS {
        adjust(scene, intents);
    }
}

fn remove(intent: &mut Intent, by: &'static str, evidence: Evidence) {
    if intent.removed.is_none() {
        intent.removed = Some(Removal { by, evidence });
    }
}
