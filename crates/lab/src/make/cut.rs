//! Finding a group in question, cutting its surroundings out of the board, and proving on them what makes a problem.

use std::time::Duration;

use gosedai_board::{Board, Color, Move, Point, PointSet};
use gosedai_engine::Context;
use gosedai_engine::problem::exact::{answer_of, field_of, likely_groups};
use gosedai_engine::problem::until;
use gosedai_reading::{Answer, Budget, Outcome, Reader, Trust};

/// Groups of a position that are looked at, their stones, and the empty points of their field.
const GROUPS: usize = 6;
const STONES: std::ops::RangeInclusive<usize> = 5..=36;
const ROOM: std::ops::RangeInclusive<usize> = 4..=18;
/// Positions to see whether a group is in question at all, and for every proof about one that is.
const GLANCE: u64 = 3_000;
const PROOF: u64 = 30_000;

/// A problem.
pub struct Made {
    pub board: Board,
    pub mover: Color,
    pub owner: Color,
    pub target: PointSet,
    pub right: Answer,
    /// Every other move that could matter, with the answer that refutes it.
    pub wrong: Vec<(Point, Answer)>,
    /// Positions of the proof, empty points of the field.
    pub nodes: u64,
    pub room: usize,
}

impl Made {
    pub fn is_kill(&self) -> bool {
        self.mover != self.owner
    }
}

/// The problems of a position around the last move: a group that is in question farther away was so before.
pub fn problems(board: &Board, last: Point, seconds: f64, cx: &Context) -> Vec<Made> {
    let budget = until(Duration::from_secs_f64(seconds), cx);
    let mut found = Vec::new();
    for (owner, stones) in groups(board) {
        if budget.is_over() {
            break;
        }
        let is_near = stones.grown().grown().contains(last);
        if !is_near {
            continue;
        }
        for room in rooms(board, &stones) {
            let Some((cut, stones)) = cut_out(board, &stones, owner, &room) else { continue };
            if is_in_question(&cut, &stones, &budget) {
                found.extend(Color::BOTH.into_iter().filter_map(|mover| problem(&cut, owner, &stones, mover, &budget)));
                break;
            }
        }
    }
    found
}

/// What might be in question: groups that are hemmed in, and what hangs together around any string.
pub(super) fn groups(board: &Board) -> Vec<(Color, PointSet)> {
    let mut all: Vec<(Color, PointSet)> = likely_groups(board).into_iter().take(GROUPS).collect();
    for stone in board.strings() {
        let group = Reader::group(board, stone);
        if let Some(owner) = board.color_at(stone).filter(|_| !all.iter().any(|(_, known)| *known == group)) {
            all.push((owner, group));
        }
    }
    all
}

/// What this side makes of the group moving first: nothing if it is not proved.
fn proved(board: &Board, stones: &PointSet, owner: Color, first: Color, budget: &Budget) -> Option<(Answer, u64)> {
    let left: PointSet = stones.iter().filter(|&stone| board.at(stone).is(owner)).collect();
    if left.is_empty() {
        return None;
    }
    Some(answer_of(board, first, (owner, &left), budget)).filter(|(answer, _)| answer.trust == Trust::Proved)
}

/// Does it live if its owner moves first, and die if the opponent does, both proved?
fn is_in_question(board: &Board, stones: &PointSet, budget: &Budget) -> bool {
    let room = |owner| field_of(board, stones, owner).intersection(&board.empty_set()).len();
    let Some(owner) = stones.first().and_then(|stone| board.color_at(stone)) else { return false };
    if !ROOM.contains(&room(owner)) {
        return false;
    }
    let glance = budget.with_nodes(GLANCE);
    let wins = |first: Color| {
        let (answer, _) = answer_of(board, first, (owner, stones), &glance);
        answer.outcome == Outcome::Win && answer.trust == Trust::Proved
    };
    wins(owner) && wins(owner.opponent())
}

