//! Life and death: sealed-in groups that live or die by the next move.

use gosedai_explain::{Evidence, Line};
use gosedai_reading::Question;
use gosedai_recognition::Class;

use super::capture::{line, share};
use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let model = scene.model;
    let (sealed, room) =
        (scene.param("decision.life_encirclement") as usize, scene.param("decision.life_room") as usize);
    let mut groups: Vec<_> = model
        .groups
        .iter()
        .filter(|g| g.size >= 2 && g.class != Class::Alive && g.class != Class::Stable)
        .filter(|g| g.encirclement <= sealed && g.room.is_some_and(|r| r <= room))
        .collect();
    groups.sort_by(|a, b| b.importance.total_cmp(&a.importance).then(a.head.cmp(&b.head)));
    for group in groups.into_iter().take(2) {
        let question = Question::Life(group.stones.iter().collect());
        let Some(answer) = scene.read_unsettled(&question, group.color) else { continue };
        let (name, role, rule) = if group.color == scene.me {
            (Purpose::Live, Role::Defence, "decision.live")
        } else {
            (Purpose::Kill, Role::Attack, "decision.kill")
        };
        let Some(at) = answer.point() else { continue };
        let value = (2.0 * group.size as f64 + group.inner.len() as f64) * share(answer.outcome);
        let evidence = Evidence::new(rule)
            .arg("stones", group.size)
            .arg("at", group.head)
            .arg("value", value)
            .mark("stones", group.stones)
            .line(Line::Play { role: "reading", moves: line(&answer, scene.me) });
        out.push(Intent::new(at, name, role, value, evidence).about(group.stones));
    }
}
