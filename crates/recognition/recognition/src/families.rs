//! Families: connected areas of high potential, the unit of territory.

use crate::groups::Group;
use crate::judgement::rounded;
use crate::numbers;
use crate::strings::NONE;
use crate::ties::tears;
use gosedai_board::{CELLS, Color, Point, PointSet};

/// A family with all its attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    pub color: Color,
    /// First point in row order; also names the family.
    pub head: Point,
    pub points: PointSet,
    pub size: usize,
    /// Living stones in it.
    pub stones: usize,
    /// Points of the first line in it.
    pub side_length: usize,
    /// Points settled as territory or enclosed by living groups of its colour.
    pub inner: PointSet,
    /// Free points beside it that are no enemy family's: the ways out.
    pub encirclement: usize,
    /// Strength of its groups, weighted by stones.
    pub strength: f64,
    /// Points at stake: twice its stones and its area.
    pub importance: f64,
    /// Its groups by index.
    pub groups: Vec<u16>,
    /// Its points and those beside them.
    beside: PointSet,
}

/// What families are measured against.
pub(crate) struct Ground<'a> {
    pub living: &'a [PointSet; 2],
    /// Points without living stones.
    pub free: &'a PointSet,
    pub edge: &'a PointSet,
    /// Points of each colour whose potential reaches the threshold.
    pub members: &'a [PointSet; 2],
    /// Points settled as territory, or enclosed by living groups, without the living stones of the colour.
    pub inner: &'a [PointSet; 2],
}

/// What an update does to a family: its points are searched for again, they are others, what stands around them is.
const DROP: u8 = 1;
const CHANGED: u8 = 2;
const MEASURE: u8 = 4;

/// All families, kept up to date.
#[derive(Clone, Debug)]
pub(crate) struct Families {
    pub list: Vec<Family>,
    pub at: Box<[u16; CELLS]>,
    members: [PointSet; 2],
    inner: [PointSet; 2],
    living: [PointSet; 2],
    /// Working memory: families that are not what they were, the new ones, and a bit for every group, family by family.
    dropped: Vec<usize>,
    marks: Vec<u8>,
    made: Vec<(Color, PointSet)>,
    met: Vec<u64>,
}

/// Families are in this order: black first, each colour in row order.
fn key(family: &Family) -> (usize, Point) {
    (family.color.index(), family.head)
}

impl Families {
    pub fn new() -> Families {
        let none = [PointSet::EMPTY; 2];
        Families {
            list: Vec::new(),
            at: Box::new([NONE; CELLS]),
            members: none,
            inner: none,
            living: none,
            dropped: Vec::new(),
            marks: Vec::new(),
            made: Vec::new(),
            met: Vec::new(),
        }
    }

    /// Brings the families up to date.
    pub fn update(&mut self, ground: &Ground, groups: &[Group], group_at: &[u16; CELLS]) {
        let stones = self.living[0].difference(&ground.living[0]).union(&self.living[1].difference(&ground.living[1]));
        let moved = [0, 1].map(|i| self.members[i].difference(&ground.members[i]));
        // families are found by the points they had: those that stones or the other side's points come near, or that are
        // settled otherwise, are measured again
        self.marks.clear();
        self.marks.resize(self.list.len(), 0);
        for own in 0..2 {
            let settled = self.inner[own].difference(&ground.inner[own]);
            let again = stones.union(&moved[1 - own]).grown().union(&settled).intersection(&self.members[own]);
            again.each(|point| self.marks[self.at[point.index()] as usize] |= MEASURE);
        }
        let members = [0, 1].map(|own| self.take_points(own, &ground.members[own]));
        let mut rest = [0, 1].map(|own| self.put_points(members[own], &ground.members[own]));
        self.dropped.clear();
        for i in 0..self.list.len() {
            if self.marks[i] & CHANGED != 0 && !self.keeps_place(i) {
                self.marks[i] |= DROP;
            }
            let family = &mut self.list[i];
            if self.marks[i] & DROP != 0 {
                rest[family.color.index()].add(&family.points);
                self.dropped.push(i);
            } else if self.marks[i] & CHANGED != 0 {
                family.renew(family.points, ground);
            } else if self.marks[i] & MEASURE != 0 {
                family.measure(ground);
            }
        }
        (self.members, self.inner, self.living) = (*ground.members, *ground.inner, *ground.living);
        self.replace(&rest, ground);
        self.meet_groups(ground, groups, group_at);
    }

    /// Points leave the families of a colour; those that this may tear apart are to be searched for again. Returns what stays.
    fn take_points(&mut self, own: usize, now: &PointSet) -> PointSet {
        let mut members = self.members[own];
        members.minus(now).each(|point| {
            members.remove(point);
            let family = std::mem::replace(&mut self.at[point.index()], NONE) as usize;
            self.list[family].points.remove(point);
            self.marks[family] |= if tears(&members, point) { DROP | CHANGED } else { CHANGED };
        });
        members
    }

    /// Points enter the families; those they join are to be searched for again with the points that are returned.
    fn put_points(&mut self, mut members: PointSet, now: &PointSet) -> PointSet {
        let come = now.minus(&members);
        if self.list.is_empty() {
            return come;
        }
        let mut loose = PointSet::EMPTY;
        come.each(|point| {
            let beside = point.neighbours().map(|next| (members.contains(next), self.at[next.index()]));
            members.insert(point);
            let mut families = beside.iter().filter(|(member, _)| *member).map(|&(_, family)| family);
            let first = families.next().unwrap_or(NONE);
            if first != NONE && families.all(|family| family == first) {
                self.at[point.index()] = first;
                self.list[first as usize].points.insert(point);
                self.marks[first as usize] |= CHANGED;
                return;
            }
            loose.insert(point);
            for (_, family) in beside.into_iter().filter(|&(member, family)| member && family != NONE) {
                self.marks[family as usize] |= DROP;
            }
        });
        loose
    }

