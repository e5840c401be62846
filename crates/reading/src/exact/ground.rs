//! Cutting a question out of the board: which points belong to the fight, and what the border means to either side.

use gosedai_board::{Board, Color, Point, PointSet};

use super::distance::nearer;
use super::field::Ground;

/// What lies beyond the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// Open country: whoever reaches it is safe. A kill proved with it is a kill.
    Open,
    /// The attacker's: only he is safe there. Life proved with it is life.
    Wall,
}

/// An area without a way out may have this many empty points.
pub const CLOSED_LIMIT: usize = 60;
/// How far outside a string is looked for to which walls are linked.
const LINK_REACH: usize = 3;
/// Liberties outside that make a string of the attacker safe; with one less it must be able to grow.
const SAFE_OUTSIDE: usize = 3;

/// A string of the defender with at most this many liberties outside is part of the fight.
const WEAK_FRIEND: usize = 2;
/// How near a stone of the defender beyond the border makes it doubtful whether the attacker is safe there.
const FRIENDS_REACH: usize = 3;

/// The ground of a question about these stones. `reach` says how far an open position is followed outwards; with 0 every
/// string around it stands for ever, too, so that life proved there is life.
pub fn ground(board: &Board, target: &PointSet, defender: Color, border: Border, reach: u8) -> Ground {
    let area = area_of(board, target, defender, reach);
    let opinion = if reach == 0 { Walls::Stand } else { Walls::Fight };
    closed(board, target, defender, border, area, PointSet::EMPTY, opinion, reach > 0)
}

fn area_of(board: &Board, target: &PointSet, defender: Color, reach: u8) -> PointSet {
    closed_area(board, target, defender, CLOSED_LIMIT)
        .unwrap_or_else(|| open_area(board, target, defender, reach))
        .union(target)
}

/// Which strings of the attacker around a question stand for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walls {
    /// All that have a liberty outside.
    Stand,
    /// Those with liberties outside that cannot all be taken, and what is linked to them twice.
    Linked,
    /// Those that are safe by their own liberties outside.
    Fight,
}

/// The same with another opinion of the walls, and with the liberties of the defender's weak strings beside it.
pub fn ground_among(
    board: &Board,
    target: &PointSet,
    defender: Color,
    border: Border,
    reach: u8,
    opinion: Walls,
) -> Ground {
    let mut area = area_of(board, target, defender, reach);
    if reach > 0 {
        area = with_weak_friends(board, area, defender);
    }
    let walls = if opinion == Walls::Linked { linked(board, &area, defender.opponent()) } else { PointSet::EMPTY };
    closed(board, target, defender, border, area, walls, opinion, reach > 0)
}

/// An area with the defender's strings beside it that have few liberties of their own outside, and those: whoever captures them from
/// there takes part in the fight.
fn with_weak_friends(board: &Board, mut area: PointSet, defender: Color) -> PointSet {
    for stone in area.grown().intersection(&board.stone_set(defender)).iter() {
        let outside = board.liberties(stone).minus(&area);
        if outside.len() <= WEAK_FRIEND {
            area = area.union(&board.string_set(stone)).union(&outside);
        }
    }
    area
}

/// Points of a ground where the defender would step out of it.
pub fn ways_out(board: &Board, ground: &Ground) -> PointSet {
    let attacker = ground.defender.opponent();
    let beyond = PointSet::full(board.size()).minus(&ground.inside).minus(&board.stone_set(attacker));
    ground.inside.minus(&board.stone_set(attacker)).intersection(&beyond.grown())
}

/// A wider ground in which whoever gets out is safe: so many steps farther from the points where the defender may step out.
pub fn widened(board: &Board, ground: &Ground, steps_out: &PointSet, steps: usize, opinion: Walls) -> Ground {
    let attacker = ground.defender.opponent();
    let mut area = ground.inside;
    let mut edge = *steps_out;
    for _ in 0..steps {
        edge = edge.grown().intersection(&board.empty_set()).minus(&area);
        area = area.union(&edge);
    }
    let kept = ground.free[0].intersection(&board.stone_set(attacker));
    let kept =
        kept.iter().fold(PointSet::EMPTY, |all, p| if all.contains(p) { all } else { all.union(&board.string_set(p)) });
    let walls = if opinion == Walls::Linked { linked(board, &area, attacker).union(&kept) } else { kept };
    closed(board, &ground.target, ground.defender, Border::Open, area, walls, opinion, true)
}

/// The same question with these strings no longer taken to stand: their liberties outside belong to the fight.
pub fn opened(board: &Board, ground: &Ground, weak: &PointSet) -> Ground {
    let attacker = ground.defender.opponent();
    let mut area = ground.inside.union(weak);
    for stone in weak.iter() {
        let outside = board.liberties(stone).minus(&ground.inside);
        area = area.union(&outside);
        // a place that leads on is as good as outside
        for point in outside.iter().filter(|&point| !leads_on(board, point, &ground.inside, &outside)) {
            area = area.union(&PointSet::from_iter([point]).grown().intersection(&board.empty_set()));
        }
    }
    let kept = ground.free[0].intersection(&board.stone_set(attacker));
    let walls = linked(board, &area, attacker).union(&kept).minus(weak);
    closed(board, &ground.target, ground.defender, Border::Wall, area, walls, Walls::Linked, true)
}

