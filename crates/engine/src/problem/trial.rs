//! A first move put to the test: what it brings its player, the answer that refutes it, and why.

use std::time::Duration;

use gosedai_board::{Board, Color, Move, Point, PointSet};
use gosedai_explain::{Evidence, Lexicon};
use gosedai_reading::{Answer, Outcome, Trust};
use schemars::JsonSchema;
use serde::Serialize;

use super::exact::answer_of;
use super::until;
use crate::read::words::{self, Half};
use crate::{ApiError, Context};

/// What became of a move that was tried.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TriedMove {
    #[serde(rename = "move")]
    pub play: String,
    /// For the side that played it: `win`, `ko`, `seki`, `lose` or `unknown`.
    pub result: &'static str,
    /// `proved`, `judged` or `none`.
    pub trust: &'static str,
    /// Does it do what was asked?
    pub works: bool,
    /// The move, the answer to it, and what follows.
    pub pv: Vec<String>,
    /// Why it fails: `vital`, `taken`, `captures`, `atari`, `ko`, `seki` or `plain`; nothing where it works or is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The same in words.
    pub text: String,
}

/// What the trial is about.
pub struct Trial<'a> {
    pub board: &'a Board,
    pub to_play: Color,
    pub group: (Color, PointSet),
    /// The answer of the problem.
    pub solution: &'a Answer,
}

impl Trial<'_> {
    pub fn of(&self, play: Point, limit: Duration, cx: &Context, lexicon: &Lexicon) -> Result<TriedMove, ApiError> {
        let (defender, stones) = self.group;
        if !self.board.is_legal(play, self.to_play) {
            return Err(ApiError::bad("try", format!("{} cannot play at {play}", self.to_play)));
        }
        let mut after = self.board.clone();
        after.play_forever(play, self.to_play);
        let left: PointSet = stones.iter().filter(|&stone| after.at(stone).is(defender)).collect();
        let opponent = self.to_play.opponent();
        let reply = if left.is_empty() {
            Answer { outcome: Outcome::Lose, play: None, line: Vec::new(), trust: Trust::Proved }
        } else {
            answer_of(&after, opponent, (defender, &left), &until(limit, cx)).0
        };
        cx.go_on()?;
        let outcome = reply.outcome.for_opponent();
        let line: Vec<Move> = std::iter::once(Move::Play(play)).chain(reply.line.iter().copied()).collect();
        let tried = Answer { outcome, play: Some(Move::Play(play)), line, trust: reply.trust };
        // as much as the solution brings is what was asked
        let wanted = self.solution.outcome.rank().filter(|_| self.solution.trust != Trust::None);
        let works = outcome == Outcome::Win || outcome.rank().is_some_and(|rank| rank > 0 && Some(rank) >= wanted);
        let reason = (!works && outcome != Outcome::Unknown).then(|| self.reason(&after, play, &reply, outcome));
        let text = self.text(&tried, &reply, works, reason, lexicon);
        Ok(TriedMove {
            play: play.to_string(),
            result: outcome.name(),
            trust: reply.trust.name(),
            works,
            pv: words::line(&tried),
            reason,
            text,
        })
    }

    fn reason(&self, after: &Board, play: Point, reply: &Answer, outcome: Outcome) -> &'static str {
        let answer = reply.point();
        match outcome {
            Outcome::Ko(_) => return "ko",
            Outcome::Seki => return "seki",
            _ => {}
        }
        let Some(answer) = answer else { return "plain" };
        if Some(answer) == self.solution.point() {
            return "vital";
        }
        let mut then = after.clone();
        if !then.is_legal(answer, self.to_play.opponent()) {
            return "plain";
        }
        then.play_forever(answer, self.to_play.opponent());
        if !then.at(play).is(self.to_play) {
            "taken"
        } else if then.captured(self.to_play) > after.captured(self.to_play) {
            "captures"
        } else if then.in_atari(play) {
            "atari"
        } else {
            "plain"
        }
    }

    fn text(
        &self,
        tried: &Answer,
        reply: &Answer,
        works: bool,
        reason: Option<&'static str>,
        lexicon: &Lexicon,
    ) -> String {
        let half = Half { goal: "life", attacking: self.group.0 != self.to_play, first: self.to_play };
        let is_proved = tried.trust == Trust::Proved;
        let rule = match (works, tried.outcome, reply.point()) {
            (_, Outcome::Unknown, _) => "problem.try.unknown",
            (true, ..) if tried.play == self.solution.play => "problem.try.same",
            (true, ..) => "problem.try.works",
            (false, _, Some(_)) => "problem.try.refuted",
            (false, _, None) => "problem.try.fails",
        };
        let trust = lexicon.word(if is_proved { "problem.try.proved" } else { "problem.try.judged" }).to_owned();
        let mut evidence = Evidence::new(rule).arg("color", self.to_play).arg("trust", trust);
        evidence = evidence.arg("verdict", words::outcome(half, tried.outcome, lexicon));
        if let Some(play) = tried.point() {
            evidence = evidence.arg("move", play);
        }
        let Some(reason) = reason else { return lexicon.sentence(&evidence) };
        if let Some(answer) = reply.point() {
            evidence = evidence.arg("other", self.to_play.opponent()).arg("answer", answer);
        }
        let side = if half.attacking { "kill" } else { "live" };
        let key = if reason == "plain" { format!("problem.why.plain.{side}") } else { format!("problem.why.{reason}") };
        let why = lexicon.sentence_as(&key, &evidence);
        lexicon.sentence(&evidence.arg("why", why))
    }
}
