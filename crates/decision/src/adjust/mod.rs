//! Adjusters correct what the cases overlooked. An intention that they remove stays visible, with the reason.

mod capture_point;
mod dead_group;
mod futile;
mod joseki;
mod suicide;

use gosedai_explain::Evidence;

use crate::intent::{Adjuster, Intent, Removal};
use crate::scene::Scene;

type Adjust = fn(&mut Scene, &mut [Intent]);

/// The five adjusters in order.
pub const ADJUSTERS: &[(Adjuster, Adjust)] = &[
    (Adjuster::DeadGroup, dead_group::adjust),
    (Adjuster::Futile, futile::adjust),
    (Adjuster::Joseki, joseki::adjust),
    (Adjuster::Suicide, suicide::adjust),
    (Adjuster::CapturePoint, capture_point::adjust),
];

pub fn adjust_all(scene: &mut Scene, intents: &mut [Intent]) {
    for (_, adjust) in ADJUSTERS {
        adjust(scene, intents);
    }
}

fn remove(intent: &mut Intent, by: Adjuster, evidence: Evidence) {
    if intent.removed.is_none() {
        intent.removed = Some(Removal { by, evidence });
    }
}