/// Ways to close a group in, the narrowest first: its liberties alone; with one of the pockets beyond them; with those on one side; with
/// all that is two steps away.
fn rooms(board: &Board, stones: &PointSet) -> Vec<PointSet> {
    let empty = board.empty_set();
    let near = stones.grown().intersection(&empty);
    let pockets = near.grown().intersection(&empty).minus(&near);
    let mut all = vec![near];
    all.extend(pockets.components().into_iter().map(|pocket| near.union(&pocket)));
    let count = stones.len().max(1);
    let (x, y) = stones.iter().fold((0, 0), |(x, y), stone| (x + stone.x(), y + stone.y()));
    let (x, y) = (x / count, y / count);
    let sides: [&dyn Fn(Point) -> bool; 4] = [&|p| p.x() < x, &|p| p.x() > x, &|p| p.y() < y, &|p| p.y() > y];
    all.extend(sides.iter().map(|side| near.union(&pockets.iter().filter(|&point| side(point)).collect())));
    all.push(near.union(&pockets));
    all
}

/// The group in this room, closed in by the attacker; other stones of the owner beside the room belong to it. In a game hardly a
/// group is closed in and hardly a wall beyond all doubt: what lies outside is left out, and the ring around is the attacker's.
fn cut_out(board: &Board, stones: &PointSet, owner: Color, room: &PointSet) -> Option<(Board, PointSet)> {
    let (full, attacker) = (PointSet::full(board.size()), owner.opponent());
    let mut group = *stones;
    loop {
        let mut inside = group.union(room);
        inside.add(&group.grown().intersection(&board.empty_set()));
        // prisoners: strings of the attacker without a liberty elsewhere
        for stone in inside.grown().intersection(&board.stone_set(attacker)).iter() {
            if board.liberties(stone).is_subset(&inside) {
                inside.add(&board.string_set(stone));
            }
        }
        let ring = inside.grown().intersection(&full).minus(&inside);
        let friends = ring.intersection(&board.stone_set(owner));
        group = friends.iter().fold(group, |all, stone| all.union(&board.string_set(stone)));
        if !STONES.contains(&group.len()) {
            return None;
        }
        if friends.is_empty() {
            let walls = ring.intersection(&board.stone_set(attacker));
            let walls = walls.iter().fold(ring, |all, stone| all.union(&board.string_set(stone)));
            let kept = board.stones().filter(|&(stone, _)| inside.contains(stone));
            let all = kept.chain(walls.iter().map(|stone| (stone, attacker)));
            return Board::with_stones(board.size(), all).ok().map(|cut| (cut, group));
        }
    }
}

/// The problem of this side, if exactly one move does it and all others are refuted.
fn problem(board: &Board, owner: Color, stones: &PointSet, mover: Color, budget: &Budget) -> Option<Made> {
    let budget = budget.with_nodes(PROOF);
    let (right, nodes) =
        proved(board, stones, owner, mover, &budget).filter(|(right, _)| right.outcome == Outcome::Win)?;
    let play = right.point()?;
    let field = field_of(board, stones, owner);
    // beyond the field all is the attacker's: a move there is no more than a pass, which loses
    let empty = field.intersection(&board.empty_set());
    let mut wrong = Vec::new();
    for other in empty.iter().filter(|&other| other != play && board.is_legal(other, mover)) {
        let mut after = board.clone();
        after.play_forever(other, mover);
        // whatever falls short of success is wrong; what is not proved makes no problem
        let reply = proved(&after, stones, owner, mover.opponent(), &budget);
        let (reply, _) = reply.filter(|(reply, _)| !matches!(reply.outcome, Outcome::Lose | Outcome::Unknown))?;
        wrong.push((other, reply));
    }
    Some(Made { board: board.clone(), mover, owner, target: *stones, right, wrong, nodes, room: empty.len() })
}

/// What the side to move plays on a board of the solution, if it is proved to have its way.
pub fn next_move(board: &Board, stones: &PointSet, owner: Color, mover: Color) -> Option<Answer> {
    let (answer, _) = proved(board, stones, owner, mover, &Budget::nodes(PROOF))?;
    (answer.outcome == Outcome::Win && answer.play != Some(Move::Pass)).then_some(answer)
}
