//! What a group can hope for without reading: eyes in its rooms, the ground it reaches before the attacker, stones around
//! it that can be taken, strings of its own that can.
//!
//! Everything is seen twice: with the doubts against the group (the attacker's shaky stones hold, friends that could be cut
//! off are cut off) and with the doubts for it. Life needs the first view, death the second.

use gosedai_board::{Board, Color, Point, PointSet};

use super::group::{Grown, Standing, grow, is_takeable, standing, strings_of};
use super::room::{Eyes, LARGEST, NewCell, Room, RoomBook};

/// A closed space of at most this many points is the group's own, whatever stands in it.
const OWN_SPACE: usize = 16;
/// More stones than this that are shut in with the group fight back.
const PRISONERS: usize = 6;
/// Steps from the group within which a point may belong to a room, and may count as ground.
const ROOM_STEPS: usize = 3;
const GROUND_STEPS: usize = 6;
/// Strings of at most this many stones may be intruders that hold no ground.
const INTRUDERS: usize = 4;

/// One view of a group: doubts for or against it.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub rooms: Vec<(Room, Eyes)>,
    /// Eyes if the attacker or the defender begins.
    pub attacked: u32,
    pub defended: u32,
    /// Points reached before the attacker.
    pub ground: PointSet,
    /// Points reached at the same time.
    pub contested: PointSet,
    /// How many of them lie far from the group: a way out.
    pub far: usize,
    /// Stones of friends it could join.
    pub friends: PointSet,
    /// Points of rooms too large to be played out.
    pub wide: PointSet,
}

/// A group as it stands.
#[derive(Clone, Debug)]
pub struct Sight {
    pub group: PointSet,
    pub liberties: PointSet,
    pub strings: Vec<Point>,
    pub against: View,
    pub with: View,
    /// Strings of the group the attacker could take next.
    pub weak: Vec<Point>,
    /// Strings of the attacker that could be taken.
    pub shaky: Vec<Point>,
}

/// Looks at the group of the given stones.
///
/// `rivals` are stones of the attacker that are fought with: being shut in does not make them prisoners.
pub fn look(
    board: &mut Board,
    seed: &PointSet,
    defender: Color,
    rivals: &PointSet,
    book: &mut RoomBook,
    nodes: u32,
) -> Sight {
    let Grown { group, liberties, loose, pairs } = grow(board, seed, defender);
    let strings = strings_of(board, &group);
    let weak: Vec<Point> = strings.iter().copied().filter(|&s| is_takeable(board, s)).collect();
    let attacker = defender.opponent();
    let enemy = board.stone_set(attacker);
    let near = group.grown().union(&liberties.grown()).intersection(&enemy);
    let mut shaky = Vec::new();
    let (mut shaky_set, mut lost_set) = (PointSet::EMPTY, PointSet::EMPTY);
    for stone in strings_of(board, &near) {
        match standing(board, stone) {
            Standing::Firm => {}
            Standing::Shaky => {
                shaky_set.add(&board.string_set(stone));
                shaky.push(stone);
            }
            Standing::Lost => lost_set.add(&board.string_set(stone)),
        }
    }
    let own = board.stone_set(defender);
    // friends of the group that the attacker can take are no walls
    let beside = group.grown().union(&liberties.grown()).union(&near.grown()).intersection(&own).minus(&group);
    let mut doubtful = loose;
    for stone in strings_of(board, &beside) {
        if is_takeable(board, stone) {
            doubtful.add(&board.string_set(stone));
        }
    }
    let full = PointSet::full(board.size());
    // stones shut in with the group are no border
    let mut rest = group.grown().intersection(&full).minus(&own);
    let beyond = full.minus(&own);
    while let Some(start) = rest.first() {
        let space = PointSet::from_iter([start]).flooded(&beyond);
        rest = rest.minus(&space);
        let prisoners = space.intersection(&enemy);
        if space.len() <= OWN_SPACE && prisoners.len() <= PRISONERS && !prisoners.intersects(rivals) {
            lost_set.add(&prisoners);
        }
    }
    let scene = Scene {
        board,
        group: &group,
        own: &own.minus(&doubtful),
        enemy: &enemy.union(&doubtful),
        full: &full,
        pairs: &pairs,
        rivals,
    };
    let against = scene.view(&lost_set, false, book, nodes);
    let scene = Scene { own: &own, enemy: &enemy, pairs: &[], ..scene };
    let with = scene.view(&lost_set.union(&shaky_set), true, book, nodes);
    Sight { group, liberties, strings, against, with, weak, shaky }
}

struct Scene<'a> {
    board: &'a Board,
    group: &'a PointSet,
    own: &'a PointSet,
    enemy: &'a PointSet,
    full: &'a PointSet,
    /// Points by twos of which the group needs one to hold together.
    pairs: &'a [(Point, Point)],
    rivals: &'a PointSet,
}

