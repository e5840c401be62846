//! Wins that need no table: one move to a position won without search, and such an answer to every reply.
//!
//! Both are plain exhaustive searches of one and three plies whose leaves are the static test, so they prove what they say.

use super::distance::Distance;
use super::goal::{Goal, State};
use super::statics::{StaticRule, Verdict, judge_near};
use crate::geometry::points;
use crate::stones::play;

/// What a look ahead needs to know, and how many positions it has judged.
pub struct Lookahead<'a> {
    pub goal: &'a Goal,
    pub rule: StaticRule,
    /// Spares most of the work where it is there.
    pub distance: Option<&'a Distance>,
    pub nodes: u64,
}

impl Lookahead<'_> {
    #[inline(always)]
    fn missing(&self, prover: u32) -> u32 {
        self.distance.map_or(0, |d| d.of(prover))
    }

    /// Does one move of the prover, whose turn it is, bring about a position that is won without search?
    pub fn wins_at_once(&mut self, s: &State) -> bool {
        let g = &self.goal.geometry;
        for p in points(g.full & !(s.prover | s.other)) {
            if self.missing(s.prover | 1 << p) != 0 || p as u8 == s.ko {
                continue;
            }
            if let Some(played) = play(g, s.prover, s.other, p) {
                self.nodes += 1;
                let next = State { prover: played.own, other: played.opp, ko: played.ko, prover_to_move: false };
                if judge_near(self.goal, self.rule.dead, &next, true) == Verdict::Proven {
                    return true;
                }
            }
        }
        false
    }

    /// Has the prover a move that wins at once after the opponent's pass and after each of his moves?
    pub fn wins_after_any_reply(&mut self, s: &State) -> bool {
        let g = &self.goal.geometry;
        // the cheapest reply first: few positions pass this test
        if !self.goal.satisfied(s.prover, s.other) && !self.wins_at_once(&s.after_pass()) {
            return false;
        }
        for p in points(g.full & !(s.prover | s.other)) {
            if p as u8 == s.ko {
                continue;
            }
            let Some(played) = play(g, s.other, s.prover, p) else {
                continue;
            };
            let next = State { prover: played.opp, other: played.own, ko: played.ko, prover_to_move: true };
            let missing = self.missing(next.prover);
            self.nodes += 1;
            match judge_near(self.goal, self.rule.dead, &next, missing == 0) {
                Verdict::Proven => {}
                Verdict::Disproven => return false,
                Verdict::Open if missing <= 1 && self.wins_at_once(&next) => {}
                Verdict::Open => return false,
            }
        }
        true
    }
}
