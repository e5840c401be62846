//! Connect and cut: links between groups that depend on who moves first.

use gosedai_explain::{Evidence, Line};
use gosedai_reading::Question;
use gosedai_recognition::{Class, LinkState};

use super::capture::{line, share};
use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let model = scene.model;
    let mut read = 0;
    let is_open = |state| matches!(state, LinkState::Thin | LinkState::Cuttable);
    for link in model.links.iter().filter(|l| !l.edge && is_open(l.state)) {
        let (Some(a), Some(b)) = (model.group_at(link.from), model.group_at(link.to)) else { continue };
        if a.head == b.head || a.class == Class::Dead || b.class == Class::Dead {
            continue;
        }
        // two settled groups need no connection
        let weakest = a.class.min(b.class);
        if weakest > Class::Weak && a.class.max(b.class) == Class::Alive && weakest == Class::Alive {
            continue;
        }
        read += 1;
        if read > 24 {
            return;
        }
        let question = Question::Connection(link.from, link.to);
        let Some(answer) = scene.read_unsettled(&question, link.color) else { continue };
        let (name, role, rule) = if link.color == scene.me {
            (Purpose::Connect, Role::Defence, "decision.connect")
        } else {
            (Purpose::Cut, Role::Attack, "decision.cut")
        };
        let Some(at) = answer.point() else { continue };
        let at_stake = a.importance.min(b.importance).min(40.0);
        let factor = match weakest {
            Class::VeryWeak => 0.45,
            Class::Weak => 0.3,
            _ => 0.1,
        };
        let value = (scene.param("decision.link_base") + factor * at_stake) * share(answer.outcome);
        let evidence = Evidence::new(rule)
            .arg("from", link.from)
            .arg("to", link.to)
            .arg("value", value)
            .mark("stones", a.stones.union(&b.stones))
            .line(Line::Segment { role: "link", from: link.from, to: link.to })
            .line(Line::Play { role: "reading", moves: line(&answer, scene.me) });
        out.push(Intent::new(at, name, role, value, evidence).about(a.stones.union(&b.stones)));
    }
}
