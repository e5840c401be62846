//! Useless-move filter: no moves inside settled areas, unless something there can still be taken, saved or killed, or
//! professionals are expected to play there (what looks settled by its potential often is not).

use gosedai_board::{Point, PointSet};
use gosedai_explain::Evidence;
use gosedai_recognition::{Class, GamePhase};

use super::remove;
use crate::intent::{Adjuster, CaseName, Intent};
use crate::scene::Scene;

pub fn adjust(scene: &mut Scene, intents: &mut [Intent]) {
    let settled = settled(scene);
    let reasons: Vec<_> = intents
        .iter()
        .filter(|i| i.counts() && matches!(i.case, CaseName::Capture | CaseName::Life | CaseName::Connection))
        .map(|i| i.at)
        .collect();
    let doubt = if scene.phase() == GamePhase::Endgame { 0.05 } else { 0.01 };
    let played: Vec<Point> =
        scene.experience.iter().take_while(|(_, share)| *share >= doubt).map(|(p, _)| *p).collect();
    for intent in intents.iter_mut() {
        if reasons.contains(&intent.at)
            && matches!(intent.case, CaseName::Capture | CaseName::Life | CaseName::Connection)
        {
            continue;
        }
        let eye = scene.board.is_simple_eye(intent.at, scene.me);
        let owner = [scene.me, scene.enemy()].into_iter().find(|c| settled[c.index()].contains(intent.at));
        if eye {
            remove(intent, Adjuster::Futile, Evidence::new("adjust.own_eye"));
        } else if let Some(owner) = owner
            && !reasons.contains(&intent.at)
            && !played.contains(&intent.at)
        {
            remove(intent, Adjuster::Futile, Evidence::new("adjust.settled").arg("owner", owner));
        }
    }
}

/// Territory of both sides that stable groups really enclose; potential alone settles nothing.
fn settled(scene: &Scene) -> [PointSet; 2] {
    let model = scene.model;
    let mut inside = [PointSet::EMPTY; 2];
    for group in model.groups.iter().filter(|g| g.class >= Class::Stable) {
        let own = group.color.index();
        inside[own] = inside[own].union(&group.inner);
    }
    for group in model.groups.iter().filter(|g| g.class == Class::Dead) {
        let captor = group.color.opponent().index();
        inside[captor] = inside[captor].union(&group.stones).union(&group.inner);
    }
    let territory = &model.judgement.territory;
    [inside[0].intersection(&territory[0]), inside[1].intersection(&territory[1])]
}
