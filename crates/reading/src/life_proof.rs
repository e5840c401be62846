//! Life and death of a named group by the exact tier, where both ways to close the ground agree on what that proves.
//!
//! Life is proved where all beyond the border is the attacker's; death where whoever gets out is safe; anything else if both
//! grounds say the same.

use gosedai_board::{Board, Color, Move, PointSet};

use crate::budget::{Budget, Stop};
use crate::exact::Side;
use crate::exact::firm::Firm;
use crate::exact::ground::{Border, ground};
use crate::exact::verdict::{Found, read_ground, trace_ground};
use crate::outcome::{Answer, Outcome, Trust};
use crate::params::Spending;
use crate::trace::TraceNode;
use crate::verdicts::Read;

/// More empty points than this are beyond a proof.
const ROOMY: usize = 24;

/// Reads these stones with `to_play` first; an unknown answer where nothing is proved.
pub fn prove(board: &Board, defender: Color, target: &PointSet, to_play: Color, budget: &Budget) -> Read {
    let side = if to_play == defender { Side::Defender } else { Side::Attacker };
    let mut read = Read::unknown();
    let full = PointSet::full(board.size());
    let mut seen = PointSet::EMPTY;
    let mut walled: Option<Outcome> = None;
    for border in [Border::Wall, Border::Open] {
        let field = ground(board, target, defender, border, 1);
        // the ground itself was drawn by what stands in and around it
        seen.add(&around(board, &field.inside));
        (read.zone, read.looked) = (seen, seen);
        if field.inside.intersection(&board.empty_set()).len() > ROOMY {
            return read;
        }
        let found = read_ground(board, &field, side, &budget.with_nodes(budget.nodes / 2));
        read.nodes += found.nodes;
        if found.outcome == Outcome::Unknown || !found.is_whole {
            read.stopped = found.stopped.or(Some(Stop::Nodes));
            return read;
        }
        let lives = matches!((side, found.outcome), (Side::Defender, Outcome::Win) | (Side::Attacker, Outcome::Lose));
        let dies = matches!((side, found.outcome), (Side::Attacker, Outcome::Win) | (Side::Defender, Outcome::Lose));
        let holds = match border {
            Border::Wall => lives,
            Border::Open => {
                let is_same = dies || walled == Some(found.outcome);
                // what is firm was seen on the whole board
                if is_same {
                    (read.zone, read.looked) = (full, full);
                }
                is_same && Firm::new(board, defender.opponent()).carries(board, &field, &found.zone)
            }
        };
        if holds {
            return Read { answer: answer(found), stopped: None, ..read };
        }
        walled = Some(found.outcome);
    }
    read
}

/// How far beyond its points a ground looks for liberties, links and friends.
const SIGHT: usize = 4;

/// Points that may change a ground of these.
fn around(board: &Board, inside: &PointSet) -> PointSet {
    let full = PointSet::full(board.size());
    let near = (0..SIGHT).fold(*inside, |all, _| all.grown().intersection(&full));
    let stones = full.minus(&board.empty_set());
    near.intersection(&stones).iter().fold(near, |all, stone| all.union(&board.string_set(stone)))
}

/// The tree of the search that proves it: in ground whose border is the attacker's if life is proved there, else in open
/// country.
pub fn trace(
    board: &Board,
    defender: Color,
    target: &PointSet,
    to_play: Color,
    budget: &Budget,
    limit: usize,
) -> TraceNode {
    let side = if to_play == defender { Side::Defender } else { Side::Attacker };
    let [walled, open] = [Border::Wall, Border::Open].map(|border| {
        let field = ground(board, target, defender, border, 1);
        trace_ground(board, &field, side, budget, limit)
    });
    if walled.achieved == Some(true) && open.achieved.is_some() { open } else { walled }
}

fn answer(found: Found) -> Answer {
    Answer { outcome: found.outcome, play: found.play, line: found.line, trust: Trust::Proved }
}

/// Judges like [`prove`], without asking whether the walls are firm: life where all beyond the border is the attacker's, death in
/// open country. Says whether it lives, and the winner's move where it is his turn.
pub fn settle(
    board: &Board,
    group: &PointSet,
    defender: Color,
    to_play: Color,
    spending: &Spending,
) -> Option<(bool, Option<Move>)> {
    let side = if to_play == defender { Side::Defender } else { Side::Attacker };
    for border in [Border::Wall, Border::Open] {
        let field = ground(board, group, defender, border, 1);
        let empty = field.inside.intersection(&board.empty_set()).len();
        let nodes = if empty <= spending.points { spending.small } else { spending.large };
        if nodes == 0 {
            continue;
        }
        let found = read_ground(board, &field, side, &Budget::nodes(nodes));
        let won = match found.outcome {
            Outcome::Win => true,
            Outcome::Lose => false,
            // both stay on the board
            Outcome::Seki => side == Side::Defender,
            _ => continue,
        };
        if found.stopped.is_some() {
            continue;
        }
        let lives = won == (side == Side::Defender);
        if lives == (border == Border::Wall) {
            return Some((lives, found.play.filter(|_| won)));
        }
    }
    None
}