/// Strings that a result with this zone takes to be safe and that are not: neither by their own liberties outside nor by two
/// links out there to one that is.
pub fn doubtful_walls(board: &Board, ground: &Ground, zone: &PointSet) -> PointSet {
    let attackers = board.stone_set(ground.defender.opponent());
    let standing = ground.free[0].intersection(&attackers);
    let mut near = ground.inside;
    (0..LINK_REACH).for_each(|_| near = near.grown());
    let mut safe = PointSet::EMPTY;
    let mut open: Vec<(PointSet, PointSet)> = Vec::new();
    let mut seen = attackers.intersection(&ground.inside).minus(&standing);
    for stone in near.intersection(&attackers).iter() {
        if !seen.contains(stone) {
            let string = board.string_set(stone);
            seen = seen.union(&string);
            let outside = board.liberties(stone).minus(&ground.inside);
            if is_safe(board, &outside, &ground.inside) {
                safe = safe.union(&string);
            } else {
                open.push((string, outside));
            }
        }
    }
    // no place serves two strings: one move there could part both
    let mut used = PointSet::EMPTY;
    loop {
        let before = open.len();
        open.retain(|(string, liberties)| {
            let mut links = safe.grown().intersection(liberties).minus(&used).iter();
            let (Some(one), Some(two)) = (links.next(), links.next()) else { return true };
            used.insert(one);
            used.insert(two);
            safe = safe.union(string);
            false
        });
        if open.len() == before {
            break;
        }
    }
    open.iter()
        .filter(|(string, _)| string.intersects(&standing) && string.intersects(zone))
        .fold(PointSet::EMPTY, |all, (string, _)| all.union(string))
}

/// Adds every string with two points in common with one that stands: one of them is always left.
fn join_linked(standing: &mut PointSet, mut open: Vec<(PointSet, PointSet)>) {
    loop {
        let before = open.len();
        open.retain(|(string, liberties)| {
            let walls = standing.components();
            let holds = walls.iter().any(|wall| wall.grown().intersection(liberties).len() >= 2);
            if holds {
                *standing = standing.union(string);
            }
            !holds
        });
        if open.len() == before {
            return;
        }
    }
}

/// Walls around an area, and what the border means.
#[allow(clippy::too_many_arguments)]
fn closed(
    board: &Board,
    target: &PointSet,
    defender: Color,
    border: Border,
    area: PointSet,
    mut walls: PointSet,
    opinion: Walls,
    with_rim: bool,
) -> Ground {
    let full = PointSet::full(board.size());
    let mut inside = area;
    let attacker = defender.opponent();
    let linked = walls;
    let mut free = [PointSet::EMPTY; 2];
    for _ in 0..2 {
        let mut seen = PointSet::EMPTY;
        let before = inside;
        for stone in before.grown().intersection(&full).iter().filter(|&p| board.at(p).is(attacker)) {
            if seen.contains(stone) {
                continue;
            }
            let string = board.string_set(stone);
            seen = seen.union(&string);
            let outside = board.liberties(stone).minus(&before);
            let stands = string.intersects(&walls)
                || match opinion {
                    Walls::Stand => !outside.is_empty(),
                    Walls::Linked => false,
                    Walls::Fight => is_safe(board, &outside, &before),
                };
            if stands {
                walls = walls.union(&string);
            } else {
                // a weak wall: its liberties and the way to more of them belong to the fight
                inside = inside.union(&string).union(&outside);
                for point in outside.iter().filter(|_| opinion == Walls::Fight) {
                    for beside in point.neighbours() {
                        if board.is_empty(beside) {
                            inside.insert(beside);
                        }
                    }
                }
            }
        }
        if inside == before {
            break;
        }
    }
    inside = inside.intersection(&full);
    // a stone on the rim hangs on its one liberty outside, unless it joins a wall: that liberty belongs to the fight
    let near_walls = walls.grown();
    let mut rim = PointSet::EMPTY;
    for point in inside.iter().filter(|&p| with_rim && board.is_empty(p) && !near_walls.contains(p)) {
        let beyond = PointSet::from_iter([point]).grown().intersection(&full).minus(&inside);
        let open = beyond.intersection(&board.empty_set());
        if beyond.len() == 1 && open.len() == 1 {
            rim = rim.union(&open);
        }
    }
    inside = inside.union(&rim);
    inside = with_weak_friends(board, inside, defender).intersection(&full);
    let edge = inside.grown().intersection(&full);
    let standing = edge.intersection(&walls);
    let friends: PointSet = edge.iter().filter(|&p| board.at(p).is(defender)).collect();
    inside = inside.union(&standing).union(&friends);
    // what stood by liberties that have come inside since stands for ever no more
    for stone in walls.minus(&linked).intersection(&inside).iter() {
        let string = board.string_set(stone);
        if string.is_subset(&inside) && board.liberties(stone).is_subset(&inside) {
            walls = walls.minus(&string);
        }
    }
    free[0] = free[0].union(&walls.intersection(&inside));
    // near stones of the defender out there a new stone of the attacker is not safe for certain
    let mut contested = PointSet::EMPTY;
    if border == Border::Open {
        contested = board.stone_set(defender).minus(&inside);
        (0..FRIENDS_REACH).for_each(|_| contested = contested.grown());
    }
    for point in inside.iter() {
        for beside in point.neighbours() {
            if !board.size().contains(beside) || inside.contains(beside) {
                continue;
            }
            let empty_point = board.is_empty(point);
            let is_theirs = board.is_empty(beside) || board.at(beside).is(attacker);
            let is_safe_there = !(empty_point && contested.contains(beside));
            if is_theirs && is_safe_there && (empty_point || board.at(point).is(attacker)) {
                free[0].insert(point);
            }
            if border == Border::Open && !board.at(beside).is(attacker) && !board.at(point).is(attacker) {
                free[1].insert(point);
            }
        }
    }
    Ground { defender, target: *target, needed: (target.len() / 2 + 1).min(target.len()), inside, free }
}

