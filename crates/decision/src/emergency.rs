//! Emergency: no ordinary move saves the game, two attacks come at once, or the judgement swings suddenly. It is found
//! before it happens by imagining a pass.

use gosedai_board::{Point, PointSet};
use gosedai_explain::Evidence;
use gosedai_recognition::Standing;

use crate::intent::Purpose;
use crate::scene::Scene;
use crate::score_table::ScoreTable;

/// What the opponent would do if we passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Threat {
    pub at: Point,
    pub purpose: Purpose,
    pub value: f64,
    pub target: PointSet,
}

impl Threat {
    /// The threat as a reason.
    pub fn why(&self) -> Evidence {
        Evidence::new("plan.threat").arg("at", self.at).arg("intent", self.purpose.name()).arg("value", self.value)
    }
}

/// Why ordinary times are over, and which condition is relaxed for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Emergency {
    pub evidence: Evidence,
    /// How far conditions are relaxed, from 1.
    pub relaxed: u8,
}

/// Attacks on our stones that the opponent could carry out after a pass: the same purposes that we would defend
/// against.
pub fn threats(table: &ScoreTable) -> Vec<Threat> {
    let mut found: Vec<Threat> = Vec::new();
    for intent in table.candidates.iter().flat_map(|c| c.reasons()) {
        let threat = match intent.purpose {
            Purpose::Escape => Purpose::Capture,
            Purpose::Live => Purpose::Kill,
            Purpose::Connect => Purpose::Cut,
            Purpose::BreakOut => Purpose::Surround,
            _ => continue,
        };
        if !found.iter().any(|t| t.target == intent.target) {
            found.push(Threat { at: intent.at, purpose: threat, value: intent.points, target: intent.target });
        }
    }
    found.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.at.cmp(&b.at)));
    found
}

/// Is this an emergency?
pub fn detect(scene: &mut Scene, table: &ScoreTable, threats: &[Threat]) -> Option<Emergency> {
    let judgement = &scene.model.judgement;
    let lead = f64::from(scene.me.sign()) * judgement.lead;
    let best = table.best().map_or(0.0, |c| c.total());
    let large = scene.param("decision.emergency_size");
    if let [first, second, ..] = threats
        && second.value >= large
        && !table.candidates.iter().any(|c| defends(c, first) && defends(c, second))
    {
        let evidence = Evidence::new("emergency.double")
            .arg("a", first.at)
            .arg("b", second.at)
            .arg("value", second.value)
            .mark("stones", first.target.union(&second.target));
        return Some(Emergency { evidence, relaxed: 1 });
    }
    if judgement.standing == Standing::Behind && lead + best < -judgement.even_margin.max(large) {
        let evidence = Evidence::new("emergency.behind").arg("lead", lead).arg("best", best);
        return Some(Emergency { evidence, relaxed: 2 });
    }
    let sudden = scene.param("decision.emergency_swing");
    if let Some(swing) = scene.swing().filter(|swing| *swing >= sudden) {
        let evidence = Evidence::new("emergency.swing").arg("swing", swing).arg("lead", lead);
        return Some(Emergency { evidence, relaxed: 1 });
    }
    None
}

fn defends(candidate: &crate::score_table::Candidate, threat: &Threat) -> bool {
    candidate.reasons().any(|i| i.target == threat.target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::{Mind, Options, decide};
    use gosedai_board::{Color, Position, Rules, Size, diagram};
    use gosedai_knowledge::Knowledge;
    use gosedai_recognition::recognise;

    /// White takes nine stones on the edge with the last point of the file beside them.
    fn nine_stones_taken() -> Position {
        let board = diagram::parse(
            "
            X . X . . . . . .
            X O X . . . . . .
            X O X . . . . . .
            X O X . . . . . .
            X O X . . . . . .
            X O X . . . . . .
            X O X . . . . . .
            X O X . . . . . .
            X O X . . . . . .",
        )
        .unwrap();
        let mut position = Position::from_board(board, Color::White, Rules::CHINESE, 7.0);
        position.play("B9".parse().unwrap()).unwrap();
        position
    }

    /// What the last move gained by the judgement: nothing without one, much when it takes nine stones.
    #[test]
    fn the_gain_of_the_last_move_is_measured() {
        let board = diagram::parse(
            "
            . O X . . . . . .
            . O X . . . . . .
            . O X . . . . . .
            . O X . . . . . .
            . O X . . . . . .
            . O X . . . . . .
            . O X . . . . . .
            . O X . . . . . .
            . O X . . . . . .",
        )
        .unwrap();
        let quiet = Position::from_board(board, Color::Black, Rules::CHINESE, 7.0);
        let found = |position: &Position| {
            let knowledge = Knowledge::embedded();
            let model = recognise(position, &knowledge);
            let mut mind = Mind::new(knowledge, 1000);
            let mut scene = Scene::new(position, &model, &[], &mut mind);
            scene.swing()
        };
        assert_eq!(found(&quiet), None, "no last move, no swing");
        let position = nine_stones_taken();
        let swing = found(&position).expect("White has moved");
        assert!(swing > 18.0, "taking nine stones gains more than {swing:.1} points");
    }

    /// A move that takes nine stones and makes their captors live turns the judgement by more than the parameter says:
    /// the decision calls it an emergency and names the swing. A quiet move does not.
    #[test]
    fn a_sudden_swing_is_an_emergency() {
        let knowledge = Knowledge::embedded();
        let sudden = knowledge.params.number("decision.emergency_swing");
        let emergency_of = |position: &Position| {
            let model = recognise(position, &knowledge);
            let mut mind = Mind::new(knowledge.clone(), 1000);
            let swing = Scene::new(position, &model, &[], &mut mind).swing().expect("there was a last move");
            let emergency = decide(position, &model, &Options::default(), &mut mind).emergency;
            (swing, emergency.map(|found| found.evidence.rule))
        };
        let (swing, rule) = emergency_of(&nine_stones_taken());
        assert!(swing >= sudden, "{swing:.1} of {sudden}");
        assert_eq!(rule, Some("emergency.swing"));
        let mut quiet = Position::new(Size::NINETEEN, Rules::CHINESE, 7.0);
        for mv in ["Q16", "D4", "Q4", "D16"] {
            quiet.play(mv.parse().unwrap()).unwrap();
        }
        let (swing, rule) = emergency_of(&quiet);
        assert!(swing < sudden && rule.is_none(), "{swing:.1} {rule:?}");
    }
}
