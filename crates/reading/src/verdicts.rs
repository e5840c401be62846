//! From searches to answers: who wins under which supply of ko threats.
//!
//! A goal is won if it is reached although the refuter always finds a threat, lost if it is missed although the seeker always
//! does, and a ko otherwise; a third search with no threats on either side tells who has to find the first one.

use gosedai_board::{Board, Color, PointSet};

use crate::budget::{Budget, Stop};
use crate::goal::Goal;
use crate::outcome::{Answer, FirstThreat, Outcome, Trust};
use crate::search::{Search, Solved, Threats};
use crate::table::Table;

/// An answer with what it cost and rests on.
#[derive(Clone, Debug)]
pub struct Read {
    pub answer: Answer,
    pub zone: PointSet,
    pub nodes: u64,
    pub stopped: Option<Stop>,
}

impl Read {
    pub fn unknown() -> Read {
        Read { answer: Answer::unknown(), zone: PointSet::EMPTY, nodes: 0, stopped: Some(Stop::Nodes) }
    }
}

/// The value of the position for the side to move: the seeker reaching the goal, or the refuter preventing it.
pub fn read<G: Goal>(goal: &G, board: &Board, to_play: Color, table: &mut Table, budget: &Budget, salt: u64) -> Read {
    let mut nodes = 0;
    let mut solve = |threats: Threats| -> Result<Solved, Stop> {
        let mut left = budget.clone();
        left.nodes = budget.nodes.saturating_sub(nodes);
        let mut search = Search::new(goal, board, table, &left, threats, salt);
        let solved = search.solve(to_play);
        nodes += search.nodes;
        solved
    };
    let answer = decide(&mut solve, to_play == goal.seeker());
    match answer {
        Ok((answer, zone)) => Read { answer, zone, nodes, stopped: None },
        Err(stop) => Read { answer: Answer::unknown(), zone: PointSet::EMPTY, nodes, stopped: Some(stop) },
    }
}

fn decide(solve: &mut dyn FnMut(Threats) -> Result<Solved, Stop>, seeking: bool) -> Result<(Answer, PointSet), Stop> {
    let strict = solve(Threats::Refuter)?;
    if strict.achieved {
        let outcome = if seeking { Outcome::Win } else { Outcome::Lose };
        return Ok((answer(outcome, &strict), strict.zone));
    }
    if !strict.used_ko {
        let outcome = if seeking { Outcome::Lose } else { Outcome::Win };
        return Ok((answer(outcome, &strict), strict.zone));
    }
    let generous = solve(Threats::Seeker)?;
    let zone = strict.zone.union(&generous.zone);
    if !generous.achieved {
        let outcome = if seeking { Outcome::Lose } else { Outcome::Win };
        return Ok((answer(outcome, &generous), zone));
    }
    let bare = solve(Threats::Nobody)?;
    let zone = zone.union(&bare.zone);
    let mover_needs_no_threat = bare.achieved == seeking;
    let outcome = Outcome::Ko(if mover_needs_no_threat { FirstThreat::Opponent } else { FirstThreat::Mover });
    // the move to show: the one that works without threats, else the one that works with them
    let shown = match (mover_needs_no_threat, seeking) {
        (true, _) => &bare,
        (false, true) => &generous,
        (false, false) => &strict,
    };
    let mut found = answer(outcome, shown);
    if strict.judged || generous.judged || bare.judged {
        found.trust = Trust::Judged;
    }
    Ok((found, zone))
}

fn answer(outcome: Outcome, solved: &Solved) -> Answer {
    let trust = if solved.judged { Trust::Judged } else { Trust::Proved };
    Answer { outcome, play: solved.best, line: solved.line.clone(), trust }
}
