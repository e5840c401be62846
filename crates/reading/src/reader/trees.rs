//! The tree behind an answer, for whoever wants to step through it.

use gosedai_board::{Board, Color, PointSet, ladder};

use super::{LADDER_ESCAPE, Question, Reader, group_of};
use crate::goal::{Capture, Connect};
use crate::life_proof;
use crate::outcome::Reading;
use crate::trace::TraceNode;
use crate::verdicts;

/// Positions that are searched for a tree.
const TRACE_NODES: u64 = 50_000;
/// Liberties at which a string has escaped there.
const TRACE_ESCAPE: usize = 5;

impl Reader {
    /// The tree of the exact search for a question with this side moving first, at most this many positions.
    pub fn trace(&self, board: &Board, question: &Question, first: Color, limit: usize) -> TraceNode {
        let budget = self.effort.proof.with_nodes(self.effort.proof.nodes.min(TRACE_NODES));
        let stones = question.stones();
        let Some(owner) = stones.first().and_then(|&stone| board.color_at(stone)) else {
            return TraceNode::leaf(None, None);
        };
        match question {
            Question::Ladder(_) | Question::Capture(_) => {
                let view = if matches!(question, Question::Ladder(_)) { LADDER_ESCAPE } else { TRACE_ESCAPE };
                let goal = Capture::new(board, owner, stones, view, &self.tuning.hunt);
                verdicts::trace(&goal, board, first, &budget, limit)
            }
            Question::Connection(from, to) => {
                let goal = Connect::widest(board, owner, [*from, *to], &self.tuning);
                verdicts::trace(&goal, board, first, &budget, limit)
            }
            Question::Life(_) | Question::Race(..) => {
                life_proof::trace(board, owner, &group_of(board, &stones), first, &budget, limit)
            }
        }
    }

    /// Empty points where a stone of the string's owner would save it from a ladder that works now.
    pub fn breakers(board: &Board, ladder: &Reading, question: &Question) -> PointSet {
        let defender = ladder.attacker.opponent();
        let mut copy = board.clone();
        let Some(&target) = question.stones().first() else { return PointSet::EMPTY };
        if !board.at(target).is(defender) || !ladder::captured_attacker_first(&mut copy, target) {
            return PointSet::EMPTY;
        }
        // a stone that the ladder does not rest on changes nothing
        let mut breaks = |at: &gosedai_board::Point| {
            if !copy.is_legal(*at, defender) {
                return false;
            }
            let undo = copy.play(*at, defender);
            let is_saved = copy.at(target).is(defender) && !ladder::captured_attacker_first(&mut copy, target);
            copy.undo(&undo);
            is_saved
        };
        ladder.depends_on.iter().filter(|p| breaks(p)).collect()
    }
}
