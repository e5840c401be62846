//! What a stage remembers of a group: where its figures come from, and where they looked.
//!
//! It is in two parts. What the passes over all groups look at lies side by side in memory ([`Hot`]); the sets that are
//! needed only when something changes near a group are kept apart from it ([`GroupMemo`]).

use crate::ask::{Answer, Status};
use crate::groups::{Class, ClassReason, Group, ROOM_LIMIT};
use crate::inner::Wall;
use crate::settings::Settings;
use crate::strength;
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
    pub size: usize,
    pub r: f64,
    /// Strength if the other side is to move, and if its own is.
    pub s: [f64; 2],
    pub z: f64,
    /// Expected territory in both cases.
    pub t: [f64; 2],
    pub alone: f64,
    pub corrected: f64,
    pub importance: f64,
}

/// Does the walk that measured the distances still go as it went?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walk {
    Holds,
    /// Something changed beside it in this update.
    Disturbed,
    /// It has not been followed for some time.
    Lost,
}

/// When something was last seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Now,
    /// In the last update.
    Lately,
    Before,
}

impl Known {
    /// An update begins.
    pub fn ages(self) -> Known {
        if self == Known::Now { Known::Lately } else { Known::Before }
    }
}

/// What every pass over the groups wants to know of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hot {
    pub head: Point,
    /// The group's stones changed in this update: nothing remembered holds but the areas it encloses.
    pub fresh: bool,
    /// It was not there before: not even the areas it encloses are known.
    pub unknown: bool,
    /// Something its chance to live depends on changed in this update.
    pub changed: bool,
    /// The places where its figures looked are others now.
    pub moved: bool,
    /// Other groups are near, or at other distances, since the chance to live was rated.
    pub near_changed: bool,
    /// The points around it are others since then.
    pub displaced: bool,
    /// It was looked at to the end in this update.
    pub done: bool,
    /// It was not in an earlier one since: what others say of it may have changed, or its own figures.
    pub behind: bool,
    pub stale: bool,
    /// The walk of the PON estimate, and that of the distances, must be taken again.
    pub pon_stale: bool,
    pub walk: Walk,
    /// Was the group dead when the distances were asked?
    pub no_walk: bool,
    /// Has its life been read?
    pub life_read: bool,
    /// A bit for each group near by, and for each room it touches if it has few ways out, by its number modulo 64.
    pub near_bits: u64,
    pub rooms: u64,
    /// All points that one of its figures looked at, but for the distances; and those that they looked at.
    pub any: PointSet,
    pub looked: PointSet,
    pub digest: Digest,
    /// Strength by itself as the chance to live saw it.
    pub alone: f64,
    /// Stones in strings that can be captured, and in captured ones.
    pub lost: [usize; 2],
    /// The chance to live without what changes with every move, as far as the group itself goes, and what its neighbours
    /// add; nothing while the group is dead.
    pub chance: Option<Weighed>,
    /// That was seen to in this update.
    pub weighed: bool,
    pub neighbours: [f64; 2],
    /// The potential around the group, and the points it is taken from.
    pub around: f64,
    pub around_at: PointSet,
    pub around_known: Known,
    pub verdict: Verdict,
    /// Figures of the last round, and whether they must be made anew.
    pub rated: Rated,
}

/// What the passes over all groups need of a group's own figures.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Digest {
    pub half_eyes: u32,
    pub sealed: bool,
    /// Its room is known and small enough to be called surrounded.
    pub surrounded: bool,
    /// Shut in without two eyes: the moves it has.
    pub shut_in: Option<usize>,
    pub pon_estimate: i32,
    /// Strength by itself unless it is dead or alive.
    pub alone: f64,
}

impl Digest {
    pub fn of(group: &Group, settings: &Settings) -> Digest {
        let little_room = group.room.is_some_and(|room| room <= settings.dead_space);
        Digest {
            half_eyes: group.half_eyes,
            sealed: group.is_sealed(),
            surrounded: group.room.is_some_and(|room| room < ROOM_LIMIT),
            shut_in: (group.half_eyes < 4 && little_room).then_some(group.moves),
            pon_estimate: group.pon_estimate,
            alone: strength::alone(group, settings),
        }
    }

    /// The strength by itself of a group of this class.
    pub fn alone(&self, class: Class) -> f64 {
        match class {
            Class::Alive => 1.0,
            Class::Dead => 0.0,
            _ => self.alone,
        }
    }
}

/// What is said of a group's life in a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub class: Class,
    pub reason: ClassReason,
    pub life: Status,
    pub survival: f64,
    pub survival_first: f64,
    pub radiates: i8,
}

/// A bit for each of these groups; several share one if there are more than 64.
pub(crate) fn bits_of(near: &[(u16, u8)]) -> u64 {
    near.iter().fold(0, |bits, &(other, _)| bits | 1 << (other % 64))
}

impl Hot {
    pub fn new(head: Point) -> Hot {
        Hot {
            head,
            fresh: true,
            unknown: true,
            changed: true,
            moved: true,
            near_changed: true,
            displaced: true,
            done: false,
            behind: false,
            stale: false,
            pon_stale: true,
            walk: Walk::Lost,
            no_walk: true,
            life_read: false,
            near_bits: 0,
            rooms: 0,
            any: PointSet::EMPTY,
            looked: PointSet::EMPTY,
            digest: Digest::default(),
            alone: -1.0,
            lost: [0; 2],
            chance: None,
            weighed: false,
            neighbours: [0.0; 2],
            around: 0.0,
            around_at: PointSet::EMPTY,
            around_known: Known::Before,
            verdict: Verdict {
                class: Class::Stable,
                reason: ClassReason::Chance,
                life: Status::Unknown,
                survival: 0.0,
                survival_first: 0.0,
                radiates: 0,
            },
            rated: Rated::default(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct GroupMemo {
    /// Stones and points on their strong links, and what they enclose.
    pub wall: Wall,
    /// The same with short links only: what eyes are counted in.
    pub tight: Wall,
    /// What inner territory and eyes depend on, once the areas are known.
    pub eye_depends: PointSet,
    pub eye_space: PointSet,
    /// Moves to fill the eye space from inside.
    pub inside_moves: usize,
    /// Where the dame walks went, and where the walk of the PON estimate went.
    pub walked: Reach,
    pub reached: Reach,
    /// The steps of the distance walk.
    pub course: Vec<PointSet>,
    /// The cells the potential around the group is taken from; liberties count twice.
    pub around: Vec<u16>,
    /// Strings by their heads.
    pub strings: Vec<Point>,
    /// What reading said about its life.
    pub life: Option<Answer>,
}

impl GroupMemo {
    pub fn new() -> GroupMemo {
        GroupMemo {
            wall: Wall::default(),
            tight: Wall::default(),
            eye_depends: PointSet::EMPTY,
            eye_space: PointSet::EMPTY,
            inside_moves: 0,
            walked: Reach::default(),
            reached: Reach::default(),
            course: Vec::new(),
            around: Vec::new(),
            strings: Vec::new(),
            life: None,
        }
    }

    /// The same walls enclose the same areas.
    pub fn take_inside(&mut self, other: &GroupMemo) {
        self.wall.copy(&other.wall);
        self.tight.copy(&other.tight);
        (self.eye_depends, self.eye_space, self.inside_moves) =
            (other.eye_depends, other.eye_space, other.inside_moves);
    }

    /// All points where the figures looked, but for the distances. (The walks start beside the stones.)
    #[inline]
    pub fn any(&self) -> PointSet {
        self.eye_depends.union(&self.walked.beside).union(&self.reached.beside)
    }
}
