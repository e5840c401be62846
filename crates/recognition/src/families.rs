//! Families: connected areas of high potential, the unit of territory.

use crate::groups::Group;
use crate::numbers;
use crate::strings::NONE;
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

/// What an update does to a family.
const DROP: u8 = 1;
const MEASURE: u8 = 2;

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

    /// Brings the families up to date: black first, each colour in row order.
    pub fn update(&mut self, ground: &Ground, groups: &[Group], group_at: &[u16; CELLS]) {
        let stones = self.living[0].difference(&ground.living[0]).union(&self.living[1].difference(&ground.living[1]));
        let moved = [0, 1].map(|i| self.members[i].difference(&ground.members[i]));
        let settled = [0, 1].map(|i| self.inner[i].difference(&ground.inner[i]));
        // families are found by the points they had: those beside moved points are dropped, those that stones or the other
        // side's points come near, or that are settled otherwise, are measured again
        self.marks.clear();
        self.marks.resize(self.list.len(), 0);
        for own in 0..2 {
            let before = &self.members[own];
            let around = stones.union(&moved[1 - own]);
            let again = around.grown().union(&settled[own]).intersection(before);
            again.each(|point| self.marks[self.at[point.index()] as usize] |= MEASURE);
            moved[own].grown().intersection(before).each(|point| self.marks[self.at[point.index()] as usize] |= DROP);
        }
        let mut lost = [PointSet::EMPTY; 2];
        self.dropped.clear();
        for (i, (family, marks)) in self.list.iter_mut().zip(&self.marks).enumerate() {
            if marks & DROP != 0 {
                lost[family.color.index()].add(&family.points);
                self.dropped.push(i);
            } else if marks & MEASURE != 0 {
                family.measure(ground);
            }
        }
        let rest = [0, 1].map(|own| ground.members[own].minus(&self.members[own].minus(&lost[own])));
        let lost = lost[0].union(&lost[1]);
        (self.members, self.inner, self.living) = (*ground.members, *ground.inner, *ground.living);
        self.replace(lost, &rest, ground);
        self.meet_groups(ground, groups, group_at);
    }

    /// What became of the dropped families: `rest` are the points without family, by colour.
    fn replace(&mut self, lost: PointSet, rest: &[PointSet; 2], ground: &Ground) {
        self.made.clear();
        for color in Color::BOTH {
            rest[color.index()].each_component(|points| self.made.push((color, points)));
        }
        if self.dropped.is_empty() && self.made.is_empty() {
            return;
        }
        lost.minus(&rest[0]).minus(&rest[1]).each(|point| self.at[point.index()] = NONE);
        // in place where the name stays; else out, or in at its place in row order
        for &i in self.dropped.iter().rev() {
            let family = &mut self.list[i];
            let named =
                |(color, points): &(Color, PointSet)| *color == family.color && points.first() == Some(family.head);
            match self.made.iter().position(named) {
                Some(place) => {
                    let (_, points) = self.made.remove(place);
                    points.minus(&family.points).each(|point| self.at[point.index()] = i as u16);
                    family.renew(points, ground);
                }
                None => {
                    self.list.remove(i);
                    numbers::close_gap(&mut *self.at, i as u16);
                }
            }
        }
        for (color, points) in self.made.drain(..) {
            let family = Family::new(color, points, ground);
            let key = |family: &Family| (family.color.index(), family.head);
            let place = self.list.partition_point(|other| key(other) < key(&family));
            if place < self.list.len() {
                numbers::make_room(&mut *self.at, place as u16);
            }
            self.list.insert(place, family);
            points.each(|point| self.at[point.index()] = place as u16);
        }
    }

    /// The groups in each family, and what follows from them.
    fn meet_groups(&mut self, ground: &Ground, groups: &[Group], group_at: &[u16; CELLS]) {
        let words = groups.len().div_ceil(64).max(1);
        let members = &mut self.met;
        members.clear();
        members.resize(self.list.len() * words, 0);
        for (living, own) in ground.living.iter().zip(ground.members) {
            living.intersection(own).each(|stone| {
                let family = self.at[stone.index()] as usize;
                let group = group_at[stone.index()] as usize;
                members[family * words + group / 64] |= 1 << (group % 64);
            });
        }
        for (family, members) in self.list.iter_mut().zip(members.chunks_exact(words)) {
            family.groups.clear();
            for (i, &word) in members.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    family.groups.push((i * 64) as u16 + rest.trailing_zeros() as u16);
                    rest &= rest - 1;
                }
            }
            let (mut weight, mut sum) = (0.0, 0.0);
            for &id in &family.groups {
                let group = &groups[id as usize];
                weight += group.size as f64;
                sum += group.size as f64 * group.strength;
            }
            family.strength = if weight > 0.0 { (sum / weight * 1e9).round() / 1e9 } else { 0.0 };
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