    /// Names a family by its first point again; can it stay where it is in the list?
    fn keeps_place(&mut self, i: usize) -> bool {
        let Some(head) = self.list[i].points.first() else { return false };
        let now = (self.list[i].color.index(), head);
        let fits = (i == 0 || key(&self.list[i - 1]) < now) && self.list.get(i + 1).is_none_or(|next| now < key(next));
        if fits {
            self.list[i].head = head;
        }
        fits
    }

    /// What became of the dropped families: `rest` are their points and those without family, by colour.
    fn replace(&mut self, rest: &[PointSet; 2], ground: &Ground) {
        self.made.clear();
        for color in Color::BOTH {
            rest[color.index()].each_component(|points| self.made.push((color, points)));
        }
        // in place where the name stays
        let Families { list, at, made, dropped, .. } = self;
        dropped.retain(|&i| {
            let family = &mut list[i];
            let named =
                |(color, points): &(Color, PointSet)| *color == family.color && points.first() == Some(family.head);
            let Some(place) = made.iter().position(named) else { return true };
            let (_, points) = made.remove(place);
            points.minus(&family.points).each(|point| at[point.index()] = i as u16);
            family.renew(points, ground);
            false
        });
        // one that goes gives its place to one that comes; then out, or in at its place in the order
        while let Some(i) = self.dropped.pop() {
            if let Some((color, points)) = self.made.pop() {
                self.change_place(i, color, points, ground);
            } else {
                self.list.remove(i);
                numbers::close_gap(&mut *self.at, i as u16);
            }
        }
        for (color, points) in self.made.drain(..) {
            let family = Family::new(color, points, ground);
            let place = self.list.partition_point(|other| key(other) < key(&family));
            if place < self.list.len() {
                numbers::make_room(&mut *self.at, place as u16);
            }
            self.list.insert(place, family);
            points.each(|point| self.at[point.index()] = place as u16);
        }
    }

    /// A family becomes another one, and goes to the place of that in the order. The points it had are given to others.
    fn change_place(&mut self, i: usize, color: Color, points: PointSet, ground: &Ground) {
        let now = (color.index(), points.first().unwrap_or(Point::new(0, 0)));
        let place = self.list.partition_point(|other| key(other) < now);
        let place = if place > i { place - 1 } else { place };
        if place != i {
            // large as they are, this is quicker than to rotate those between
            let family = self.list.remove(i);
            self.list.insert(place, family);
            numbers::change_place(&mut *self.at, i as u16, place as u16);
            for dropped in self.dropped.iter_mut().filter(|dropped| (place..i).contains(*dropped)) {
                *dropped += 1;
            }
        }
        let family = &mut self.list[place];
        (family.color, family.head) = (color, now.1);
        family.renew(points, ground);
        points.each(|point| self.at[point.index()] = place as u16);
    }

    /// The groups in each family, and what follows from them.
    fn meet_groups(&mut self, ground: &Ground, groups: &[Group], group_at: &[u16; CELLS]) {
        let words = groups.len().div_ceil(64).max(1);
        let members = &mut self.met;
        members.clear();
        members.resize(self.list.len() * words, 0);
        // both colours at once: a point is in one family and one group at most
        let [black, white] = [0, 1].map(|own| ground.living[own].intersection(&ground.members[own]));
        black.union(&white).each(|stone| {
            let family = self.at[stone.index()] as usize;
            let group = group_at[stone.index()] as usize;
            members[family * words + group / 64] |= 1 << (group % 64);
        });
        for (family, members) in self.list.iter_mut().zip(members.chunks_exact(words)) {
            family.groups.clear();
            let (mut weight, mut sum) = (0.0, 0.0);
            for (i, &word) in members.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let id = i * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let group = &groups[id];
                    family.groups.push(id as u16);
                    weight += group.size as f64;
                    sum += group.size as f64 * group.strength;
                }
            }
            family.strength = if weight > 0.0 { rounded(sum / weight * 1e9) as f64 / 1e9 } else { 0.0 };
        }
    }
}

impl Family {
    fn new(color: Color, points: PointSet, ground: &Ground) -> Family {
        let mut family = Family {
            color,
            head: points.first().unwrap_or(Point::new(0, 0)),
            points: PointSet::EMPTY,
            size: 0,
            stones: 0,
            side_length: 0,
            inner: PointSet::EMPTY,
            encirclement: 0,
            strength: 0.0,
            importance: 0.0,
            groups: Vec::new(),
            beside: PointSet::EMPTY,
        };
        family.renew(points, ground);
        family
    }

    /// It has these points now.
    fn renew(&mut self, points: PointSet, ground: &Ground) {
        self.points = points;
        self.size = points.len();
        self.side_length = points.intersection(ground.edge).len();
        self.beside = points.grown();
        self.measure(ground);
    }

    /// What depends on what stands in and around the family.
    fn measure(&mut self, ground: &Ground) {
        let own = self.color.index();
        self.stones = self.points.intersection(&ground.living[own]).len();
        let around = self.beside.intersection(ground.free);
        self.encirclement = around.minus(&self.points).minus(&ground.members[1 - own]).len();
        self.inner = self.points.intersection(&ground.inner[own]);
        self.importance = (self.size + self.stones) as f64;
    }
}
