//! Contact, tesuji, eye space and endgame: local rules from the knowledge files.

use gosedai_board::{Color, Point};
use gosedai_explain::Evidence;
use gosedai_knowledge::{Condition, Rule, RuleKind};
use gosedai_recognition::{Class, GamePhase, Group};

use crate::intent::{Intent, Purpose, Role};
use crate::scene::Scene;

pub fn contact(scene: &mut Scene, out: &mut Vec<Intent>) {
    apply(scene, RuleKind::Shape, Purpose::Shape, Role::Shape, 1.0, out);
}

pub fn tesuji(scene: &mut Scene, out: &mut Vec<Intent>) {
    apply(scene, RuleKind::Tesuji, Purpose::Tesuji, Role::Attack, 1.0, out);
}

pub fn eye_space(scene: &mut Scene, out: &mut Vec<Intent>) {
    apply(scene, RuleKind::EyeSpace, Purpose::EyeSpace, Role::Defence, 1.0, out);
}

/// Small plays count for little while large ones are left.
pub fn endgame(scene: &mut Scene, out: &mut Vec<Intent>) {
    let weight = match scene.phase() {
        GamePhase::Opening => 0.15,
        GamePhase::Middle => 0.5,
        GamePhase::Endgame => 1.0,
    };
    apply(scene, RuleKind::Endgame, Purpose::Endgame, Role::Territory, weight, out);
    boundary(scene, out);
}

fn apply(scene: &mut Scene, kind: RuleKind, purpose: Purpose, role: Role, weight: f64, out: &mut Vec<Intent>) {
    let knowledge = scene.knowledge.clone();
    let rules: Vec<&Rule> = knowledge.rules.iter().filter(|rule| rule.kind == kind).collect();
    for at in scene.board.size().points() {
        if !near_stones(scene, at) || !scene.is_legal(at) {
            continue;
        }
        // of several rules on one point the most valuable counts
        let mut best: Option<(f64, &Rule)> = None;
        for rule in &rules {
            let mine = rule.picture.matches(scene.board, at, scene.me);
            let theirs = rule.both && rule.picture.matches(scene.board, at, scene.enemy());
            if !(mine || theirs) || best.is_some_and(|(value, _)| value >= most(rule)) {
                continue;
            }
            if !rule.when.iter().all(|&condition| holds(scene, at, condition)) {
                continue;
            }
            let mut value = f64::from(rule.value);
            if let Some((condition, extra)) = rule.extra
                && holds(scene, at, condition)
            {
                value += f64::from(extra);
            }
            if best.is_none_or(|(other, _)| value > other) {
                best = Some((value, rule));
            }
        }
        if let Some((value, rule)) = best {
            let value = value * weight;
            let evidence = Evidence::new("decision.rule")
                .arg("name", rule.name.clone())
                .arg("id", rule.id.clone())
                .arg("action", i64::from(rule.action))
                .arg("value", value);
            out.push(Intent::new(at, purpose, role, value, evidence));
        }
    }
}

fn most(rule: &Rule) -> f64 {
    f64::from(rule.value) + rule.extra.map_or(0.0, |(_, extra)| f64::from(extra))
}

fn near_stones(scene: &Scene, at: Point) -> bool {
    scene.board.is_empty(at)
        && (-2..=2).any(|dy| {
            (-2..=2).any(|dx| at.shifted(dx, dy, scene.board.size()).is_some_and(|p| scene.board.at(p).is_stone()))
        })
}

/// Last plays between settled areas: neutral points that touch both sides' areas.
fn boundary(scene: &mut Scene, out: &mut Vec<Intent>) {
    if scene.phase() != GamePhase::Endgame {
        return;
    }
    let [black, white] = scene.model.judgement.territory;
    let neutral = scene.board.empty_set().minus(&black).minus(&white);
    for at in neutral.iter() {
        let touches = |color: Color| at.neighbours().iter().any(|&p| scene.board.at(p).is(color));
        if touches(scene.me) || touches(scene.enemy()) {
            let size = scene.size_of(at).clamp(0.0, 12.0);
            let value = 0.5 + 0.4 * size;
            let evidence = Evidence::new("decision.boundary").arg("size", size).arg("value", value);
            out.push(Intent::new(at, Purpose::Boundary, Role::Territory, value, evidence));
        }
    }
}

