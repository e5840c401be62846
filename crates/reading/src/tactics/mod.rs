//! The quick reader of tactics: captures, escapes, connections and cuts within about a millisecond.
//!
//! It always answers; its answers are judgements. [`crate::Reader`] proves.

mod advised;
mod hunt;
mod link;
mod moves;
mod search;
mod table;

use std::cell::RefCell;

use gosedai_board::{Board, Color, Move, Point};

use crate::budget::Budget;
use crate::outcome::{FirstThreat, Outcome};
use crate::params::{AdvisedParams, GuidedParams, HuntParams, LinkParams, Tuning};
use crate::search::Threats;

pub use hunt::Hunt;
pub use link::Link;
pub use moves::MoveList;
pub use search::{Aim, Found, Quick, Stand};
pub use table::QuickTable;

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
#[derive(Clone, Debug)]
pub struct Tactics {
    pub hunt: HuntParams,
    pub link: LinkParams,
    pub guided: GuidedParams,
    pub advised: AdvisedParams,
    table: QuickTable,
}

impl Default for Tactics {
    fn default() -> Self {
        Tactics::new(Tuning::embedded())
    }
}

impl Tactics {
    pub fn new(tuning: &Tuning) -> Tactics {
        Tactics {
            hunt: tuning.hunt.clone(),
            link: tuning.link.clone(),
            guided: tuning.guided.clone(),
            advised: tuning.advised.clone(),
            table: QuickTable::new(13),
        }
    }

    /// Memory of the table, all it ever takes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
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

    /// With whether it is sure: joined, or apart in the widest view.
    fn link(&mut self, board: &Board, from: Point, to: Point, joining: bool, budget: &Budget) -> (QuickAnswer, bool) {
        let lost =
            QuickAnswer { outcome: Outcome::Lose, play: None, line: Vec::new(), finished: true, nodes: 0, hint: None };
        let Some(owner) = board.color_at(from).filter(|&c| board.at(to).is(c)) else { return (lost, true) };
        let to_play = if joining { owner } else { owner.opponent() };
        let mut board = board.clone();
        let mut spent = 0;
        let (mut last, mut sure) = (lost, false);
        for (i, &farthest) in self.link.views.iter().enumerate() {
            let aim = Link {
                owner,
                from,
                to,
                farthest,
                params: &self.link,
                hunt: &self.hunt,
                scratch: Default::default(),
                table: RefCell::new(QuickTable::new(9)),
            };
            let mut left = budget.clone();
            left.nodes = budget.nodes.min(self.link.nodes).saturating_sub(spent);
            let now = weigh(&aim, &mut board, &mut self.table, to_play, &left);
            spent += now.nodes;
            let finished = now.finished;
            let joined = finished && (now.outcome == if joining { Outcome::Win } else { Outcome::Lose });
            if finished || i == 0 {
                last = now;
            }
            sure = joined || (finished && i + 1 == self.link.views.len());
            if joined || !finished {
                break;
            }
        }
        (QuickAnswer { nodes: spent, ..last }, sure)
    }

    /// With whether it is sure: captured, or escaped in the widest view.
    fn capture(&mut self, board: &Board, targets: &[Point], attacking: bool, budget: &Budget) -> (QuickAnswer, bool) {
        let lost =
            QuickAnswer { outcome: Outcome::Lose, play: None, line: Vec::new(), finished: true, nodes: 0, hint: None };
        let Some(defender) = targets.first().and_then(|&t| board.color_at(t)) else { return (lost, true) };
        let to_play = if attacking { defender.opponent() } else { defender };
        let mut board = board.clone();
        let mut spent = 0;
        let (mut last, mut sure) = (lost, false);
        for (i, &view) in self.hunt.views.iter().enumerate() {
            let aim = Hunt { defender, targets: targets.to_vec(), escape_liberties: view, params: &self.hunt };
            let mut left = budget.clone();
            left.nodes = budget.nodes.min(self.hunt.nodes).saturating_sub(spent);
            let now = weigh(&aim, &mut board, &mut self.table, to_play, &left);
            spent += now.nodes;
            let finished = now.finished;
            let captured = finished && (now.outcome == if attacking { Outcome::Win } else { Outcome::Lose });
            // an unfinished wider view says less than a finished narrow one
            if finished || i == 0 {
                last = now;
            }
            sure = captured || (finished && i + 1 == self.hunt.views.len());
            if captured || !finished {
                break;
            }
        }
        (QuickAnswer { nodes: spent, ..last }, sure)
    }
}

/// The value of a goal for the side to move: searched under each supply of ko threats until the result is plain.
pub(crate) fn weigh<A: Aim>(
    aim: &A,
    board: &mut Board,
    table: &mut QuickTable,
    to_play: Color,
    budget: &Budget,
) -> QuickAnswer {
    table.clear();
    let seeking = to_play == aim.seeker();
    let mut nodes = 0;
    let mut stage = |threats: Threats| {
        let mut left = budget.clone();
        left.nodes = budget.nodes.saturating_sub(nodes);
        let mut search = Quick::new(aim, board, table, threats, 0, &left);
        let found = search.solve(to_play);
        nodes += search.nodes;
        (found, search.leaning, search.line(to_play))
    };
    let outcome_of = |achieved: bool| if achieved == seeking { Outcome::Win } else { Outcome::Lose };
    let mut fallback: Option<(Outcome, Option<Move>)> = None;
    let mut line = Vec::new();
    let mut result = None;
    for threats in [Threats::Refuter, Threats::Nobody, Threats::Seeker] {
        let (found, leaning, now) = stage(threats);
        let Some(found) = found else {
            let hint = leaning.and_then(|(_, _, play)| play).map(Move::Play);
            let guess = leaning.map(|(pn, dn, play)| {
                let achieved = pn < dn;
                let outcome = outcome_of(achieved);
                (outcome, (outcome == Outcome::Win).then(|| play.map_or(Move::Pass, Move::Play)))
            });
            let (outcome, play) = fallback.or(guess).unwrap_or((Outcome::Lose, None));
            let line = if fallback.is_some() { line } else { now };
            return QuickAnswer { outcome, play, line, finished: false, nodes, hint };
        };
        if found.achieved {
            let outcome = match threats {
                Threats::Refuter => outcome_of(true),
                Threats::Nobody => Outcome::Ko(if seeking { FirstThreat::Opponent } else { FirstThreat::Mover }),
                Threats::Seeker => Outcome::Ko(if seeking { FirstThreat::Mover } else { FirstThreat::Opponent }),
            };
            // the refuter's move is the one that held while the ko was his
            let play = if seeking { found.play } else { fallback.and_then(|(_, play)| play) };
            let play = if outcome == Outcome::Lose { None } else { play };
            result = Some((outcome, play));
            if seeking || fallback.is_none() {
                line = now;
            }
            break;
        }
        let outcome = outcome_of(false);
        fallback = Some((outcome, found.play));
        line = now;
        if !found.used_ko {
            break;
        }
    }
    let (outcome, play) = result.or(fallback).unwrap_or((Outcome::Lose, None));
    QuickAnswer { outcome, play, line, finished: true, nodes, hint: None }
}
