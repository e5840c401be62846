//! What a stage remembers of a group: where its figures come from, and where they looked.

use crate::ask::Answer;
use crate::survival::Weighed;
use gosedai_board::{Point, PointSet};

/// Where a walk went, and the points beside that.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach {
    pub inside: PointSet,
    pub beside: PointSet,
}

impl Reach {
    pub fn new(inside: PointSet) -> Reach {
        Reach { inside, beside: inside.grown() }
    }

    /// Does the walk go otherwise when points are closed and opened? A closed point matters only if it was walked, an
    /// opened one only if it lies beside.
    pub fn differs(&self, change: &Doors) -> bool {
        self.inside.intersects(&change.closed) || self.beside.intersects(&change.opened)
    }
}

/// Points that were walkable and are not any more, and the reverse.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doors {
    pub closed: PointSet,
    pub opened: PointSet,
}

impl Doors {
    pub fn new(before: &PointSet, now: &PointSet) -> Doors {
        Doors { closed: before.minus(now), opened: now.minus(before) }
    }
}

/// Strengths as they were last computed, and from what.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rated {
    /// Are they still good as far as the group itself is concerned?
    pub holds: bool,
    pub pon: i32,
    pub r: f64,
    /// Strength if the other side is to move, and if its own is.
    pub s: [f64; 2],
    pub z: f64,
    pub alone: f64,
    pub corrected: f64,
    pub importance: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct GroupMemo {
    /// The group's stones changed in this update: nothing remembered holds.
    pub fresh: bool,
    /// Something its chance to live depends on changed in this update.
    pub changed: bool,
    /// Something changed where one of its figures looked; and one of them was made anew.
    pub near_change: bool,
    pub moved: bool,
    /// All points that one of its figures looked at.
    pub any: PointSet,
    /// Stones and points on their strong links.
    pub barrier: PointSet,
    /// Areas the barrier encloses.
    pub areas: Vec<PointSet>,
    /// The same with short links only: what eyes are counted in.
    pub tight: PointSet,
    pub eye_areas: Vec<PointSet>,
    /// What inner territory and eyes depend on, once the areas are known.
    pub eye_depends: PointSet,
    pub eye_space: PointSet,
    /// Moves to fill the eye space from inside.
    pub inside_moves: usize,
    /// Where the dame walks went, where the search for room went, and where the walk of the PON estimate went.
    pub walked: Reach,
    pub room: Reach,
    pub reached: Reach,
    /// Every point the distance walk read, and what it found: heads of groups with distances.
    pub looked: PointSet,
    pub near: Vec<(Point, u8)>,
    /// Was the group dead when the distances were asked?
    pub no_walk: bool,
    /// Strength by itself as the chance to live saw it.
    pub alone: f64,
    /// Stones in strings that can be captured, and in captured ones.
    pub lost: [usize; 2],
    /// The chance to live without what changes with every move, as far as the group itself goes, and what its neighbours
    /// add; nothing while the group is dead.
    pub chance: Option<Weighed>,
    pub neighbours: [f64; 2],
    /// The potential around the group, and the points it is taken from.
    pub around: f64,
    pub around_at: PointSet,
    /// Strings by their heads.
    pub strings: Vec<Point>,
    /// Figures of the last round, and whether they must be made anew.
    pub rated: Rated,
    /// What reading said about its life.
    pub life: Option<Answer>,
}

impl GroupMemo {
    pub fn new() -> GroupMemo {
        GroupMemo {
            fresh: true,
            changed: true,
            near_change: true,
            moved: true,
            any: PointSet::EMPTY,
            barrier: PointSet::EMPTY,
            areas: Vec::new(),
            tight: PointSet::EMPTY,
            eye_areas: Vec::new(),
            eye_depends: PointSet::EMPTY,
            eye_space: PointSet::EMPTY,
            inside_moves: 0,
            walked: Reach::default(),
            room: Reach::default(),
            reached: Reach::default(),
            looked: PointSet::EMPTY,
            near: Vec::new(),
            no_walk: true,
            alone: -1.0,
            lost: [0; 2],
            chance: None,
            neighbours: [0.0; 2],
            around: 0.0,
            around_at: PointSet::EMPTY,
            strings: Vec::new(),
            rated: Rated::default(),
            life: None,
        }
    }

    /// Brings together where the figures looked.
    pub fn gather_any(&mut self, stones: &PointSet) {
        let mut any = stones.grown().union(&self.looked);
        for set in [&self.eye_depends, &self.walked.beside, &self.room.beside, &self.reached.beside] {
            any.add(set);
        }
        self.any = any;
    }
}
