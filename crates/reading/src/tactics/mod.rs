//! The quick reader of tactics: captures, escapes, connections and cuts within about a millisecond.
//!
//! It always answers; its answers are judgements. [`crate::Reader`] proves.

mod advised;
mod search;

use gosedai_board::{Board, Color, Move, Point, PointSet};

use crate::budget::Budget;
use crate::dfpn::{KO, Kos, Search, Side, Tree};
use crate::goal::{Capture, Connect, Enter, Goal};
use crate::outcome::{FirstThreat, Outcome};
use crate::params::Tuning;
use crate::stage::Stage;

pub(crate) use search::Quick;

/// Bytes of the table of a question.
pub(crate) const TABLE_BYTES: usize = 1 << 20;

/// The answer of a quick reading for the side that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickAnswer {
    /// Never `Unknown`: where a limit was met, what the search leaned to.
    pub outcome: Outcome,
    pub play: Option<Move>,
    /// Principal variation, colours alternating from the mover.
    pub line: Vec<Move>,
    /// Did the search end by itself?
    pub finished: bool,
    pub nodes: u64,
    /// The move an unfinished search was following.
    pub hint: Option<Move>,
}

/// Quick reading with its table.
pub struct Tactics {
    pub tuning: Tuning,
    tree: Tree<()>,
}

impl Default for Tactics {
    fn default() -> Self {
        Tactics::new(Tuning::embedded())
    }
}

impl Tactics {
    pub fn new(tuning: &Tuning) -> Tactics {
        Tactics { tuning: tuning.clone(), tree: Tree::new(TABLE_BYTES) }
    }

    /// Memory of the table, all it ever takes.
    pub fn table_bytes(&self) -> usize {
        self.tree.table.bytes()
    }

    /// Can any of the targets (of one colour) be captured, the attacker moving first?
    pub fn attack(&mut self, board: &Board, targets: &[Point], budget: &Budget) -> QuickAnswer {
        self.capture(board, targets, true, budget).0
    }

    /// Can the target be saved, its owner moving first?
    pub fn defend(&mut self, board: &Board, target: Point, budget: &Budget) -> QuickAnswer {
        let answer = self.capture(board, &[target], false, budget).0;
        if answer.outcome == Outcome::Lose {
            // nothing that was tried saves it: does it need saving?
            let attack = self.capture(board, &[target], true, budget).0;
            if attack.outcome == Outcome::Lose {
                let nodes = answer.nodes + attack.nodes;
                return QuickAnswer { outcome: Outcome::Win, play: Some(Move::Pass), nodes, ..attack };
            }
        }
        answer
    }

    /// Can the owner of both strings join them, moving first?
    pub fn connect(&mut self, board: &Board, from: Point, to: Point, budget: &Budget) -> QuickAnswer {
        self.link(board, from, to, true, budget).0
    }

    /// Can the opponent keep them apart, moving first?
    pub fn disconnect(&mut self, board: &Board, from: Point, to: Point, budget: &Budget) -> QuickAnswer {
        self.link(board, from, to, false, budget).0
    }

    /// Can the string be brought into the area, its owner moving first (`entering`); can it be kept out, the opponent moving first?
    pub fn entry(
        &mut self,
        board: &Board,
        from: Point,
        area: PointSet,
        entering: bool,
        budget: &Budget,
    ) -> QuickAnswer {
        let Some(owner) = board.color_at(from) else { return lost() };
        let to_play = if entering { owner } else { owner.opponent() };
        weigh(&Enter::new(owner, from, area), &mut board.clone(), &mut self.tree, to_play, budget)
    }

    /// With whether it is sure: joined, or apart in the widest view.
    fn link(&mut self, board: &Board, from: Point, to: Point, joining: bool, budget: &Budget) -> (QuickAnswer, bool) {
        let Some(owner) = board.color_at(from).filter(|&c| board.at(to).is(c)) else { return (lost(), true) };
        let to_play = if joining { owner } else { owner.opponent() };
        let (mut board, tree) = (board.clone(), &mut self.tree);
        let limited = budget.with_nodes(budget.nodes.min(self.tuning.link.nodes));
        widening(&self.tuning.link.views, joining, &limited, |farthest, left| {
            let goal = Connect::new(&board, owner, [from, to], farthest, &self.tuning);
            weigh(&goal, &mut board, tree, to_play, left)
        })
    }

