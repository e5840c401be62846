//! Capture and escape: strings whose fate depends on who moves first.

use gosedai_board::{Color, Move};
use gosedai_explain::{Evidence, Line};
use gosedai_reading::{Answer, Outcome, Question};
use gosedai_recognition::StoneString;

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn propose(scene: &mut Scene, out: &mut Vec<Intent>) {
    let limit = scene.param("decision.capture_liberties") as usize;
    let model = scene.model;
    for string in model.strings.iter().filter(|s| s.liberty_count <= limit) {
        let question = Question::Capture(vec![string.head]);
        let Some(answer) = scene.read_unsettled(&question, string.color) else { continue };
        let (name, role, rule) = if string.color == scene.me {
            (Purpose::Escape, Role::Defence, "decision.escape")
        } else {
            (Purpose::Capture, Role::Attack, "decision.capture")
        };
        let Some(at) = answer.point() else { continue };
        let value = worth(scene, string) * share(answer.outcome);
        let evidence = Evidence::new(rule)
            .arg("stones", string.size)
            .arg("at", string.head)
            .arg("value", value)
            .mark("stones", string.stones)
            .line(Line::Play { role: "reading", moves: line(&answer, scene.me) });
        out.push(Intent::new(at, name, role, value, evidence).about(string.stones));
    }
}

/// Colours alternate from the mover.
pub fn line(answer: &Answer, first: Color) -> Vec<(Color, Move)> {
    let mut color = first;
    answer
        .line
        .iter()
        .map(|&mv| {
            let entry = (color, mv);
            color = color.opponent();
            entry
        })
        .collect()
}

/// A result that depends on a ko is worth half.
pub fn share(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Ko(_) => 0.5,
        Outcome::Seki => 0.6,
        _ => 0.0,
    }
}

/// Two points a stone, and what depends on it: capturing a key string frees the weak groups around it.
pub fn worth(scene: &Scene, string: &StoneString) -> f64 {
    let stones = 2.0 * string.size as f64;
    let model = scene.model;
    let hanging: f64 = if string.key {
        string
            .enemies
            .iter()
            .filter_map(|&id| model.strings.get(id as usize))
            .filter_map(|enemy| model.group_at(enemy.head))
            .filter(|group| group.class.is_weak())
            .map(|group| group.importance)
            .fold(0.0, f64::max)
            .min(30.0)
    } else {
        0.0
    };
    let group = model.group_at(string.head).filter(|g| g.class.is_weak()).map_or(0.0, |g| g.importance.min(40.0));
    let base = stones + scene.param("decision.capture_extra");
    base + 0.4 * hanging + 0.2 * (group - stones).max(0.0)
}
