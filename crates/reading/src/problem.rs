//! Problems without a stated goal: which group is in question, and what can the side to move make of it?

use gosedai_board::{Board, Color, PointSet};

use crate::budget::Budget;
use crate::exact::ground::{Border, CLOSED_LIMIT, closed_area, ground};
use crate::exact::learn::{Sample, samples};
use crate::exact::verdict::{Found, read_ground};
use crate::exact::{Kos, Side};
use crate::outcome::{Answer, Outcome, Trust};
use crate::region::{closed_companions, distances};

/// Groups that a life-and-death problem may be about, the likeliest first.
///
/// A group in question is hemmed in: the empty points nearer to it than to the enemy are few for its size. Parts of one
/// colour with little room that touch the same few points are one group, however loosely they stand.
pub fn likely_groups(board: &Board) -> Vec<(Color, PointSet)> {
    let mut found: Vec<(f64, Color, PointSet)> = Vec::new();
    let parts = Color::BOTH.map(|color| parts(board, color));
    for (i, color) in Color::BOTH.into_iter().enumerate() {
        let free: PointSet =
            parts[1 - i].iter().filter(|p| p.is_free()).fold(PointSet::EMPTY, |all, p| all.union(&p.stones));
        let mut weak: Vec<PointSet> = parts[i].iter().filter(|p| !p.is_free()).map(|p| p.stones).collect();
        let mut whole: Vec<PointSet> = Vec::new();
        while let Some(mut group) = weak.pop() {
            while let Some(at) = weak.iter().position(|w| reach(board, &group, color).intersects(w)) {
                group = group.union(&weak.swap_remove(at));
            }
            let group = closed_companions(board, &group, color).unwrap_or(group);
            if !whole.iter().any(|w| group.is_subset(w)) {
                whole.retain(|w| !w.is_subset(&group));
                whole.push(group);
            }
        }
        for group in whole {
            let around = group.grown().grown().grown();
            let hemmed = if around.intersects(&free) { 0.0 } else { 2.0 };
            found.push((openness(board, &group, color) + hemmed, color, group));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, color, stones)| (color, stones)).collect()
}

/// Stones of one colour with the points nearer to them than to the enemy.
struct Part {
    stones: PointSet,
    room: usize,
    farthest: u8,
}

impl Part {
    fn is_free(&self) -> bool {
        self.room > FREE_ROOM || self.farthest >= FREE_STEPS
    }
}

/// So many points of its own, or one so many steps away, and a part is at home in the open.
const FREE_ROOM: usize = 40;
const FREE_STEPS: u8 = 7;