    /// With whether it is sure: captured, or escaped in the widest view.
    fn capture(&mut self, board: &Board, targets: &[Point], attacking: bool, budget: &Budget) -> (QuickAnswer, bool) {
        let Some(defender) = targets.first().and_then(|&t| board.color_at(t)) else { return (lost(), true) };
        let to_play = if attacking { defender.opponent() } else { defender };
        let (mut board, tree) = (board.clone(), &mut self.tree);
        let limited = budget.with_nodes(budget.nodes.min(self.tuning.hunt.nodes));
        widening(&self.tuning.hunt.views, attacking, &limited, |view, left| {
            let goal = Capture::new(&board, defender, targets.to_vec(), view, &self.tuning.hunt);
            weigh(&goal, &mut board, tree, to_play, left)
        })
    }
}

fn lost() -> QuickAnswer {
    QuickAnswer { outcome: Outcome::Lose, play: None, line: Vec::new(), finished: true, nodes: 0, hint: None }
}

/// One view after the other, narrowest first, until the goal is reached in one or the budget is spent. Also says whether
/// the answer is sure: the goal reached, or missed in the widest view.
fn widening(
    views: &[usize],
    seeking: bool,
    budget: &Budget,
    mut weigh: impl FnMut(usize, &Budget) -> QuickAnswer,
) -> (QuickAnswer, bool) {
    let (mut last, mut is_sure, mut spent) = (lost(), false, 0);
    for (i, &view) in views.iter().enumerate() {
        let now = weigh(view, &budget.with_nodes(budget.nodes.saturating_sub(spent)));
        spent += now.nodes;
        let is_finished = now.finished;
        let is_reached = is_finished && now.outcome == if seeking { Outcome::Win } else { Outcome::Lose };
        // an unfinished wider view says less than a finished narrow one
        if is_finished || i == 0 {
            last = now;
        }
        is_sure = is_reached || (is_finished && i + 1 == views.len());
        if is_reached || !is_finished {
            break;
        }
    }
    (QuickAnswer { nodes: spent, ..last }, is_sure)
}

/// The value of a goal for the side to move: searched under each supply of ko threats until the result is plain.
pub(crate) fn weigh<G: Goal>(
    goal: &G,
    board: &mut Board,
    tree: &mut Tree<()>,
    to_play: Color,
    budget: &Budget,
) -> QuickAnswer {
    tree.table.clear();
    let mut search = Search::new(Quick::new(goal, board), tree, budget);
    let mover = search.ground.stage.side_of(to_play);
    let seeking = mover == Side::Attacker;
    let outcome_of = |achieved: bool| if achieved == seeking { Outcome::Win } else { Outcome::Lose };
    let mut fallback: Option<(Outcome, Option<Move>)> = None;
    let mut line = Vec::new();
    let mut result = None;
    for kos in [Kos::Defender, Kos::Nobody, Kos::Attacker] {
        search.ground.stage.turn_to(kos);
        let key = search.ground.stage.key(mover);
        let found = search.prove(&(), mover, key);
        let now = search.line(&(), mover, key);
        let Ok(found) = found else {
            let hint = search.leaning.map(|(_, cell)| Stage::to_move(cell)).filter(|&play| play != Move::Pass);
            let guess = search.leaning.map(|([pn, dn], cell)| {
                let outcome = outcome_of(pn < dn);
                (outcome, (outcome == Outcome::Win).then(|| Stage::to_move(cell)))
            });
            let (outcome, play) = fallback.or(guess).unwrap_or((Outcome::Lose, None));
            let line = if fallback.is_some() { line } else { now };
            return QuickAnswer { outcome, play, line, finished: false, nodes: search.nodes, hint };
        };
        let play = (found.of(mover) == 0).then(|| Stage::to_move(found.best));
        if found.of(Side::Attacker) == 0 {
            let outcome = match kos {
                Kos::Defender => outcome_of(true),
                Kos::Nobody => Outcome::Ko(if seeking { FirstThreat::Opponent } else { FirstThreat::Mover }),
                Kos::Attacker => Outcome::Ko(if seeking { FirstThreat::Mover } else { FirstThreat::Opponent }),
            };
            // the refuter's move is the one that held while the ko was his
            let play = if seeking { play } else { fallback.and_then(|(_, play)| play) };
            let play = if outcome == Outcome::Lose { None } else { play };
            result = Some((outcome, play));
            if seeking || fallback.is_none() {
                line = now;
            }
            break;
        }
        fallback = Some((outcome_of(false), play));
        line = now;
        if found.flags & KO == 0 {
            break;
        }
    }
    let (outcome, play) = result.or(fallback).unwrap_or((Outcome::Lose, None));
    QuickAnswer { outcome, play, line, finished: true, nodes: search.nodes, hint: None }
}