/// Who comes where first.
struct Reach {
    ours: PointSet,
    contested: PointSet,
    /// What is ours within the steps of a room.
    close: PointSet,
    free: PointSet,
    /// Friends within two steps.
    met: PointSet,
}

impl Scene<'_> {
    fn view(&self, fallen: &PointSet, hopeful: bool, book: &mut RoomBook, nodes: u32) -> View {
        // small strings deep in the group's sphere do not hold the ground around them
        let near = self.group.grown().grown().grown().intersection(self.enemy).minus(fallen).minus(self.rivals);
        let mut small = PointSet::EMPTY;
        for stone in strings_of(self.board, &near) {
            if self.board.at(stone).is_stone() && self.board.string_len(stone) <= INTRUDERS {
                small.add(&self.board.string_set(stone));
            }
        }
        let mut firm = self.enemy.minus(fallen);
        let mut strings = strings_of(self.board, &small);
        if strings.len() > 1 {
            // what does not fall with all of them gone does not fall alone
            let without = self.spread(&firm.minus(&small), hopeful);
            let inside = if hopeful { without.ours } else { without.ours.minus(&without.contested) };
            strings.retain(|&stone| {
                let string = self.board.string_set(stone);
                let breath = string.grown().intersection(self.full).minus(self.own);
                breath.minus(&firm.minus(&string)).is_subset(&inside)
            });
        }
        // each is looked at with the others in place; where one falls, the next may
        for _ in 0..if hopeful { 2 } else { 1 } {
            let mut fell = false;
            for &stone in strings.iter().filter(|s| self.board.at(**s).is_stone()) {
                if !firm.contains(stone) {
                    continue;
                }
                let string = self.board.string_set(stone);
                let without = self.spread(&firm.minus(&string), hopeful);
                let inside = if hopeful { without.ours } else { without.ours.minus(&without.contested) };
                let breath = string.grown().intersection(self.full).minus(self.own);
                if breath.minus(&firm.minus(&string)).is_subset(&inside) {
                    firm = firm.minus(&string);
                    fell = true;
                }
            }
            if !fell {
                break;
            }
        }
        let Reach { ours, contested, close, free, met } = self.spread(&firm, hopeful);
        let far = ours.minus(self.own).minus(&close).len();
        let ground = ours.minus(self.own);
        let mut view = View { ground, contested, far, friends: met, ..View::default() };
        self.find_rooms(&free, &firm, &close, hopeful, &mut view);
        let mut swings = Vec::with_capacity(4);
        let mut attacked = 0;
        for (room, eyes) in &mut view.rooms {
            if !room.points.is_empty() {
                *eyes = book.eyes(room, nodes);
            }
            attacked += u32::from(eyes.attacked);
            swings.push(u32::from(eyes.defended.saturating_sub(eyes.attacked)));
        }
        // each side takes the room that matters most, in turn
        swings.sort_unstable_by(|a, b| b.cmp(a));
        view.attacked = attacked + swings.iter().skip(1).step_by(2).sum::<u32>();
        view.defended = attacked + swings.iter().step_by(2).sum::<u32>();
        view
    }

    /// Both sides walk over free points in turn; whoever comes first holds the ground.
    fn spread(&self, firm: &PointSet, hopeful: bool) -> Reach {
        let free = self.full.minus(self.own).minus(firm);
        let friends = if hopeful { self.own.minus(self.group) } else { PointSet::EMPTY };
        let (mut ours, mut theirs) = (*self.group, *firm);
        let (mut our_front, mut their_front) = (*self.group, *firm);
        let (mut contested, mut close, mut friendly) = (PointSet::EMPTY, PointSet::EMPTY, PointSet::EMPTY);
        for step in 1..=GROUND_STEPS {
            let new = our_front.grown().intersection(&free).minus(&ours).minus(&theirs);
            let their_new = their_front.grown().intersection(&free).minus(&theirs).minus(&ours);
            let tied = new.intersection(&their_new);
            contested.add(&tied);
            let won = if hopeful { new } else { new.minus(&tied) };
            their_front = if hopeful { their_new.minus(&tied) } else { their_new };
            theirs.add(&their_front);
            ours.add(&won);
            if step <= ROOM_STEPS {
                close.add(&won);
            }
            our_front = won;
            if hopeful && friends.intersects(&won.grown()) {
                let met = won.grown().intersection(&friends).flooded(&friends).minus(&ours);
                ours.add(&met);
                our_front.add(&met);
                if step <= 2 {
                    friendly.add(&met);
                }
            }
            if our_front.is_empty() {
                break;
            }
        }
        Reach { ours, contested, close, free, met: friendly }
    }

    /// Cuts the ground near the group into rooms.
    fn find_rooms(&self, free: &PointSet, firm: &PointSet, close: &PointSet, hopeful: bool, view: &mut View) {
        let touched = firm.grown();
        // a point beside the attacker's stones can be a wall but never an eye
        let mut inner = close.minus(&touched);
        // where the attacker can threaten a cut from outside, the answer fills the room
        for &(one, other) in self.pairs {
            match (inner.contains(one), inner.contains(other)) {
                (true, false) if !close.contains(other) => inner.remove(one),
                (false, true) if !close.contains(one) => inner.remove(other),
                _ => {}
            }
        }
        let filled: PointSet = self.pairs.iter().flat_map(|&(a, b)| [a, b]).filter(|p| close.contains(*p)).collect();
        let filled = filled.minus(&inner).minus(&touched);
        let rim = inner.grown().intersection(free).minus(&inner).minus(&filled);
        // points where his next stone would stand beside ours
        let entered = if hopeful { PointSet::EMPTY } else { rim.minus(&view.ground).minus(&view.contested) };
        let rim = rim.minus(&entered);
        let leaking = entered.grown();
        let walls = self.own.grown();
        let within = inner.union(&rim);
        let mut parts: Vec<PointSet> = Vec::with_capacity(6);
        let mut rest = inner;
        while let Some(start) = rest.first() {
            let part = PointSet::from_iter([start]).flooded(&within);
            rest = rest.minus(&part);
            parts.push(part);
        }
        // the truth of a single point may hang on a point of the next room: then they are one
        let mut at = 0;
        while at < parts.len() {
            let part = parts[at];
            let tied = self.tied_diagonals(&part.intersection(&inner), &part, firm, &within);
            let other = (0..parts.len()).find(|&i| i != at && parts[i].intersects(&tied));
            match other {
                Some(other) if part.len() + parts[other].len() <= LARGEST => {
                    parts[at] = part.union(&parts[other]);
                    parts.remove(other);
                    at = 0;
                }
                _ => at += 1,
            }
        }
        for part in parts {
            let mut room = Room::default();
            if part.len() > LARGEST {
                let (ways_in, inside) = (part.intersection(&rim).len(), part.intersection(self.enemy).len());
                let eyes = Eyes::guess((part.len() - ways_in) as u32, ways_in as u32, inside as u32);
                view.wide.add(&part);
                view.rooms.push((room, eyes));
                continue;
            }
            let mut diagonals =
                self.false_diagonals(&part.intersection(&inner), &part, firm, &free.minus(&view.ground));
            if part.len() + diagonals.len() > LARGEST {
                diagonals = PointSet::EMPTY;
            }
            // in one string all around every eye is a true one
            let fence = part.grown().intersection(self.own);
            let is_single = fence.first().is_some_and(|p| fence.is_subset(&self.board.string_set(p)));
            if is_single {
                diagonals = PointSet::EMPTY;
            }
            for point in part.iter().chain(diagonals.iter()) {
                let is_open = rim.contains(point) || diagonals.contains(point) || leaking.contains(point);
                let is_stone = self.enemy.contains(point);
                let (hostile, tolerance) =
                    if is_single { (0, 4) } else { self.diagonals_of(point, &part, &diagonals, firm) };
                let is_walled = walls.contains(point);
                room.push(NewCell { point, is_open, is_stone, is_walled, hostile, tolerance });
            }
            room.join();
            view.rooms.push((room, Eyes::NONE));
        }
    }

    /// Empty points outside a room on which the truth of a single-point eye hangs.
    fn false_diagonals(&self, inner: &PointSet, part: &PointSet, firm: &PointSet, free: &PointSet) -> PointSet {
        let mut found = PointSet::EMPTY;
        if part.len() > 8 {
            return found;
        }
        for point in inner.iter() {
            let (mut bad, mut loose, mut edge) = (0, PointSet::EMPTY, false);
            for diagonal in point.diagonals() {
                if !self.board.size().contains(diagonal) {
                    edge = true;
                } else if firm.contains(diagonal) {
                    bad += 1;
                } else if free.contains(diagonal) && !part.contains(diagonal) {
                    loose.insert(diagonal);
                }
            }
            let needed = if edge { 1 } else { 2 };
            if bad < needed && bad + loose.len() >= needed {
                found.add(&loose);
            }
        }
        found
    }

    /// Points of other rooms on which the truth of a single-point eye hangs.
    fn tied_diagonals(&self, inner: &PointSet, part: &PointSet, firm: &PointSet, within: &PointSet) -> PointSet {
        if part.len() > 8 {
            return PointSet::EMPTY;
        }
        let others = within.minus(part);
        if others.is_empty() { PointSet::EMPTY } else { self.false_diagonals(inner, part, firm, &others) }
    }

    /// Hostile diagonals outside the room, and how many are borne.
    fn diagonals_of(&self, point: Point, part: &PointSet, extra: &PointSet, firm: &PointSet) -> (u8, u8) {
        let (mut hostile, mut tolerance) = (0, 1);
        for diagonal in point.diagonals() {
            if !self.board.size().contains(diagonal) {
                tolerance = 0;
            } else if firm.contains(diagonal) && !part.contains(diagonal) && !extra.contains(diagonal) {
                hostile += 1;
            }
        }
        (hostile, tolerance)
    }
}
