//! `problem`: the group in question, the move, and what it rests on.

use std::time::Duration;

use gosedai_board::Color;
use gosedai_explain::Evidence;
use gosedai_reading::{Answer, Outcome, Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Candidate, Solver};
use crate::overview::ModelOverview;
use crate::{ApiError, Command, Context, GameInput, numbers};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct AskProblem {
    #[serde(flatten)]
    pub game: GameInput,
    /// Seconds of processor time.
    #[serde(default)]
    pub seconds: Option<f64>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemReply {
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    /// `live` or `kill`: what the side to move wants with the group; `none` if no group is in question.
    pub task: &'static str,
    /// The stones of the group.
    pub target: Vec<String>,
    #[serde(rename = "move")]
    pub play: Option<String>,
    /// `win`, `ko`, `seki`, `lose` or `unknown`.
    pub result: &'static str,
    /// With a ko: `mover` or `opponent` must find the first threat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_threat: Option<&'static str>,
    /// `proved`, `judged` or `none`.
    pub trust: &'static str,
    /// What `explain` says becomes of the group, and where that comes from, where it says something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// Said where the two differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Proved, and no other move that one would think of does the same.
    pub complete: bool,
    /// Proved for these stones, but other moves do the same, so that something else may be meant.
    pub has_others: bool,
    pub pv: Vec<String>,
    /// Where nothing was proved: the moves that were weighed, the best first.
    pub candidates: Vec<ProblemMove>,
    pub nodes: u64,
}

/// A first move that was weighed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemMove {
    #[serde(rename = "move")]
    pub play: String,
    /// How likely the network takes it to be the solution, 0 to 1.
    pub chance: f64,
    /// What the search found out about it in its share of the time.
    pub result: &'static str,
}

impl ProblemMove {
    fn of(candidate: &Candidate) -> ProblemMove {
        let chance = (f64::from(candidate.chance) * 1000.0).round() / 1000.0;
        ProblemMove { play: candidate.play.to_string(), chance, result: candidate.outcome.name() }
    }
}

impl Command for AskProblem {
    const NAME: &'static str = "problem";
    const ABOUT: &'static str =
        "life-and-death problems without a stated goal: the group, the move, and whether it is proved";
    type Response = ProblemReply;

    fn run(self, cx: &Context) -> Result<ProblemReply, ApiError> {
        let loaded = self.game.load()?;
        let (board, to_play) = (loaded.position.board(), loaded.position.to_play());
        let seconds = numbers::seconds("seconds", self.seconds.unwrap_or(3.0))?;
        let solution = Solver::new(cx)?.solve(board, to_play, Duration::from_secs_f64(seconds), cx);
        cx.go_on()?;
        let task = |&(defender, _): &(Color, _)| if defender == to_play { "live" } else { "kill" };
        // without a group there is no success to speak of, only moves one might think of
        let nothing = Answer::unknown();
        let answer = if solution.stake.is_some() { &solution.answer } else { &nothing };
        let stone = solution.stake.as_ref().and_then(|(_, stones)| stones.first());
        let expected = stone.and_then(|stone| ModelOverview::new(cx, &loaded.position).fate(stone));
        let is_live = solution.stake.as_ref().is_some_and(|(defender, _)| *defender == to_play);
        let (attack, defend) =
            if is_live { (Outcome::Unknown, answer.outcome) } else { (answer.outcome, Outcome::Unknown) };
        let differs = expected.filter(|(fate, _)| !fate.agrees(attack, defend));
        let remark = differs.map(|(fate, source)| {
            let rule = if answer.trust == Trust::Proved { "problem.proves" } else { "problem.differs" };
            let evidence = Evidence::new(rule).arg("status", fate.term()).arg("source", source.name());
            Ok::<_, ApiError>(cx.knowledge()?.lexicon(cx.lang()).sentence(&evidence))
        });
        Ok(ProblemReply {
            expected: expected.map(|(fate, _)| fate.name()),
            source: expected.map(|(_, source)| source.name()),
            remark: remark.transpose()?,
            to_play: to_play.to_string(),
            task: solution.stake.as_ref().map_or("none", task),
            target: solution.stake.iter().flat_map(|(_, stones)| stones.iter()).map(|p| p.to_string()).collect(),
            play: answer.play.map(|play| play.to_string()),
            result: answer.outcome.name(),
            first_threat: answer.outcome.first_threat(),
            trust: answer.trust.name(),
            complete: answer.trust == Trust::Proved,
            has_others: solution.has_others,
            pv: answer.line.iter().map(|play| play.to_string()).collect(),
            candidates: solution.candidates.iter().map(ProblemMove::of).collect(),
            nodes: solution.nodes,
        })
    }
}
