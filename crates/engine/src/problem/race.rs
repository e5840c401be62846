//! Problems that are races: two groups that touch, neither of them safe, of which one takes the other.

use gosedai_board::{Board, Color, PointSet};
use gosedai_reading::exact::Side;
use gosedai_reading::exact::firm::Firm;
use gosedai_reading::exact::verdict::read_ground;
use gosedai_reading::{Answer, Budget, Outcome, Reader, Trust, race_ground};

use super::exact::ProblemAnswer;

/// Pairs of groups that are looked at, and stones below which a group is no side of a race.
const PAIRS: usize = 3;
const FEW: usize = 2;

/// The race that the side to move wins only by moving first, if one is found: a judgement, since what lies around is taken as it
/// stands.
pub fn solve(board: &Board, to_play: Color, budget: &Budget) -> Option<ProblemAnswer> {
    let mut spent = 0;
    let pairs = pairs(board, to_play);
    for round in [20_000, u64::MAX] {
        for (own, other) in &pairs {
            if budget.is_over() {
                return None;
            }
            let ground = race_ground(board, other, own, to_play.opponent());
            let budget = budget.with_nodes(round);
            let found = read_ground(board, &ground, Side::Attacker, &budget);
            spent += found.nodes;
            if found.outcome != Outcome::Win || found.play.is_none() {
                continue;
            }
            // a race that is won without a move is no problem
            let theirs = read_ground(board, &ground, Side::Defender, &budget.with_nodes(found.nodes.max(2_000)));
            spent += theirs.nodes;
            if theirs.outcome != Outcome::Lose {
                let answer = Answer { outcome: Outcome::Win, play: found.play, line: found.line, trust: Trust::Judged };
                return Some(ProblemAnswer {
                    defender: to_play.opponent(),
                    target: *other,
                    answer,
                    nodes: spent,
                    taken_as_safe: PointSet::EMPTY,
                    needed: ground.needed,
                    is_plain: true,
                });
            }
        }
    }
    None
}

/// Groups of both sides that touch and of which neither stands for certain, the largest pairs first.
fn pairs(board: &Board, to_play: Color) -> Vec<(PointSet, PointSet)> {
    let weak = |color: Color| -> Vec<PointSet> {
        let firm = Firm::new(board, color);
        let mut groups: Vec<PointSet> = Vec::new();
        for stone in board.strings().into_iter().filter(|&stone| board.at(stone).is(color) && !firm.holds(stone)) {
            let group = Reader::group(board, stone);
            if group.len() >= FEW && !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    };
    let (ours, theirs) = (weak(to_play), weak(to_play.opponent()));
    let mut pairs: Vec<(PointSet, PointSet)> = Vec::new();
    for own in &ours {
        let beside = own.grown();
        pairs.extend(theirs.iter().filter(|other| beside.intersects(other)).map(|other| (*own, *other)));
    }
    pairs.sort_by_key(|(own, other)| std::cmp::Reverse(own.len().min(other.len())));
    pairs.truncate(PAIRS);
    pairs
}
