//! From a position to a move with reasons.

use std::sync::Arc;

use gosedai_board::{Move, Point, Position};
use gosedai_explain::Evidence;
use gosedai_knowledge::Knowledge;
use gosedai_reading::Reader;
use gosedai_recognition::fuseki::Fuseki;
use gosedai_recognition::{GamePhase, PositionModel, Recogniser};

use crate::adjust;
use crate::cases;
use crate::emergency::{self, Emergency, Threat};
use crate::intent::{Adjuster, CaseName, Intent, Purpose, Role};
use crate::scene::Scene;
use crate::score_table::{Candidate, ScoreTable};
use crate::strategy::Strategy;

/// What deciding needs beside the position: knowledge, a reader with its memory, and a recogniser for moves that are
/// tried out.
pub struct Mind {
    pub knowledge: Arc<Knowledge>,
    pub reader: Reader,
    pub(crate) trial: Recogniser,
    pub(crate) opening: Fuseki,
}

impl Mind {
    /// `nodes` is what one local question may cost.
    pub fn new(knowledge: Arc<Knowledge>, nodes: u64) -> Mind {
        let trial = Recogniser::new(knowledge.clone());
        let opening = Fuseki::new(knowledge.clone(), &knowledge.fuseki_default);
        Mind { knowledge, opening, reader: Reader::proving(nodes), trial }
    }
}

/// What the caller may change.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Cases that are switched off.
    pub off: Vec<CaseName>,
    /// Share of probability a trained predictor gives each move, best first.
    pub experience: Vec<(Point, f64)>,
}

/// A decision with all that led to it.
#[derive(Clone, Debug)]
pub struct Decision {
    pub best: Move,
    pub table: ScoreTable,
    pub strategy: Strategy,
    pub emergency: Option<Emergency>,
    /// What the opponent threatens: found by imagining a pass.
    pub threats: Vec<Threat>,
    /// Pairs of purposes about different stones that one move serves: each can be answered, both cannot.
    pub cooperation: Vec<Evidence>,
    /// Why the decision is to pass, if it is.
    pub pass_reason: Option<Evidence>,
}

/// Cases, adjusters, score table, strategy; in an emergency once more with relaxed conditions.
pub fn decide(position: &Position, model: &PositionModel, options: &Options, mind: &mut Mind) -> Decision {
    let mut scene = Scene::new(position, model, &options.experience, mind);
    let strategy = Strategy::of(&scene);
    let mut table = table_of(&mut scene, options, &strategy);
    let threats = emergency::threats(&table);
    let emergency = emergency::detect(&mut scene, &table, &threats);
    if let Some(emergency) = &emergency {
        scene.relaxed = emergency.relaxed;
        table = table_of(&mut scene, options, &strategy);
    }
    let cooperation = cooperate(&mut table);
    let least = scene.param("decision.least");
    let good = |table: &ScoreTable| {
        let worth_it = |c: &&Candidate| c.reasons().next().is_some() && c.total() >= least;
        table.candidates.iter().filter(worth_it).find(|c| position.is_legal(Move::Play(c.at))).cloned()
    };
    let choice = match good(&table) {
        // no pass while half the board is empty: then moves in settled-looking areas count after all
        None if 2 * position.board().empty_count() > position.size().area() => {
            revive(&mut table);
            good(&table)
        }
        found => found,
    };
    let (best, pass_reason) = match choice {
        Some(candidate) => (Move::Play(candidate.at), None),
        None => {
            let value = table.best().map_or(0.0, |c| c.total());
            (Move::Pass, Some(Evidence::new("decision.pass").arg("value", value).arg("least", least)))
        }
    };
    Decision { best, table, strategy, emergency, threats, cooperation, pass_reason }
}

/// Takes back what the useless-move filter removed.
fn revive(table: &mut ScoreTable) {
    let mut intents: Vec<_> = table.candidates.drain(..).flat_map(|c| c.intents).collect();
    for intent in &mut intents {
        if intent.removed.as_ref().is_some_and(|removal| removal.by == Adjuster::Futile) {
            intent.removed = None;
        }
    }
    *table = ScoreTable::new(intents);
}

fn table_of(scene: &mut Scene, options: &Options, strategy: &Strategy) -> ScoreTable {
    let mut intents = cases::propose_all(scene, &options.off);
    adjust::adjust_all(scene, &mut intents);
    if scene.phase() == GamePhase::Endgame {
        // in the endgame a point needs more than habit or an empty threat to be a candidate
        let idle =
            |i: &&Intent| i.case == CaseName::Experience || matches!(i.purpose, Purpose::Threat | Purpose::Press);
        let purposeful: Vec<Point> = intents.iter().filter(|i| i.counts() && !idle(i)).map(|i| i.at).collect();
        intents.retain(|i| i.case != CaseName::Experience || purposeful.contains(&i.at));
    }
    let mut table = ScoreTable::new(intents);
    strategy.apply(scene, &mut table);
    table
}

/// Two attacks or defences about different stones on one point: each may be answered, both cannot.
fn cooperate(table: &mut ScoreTable) -> Vec<Evidence> {
    let mut found = Vec::new();
    for candidate in &mut table.candidates {
        let serious: Vec<_> = candidate
            .reasons()
            .filter(|i| matches!(i.role, Role::Attack | Role::Defence) && !i.target.is_empty() && i.points >= 6.0)
            .collect();
        if let [a, b, ..] = serious[..]
            && !a.target.intersects(&b.target)
        {
            let evidence = Evidence::new("strategy.cooperation")
                .arg("at", candidate.at)
                .arg("first", a.purpose.name())
                .arg("second", b.purpose.name())
                .mark("stones", a.target.union(&b.target));
            found.push(evidence.clone());
            candidate.strategy += 1.0;
            candidate.strategy_reasons.push(evidence);
        }
    }
    table.sort();
    found
}
