//! The quick reader and an adviser together: what the reader cannot decide, a search the adviser leads looks at, with the
//! reader deciding wherever it can.

use gosedai_board::{Board, Color, Move, Point, PointSet};

use super::{QuickAnswer, Tactics};
use crate::budget::Budget;
use crate::counsel::{Advice, Adviser};
use crate::guided::{Branch, Guided, Judge, favourite, share};
use crate::outcome::{FirstThreat, Outcome};

/// Are the targets captured? Values for their owner.
struct Hunted<'a> {
    tactics: &'a mut Tactics,
    defender: Color,
    targets: &'a [Point],
    strings: Vec<PointSet>,
    budget: Budget,
    escaped: bool,
    escape: f32,
}

impl Judge for Hunted<'_> {
    fn side(&self) -> Color {
        self.defender
    }

    fn settled(&mut self, board: &Board, to_play: Color, is_root: bool) -> Option<f32> {
        if is_root {
            return None;
        }
        if self.targets.iter().any(|&target| !board.at(target).is(self.defender)) {
            return Some(-1.0);
        }
        let attacking = to_play != self.defender;
        let (answer, sure) = self.tactics.capture(board, self.targets, attacking, &self.budget);
        let value = if attacking { -worth(answer.outcome) } else { worth(answer.outcome) };
        self.escaped = sure && value == 1.0;
        (sure && !self.escaped).then_some(value)
    }

    fn worth(&mut self, _: &Board, to_play: Color, advice: &Advice) -> f32 {
        let sign = if to_play == self.defender { 1.0 } else { -1.0 };
        let owned = |string: &PointSet| string.iter().map(|p| advice.owner(p)).sum::<f32>() / string.len() as f32;
        let held = self.strings.iter().map(|string| sign * owned(string)).fold(1.0, f32::min);
        if self.escaped { held + (1.0 - held) * self.escape } else { held }
    }

    fn stones(&self, board: &Board) -> PointSet {
        let own = board.stone_set(self.defender);
        self.strings.iter().fold(PointSet::EMPTY, |all, string| all.union(&string.intersection(&own)))
    }
}

/// Are the two strings joined? Values for their owner.
struct Linked<'a> {
    tactics: &'a mut Tactics,
    owner: Color,
    ends: [Point; 2],
    strings: [PointSet; 2],
    /// Between the strings and a little beyond.
    between: PointSet,
    budget: Budget,
}

impl Linked<'_> {
    /// How much the weaker of the two strings lives.
    fn held(&self, to_play: Color, advice: &Advice) -> f32 {
        let sign = if to_play == self.owner { 1.0 } else { -1.0 };
        let owned = |string: &PointSet| string.iter().map(|p| advice.owner(p)).sum::<f32>() / string.len() as f32;
        self.strings.iter().map(|string| sign * owned(string)).fold(1.0, f32::min)
    }
}

impl Judge for Linked<'_> {
    fn side(&self) -> Color {
        self.owner
    }

    fn settled(&mut self, board: &Board, to_play: Color, is_root: bool) -> Option<f32> {
        if is_root {
            return None;
        }
        if self.ends.iter().any(|&end| !board.at(end).is(self.owner)) {
            return Some(-1.0);
        }
        let joining = to_play == self.owner;
        let (answer, sure) = self.tactics.link(board, self.ends[0], self.ends[1], joining, &self.budget);
        let value = if joining { worth(answer.outcome) } else { -worth(answer.outcome) };
        (sure && value == 1.0).then_some(value)
    }

    fn worth(&mut self, _: &Board, to_play: Color, advice: &Advice) -> f32 {
        self.held(to_play, advice)
    }

    fn near(&self, board: &Board, reach: usize, is_root: bool) -> PointSet {
        if is_root { self.between } else { (0..reach).fold(self.stones(board), |near, _| near.grown()) }
    }

    fn stones(&self, board: &Board) -> PointSet {
        self.strings[0].union(&self.strings[1]).intersection(&board.stone_set(self.owner))
    }
}

/// The points that lie about as near to one string as to the other; nothing if they are too far apart.
fn between(strings: [PointSet; 2], beyond: usize) -> Option<PointSet> {
    let mut reached = strings;
    for _ in 0..FARTHEST {
        reached = reached.map(|set| set.grown());
        if reached[0].intersects(&reached[1]) {
            let [a, b] = reached.map(|set| (0..beyond).fold(set, |set, _| set.grown()));
            return Some(a.intersection(&b));
        }
    }
    None
}

/// Most steps from each string to the middle.
const FARTHEST: usize = 5;

/// A result for the side that moves.
fn worth(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Ko(FirstThreat::Opponent) => 0.3,
        Outcome::Ko(FirstThreat::Mover) => -0.3,
        _ => -1.0,
    }
}

impl Tactics {
    /// As [`Tactics::attack`], with an adviser for what it cannot decide.
    pub fn attack_advised(
        &mut self,
        board: &Board,
        targets: &[Point],
        adviser: &mut dyn Adviser,
        budget: &Budget,
    ) -> QuickAnswer {
        let (answer, sure) = self.capture(board, targets, true, budget);
        if sure || matches!(answer.outcome, Outcome::Ko(_)) {
            return answer;
        }
        self.look(board, targets, true, answer, adviser)
    }