fn parts(board: &Board, color: Color) -> Vec<Part> {
    let stones = board.stone_set(color);
    let ours = distances(board, stones.iter(), color);
    let theirs = distances(board, board.stone_set(color.opponent()).iter(), color.opponent());
    let near: PointSet = board.empty_set().iter().filter(|p| ours[p.index()] < theirs[p.index()]).collect();
    near.union(&stones)
        .components()
        .into_iter()
        .filter(|part| part.intersects(&stones))
        .map(|part| {
            let room = part.minus(&stones);
            let farthest = room.iter().map(|p| ours[p.index()]).max().unwrap_or(0);
            Part { stones: part.intersection(&stones), room: room.len(), farthest }
        })
        .collect()
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
/// Positions for the likeliest group, round by round; the others get less and less.
const ROUNDS: [u64; 3] = [4_000, 30_000, u64::MAX];

/// Finds group and move. Small efforts for all likely groups come before large ones for any; a group on which nothing
/// depends is dropped, and a plain success goes before a ko. While a larger group is not settled nothing is said about a
/// small one. The budget is for all together.
pub fn solve(board: &Board, to_play: Color, budget: &Budget) -> Option<ProblemAnswer> {
    let room = |defender: Color, target: &PointSet| {
        let field = ground(board, target, defender, Border::Wall, 1);
        field.inside.iter().filter(|&p| board.is_empty(p)).count()
    };
    let mut open: Vec<(usize, Color, PointSet)> = likely_groups(board)
        .into_iter()
        .filter(|(c, t)| room(*c, t) <= ROOMY)
        .take(GROUPS)
        .enumerate()
        .map(|(rank, (c, t))| (rank, c, t))
        .collect();
    let mut best: Option<ProblemAnswer> = None;
    let mut spent = 0;
    for round in ROUNDS {
        let mut left = Vec::new();
        for (rank, defender, target) in open {
            let share = (round / ((rank + 1) * (rank + 1)) as u64).max(1);
            let allowed = share.min(budget.nodes.saturating_sub(spent));
            if allowed == 0 || budget.is_over() {
                left.push((rank, defender, target));
                continue;
            }
            let found = hypothesis(board, to_play, defender, &target, &budget.with_nodes(allowed));
            spent += found.nodes;
            let value = |a: &ProblemAnswer| match a.answer.outcome {
                Outcome::Win => 3 * a.target.len(),
                Outcome::Seki => 2 * a.target.len(),
                Outcome::Ko(_) => a.target.len(),
                _ => 0,
            };
            match found.answer.outcome {
                Outcome::Unknown => left.push((rank, defender, target)),
                Outcome::Win | Outcome::Seki | Outcome::Ko(_)
                    if found.answer.point().is_some() && best.as_ref().is_none_or(|b| value(b) < value(&found)) =>
                {
                    best = Some(found);
                }
                _ => {}
            }
        }
        open = left;
        // a larger group not settled yet may still be what is meant
        let is_first = |b: &ProblemAnswer| open.iter().all(|(_, _, t)| t.len() < 2 * b.target.len());
        if open.is_empty() || best.as_ref().is_some_and(is_first) {
            return best.map(|found| ProblemAnswer { nodes: spent, ..found });
        }
        if budget.is_over() || spent >= budget.nodes {
            break;
        }
    }
    open.into_iter().next().map(|(_, defender, target)| unfinished(defender, target, spent))
}

fn unfinished(defender: Color, target: PointSet, nodes: u64) -> ProblemAnswer {
    ProblemAnswer { defender, target, answer: Answer::unknown(), nodes }
}

/// One group: does moving first make a difference, and which move does it? A success that needs no move is a loss here.
fn hypothesis(board: &Board, to_play: Color, defender: Color, target: &PointSet, budget: &Budget) -> ProblemAnswer {
    let side = if to_play == defender { Side::Defender } else { Side::Attacker };
    let mut field = ground(board, target, defender, Border::Wall, 1);
    // first with everything around it standing for ever: who lives there lives
    let tight = ground(board, target, defender, Border::Wall, 0);
    let mut first = None;
    let mut nodes = 0;
    if tight.inside != field.inside || tight.free != field.free {
        let found = read_ground(board, &tight, side, &budget.with_nodes(budget.nodes / 2));
        nodes += found.nodes;
        match (side, found.outcome) {
            (Side::Defender, Outcome::Win) | (Side::Attacker, Outcome::Lose) => {
                first = Some(found);
                field = tight;
            }
            (Side::Attacker, Outcome::Win) => first = Some(found),
            _ => {}
        }
    }
    let is_sound = first.as_ref().is_some_and(|f| side == Side::Defender || f.outcome == Outcome::Lose);
    let mut ours = match first {
        Some(found) if is_sound => found,
        hint => {
            let found = read_ground(board, &field, side, &budget.with_nodes(budget.nodes.saturating_sub(nodes).max(1)));
            nodes += found.nodes;
            match hint {
                // not whole: that the strings around it stand is taken for granted
                Some(hint) if found.outcome == Outcome::Unknown && budget.is_over() => {
                    Found { is_whole: false, ..hint }
                }
                _ => found,
            }
        }
    };
    // who wants to live may need the threat to get out: what a tight border denies him is asked again with a wider one
    if side == Side::Defender && ours.stopped.is_none() && ours.outcome != Outcome::Win {
        let wider = ground(board, target, defender, Border::Wall, 2);
        if wider.inside != field.inside {
            let again = read_ground(board, &wider, side, &budget.with_nodes(budget.nodes.saturating_sub(nodes)));
            nodes += again.nodes;
            if again.outcome.rank() > ours.outcome.rank() {
                ours = again;
                field = wider;
            }
        }
    }
    let mut answer = Answer { outcome: ours.outcome, play: ours.play, line: ours.line.clone(), trust: Trust::Proved };
    if matches!(answer.outcome, Outcome::Win | Outcome::Seki | Outcome::Ko(_)) {
        let theirs = read_ground(board, &field, side.other(), &budget.with_nodes((nodes / 4).max(500)));
        nodes += theirs.nodes;
        if theirs.outcome == Outcome::Lose {
            // nothing needs to be done
            answer.outcome = Outcome::Lose;
        }
    }
    if answer.outcome == Outcome::Unknown {
        answer = Answer::unknown();
    } else {
        // that nobody gets out of an open border, and that walls hold which are hemmed in themselves, are conventions of
        // problems, not facts of the board
        let is_open = closed_area(board, target, defender, CLOSED_LIMIT).is_none() && side == Side::Attacker;
        let free = parts(board, defender.opponent()).into_iter().filter(Part::is_free);
        let strong = free.fold(PointSet::EMPTY, |all, part| all.union(&part.stones));
        let walls = field.free[0].intersection(&board.stone_set(defender.opponent()));
        if is_open || !walls.is_subset(&strong) || !ours.is_whole {
            answer.trust = Trust::Judged;
        }
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

/// Points two steps away through empty points, and diagonal neighbours not both of whose common neighbours are hostile.
fn reach(board: &Board, cluster: &PointSet, color: Color) -> PointSet {
    let empty = board.empty_set();
    let own = board.stone_set(color);
    let once = cluster.grown().intersection(&empty.union(&own));
    once.intersection(&empty).grown().union(&once).intersection(&empty.union(&own))
}

/// The points that exist for the search about these stones.
pub fn field_of(board: &Board, target: &PointSet, defender: Color) -> PointSet {
    ground(board, target, defender, Border::Wall, 1).inside
}

/// Positions solved while reading a problem under every rule about kos, for fitting the weights of shapes.
pub fn lessons(board: &Board, to_play: Color, budget: &Budget, out: &mut Vec<Sample>) {
    let Some((defender, target)) = likely_groups(board).into_iter().next() else { return };
    let mover = if to_play == defender { Side::Defender } else { Side::Attacker };
    for reach in [0, 1] {
        let field = ground(board, &target, defender, Border::Wall, reach);
        for side in [mover, mover.other()] {
            for kos in [Kos::of(side.other()), Kos::Nobody, Kos::of(side)] {
                if samples(board, &field, side, kos, budget, out) == Some(true) {
                    break;
                }
            }
        }
    }
}
