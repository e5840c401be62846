//! Problems without a stated goal: which group is in question, and what can the side to move make of it?

use gosedai_board::{Board, Color, Point, PointSet};

use crate::budget::Budget;
use crate::life::{Group, Kill};
use crate::outcome::{Outcome, Trust};
use crate::region::{closed_companions, distances, framed};
use crate::table::Table;
use crate::verdicts::{Read, read};

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
            let doubt = openness(board, &Group::new(board, color, stones), color);
            found.push((doubt, color, stones));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, color, stones)| (color, stones)).collect()
}

/// The answer to a problem: the first of the likely groups whose fate depends on who moves first.
pub struct ProblemAnswer {
    pub group: Group,
    pub read: Read,
    pub nodes: u64,
}

/// Finds group and move. A group on which nothing depends is passed over; the budget is for all together.
pub fn solve(board: &Board, to_play: Color, budget: &Budget) -> Option<ProblemAnswer> {
    let mut spent = 0;
    let mut first: Option<ProblemAnswer> = None;
    for (defender, stones) in likely_groups(board).into_iter().take(4) {
        let mut narrow: Option<ProblemAnswer> = None;
        for wide in [false, true] {
            let frame = framed(board, &stones, defender, wide);
            let is_open = frame.is_some();
            let place = frame.unwrap_or_else(|| board.clone());
            let group = Group::new(&place, defender, stones);
            let kill = Kill(group.clone());
            let mut table = Table::new(budget.memory);
            let mut read_turn = |turn: Color| {
                let mut left = budget.clone();
                left.nodes = budget.nodes.saturating_sub(spent);
                let found = read(&kill, &place, turn, &mut table, &left, 1);
                spent += found.nodes;
                found
            };
            let ours = read_turn(to_play);
            if ours.answer.outcome == Outcome::Unknown {
                let unfinished = ProblemAnswer { group, read: ours, nodes: spent };
                return narrow.or(first).or(Some(unfinished));
            }
            let works = matches!(ours.answer.outcome, Outcome::Win | Outcome::Ko(_)) && ours.answer.point().is_some();
            // does it need a move at all?
            let matters = works && read_turn(to_play.opponent()).answer.outcome != Outcome::Lose;
            let mut found = ProblemAnswer { group, read: ours, nodes: spent };
            if is_open {
                // the frame is a convention, not a fact of the board
                found.read.answer.trust = Trust::Judged;
            }
            let lives = to_play == defender && found.read.answer.outcome == Outcome::Win;
            if matters && (wide || lives || !is_open) {
                return Some(found);
            }
            if matters {
                // a kill in the narrow frame waits for the wide one to confirm it
                narrow = Some(found);
            } else {
                first.get_or_insert(found);
            }
            if !is_open {
                break;
            }
        }
        if narrow.is_some() {
            return narrow;
        }
    }
    first
}

/// How much room a group has compared with its size: small for what is closed in.
fn openness(board: &Board, group: &Group, color: Color) -> f64 {
    let ours = distances(board, group.target.iter(), color);
    let theirs = distances(board, board.stones().filter(|(_, c)| *c != color).map(|(p, _)| p), color.opponent());
    let room = board.size().points().filter(|p| board.is_empty(*p) && ours[p.index()] < theirs[p.index()]).count();
    let stones = group.target.len() as f64;
    (room as f64 + if group.place.closed { 0.0 } else { 6.0 }) / stones.sqrt()
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

/// A stone of the group, to name it by.
pub fn name(group: &Group) -> Option<Point> {
    group.target.first()
}
