//! Problems without a stated goal: which group is in question, and what can the side to move make of it?

mod stages;

use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_reading::exact::Side;
use gosedai_reading::exact::distance::distances;
use gosedai_reading::exact::firm::parts;
use gosedai_reading::exact::ground::{Border, CLOSED_LIMIT, Walls, closed_area, ground, ground_among};
use gosedai_reading::exact::verdict::read_ground;
use gosedai_reading::{Answer, Budget, Outcome, Trust};

use stages::{Case, Settled};

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

/// The answer to a problem: a group whose fate depends on who moves first, and the move that decides it.
pub struct ProblemAnswer {
    pub defender: Color,
    pub target: PointSet,
    pub answer: Answer,
    pub nodes: u64,
    /// Strings of the attacker that the answer takes to be safe.
    pub taken_as_safe: PointSet,
    /// Stones of the target that have to stay.
    pub needed: usize,
    /// All that could be asked for: no ko, no seki, and not a part of the group. Else it is proved, but something better may have been meant.
    pub is_plain: bool,
}

/// A group with more room than this is not in question.
const ROOMY: usize = 45;
/// Stones in a closed area of at most this many empty points stand and fall together.
const COMPANY: usize = 34;
/// How many groups are looked at.
const GROUPS: usize = 4;
/// Positions for each question about the likeliest group, round by round; the others get less and less.
const ROUNDS: [u64; 6] = [3_000, 20_000, 100_000, 500_000, 2_500_000, u64::MAX];

/// Finds group and move. Small efforts for all likely groups come before large ones for any; a group on which nothing
/// depends is dropped, and a plain success goes before a ko. While a larger group is not settled nothing is said about a
/// small one. The budget is for all together.
pub fn solve(board: &Board, to_play: Color, budget: &Budget) -> Option<ProblemAnswer> {
    let room = |defender: Color, target: &PointSet| {
        let field = ground(board, target, defender, Border::Wall, 1);
        field.inside.iter().filter(|&p| board.is_empty(p)).count()
    };
    let mut open: Vec<(usize, Case)> = likely_groups(board)
        .into_iter()
        .filter(|(c, t)| room(*c, t) <= ROOMY)
        .take(GROUPS)
        .map(|(c, t)| Case::new(board, c, t, to_play))
        .enumerate()
        .collect();
    let mut best: Option<(usize, ProblemAnswer)> = None;
    let mut spent = 0;
    let value = |a: &ProblemAnswer| match a.answer.outcome {
        Outcome::Win => 3 * a.target.len(),
        Outcome::Seki => 2 * a.target.len(),
        Outcome::Ko(_) => a.target.len(),
        _ => 0,
    };
    for round in ROUNDS {
        let mut left = Vec::new();
        for (rank, mut case) in open {
            let share = (round / ((rank + 1) * (rank + 1)) as u64).max(1);
            let allowed = share.min(budget.nodes.saturating_sub(spent));
            if allowed == 0 || budget.is_over() {
                left.push((rank, case));
                continue;
            }
            let before = case.nodes;
            let settled = case.go_on(board, &budget.with_nodes(allowed));
            spent += case.nodes - before;
            // half of the memory is for the search that runs
            case.trim(if rank == 0 { budget.memory * 3 / 8 } else { budget.memory / (8 * GROUPS) });
            match settled {
                Settled::Not => left.push((rank, case)),
                Settled::Nothing => {}
                Settled::Answer(answer) => {
                    let found = case.answered(answer);
                    if best.as_ref().is_none_or(|(_, b)| value(b) < value(&found)) {
                        best = Some((rank, found));
                    }
                }
            }
        }
        open = left;
        // a likelier or larger group not settled yet may still be what is meant
        let waits = |rank: usize, found: &ProblemAnswer| {
            open.iter().any(|(r, case)| {
                *r < rank && 2 * case.target.len() >= found.target.len() || case.target.len() >= 2 * found.target.len()
            })
        };
        if open.is_empty() || best.as_ref().is_some_and(|(rank, found)| !waits(*rank, found)) {
            return best.map(|(_, found)| ProblemAnswer { nodes: spent, ..found });
        }
        if budget.is_over() || spent >= budget.nodes {
            break;
        }
    }
    // not settled: the likeliest group's best guess
    let leaning = open.iter().find_map(|(_, case)| Some(case.answered(case.leaning()?)));
    let settled = best.map(|(_, mut found)| {
        found.answer.trust = Trust::Judged;
        found
    });
    let found = leaning.or(settled).or_else(|| open.first().map(|(_, case)| case.answered(Answer::unknown())));
    found.map(|found| ProblemAnswer { nodes: spent, ..found })
}

