//! Adjusters correct what the cases overlooked. An intention that they remove stays visible, with the reason.

mod capture_point;
mod dead_group;
mod futile;
mod joseki;
mod suicide;

use gosedai_explain::Evidence;

use crate::intent::{Intent, Removal};
use crate::scene::Scene;

type Adjust = fn(&mut Scene, &mut [Intent]);

/// The five adjusters in order.
pub const ADJUSTERS: &[(&str, Adjust)] = &[
    ("dead-group", dead_group::adjust),
    ("futile", futile::adjust),
    ("joseki", joseki::adjust),
    ("suicide", suicide::adjust),
    ("capture-point", capture_point::adjust),
];

pub fn adjust_all(scene: &mut Scene, intents: &mut [Intent]) {
    for (_, adjust) in ADJUSTERS {
        adjust(scene, intents);
    }
}

fn remove(intent: &mut Intent, by: &'static str, evidence: Evidence) {
    if intent.removed.is_none() {
        intent.removed = Some(Removal { by, evidence });
    }
}
