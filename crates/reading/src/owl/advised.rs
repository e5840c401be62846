//! The quick reader and an adviser together: the reader proposes and supports, the search the adviser leads decides.

use gosedai_board::{Board, Color, Move, PointSet};

use super::stake::Stake;
use super::{Owl, QuickAnswer};
use crate::budget::Budget;
use crate::counsel::Adviser;
use crate::guided::{Branch, Guided, favourite, share};
use crate::life_proof::settle;
use crate::outcome::{FirstThreat, Outcome};

impl Owl {
    /// As [`Owl::read`], with an adviser.
    pub fn advised(
        &mut self,
        board: &Board,
        group: &PointSet,
        to_play: Color,
        adviser: &mut dyn Adviser,
        budget: &Budget,
    ) -> Option<QuickAnswer> {
        let color = board.color_at(group.first()?)?;
        let killing = to_play != color;
        let group = *group;
        if let Some((lives, play)) = settle(board, &group, color, to_play, &self.guided.first_proof()) {
            let outcome = if lives == killing { Outcome::Lose } else { Outcome::Win };
            let play = play.or((outcome == Outcome::Win).then_some(Move::Pass));
            let line = play.into_iter().collect();
            return Some(QuickAnswer { outcome, play, line, finished: true, nodes: 0, hint: None });
        }
        let limited = budget.with_nodes(budget.nodes.min(self.guided.reader_nodes));
        let quick = self.read(board, color, group, to_play, &limited);
        let params = &self.guided;
        let mut stake = Stake { color, stones: group, params };
        let mut search = Guided::new(adviser, &mut stake, params, board, to_play);
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
        let pick = |branches: &[Branch]| favourite(branches, params.value_weight, sign);
        search.grow(params.looks, |branches, looks| {
            looks >= params.least_looks
                && pick(branches).is_some_and(|best| {
                    (lead(&best) > params.plain && share(&best, branches) >= params.plain_share)
                        || -lead(&best) > params.plain_lost
                })
        });
        let nodes = quick.nodes + search.looks;
        let best = pick(&search.branches())?;
        let (wins, in_ko) = (lead(&best) > 0.0, search.ko_share(Some(best.play)));
        let known = claimed == Some(best.play) && quick.outcome != Outcome::Win;
        if in_ko >= params.ko_share && !known {
            // the same with threats for the side that would lose: where the verdict turns, it is a ko
            let threats = if wins { to_play.opponent() } else { to_play };
            let mut search = Guided::with_threats(adviser, &mut stake, params, board, to_play, Some(threats));
            search.grow(params.ko_looks, |_, _| false);
            let nodes = nodes + search.looks;
            let other = pick(&search.branches())?;
            if (lead(&other) > 0.0) != wins {
                let (first, play) =
                    if wins { (FirstThreat::Opponent, best.play) } else { (FirstThreat::Mover, other.play) };
                let (outcome, line) = (Outcome::Ko(first), vec![play]);
                return Some(QuickAnswer { outcome, play: Some(play), line, finished: false, nodes, hint: None });
            }
        }
        if !wins {
            let line = Vec::new();
            return Some(QuickAnswer { outcome: Outcome::Lose, play: None, line, finished: false, nodes, hint: None });
        }
        let same = claimed == Some(best.play);
        let outcome = if same { quick.outcome } else { Outcome::Win };
        let line = if same { quick.line } else { vec![best.play] };
        Some(QuickAnswer { outcome, play: Some(best.play), line, finished: false, nodes, hint: None })
    }
}
