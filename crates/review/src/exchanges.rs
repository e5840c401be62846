//! Sente exchanges beside those that were played: a threat that the reader proves, and its answer. One that should have come first
//! and is taken away is *lost*; one that waited until it cost nothing was *kept*.

use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_explain::{Arg, Evidence};
use gosedai_reading::{Outcome, Reader, Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::comment::{Commentator, Subject};
use super::facts::{Asserted, Claim, Fact};
use super::looks::Looks;
use super::phrases;
use super::questions::{LOCAL, MUST, cost_of_ignoring};
use super::regions::distance;
use super::tactics;
use super::themes::{Case, Theme};
use super::verdict::Weighed;

/// An exchange was kept if it could have been played so many moves before.
const WAITED: usize = 8;
/// So far back it is followed.
const REMEMBERED: usize = 60;
/// An exchange that costs no more than this is well timed.
const COSTS_NOTHING: f64 = 0.5;
/// So many of a game are looked into.
const LOOKED_INTO: usize = 4;

/// An exchange that its side kept for later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Kept {
    /// The move instead of which it could first have been played.
    pub since: usize,
    /// Points that it would have cost then.
    pub spared: f64,
    /// The answer it would have got then, if that is another one.
    pub answer: Option<String>,
}

/// An exchange that waited, as the reader sees it: the moves of both sides, and the position in which it was first there.
#[derive(Clone, Debug, PartialEq)]
pub struct Waited {
    pub index: usize,
    pub since: usize,
}

/// The threat that a move makes, by proof.
pub fn threat(position: &Position, at: Point, reader: &mut Reader) -> Option<Claim> {
    if !position.is_legal(Move::Play(at)) {
        return None;
    }
    let is_threat = |claim: &Claim| matches!(claim.fact, Fact::Threatens { .. });
    tactics::claims(position, at, reader).into_iter().filter(is_threat).max_by_key(Claim::weight)
}

/// Would another move of the attacker carry the threat out, by proof? Nothing, where the reader cannot tell.
fn hangs(board: &Board, threat: &Fact, attacker: Color, reader: &mut Reader) -> Option<bool> {
    let is_there = |at: Point| board.at(at).is(attacker.opponent());
    let attack = match *threat {
        Fact::Threatens { at } if is_there(at) => reader.capture(board, at).attack,
        _ => return None,
    };
    match (attack.outcome, attack.trust) {
        (Outcome::Win, Trust::Proved) => Some(true),
        // that stones get away on an open board is seldom proved
        (Outcome::Lose, _) => Some(false),
        _ => None,
    }
}

/// Does a stone at the point make this threat, which is not there without it?
fn makes(board: &Board, at: Point, threat: &Fact, attacker: Color, reader: &mut Reader) -> Option<bool> {
    if hangs(board, threat, attacker, reader)? || board.check(at, attacker).is_err() {
        return Some(false);
    }
    let mut with = board.clone();
    with.play_forever(at, attacker);
    hangs(&with, threat, attacker, reader)
}

/// The exchange that the better line begins with was there before the move played, and the opponent's reply takes it away: the
/// threat, the answer to it, and that reply.
pub(super) fn lost(subject: &Subject, case: &Case, reader: &mut Reader) -> Option<(Claim, Point, Point)> {
    let color = subject.weighed.color;
    let answer = case.best.line.get(1)?.parse::<Point>().ok()?;
    let reply = subject.answer.best()?.mv.parse::<Point>().ok()?;
    let is_near = |at: Point| distance(at, case.better) <= LOCAL;
    // what was played there is another way to play it, not another plan
    if !is_near(answer) || !is_near(reply) || is_near(case.played) {
        return None;
    }
    let claim = threat(subject.before, case.better, reader)?;
    let mut met = subject.before.clone();
    met.play(Move::Play(case.better)).ok()?;
    met.play(Move::Play(answer)).ok()?;
    let is_met = hangs(met.board(), &claim.fact, color, reader) == Some(false);
    let after = subject.after.board();
    let still_there = makes(after, case.better, &claim.fact, color, reader) == Some(true);
    let mut taken = subject.after.clone();
    taken.play(Move::Play(reply)).ok()?;
    let is_gone = makes(taken.board(), case.better, &claim.fact, color, reader) == Some(false);
    (is_met && still_there && is_gone).then_some((claim, answer, reply))
}

impl Commentator<'_> {
    pub(super) fn exchange_lost(
        &mut self,
        subject: &Subject,
        case: &Case,
        made: &mut Vec<Asserted>,
    ) -> Option<(Theme, Evidence)> {
        let (claim, answer, reply) = lost(subject, case, &mut self.reader)?;
        let is_told = case.best_told.claims.iter().any(|told| told.fact == claim.fact);
        let rule = if is_told { "theme.exchange_lost" } else { "theme.exchange_lost_does" };
        let facts = phrases::joined(self.lexicon, &[&claim.evidence])?;
        let evidence = Evidence::new(rule)
            .arg("best", case.better)
            .arg("answer", answer)
            .arg("reply", reply)
            .arg("color", subject.weighed.color)
            .arg("enemy", subject.weighed.color.opponent())
            .arg("facts", Arg::Text(facts));
        made.push(Asserted { before: subject.before.clone(), at: case.better, claim });
        let name = |at: Point| at.to_string();
        Some((Theme::ExchangeLost { at: name(case.better), answer: name(answer), reply: name(reply) }, evidence))
    }
}

/// Exchanges of the game that the reader finds open long before they were played, those that force most first.
pub fn waited(weighed: &[Weighed], looks: &Looks, positions: &[Position], reader: &mut Reader) -> Vec<Waited> {
    let in_ko = |i: usize| looks.kos.iter().any(|ko| ko.contains(i) || ko.contains(i + 1));
    let mut forcing: Vec<(f64, usize)> = (0..weighed.len().saturating_sub(1))
        .filter(|&i| !in_ko(i))
        .filter_map(|i| {
            let (threat, answer) = (&weighed[i], &weighed[i + 1]);
            let (Move::Play(at), Move::Play(reply)) = (threat.mv, answer.mv) else { return None };
            let is_pair = threat.color != answer.color && distance(at, reply) <= LOCAL;
            let is_right = threat.loss <= COSTS_NOTHING && answer.loss <= COSTS_NOTHING;
            let ignored = cost_of_ignoring(&looks.judged[i + 1], at, answer.color)?;
            (is_pair && is_right && ignored >= MUST.max(looks.noise.blamed_from())).then_some((ignored, i))
        })
        .collect();
    forcing.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut found = Vec::new();
    for (_, i) in forcing {
        found.extend(since(i, &weighed[i], positions, reader).map(|since| Waited { index: i, since }));
        if found.len() == LOOKED_INTO {
            break;
        }
    }
    found
}

/// The first position from which on the threat was there at every own turn, if that is long ago.
pub fn since(i: usize, own: &Weighed, positions: &[Position], reader: &mut Reader) -> Option<usize> {
    let at = own.mv.point()?;
    let claim = threat(&positions[i], at, reader)?;
    let turns = (i.saturating_sub(REMEMBERED)..i).rev().filter(|&k| positions[k].to_play() == own.color);
    let mut there = |k: &usize| {
        positions[*k].is_legal(Move::Play(at))
            && makes(positions[*k].board(), at, &claim.fact, own.color, reader) == Some(true)
    };
    let first = turns.take_while(|k| there(k)).last()?;
    (first + WAITED <= i).then_some(first)
}

#[cfg(test)]
mod tests;
