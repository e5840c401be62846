//! Dead-group filter: nothing is spent on stones that are dead already, of either colour.

use gosedai_explain::Evidence;
use gosedai_recognition::Class;

use super::remove;
use crate::intent::{Intent, Role};
use crate::scene::Scene;

pub fn adjust(scene: &mut Scene, intents: &mut Vec<Intent>) {
    for intent in intents.iter_mut().filter(|i| matches!(i.role, Role::Attack | Role::Defence) && !i.target.is_empty())
    {
        let dead = scene.model.groups.iter().find(|g| g.class == Class::Dead && g.stones.intersects(&intent.target));
        // reading that found a rescue or a resistance overrules the picture of a dead group
        let was_read = matches!(intent.case, "capture" | "life");
        if let Some(group) = dead
            && !was_read
        {
            let evidence = Evidence::new("adjust.dead_group").arg("at", group.head).mark("stones", group.stones);
            remove(intent, "dead-group", evidence);
        }
    }
}
