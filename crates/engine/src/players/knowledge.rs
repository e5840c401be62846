//! The Go Generation player: recognition, reading, cases, score table, strategy. It can say why.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use gosedai_board::{Move, Point, Position};
use gosedai_decision::{Decision, Foreseen, LookAhead, Mind, Options, Predictor, decide, look_ahead};
use gosedai_knowledge::Knowledge;
use gosedai_reading::TACTICAL_PROOF;
use gosedai_recognition::{GamePhase, PositionModel};

use super::{Act, Analysis, Choice, Limit, MoveInfo, Player, PlayerOptions, Question};
use crate::estimate::{Estimate, Estimator};
use crate::{ApiError, Context, dead_stones};

/// Expected leads below this are lost: about one game in ten is still won from there.
const HOPELESS: f64 = -10.0;

pub fn make(options: &PlayerOptions, cx: &Context) -> Result<Box<dyn Player>, ApiError> {
    let knowledge = cx.knowledge()?;
    // more than one playout asked for means looking ahead
    let look = options.playouts.filter(|n| *n > 1).map(|n| LookAhead {
        visits: u32::try_from(n).unwrap_or(u32::MAX),
        threads: options.threads.max(1),
        ..LookAhead::default()
    });
    Ok(Box::new(KnowledgePlayer { thinker: Thinker::new(knowledge, cx)?, look }))
}

/// Recognition and decision with their memories.
pub struct Thinker {
    pub knowledge: Arc<Knowledge>,
    estimator: Estimator,
    mind: Mind,
    habit: Predictor,
    predictor: Predictor,
}

/// The result of thinking about a position. It is recognised once, and everything said about it is made from this.
pub struct Thought {
    pub model: PositionModel,
    pub decision: Decision,
    /// Who leads, by different ways, and the figure to go by.
    pub estimate: Estimate,
    /// What experience expected, with its share of probability, best first.
    pub experience: Vec<(Point, f64)>,
}

impl Thinker {
    pub fn new(knowledge: Arc<Knowledge>, cx: &Context) -> Result<Thinker, ApiError> {
        Ok(Thinker {
            estimator: Estimator::new(cx)?,
            mind: Mind::new(knowledge.clone(), TACTICAL_PROOF),
            habit: crate::prediction::habit(cx)?,
            predictor: crate::prediction::predictor(cx)?,
            knowledge,
        })
    }

    pub fn think(&mut self, position: &Position) -> Thought {
        let (estimate, model) = self.estimator.estimate_with(position, &mut self.mind.reader);
        let insight = (self.habit)(position);
        let options = Options { off: Vec::new(), experience: insight.moves };
        let decision = decide(position, &model, &options, &mut self.mind);
        Thought { model, decision, estimate, experience: options.experience }
    }

    /// The same for a caller who may cancel.
    pub fn think_for(&mut self, position: &Position, cx: &Context) -> Result<Thought, ApiError> {
        cx.go_on()?;
        let thought = self.think(position);
        cx.go_on()?;
        Ok(thought)
    }

    fn ahead(&self, position: &Position, thought: &Thought, how: &LookAhead, cx: &Context) -> Vec<Foreseen> {
        let cancel = cx.cancel.flag();
        look_ahead(position, &thought.decision, &Options::default(), &self.predictor, &self.knowledge, how, &cancel)
    }
}

struct KnowledgePlayer {
    thinker: Thinker,
    look: Option<LookAhead>,
}

impl KnowledgePlayer {
    /// After the opponent's pass a won game is ended, and a hopeless one is given up.
    fn ends(&self, position: &Position, thought: &Thought) -> Option<Act> {
        let judgement = &thought.model.judgement;
        let sign = f64::from(position.to_play().sign());
        let lead = sign * judgement.score;
        let passed = position.last_move().is_some_and(|(_, mv)| mv == Move::Pass);
        if passed && judgement.phase == GamePhase::Endgame && sign * dead_stones::score(position).margin() > 0.0 {
            let best = thought.decision.table.best().map_or(0.0, |c| c.total());
            if best < 3.0 {
                return Some(Act::Play(Move::Pass));
            }
        }
        let area = position.size().area() as f64;
        let best = thought.decision.table.best().map_or(0.0, |c| c.total());
        let late = position.move_number() as f64 > 0.4 * area;
        // judgement may be wrong about a fight: no resignation while the estimate still sees a chance
        let no_hope = sign * thought.estimate.lead < HOPELESS;
        (late && no_hope && judgement.unsettled < 0.35 && lead + best < -0.12 * area - 5.0).then_some(Act::Resign)
    }
}

impl Player for KnowledgePlayer {
    fn name(&self) -> &'static str {
        "knowledge"
    }

    fn choose(&mut self, position: &Position, _limit: Limit, cx: &Context) -> Result<Choice, ApiError> {
        let thought = self.thinker.think(position);
        let act = match self.ends(position, &thought) {
            Some(end) => end,
            None => match &self.look {
                Some(how) if thought.decision.best != Move::Pass => {
                    let ranked = self.thinker.ahead(position, &thought, how, cx);
                    Act::Play(ranked.first().map_or(thought.decision.best, |found| found.mv))
                }
                _ => Act::Play(thought.decision.best),
            },
        };
        let reasons = match act {
            Act::Play(Move::Play(at)) => {
                let lexicon = self.thinker.knowledge.lexicon(cx.lang());
                let candidate = thought.decision.table.at(at);
                candidate.into_iter().flat_map(|c| c.reasons()).map(|i| lexicon.sentence(&i.evidence)).collect()
            }
            _ => Vec::new(),
        };
        Ok(Choice { act, win_rate: None, score: Some(thought.estimate.lead), reasons })
    }

    fn analyse(
        &mut self,
        position: &Position,
        question: &Question,
        cx: &Context,
        report: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, ApiError> {
        let thought = self.thinker.think(position);
        let sign = f64::from(position.to_play().sign());
        // points turned into a chance: ten points are two chances in three
        let chance = |lead: f64| 1.0 / (1.0 + (-lead / 14.0).exp());
        let score = thought.estimate.lead;
        let lead = sign * score;
        let best = thought.decision.table.best().map_or(0.0, |c| c.total());
        let moves = thought
            .decision
            .table
            .candidates
            .iter()
            .filter(|c| c.reasons().next().is_some() && position.is_legal(Move::Play(c.at)))
            .filter(|c| question.restrictions.permits(position.to_play(), Move::Play(c.at), 0))
            .enumerate()
            .map(|(order, c)| {
                let win_rate = chance(lead + (c.total() - best));
                let info = MoveInfo {
                    visits: 1,
                    win_rate,
                    utility: 2.0 * win_rate - 1.0,
                    score: Some(score + sign * (c.total() - best)),
                    pv_visits: vec![1],
                    ..MoveInfo::new(Move::Play(c.at), order)
                };
                info.bounded(0.0, 0.0)
            })
            .collect();
        let analysis = Analysis {
            visits: 1,
            win_rate: chance(lead),
            utility: 2.0 * chance(lead) - 1.0,
            score: Some(score),
            moves,
            ..Analysis::new(position.to_play())
        };
        if !cx.cancel.flag().load(Ordering::Relaxed) {
            report(&analysis);
        }
        Ok(analysis)
    }
}

#[cfg(test)]
mod tests;