/// What the side to move makes of this group, whether or not it matters who moves first, and how many positions that took. Failure is
/// proved where an attack fails on ground that is all the attacker's.
pub fn answer_of(
    board: &Board,
    to_play: Color,
    (defender, target): (Color, &PointSet),
    budget: &Budget,
) -> (Answer, u64) {
    let mut case = Case::new(board, defender, *target, to_play);
    for round in ROUNDS {
        match case.settle(board, &budget.with_nodes(round.min(budget.nodes))) {
            Settled::Answer(answer) => return (answer, case.nodes),
            Settled::Nothing => {
                let trust = if to_play == defender { Trust::Judged } else { Trust::Proved };
                let line = case.refutation();
                return (Answer { outcome: Outcome::Lose, play: None, line, trust }, case.nodes);
            }
            Settled::Not if budget.is_over() || round >= budget.nodes => break,
            Settled::Not => {}
        }
        case.trim(budget.memory * 3 / 8);
    }
    (case.leaning().unwrap_or_else(Answer::unknown), case.nodes)
}

/// Does another first move succeed as well? A problem has one solution: where a second move does what was asked, too, the question was
/// not the one that was meant. `None` if that cannot be told within the budget.
pub fn also_succeeds(
    board: &Board,
    to_play: Color,
    found: &ProblemAnswer,
    play: Point,
    budget: &Budget,
) -> Option<bool> {
    let is_half = |outcome: Outcome| matches!(outcome, Outcome::Ko(_) | Outcome::Seki);
    // where not all is saved, or only by ko, a move that saves most of it is as good
    let needed = |stones: usize| if found.is_plain { found.needed.min(stones) } else { stones / 2 + 1 };
    let (best, is_known) = best_outcome(board, to_play, (found.defender, &found.target), play, &needed, budget);
    // half a success is as good as another
    let succeeds = best == Outcome::Win || is_half(best) && is_half(found.answer.outcome);
    if succeeds { Some(true) } else { is_known.then_some(false) }
}

/// What a first move brings its player in the fight about a group, all of which has to live. `Unknown` if that cannot be told within
/// the budget.
pub fn outcome_of(board: &Board, to_play: Color, group: (Color, &PointSet), play: Point, budget: &Budget) -> Outcome {
    let (best, is_known) = best_outcome(board, to_play, group, play, &|stones| stones, budget);
    if is_known || best == Outcome::Win { best } else { Outcome::Unknown }
}

/// The best that any ground offers after a first move, and whether all grounds were read to the end. `needed` says how many of the
/// stones left have to live.
fn best_outcome(
    board: &Board,
    to_play: Color,
    (defender, target): (Color, &PointSet),
    play: Point,
    needed: &dyn Fn(usize) -> usize,
    budget: &Budget,
) -> (Outcome, bool) {
    let (mut best, mut is_known) = (Outcome::Lose, true);
    if !board.is_legal(play, to_play) {
        return (best, is_known);
    }
    let mut after = board.clone();
    let _ = after.play(play, to_play);
    let (answers, kinds): (Side, &[(u8, Walls)]) = if to_play == defender {
        (Side::Attacker, &[(0, Walls::Stand), (1, Walls::Linked), (1, Walls::Fight)])
    } else {
        (Side::Defender, &[(1, Walls::Linked)])
    };
    let target: PointSet = target.iter().filter(|&p| after.at(p).is(defender)).collect();
    for &(reach, walls) in kinds {
        let mut ground = ground_among(&after, &target, defender, Border::Wall, reach, walls);
        if answers == Side::Attacker {
            ground.needed = needed(target.len());
        }
        match read_ground(&after, &ground, answers, budget).outcome.for_opponent() {
            Outcome::Win => return (Outcome::Win, is_known),
            Outcome::Unknown => is_known = false,
            other if other.rank() > best.rank() => best = other,
            _ => {}
        }
    }
    (best, is_known)
}

/// All stones of the defender in the closed area around these stones, if it is closed.
fn closed_companions(board: &Board, target: &PointSet, defender: Color) -> Option<PointSet> {
    Some(closed_area(board, target, defender, COMPANY)?.intersection(&board.stone_set(defender)))
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
