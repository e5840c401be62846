//! The moves open in a state, and the principal variation of a finished proof.

use std::sync::atomic::AtomicBool;

use super::distance::Distance;
use super::goal::{Goal, State};
use super::lookahead::Lookahead;
use super::run::{Control, Limits, Outcome, prove};
use super::statics::{StaticRule, Verdict, judge};
use super::table::Table;
use crate::geometry::points;
use crate::stones::{area_score, play};

/// A point number, or `None` for a pass.
pub type Step = Option<u8>;

/// Every move of a proof state with the state after it; the pass only where the proof rules have one.
pub fn steps(goal: &Goal, s: &State) -> Vec<(Step, State)> {
    let g = &goal.geometry;
    let (own, opp) = if s.prover_to_move { (s.prover, s.other) } else { (s.other, s.prover) };
    let mut all = Vec::new();
    for p in points(g.full & !(own | opp)) {
        if p as u8 == s.ko {
            continue;
        }
        if let Some(played) = play(g, own, opp, p) {
            let (prover, other) = if s.prover_to_move { (played.own, played.opp) } else { (played.opp, played.own) };
            let next = State { prover, other, ko: played.ko, prover_to_move: !s.prover_to_move };
            all.push((Some(p as u8), next));
        }
    }
    if goal.satisfied(s.prover, s.other) == s.prover_to_move {
        all.push((None, s.after_pass()));
    }
    all
}

/// Work the table remembers for a state, if it is proven there or by the static test.
fn proven_effort(goal: &Goal, rule: StaticRule, table: &Table, s: &State) -> Option<i32> {
    if judge(goal, rule.dead, s) == Verdict::Proven {
        return Some(-1);
    }
    table.get(s.key(&goal.geometry)).filter(|k| k.pn == 0).map(|k| k.effort as i32)
}

/// The prover's quickest known winning move in a proven state; searched again if the table has lost it. A distance table only saves time.
pub fn winning_step(
    goal: &Goal,
    rule: StaticRule,
    table: &Table,
    distance: Option<&Distance>,
    s: &State,
    cancel: &AtomicBool,
) -> Option<(Step, State)> {
    let all = steps(goal, s);
    // what needs no table comes first: such a win cannot lean on anything
    if let Some(&won) = all.iter().find(|(_, next)| judge(goal, rule.dead, next) == Verdict::Proven) {
        return Some(won);
    }
    if let Some(&won) = all.iter().find(|(_, next)| wins_ahead(goal, rule, distance, next)) {
        return Some(won);
    }
    let known = |all: &[(Step, State)]| {
        all.iter()
            .filter_map(|&(step, next)| Some((proven_effort(goal, rule, table, &next)?, step, next)))
            .min_by_key(|c| c.0)
            .map(|(_, step, next)| (step, next))
    };
    known(&all).or_else(|| {
        let limits = Limits { threads: 1, nodes: 20_000_000 };
        match prove(goal, rule, *s, table, limits, Control { cancel, tick: &mut |_, _| {} }).outcome {
            Outcome::Proven => known(&all),
            _ => None,
        }
    })
}

/// Is the state, the opponent to move, won by looking a few plies ahead?
pub fn wins_ahead(goal: &Goal, rule: StaticRule, distance: Option<&Distance>, s: &State) -> bool {
    goal.wants_everything()
        && distance.is_none_or(|d| d.of(s.prover) <= 1)
        && Lookahead { goal, rule, distance, nodes: 0 }.wins_after_any_reply(s)
}

/// Plays a proof out: the prover wins as quickly as he knows, the opponent takes the reply that cost most work, until both pass.
pub fn play_out(goal: &Goal, rule: StaticRule, table: &Table, root: State, cancel: &AtomicBool) -> Vec<Step> {
    let g = &goal.geometry;
    let mut line = Vec::new();
    let mut seen = Vec::new();
    let mut s = root;
    while line.len() < 4 * g.n {
        let settled = judge(goal, rule.dead, &s) == Verdict::Proven;
        let done = goal.satisfied(s.prover, s.other);
        let (step, next) = if s.prover_to_move {
            if done && settled {
                (None, s.after_pass())
            } else if settled {
                // take the rest off the board without leaving the settled positions
                let kept = steps(goal, &s).into_iter().filter(|(_, n)| judge(goal, rule.dead, n) == Verdict::Proven);
                match kept.max_by_key(|(_, n)| area_score(g, n.prover, n.other)) {
                    Some(choice) => choice,
                    None => break,
                }
            } else {
                match winning_step(goal, rule, table, None, &s, cancel) {
                    Some(choice) => choice,
                    None => break,
                }
            }
        } else if settled {
            (None, s.after_pass())
        } else {
            let replies = steps(goal, &s).into_iter();
            match replies.max_by_key(|(_, n)| proven_effort(goal, rule, table, n).unwrap_or(0)) {
                Some(choice) => choice,
                None => (None, s.after_pass()),
            }
        };
        line.push(step);
        if line.len() >= 2 && line[line.len() - 2..] == [None, None] {
            break;
        }
        if seen.contains(&next) {
            break;
        }
        seen.push(next);
        s = next;
    }
    line
}
