//! Joseki filter: while a joseki is being played, other quiet moves in that corner wait.

use gosedai_explain::Evidence;

use super::remove;
use crate::cases::joseki;
use crate::intent::{Adjuster, CaseName, Intent, Role};
use crate::scene::Scene;

pub fn adjust(scene: &mut Scene, intents: &mut [Intent]) {
    let Some((corner, next)) = joseki::running(scene) else { return };
    let chosen: Vec<_> = intents.iter().filter(|i| i.case == CaseName::Joseki).map(|i| i.at).collect();
    if !next.iter().any(|p| chosen.contains(p)) {
        return; // no continuation fits the conditions: the corner is free
    }
    for intent in intents.iter_mut() {
        let quiet = matches!(intent.role, Role::Territory) || intent.case == CaseName::Contact;
        if quiet && corner.place(intent.at).is_some() && !next.contains(&intent.at) {
            remove(intent, Adjuster::Joseki, Evidence::new("adjust.joseki"));
        }
    }
}