/// Strings around an area that stand: with two liberties outside, or one that leads on, or two ways to such a string.
fn linked(board: &Board, area: &PointSet, attacker: Color) -> PointSet {
    let mut standing = PointSet::EMPTY;
    let mut open: Vec<(PointSet, PointSet)> = Vec::new();
    let mut seen = PointSet::EMPTY;
    let around = area.grown().grown().grown().grown();
    for stone in around.intersection(&board.stone_set(attacker)).iter() {
        if seen.contains(stone) {
            continue;
        }
        let string = board.string_set(stone);
        seen = seen.union(&string);
        let outside = board.liberties(stone).minus(area);
        let grown = outside.grown().intersection(&board.empty_set()).minus(area);
        if outside.len() >= 2 && grown.len() >= 4 {
            standing = standing.union(&string);
        } else {
            // links through the area itself would cost a move there
            open.push((string, outside));
        }
    }
    join_linked(&mut standing, open);
    standing
}

/// Can the attacker's string with these liberties outside not be caught from there?
fn is_safe(board: &Board, outside: &PointSet, inside: &PointSet) -> bool {
    let grows = |at: Point| leads_on(board, at, inside, outside);
    outside.len() >= SAFE_OUTSIDE || outside.len() + 1 == SAFE_OUTSIDE && outside.iter().all(grows)
}

/// Has a stone at one of these liberties two more outside?
fn leads_on(board: &Board, at: Point, inside: &PointSet, liberties: &PointSet) -> bool {
    let more = PointSet::from_iter([at]).grown().intersection(&board.empty_set()).minus(inside).minus(liberties);
    more.len() >= 2
}

/// The area the target can reach through empty points and own stones, with prisoners inside, if it has at most
/// `limit` empty points.
pub fn closed_area(board: &Board, target: &PointSet, defender: Color, limit: usize) -> Option<PointSet> {
    let attacker = defender.opponent();
    let mut area = *target;
    let mut stack: Vec<Point> = target.iter().collect();
    let mut empties = 0;
    loop {
        while let Some(point) = stack.pop() {
            for beside in point.neighbours() {
                if !board.size().contains(beside) || area.contains(beside) || board.at(beside).is(attacker) {
                    continue;
                }
                area.insert(beside);
                if board.is_empty(beside) {
                    empties += 1;
                    if empties > limit {
                        return None;
                    }
                }
                stack.push(beside);
            }
        }
        // attacking strings with no liberty outside are inside
        let mut found = false;
        for stone in area.grown().iter().filter(|&p| board.at(p).is(attacker)) {
            if !area.contains(stone) && board.liberties(stone).is_subset(&area) {
                for inner in board.string(stone) {
                    area.insert(inner);
                    stack.push(inner);
                }
                found = true;
            }
        }
        if !found {
            return Some(area.intersection(&PointSet::full(board.size())));
        }
    }
}

/// Points nearer to the target than to the attacker, give or take a step, and a ring more.
fn open_area(board: &Board, target: &PointSet, defender: Color, reach: u8) -> PointSet {
    let (inner, ours) = nearer(board, target, defender);
    let empty = board.empty_set();
    let mut area = inner;
    for ring in 0..reach {
        let more: PointSet = area.grown().intersection(&empty).iter().filter(|p| ours[p.index()] <= 2 + ring).collect();
        area = area.union(&more);
    }
    // prisoners and stones without liberties elsewhere
    let attacker = defender.opponent();
    for stone in area.grown().iter().filter(|&p| board.at(p).is(attacker)) {
        if board.liberties(stone).is_subset(&area) {
            area = area.union(&board.string_set(stone));
        }
    }
    let own: PointSet = area
        .grown()
        .iter()
        .filter(|&p| board.at(p).is(defender) && board.liberties(p).is_subset(&area))
        .flat_map(|p| board.string(p).collect::<Vec<_>>())
        .collect();
    area.union(&own)
}
