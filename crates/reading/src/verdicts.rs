//! From searches to answers: who wins under which supply of ko threats.
//!
//! A goal is won if it is reached although the refuter always finds a threat, lost if it is missed although the seeker always
//! does, and a ko otherwise; a third search with no threats on either side tells who has to find the first one.

use gosedai_board::{Board, Color, Move, PointSet};

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
    /// Points the course of the search has depended on, finished or not.
    pub looked: PointSet,
    /// What an unfinished search leans to: does the mover succeed, and with which move? A guess, never an answer.
    pub leaning: Option<(bool, Move)>,
}

impl Read {
    pub fn unknown() -> Read {
        Read {
            answer: Answer::unknown(),
            zone: PointSet::EMPTY,
            nodes: 0,
            stopped: Some(Stop::Nodes),
            looked: PointSet::EMPTY,
            leaning: None,
        }
    }
}

/// The value of the position for the side to move: the seeker reaching the goal, or the refuter preventing it.
pub fn read<G: Goal>(goal: &G, board: &Board, to_play: Color, table: &mut Table, budget: &Budget, salt: u64) -> Read {
    let mut nodes = 0;
    let mut leaning = None;
    let mut looked = PointSet::EMPTY;
    let mut solve = |threats: Threats| -> Result<Solved, Stop> {
        let mut left = budget.clone();
        left.nodes = budget.nodes.saturating_sub(nodes);
        let mut search = Search::new(goal, board, table, &left, threats, salt);
        let solved = search.solve(to_play);
        nodes += search.nodes;
        looked.add(&search.looked());
        leaning = search.leaning.map(|(pn, dn, play)| ((pn <= dn) == (to_play == goal.seeker()), play));
        solved
    };
    let answer = decide(&mut solve, to_play == goal.seeker());
    match answer {
        Ok((answer, zone)) => Read { answer, zone, nodes, stopped: None, looked, leaning },
        Err(stop) => {
            Read { answer: Answer::unknown(), zone: PointSet::EMPTY, nodes, stopped: Some(stop), looked, leaning }
        }
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
    // without threats on either side: what works here works as a ko at least
    let bare = solve(Threats::Nobody)?;
    if bare.achieved {
        // the seeker needs no threat first; with the refuter to move, the refuter does
        let outcome = Outcome::Ko(if seeking { FirstThreat::Opponent } else { FirstThreat::Mover });
        let mut found = answer(outcome, if seeking { &bare } else { &strict });
        if strict.judged || bare.judged {
            found.trust = Trust::Judged;
        }
        return Ok((found, strict.zone.union(&bare.zone)));
    }
    let zone = strict.zone.union(&bare.zone);
    if !bare.used_ko {
        let outcome = if seeking { Outcome::Lose } else { Outcome::Win };
        return Ok((answer(outcome, &bare), zone));
    }
    let generous = solve(Threats::Seeker)?;
    let zone = zone.union(&generous.zone);
    if !generous.achieved {
        let outcome = if seeking { Outcome::Lose } else { Outcome::Win };
        return Ok((answer(outcome, &generous), zone));
    }
    let outcome = Outcome::Ko(if seeking { FirstThreat::Mover } else { FirstThreat::Opponent });
    let mut found = answer(outcome, if seeking { &generous } else { &bare });
    if strict.judged || generous.judged || bare.judged {
        found.trust = Trust::Judged;
    }
    Ok((found, zone))
}

fn answer(outcome: Outcome, solved: &Solved) -> Answer {
    let trust = if solved.judged { Trust::Judged } else { Trust::Proved };
    Answer { outcome, play: solved.best, line: solved.line.clone(), trust }
}