    /// As [`Tactics::defend`], with an adviser for what it cannot decide.
    pub fn defend_advised(
        &mut self,
        board: &Board,
        target: Point,
        adviser: &mut dyn Adviser,
        budget: &Budget,
    ) -> QuickAnswer {
        let (answer, sure) = self.capture(board, &[target], false, budget);
        if sure || matches!(answer.outcome, Outcome::Ko(_)) {
            return if answer.outcome == Outcome::Lose { self.defend(board, target, budget) } else { answer };
        }
        self.look(board, &[target], false, answer, adviser)
    }

    /// As [`Tactics::connect`] (`joining`) and [`Tactics::disconnect`], with an adviser for what it cannot decide.
    pub fn link_advised(
        &mut self,
        board: &Board,
        ends: [Point; 2],
        joining: bool,
        adviser: &mut dyn Adviser,
        budget: &Budget,
    ) -> QuickAnswer {
        let (quick, sure) = self.link(board, ends[0], ends[1], joining, budget);
        let Some(owner) = board.color_at(ends[0]).filter(|&c| board.at(ends[1]).is(c)) else { return quick };
        let is_ko = matches!(quick.outcome, Outcome::Ko(_));
        if is_ko || (sure && (!joining || quick.outcome == Outcome::Win)) {
            return quick;
        }
        let to_play = if joining { owner } else { owner.opponent() };
        let guided = self.tuning.guided.clone();
        let advised = self.tuning.advised.clone();
        let before = adviser.advise(board, to_play.opponent(), &[]);
        let budget = Budget::nodes(advised.link_inner);
        let strings = ends.map(|end| board.string_set(end));
        let Some(between) = between(strings, advised.link_reach) else { return quick };
        let mut judge = Linked { tactics: self, owner, ends, strings, between, budget };
        let base = judge.held(to_play.opponent(), &before);
        let mut search = Guided::new(adviser, &mut judge, &guided, board, to_play);
        let hint = quick.play.or(quick.hint).filter(|play| *play != Move::Pass);
        if let Some(play) = hint {
            search.suggest(play, advised.suggested);
        }
        let claims = quick.outcome == Outcome::Win;
        let sign = if joining { 1.0 } else { -1.0 };
        let lead = |branch: &Branch| {
            let support = match (claims, joining) {
                (true, true) => advised.link_claim,
                (true, false) => advised.link_support,
                _ => 0.0,
            };
            let value = branch.value;
            if branch.is_over {
                return sign * value;
            }
            support
                + if joining {
                    (value - base - advised.link_gain).min(value - advised.link_held)
                } else {
                    base - value - advised.link_loss
                }
        };
        let pick = |branches: &[Branch]| favourite(branches, advised.value_weight, sign);
        search.grow(advised.link_looks, |branches, _| branches.iter().any(|b| b.is_over && sign * b.value == 1.0));
        let nodes = quick.nodes + search.looks;
        let Some(best) = pick(&search.branches()) else { return quick };
        let finished = false;
        if lead(&best) <= 0.0 {
            return QuickAnswer { outcome: Outcome::Lose, play: None, line: Vec::new(), finished, nodes, hint: None };
        }
        let line = if claims && Some(best.play) == quick.play { quick.line } else { vec![best.play] };
        QuickAnswer { outcome: Outcome::Win, play: Some(best.play), line, finished, nodes, hint: None }
    }

    fn look(
        &mut self,
        board: &Board,
        targets: &[Point],
        attacking: bool,
        quick: QuickAnswer,
        adviser: &mut dyn Adviser,
    ) -> QuickAnswer {
        let Some(defender) = targets.first().and_then(|&t| board.color_at(t)) else { return quick };
        let to_play = if attacking { defender.opponent() } else { defender };
        let guided = self.tuning.guided.clone();
        let advised = self.tuning.advised.clone();
        let strings = targets.iter().map(|&t| board.string_set(t)).collect();
        let budget = Budget::nodes(advised.inner_nodes);
        let mut judge =
            Hunted { tactics: self, defender, targets, strings, budget, escaped: false, escape: advised.escape };
        let mut search = Guided::new(adviser, &mut judge, &guided, board, to_play);
        let hint = quick.play.or(quick.hint).filter(|play| *play != Move::Pass);
        if let Some(play) = hint {
            search.suggest(play, advised.suggested);
        }
        let sign = if attacking { -1.0 } else { 1.0 };
        let claimed = |branch: &Branch| quick.outcome == Outcome::Win && Some(branch.play) == quick.play;
        let lead = |branch: &Branch| {
            let support = if quick.outcome == Outcome::Win { advised.support } else { 0.0 };
            sign * branch.value + if claimed(branch) { support } else { support / 2.0 }
                - if attacking { advised.taken } else { advised.saved }
        };
        let pick = |branches: &[Branch]| favourite(branches, advised.value_weight, sign);
        search.grow(advised.looks, |branches, looks| {
            looks >= advised.least_looks
                && pick(branches).is_some_and(|best| {
                    (lead(&best) > advised.plain && share(&best, branches) >= guided.plain_share)
                        || -lead(&best) > advised.plain
                })
        });
        let nodes = quick.nodes + search.looks;
        let Some(best) = pick(&search.branches()) else { return quick };
        let finished = false;
        if lead(&best) <= 0.0 {
            return QuickAnswer { outcome: Outcome::Lose, play: None, line: Vec::new(), finished, nodes, hint: None };
        }
        let line = if claimed(&best) { quick.line } else { vec![best.play] };
        QuickAnswer { outcome: Outcome::Win, play: Some(best.play), line, finished, nodes, hint: None }
    }
}

#[cfg(test)]
mod tests;
