//! The quick reader and an adviser together: the reader proposes and supports, the search the adviser leads decides.

use gosedai_board::{Board, Move, Point};

use super::guided::{Branch, Guided, Stake};
use super::proofs::settle;
use super::{Owl, QuickAnswer};
use crate::budget::Budget;
use crate::counsel::Adviser;
use crate::outcome::Outcome;

impl Owl {
    /// As [`Owl::attack`] (`killing`) and [`Owl::defend`], with an adviser.
    pub fn advised(
        &mut self,
        board: &Board,
        stone: Point,
        killing: bool,
        adviser: &mut dyn Adviser,
        budget: &Budget,
    ) -> Option<QuickAnswer> {
        let color = board.color_at(stone)?;
        let to_play = if killing { color.opponent() } else { color };
        let group = self.group(board, stone);
        if let Some(proof) = settle(board, &group, color, to_play, &self.guided.first_proof()) {
            let outcome = if proof.lives == killing { Outcome::Lose } else { Outcome::Win };
            let play = proof.play.or((outcome == Outcome::Win).then_some(Move::Pass));
            let line = play.into_iter().collect();
            return Some(QuickAnswer { outcome, play, line, finished: true, nodes: 0, hint: None });
        }
        let limited = budget.with_nodes(budget.nodes.min(self.guided.reader_nodes));
        let quick = self.read(board, color, group, to_play, &limited);
        let stakes = [Stake { color, stones: group }];
        let params = &self.guided;
        let mut search = Guided::new(adviser, &stakes, params, board, to_play);
        let claimed = quick.play.filter(|play| quick.outcome != Outcome::Lose && *play != Move::Pass);
        if let Some(play) = claimed {
            search.suggest(play, params.suggested);
        }
        let sign = if killing { -1.0 } else { 1.0 };
        let support = |branch: &Branch| {
            let full = if quick.finished { params.support } else { params.support_unfinished };
            match claimed {
                Some(play) if play == branch.play => full,
                Some(_) => full / 2.0,
                None => 0.0,
            }
        };
        let threshold = if killing { -params.dead } else { params.alive };
        let lead = |branch: &Branch| sign * branch.value + support(branch) - threshold;
        let pick = |branches: &[Branch]| -> Option<Branch> {
            let total: f32 = branches.iter().map(|b| b.visits).sum();
            let score = |b: &Branch| b.visits / total + params.value_weight * sign * b.value;
            branches.iter().max_by(|a, b| score(a).total_cmp(&score(b))).copied()
        };
        search.grow(params.looks, |branches, looks| {
            looks >= params.least_looks
                && pick(branches).is_some_and(|best| {
                    let share = best.visits / branches.iter().map(|b| b.visits).sum::<f32>();
                    (lead(&best) > params.plain && share >= params.plain_share) || -lead(&best) > params.plain_lost
                })
        });
        let nodes = quick.nodes + search.looks;
        let best = pick(&search.branches())?;
        if lead(&best) <= 0.0 {
            let line = Vec::new();
            return Some(QuickAnswer { outcome: Outcome::Lose, play: None, line, finished: false, nodes, hint: None });
        }
        let same = claimed == Some(best.play);
        // only the reader knows kos
        let outcome = if same { quick.outcome } else { Outcome::Win };
        let line = if same { quick.line } else { vec![best.play] };
        Some(QuickAnswer { outcome, play: Some(best.play), line, finished: false, nodes, hint: None })
    }
}
