//! `problem`: the group in question, the move, and what it rests on.

use std::time::Duration;

use gosedai_board::{Board, Color, PointSet};
use gosedai_explain::{Evidence, Lexicon};
use gosedai_reading::{Answer, Outcome, Question, Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::trial::{Trial, TriedMove};
use super::{Candidate, Solver, exact};
use crate::overview::ModelOverview;
use crate::read::ko_fight::{Asked, KoFight};
use crate::read::words::{self, Half, KoSaid};
use crate::{ApiError, Command, Context, GameInput, numbers};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct AskProblem {
    #[serde(flatten)]
    pub game: GameInput,
    /// Seconds of processor time.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// A first move to put to the test, with as much time again.
    #[serde(default, rename = "try")]
    pub tried: Option<String>,
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
    /// The same in words, a sentence each.
    pub sentences: Vec<String>,
    /// With a ko: what kind it is, as far as it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<KoSaid>,
    /// What becomes of the move that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<TriedMove>,
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
    /// The same in words.
    pub text: String,
}

impl ProblemMove {
    fn of(candidate: &Candidate, half: Half, lexicon: &Lexicon) -> ProblemMove {
        let chance = (f64::from(candidate.chance) * 1000.0).round() / 1000.0;
        let verdict = words::outcome(half, candidate.outcome, lexicon);
        let text = Evidence::new("problem.candidate").arg("move", candidate.play).arg("percent", chance * 100.0);
        let text = lexicon.sentence(&text.arg("verdict", verdict));
        ProblemMove { play: candidate.play.to_string(), chance, result: candidate.outcome.name(), text }
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
        let named = self.tried.as_ref().map(|text| board.size().parse_point(text).map_err(|e| ApiError::bad("try", e)));
        let named = named.transpose()?;
        let solution = Solver::new(cx)?.solve(board, to_play, Duration::from_secs_f64(seconds), cx);
        cx.go_on()?;
        let knowledge = cx.knowledge()?;
        let lexicon = knowledge.lexicon(cx.lang());
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
            lexicon.sentence(&evidence)
        });
        let half = Half { goal: "life", attacking: !is_live, first: to_play };
        let ko = solution.stake.as_ref().and_then(|stake| ko_said(board, stake, half, answer, lexicon));
        let mut sentences = vec![match &solution.stake {
            None => lexicon.sentence(&Evidence::new("problem.none").arg("first", to_play)),
            Some((_, stones)) => {
                lexicon.sentence(&Evidence::new("problem.about").arg("first", to_play).arg("stones", *stones))
            }
        }];
        if solution.stake.is_some() {
            // true of these stones, whether or not they are what was meant
            let trust = if solution.has_others { Trust::Proved } else { answer.trust };
            sentences.push(words::sentence(half, &Answer { trust, ..answer.clone() }, ko.as_ref(), lexicon));
        }
        if solution.has_others {
            sentences.push(lexicon.word("problem.others").to_owned());
        }
        sentences.extend(remark.clone());
        let tried = match (named, solution.stake) {
            (None, _) => None,
            (Some(_), None) => {
                return Err(ApiError::bad("try", "no group is in question, so that no move can be put to the test"));
            }
            (Some(play), Some(group)) => {
                let trial = Trial { board, to_play, group, solution: answer };
                Some(trial.of(play, Duration::from_secs_f64(seconds), cx, lexicon)?)
            }
        };
        // of the move that is answered the longer search knows more
        let mut candidates = solution.candidates.clone();
        let chosen = candidates.iter_mut().find(|one| Some(one.play) == answer.point());
        chosen.into_iter().for_each(|one| one.outcome = answer.outcome);
        Ok(ProblemReply {
            tried,
            sentences,
            ko,
            expected: expected.map(|(fate, _)| fate.name()),
            source: expected.map(|(_, source)| source.name()),
            remark,
            to_play: to_play.to_string(),
            task: solution.stake.as_ref().map_or("none", task),
            target: solution.stake.iter().flat_map(|(_, stones)| stones.iter()).map(|p| p.to_string()).collect(),
            play: answer.play.map(|play| play.to_string()),
            result: answer.outcome.name(),
            first_threat: answer.outcome.first_threat(),
            trust: answer.trust.name(),
            complete: answer.trust == Trust::Proved,
            has_others: solution.has_others,
            pv: words::line(answer),
            candidates: candidates.iter().map(|one| ProblemMove::of(one, half, lexicon)).collect(),
            nodes: solution.nodes,
        })
    }
}

/// The ko that the side to move gets, as far as it was read.
pub(super) fn ko_said(
    board: &Board,
    (defender, stones): &(Color, PointSet),
    half: Half,
    answer: &Answer,
    lexicon: &Lexicon,
) -> Option<KoSaid> {
    let is_proved = answer.trust == Trust::Proved && matches!(answer.outcome, Outcome::Ko(_));
    let question = Question::Life(stones.iter().collect());
    let asked = Asked { question: &question, owner: *defender, field: exact::field_of(board, stones, *defender) };
    let fight = if is_proved { KoFight::of(board, &asked, half.first) } else { KoFight::default() };
    words::ko_said(half, answer.outcome, &fight, false, lexicon)
}
