//! Problems without a stated goal: which group is in question, and what can the side to move make of it?

use gosedai_board::{Board, Color, PointSet};

use crate::budget::Budget;
use crate::exact::Side;
use crate::exact::ground::{Border, CLOSED_LIMIT, closed_area, ground};
use crate::exact::verdict::read_ground;
use crate::outcome::{Answer, Outcome, Trust};
use crate::region::{closed_companions, distances};

/// Groups that a life-and-death problem may be about, the likeliest first.
pub fn likely_groups(board: &Board) -> Vec<(Color, PointSet)> {
    let mut found: Vec<(f64, Color, PointSet)> = Vec::new();
    for color in Color::BOTH {
        let mut seen = PointSet::EMPTY;
        for stones in clusters(board, color) {
            if stones.is_subset(&seen) {
                continue;
            }
            let stones = closed_companions(board, &stones, color).unwrap_or(stones);
            seen = seen.union(&stones);
            let doubt = openness(board, &stones, color);
            found.push((doubt, color, stones));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, color, stones)| (color, stones)).collect()
}

/// The answer to a problem: a group whose fate depends on who moves first, and the move that decides it.
pub struct ProblemAnswer {
    pub defender: Color,
    pub target: PointSet,
    pub answer: Answer,
    pub nodes: u64,
}

/// A group with more room than this is not in question.
const ROOMY: usize = 36;
/// How many groups are looked at.
const GROUPS: usize = 4;
/// Positions for each group, round by round.
const ROUNDS: [u64; 4] = [2_000, 30_000, 400_000, u64::MAX];

/// Finds group and move. Small efforts for all likely groups come before large ones for any; a group on which nothing
/// depends is dropped, and a plain success goes before a ko. The budget is for all together.
pub fn solve(board: &Board, to_play: Color, budget: &Budget) -> Option<ProblemAnswer> {
    let room = |defender: Color, target: &PointSet| {
        let field = ground(board, target, defender, Border::Wall, 1);
        field.inside.iter().filter(|&p| board.is_empty(p)).count()
    };
    let mut open: Vec<(Color, PointSet)> =
        likely_groups(board).into_iter().filter(|(c, t)| room(*c, t) <= ROOMY).take(GROUPS).collect();
    let mut fallback: Option<ProblemAnswer> = None;
    let mut small: Option<ProblemAnswer> = None;
    let mut spent = 0;
    for round in ROUNDS {
        let mut best: Option<ProblemAnswer> = None;
        let mut left = Vec::new();
        for (defender, target) in open {
            let allowed = round.min(budget.nodes.saturating_sub(spent));
            if allowed == 0 || budget.is_over() {
                return Some(best.or(small).or(fallback).unwrap_or_else(|| unfinished(defender, target, spent)));
            }
            let limits = budget.with_nodes(allowed);
            let found = hypothesis(board, to_play, defender, &target, &limits);
            spent += found.nodes;
            match found.answer.outcome {
                Outcome::Unknown => left.push((defender, target)),
                Outcome::Win
                    if found.answer.point().is_some()
                        && best.as_ref().is_none_or(|b| b.target.len() < target.len()) =>
                {
                    best = Some(found);
                }
                Outcome::Ko(_) | Outcome::Seki => {
                    let better = |old: &ProblemAnswer| {
                        (old.answer.outcome.rank(), old.target.len()) < (found.answer.outcome.rank(), target.len())
                    };
                    if fallback.as_ref().is_none_or(better) {
                        fallback = Some(found);
                    }
                }
                _ => {}
            }
        }
        // a larger group not settled yet may still be what is meant
        open = left;
        if let Some(found) = best.take_if(|b| open.iter().all(|(_, t)| t.len() < 2 * b.target.len())) {
            return Some(ProblemAnswer { nodes: spent, ..found });
        }
        if let Some(found) = best {
            small = Some(found);
        }
        if open.is_empty() {
            break;
        }
    }
    small.or(fallback).map(|found| ProblemAnswer { nodes: spent, ..found })
}

fn unfinished(defender: Color, target: PointSet, nodes: u64) -> ProblemAnswer {
    ProblemAnswer { defender, target, answer: Answer::unknown(), nodes }
}

/// One group: does moving first make a difference, and which move does it? A success that needs no move is a loss here.
fn hypothesis(board: &Board, to_play: Color, defender: Color, target: &PointSet, budget: &Budget) -> ProblemAnswer {
    let side = if to_play == defender { Side::Defender } else { Side::Attacker };
    let field = ground(board, target, defender, Border::Wall, 1);
    let ours = read_ground(board, &field, side, budget);
    let mut nodes = ours.nodes;
    let mut answer = Answer { outcome: ours.outcome, play: ours.play, line: ours.line, trust: Trust::Proved };
    if matches!(answer.outcome, Outcome::Win | Outcome::Ko(_)) {
        let theirs = read_ground(board, &field, side.other(), &budget.with_nodes(nodes.max(500)));
        nodes += theirs.nodes;
        if theirs.outcome == Outcome::Lose {
            // nothing needs to be done
            answer.outcome = Outcome::Lose;
        }
    }
    if answer.outcome == Outcome::Unknown {
        answer = Answer::unknown();
    } else if closed_area(board, target, defender, CLOSED_LIMIT).is_none() && side == Side::Attacker {
        // that nobody gets out of an open border is a convention of problems, not a fact of the board
        answer.trust = Trust::Judged;
    }
    ProblemAnswer { defender, target: *target, answer, nodes }
}

/// How much room a group has compared with its size: small for what is closed in.
fn openness(board: &Board, target: &PointSet, color: Color) -> f64 {
    let ours = distances(board, target.iter(), color);
    let theirs = distances(board, board.stones().filter(|(_, c)| *c != color).map(|(p, _)| p), color.opponent());
    let room = board.size().points().filter(|p| board.is_empty(*p) && ours[p.index()] < theirs[p.index()]).count();
    let is_closed = closed_area(board, target, color, CLOSED_LIMIT).is_some();
    let stones = target.len() as f64;
    (room as f64 + if is_closed { 4.0 } else { 8.0 }) / stones
}

/// Stones of one colour that belong together: strings whose stones are within two steps and not parted.
fn clusters(board: &Board, color: Color) -> Vec<PointSet> {
    let mut left = board.stone_set(color);
    let mut out = Vec::new();
    while let Some(start) = left.first() {
        let mut cluster = board.string_set(start);
        loop {
            let near = reach(board, &cluster, color);
            let joined: PointSet = near.iter().filter(|&p| board.at(p).is(color)).collect();
            let grown = joined.iter().fold(cluster, |c, p| c.union(&board.string_set(p)));
            if grown == cluster {
                break;
            }
            cluster = grown;
        }
        left = left.minus(&cluster);
        out.push(cluster);
    }
    out
}

/// Points two steps away through empty points, and diagonal neighbours not both of whose common neighbours are hostile.
fn reach(board: &Board, cluster: &PointSet, color: Color) -> PointSet {
    let empty = board.empty_set();
    let own = board.stone_set(color);
    let once = cluster.grown().intersection(&empty.union(&own));
    once.intersection(&empty).grown().union(&once).intersection(&empty.union(&own))
}
