//! The estimate of a position: what recognition sums up, what the network expects, and the figure to go by.
//!
//! The network is asked with either side to move (a few milliseconds each): its owners tell recognition which groups
//! live whoever moves first, and its margin is a separate figure. The resulting model is the only one: decision,
//! reports and overlays are made from it.

use std::sync::Arc;

use gosedai_board::{CELLS, Color, Move, Position};
use gosedai_explain::Evidence;
use gosedai_knowledge::Knowledge;
use gosedai_net::{Net, Output, Workspace};
use gosedai_reading::{Reader, TACTICAL_PROOF};
use gosedai_recognition::{PositionModel, QuickAsk, Recogniser, WithOwners, count, open_share};

use crate::{ApiError, Context, network};

/// Black's lead in points, komi counted, by different ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure to go by.
    pub lead: f64,
    /// Recognition's sum: territory and moyo, groups as they live by themselves.
    pub knowledge: f64,
    /// The same with the network's opinion about which groups live.
    pub advised: f64,
    /// The network's own margin, and its chance for Black to win.
    pub network: f64,
    pub win: f64,
    /// The network's margin if Black moves next, and if White does.
    pub next: [f64; 2],
    /// Points counted as if play stopped here, with the network's dead stones and owners.
    pub counted: f64,
    /// Share of the points whose owner is open.
    pub open: f64,
}

impl Estimate {
    /// The estimate as a reason.
    pub fn why(&self) -> Evidence {
        let leader = |lead: f64| if lead >= 0.0 { Color::Black } else { Color::White };
        Evidence::new("judgement.estimate").arg("leader", leader(self.lead)).arg("lead", self.lead.abs()).because(
            Evidence::new("judgement.network")
                .arg("leader", leader(self.network))
                .arg("lead", self.network.abs())
                .arg("percent", self.win * 100.0)
                .arg("open", self.open * 100.0),
        )
    }
}

/// Views of the position that are averaged for its margin: from four on more take nothing away.
const VIEWS: usize = 4;

/// Estimates positions one after the other.
pub struct Estimator {
    knowledge: Arc<Knowledge>,
    net: Arc<Net>,
    work: Workspace,
    alone: Recogniser,
    advised: Recogniser,
    reader: Reader,
}

impl Estimator {
    pub fn new(cx: &Context) -> Result<Estimator, ApiError> {
        let knowledge = cx.knowledge()?;
        Ok(Estimator {
            net: network::network(cx)?,
            work: Workspace::default(),
            alone: Recogniser::new(knowledge.clone()),
            advised: Recogniser::new(knowledge.clone()),
            reader: Reader::proving(TACTICAL_PROOF),
            knowledge,
        })
    }

    /// The estimate, and the model that the reader and the network's owners corrected.
    pub fn estimate(&mut self, position: &Position) -> (Estimate, PositionModel) {
        let mut reader = std::mem::replace(&mut self.reader, Reader::proving(TACTICAL_PROOF));
        let found = self.estimate_with(position, &mut reader);
        self.reader = reader;
        found
    }

    /// The same with a reader that others ask too; it must prove with [`TACTICAL_PROOF`].
    pub fn estimate_with(&mut self, position: &Position, reader: &mut Reader) -> (Estimate, PositionModel) {
        let mut other = position.clone();
        other.set_to_play(position.to_play().opponent());
        let here = self.net.evaluate_views(&self.net.input(position), VIEWS, &mut self.work);
        let there = self.net.evaluate(&self.net.input(&other), &mut self.work);
        let owners = network::owners(position.size(), [(&here, position.to_play()), (&there, other.to_play())]);
        let knowledge = self.alone.recognise(position, &mut QuickAsk).judgement.score;
        let mut model = self.advised.recognise(position, &mut WithOwners { ask: reader, owners: &owners });
        let black =
            |output: &Output, position: &Position| f64::from(output.score) * f64::from(position.to_play().sign());
        let margins = [black(&here, position), black(&there, &other)];
        let is_black = position.to_play() == Color::Black;
        let mut estimate = Estimate {
            lead: 0.0,
            knowledge,
            advised: model.judgement.score,
            network: margins[0],
            win: f64::from(if is_black { here.win } else { 1.0 - here.win }),
            next: if is_black { margins } else { [margins[1], margins[0]] },
            counted: count(position, &owners),
            open: open_share(position, &owners),
        };
        estimate.lead = self.combine(&estimate);
        model.go_by(estimate.lead);
        (estimate, model)
    }

    /// Who the network expects to own each point with the side that is to move, +1 Black to −1 White, by the points' index.
    pub fn owners(&mut self, position: &Position) -> Vec<f64> {
        let output = self.net.evaluate(&self.net.input(position), &mut self.work);
        let sign = f64::from(position.to_play().sign());
        let mut owners = vec![0.0; CELLS];
        for point in position.size().points() {
            let own = output.ownership.get(output.index(Move::Play(point))).copied().unwrap_or(0.0);
            owners[point.index()] = f64::from(own) * sign;
        }
        owners
    }

    /// The figure to go by: the network's margin. Only where nearly everything is decided two counts that agree are believed
    /// against it: then it mistakes the life of a group.
    fn combine(&self, e: &Estimate) -> f64 {
        let n = |key: &str| self.knowledge.params.number(key);
        let is_decided = e.open <= n("estimate.decided");
        let is_apart = (e.counted - e.network).abs() > n("estimate.apart");
        let do_agree = (e.counted - e.advised).abs() <= n("estimate.agree");
        if is_decided && is_apart && do_agree { e.counted } else { e.network }
    }
}