/// Groups with a stone within two steps.
fn beside<'a>(scene: &'a Scene, at: Point, color: Option<Color>) -> impl Iterator<Item = &'a Group> + 'a {
    scene.model.groups.iter().filter(move |g| {
        color.is_none_or(|c| g.color == c) && g.class != Class::Dead && g.stones.iter().any(|s| s.manhattan(at) <= 2)
    })
}

fn holds(scene: &mut Scene, at: Point, condition: Condition) -> bool {
    let (me, enemy) = (scene.me, scene.enemy());
    match condition {
        Condition::OwnWeak => beside(scene, at, Some(me)).any(|g| g.class.is_weak()),
        Condition::EnemyWeak => beside(scene, at, Some(enemy)).any(|g| g.class.is_weak()),
        Condition::NeighbourWeak => beside(scene, at, None).any(|g| g.class.is_weak()),
        Condition::Fleeing => beside(scene, at, Some(me)).any(|g| g.class.is_weak() && g.encirclement <= 12),
        Condition::LifeOrDeath => {
            beside(scene, at, None).any(|g| g.class.is_weak() && g.encirclement <= 2 && g.room.is_some_and(|r| r <= 20))
        }
        Condition::SafeMove => scene.captured_after(at, me, at) == Some(false),
        Condition::Catches => {
            enemies_beside(scene, at).into_iter().any(|s| scene.captured_after(at, me, s) == Some(true))
        }
        Condition::SacrificeWorks => {
            // the stone may fall, but then something larger does
            enemies_beside(scene, at)
                .into_iter()
                .any(|s| scene.board.string_len(s) >= 2 && scene.captured_after(at, me, s) == Some(true))
        }
        Condition::Atari | Condition::DoubleAtari => {
            let mut after = scene.board.clone();
            if !after.is_legal(at, me) {
                return false;
            }
            after.play_forever(at, me);
            let mut ids: Vec<usize> = at
                .neighbours()
                .into_iter()
                .filter(|&p| after.at(p).is(enemy) && after.in_atari(p))
                .map(|p| after.string_id(p))
                .collect();
            ids.sort_unstable();
            ids.dedup();
            ids.len() > usize::from(condition == Condition::DoubleAtari)
        }
    }
}

fn enemies_beside(scene: &Scene, at: Point) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::new();
    for p in at.neighbours().into_iter().chain(at.diagonals()) {
        if scene.board.at(p).is(scene.enemy())
            && scene.board.liberty_count_to(p, 5) <= 4
            && !out.iter().any(|&q| scene.board.same_string(p, q))
        {
            out.push(p);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::Mind;
    use gosedai_board::{Position, Rules, diagram};
    use gosedai_knowledge::Knowledge;
    use gosedai_recognition::recognise;

    fn value_of(text: &str, to_play: Color, at: &str) -> Option<f64> {
        let position = Position::from_board(diagram::parse(text).unwrap(), to_play, Rules::CHINESE, 7.0);
        let knowledge = Knowledge::embedded();
        let model = recognise(&position, &knowledge);
        let mut mind = Mind::new(knowledge, 500);
        let mut scene = Scene::new(&position, &model, &[], &mut mind);
        let mut out = Vec::new();
        eye_space(&mut scene, &mut out);
        out.into_iter().find(|i| i.at == at.parse().unwrap()).map(|i| i.value)
    }

    /// Figure 29: five points for either colour, ten more where the stone beside it is weak.
    #[test]
    fn taking_the_base_is_worth_five_points_and_ten_more_if_a_neighbour_is_weak() {
        let rule_is_there = Knowledge::embedded().rules.iter().any(|rule| {
            rule.id == "second-line-hane-base"
                && rule.value == 5.0
                && rule.both
                && rule.extra.is_some_and(|e| e.1 == 10.0)
        });
        assert!(rule_is_there);
        let weak = "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . X X X . . . .
            . . . . . X . . . X . . .
            . . . . X . . . . X . . .
            . . . . X . O . . X . . .
            . . . . . . . . . X . . .
            . . . . . . . . . . . . .";
        // the picture has its move two lines below and between the stones
        for color in Color::BOTH {
            let found = value_of(weak, color, "F2");
            assert_eq!(found, Some(15.0), "{color} to play");
        }
    }
}
