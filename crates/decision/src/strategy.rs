//! Strategy: re-ranks the table by the state of the game, in a separate column. It never changes the values of the
//! cases.

use gosedai_explain::Evidence;
use gosedai_recognition::{GameKind, Standing};

use crate::intent::{Purpose, Role};
use crate::scene::Scene;
use crate::score_table::ScoreTable;

/// How the game is to be steered, with the figures that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    pub standing: Standing,
    pub kind: GameKind,
    /// Lead of the side to move in points.
    pub lead: f64,
    pub evidence: Evidence,
}

impl Strategy {
    pub fn of(scene: &Scene) -> Strategy {
        let judgement = &scene.model.judgement;
        let lead = f64::from(scene.me.sign()) * judgement.lead;
        let rule = match judgement.standing {
            Standing::Ahead => "strategy.ahead",
            Standing::Even => "strategy.even",
            Standing::Behind => "strategy.behind",
        };
        let evidence = Evidence::new(rule).arg("lead", lead).arg("kind", kind_term(judgement.kind));
        Strategy { standing: judgement.standing, kind: judgement.kind, lead, evidence }
    }

    /// Fills the strategy column.
    pub fn apply(&self, scene: &Scene, table: &mut ScoreTable) {
        let caution = scene.param("decision.caution");
        for candidate in &mut table.candidates {
            let mut reasons = Vec::new();
            let mut change = 0.0;
            for intent in candidate.intents.iter().filter(|i| i.counts()) {
                let share = match (self.standing, intent.role, intent.purpose) {
                    (Standing::Ahead, Role::Defence, _) => caution,
                    (Standing::Ahead, _, Purpose::InvadeCorner | Purpose::Reduce) => -caution,
                    (Standing::Ahead, Role::Attack, Purpose::Surround | Purpose::Separate) => -caution / 2.0,
                    (Standing::Behind, _, Purpose::InvadeCorner | Purpose::Reduce | Purpose::Cut) => caution,
                    // small groups are not worth chasing when the game needs more
                    (Standing::Behind, Role::Attack, Purpose::Surround) if intent.points < 6.0 => -caution,
                    _ => 0.0,
                };
                if share != 0.0 {
                    change += share * intent.value;
                    let rule = if share > 0.0 { "strategy.prefer" } else { "strategy.avoid" };
                    reasons.push(
                        Evidence::new(rule).arg("intent", intent.purpose.name()).arg("value", share * intent.value),
                    );
                }
            }
            if self.kind == GameKind::Moyo {
                change += self.moyo(scene, candidate.at, &mut reasons);
            }
            candidate.strategy = change;
            candidate.strategy_reasons = reasons;
        }
        table.sort();
    }

    /// In a moyo game, ahead: the middle of our own largest moyo ends it. Invaded there: attack until it is settled.
    fn moyo(&self, scene: &Scene, at: gosedai_board::Point, reasons: &mut Vec<Evidence>) -> f64 {
        let model = scene.model;
        let largest = model.families.iter().filter(|f| f.color == scene.me).max_by_key(|f| (f.size, f.head));
        let Some(family) = largest.filter(|f| f.points.contains(at)) else { return 0.0 };
        let invader = model.groups.iter().find(|g| {
            g.color == scene.enemy() && g.class.is_weak() && g.stones.grown().grown().intersects(&family.points)
        });
        let (rule, value) = match invader {
            Some(group) if group.dame.all().contains(at) => ("strategy.attack_invader", 3.0),
            None if self.standing == Standing::Ahead => ("strategy.close_moyo", 2.0),
            _ => return 0.0,
        };
        reasons.push(Evidence::new(rule).arg("value", value).mark("area", family.points));
        value
    }
}

fn kind_term(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Moyo => "kind.moyo",
        GameKind::Fighting => "kind.fighting",
        GameKind::Territory => "kind.territory",
        GameKind::Quiet => "kind.quiet",
    }
}
