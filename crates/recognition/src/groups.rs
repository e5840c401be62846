//! Groups: strongly linked strings of one colour, the unit of life and death.

use crate::dame::GroupDame;
use crate::fate::{Fate, Life};
use crate::inner::Region;
use crate::pon::DameKinds;
use gosedai_board::{Color, Point, PointSet};

/// How a group stands, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Class {
    Dead,
    VeryWeak,
    Weak,
    Stable,
    Alive,
}

impl Class {
    pub const fn name(self) -> &'static str {
        match self {
            Class::Alive => "alive",
            Class::Stable => "stable",
            Class::Weak => "weak",
            Class::VeryWeak => "very weak",
            Class::Dead => "dead",
        }
    }

    pub const fn term(self) -> &'static str {
        match self {
            Class::Alive => "class.alive",
            Class::Stable => "class.stable",
            Class::Weak => "class.weak",
            Class::VeryWeak => "class.very_weak",
            Class::Dead => "class.dead",
        }
    }

    /// Weak or worse, but not dead.
    pub fn is_weak(self) -> bool {
        matches!(self, Class::Weak | Class::VeryWeak)
    }
}

/// Which rule of `life.rs` decided a group's class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassReason {
    /// Every string was read as captured.
    Captured,
    /// Reading of life and death decided.
    Read,
    /// Two eyes or more.
    Eyes,
    /// Sealed in with too little room for two eyes.
    NoRoom,
    /// Sealed in, and so is a neighbour of the other colour that is no better off: a race.
    Race,
    /// Sealed in with one and a half eyes.
    Unsettled,
    /// By its chance to live.
    Chance,
    /// By the opinion from outside (see `owners.rs`) the other side will own its points.
    Owners,
}

impl ClassReason {
    /// Whose word it is: that of a proof, of the opinion from outside, or of the shape alone.
    pub const fn source(self) -> Source {
        match self {
            ClassReason::Read => Source::Reading,
            ClassReason::Owners => Source::Network,
            _ => Source::Shape,
        }
    }
}

/// Where a group's fate comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Reading proves it.
    Reading,
    /// The owners that a network expects.
    Network,
    /// Ladders, eyes, room and liberties.
    Shape,
}

impl Source {
    pub const fn name(self) -> &'static str {
        match self {
            Source::Reading => "reading",
            Source::Network => "network",
            Source::Shape => "shape",
        }
    }
}

/// A group with all its attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub color: Color,
    /// First stone in row order; also names the group.
    pub head: Point,
    /// Strings by index.
    pub strings: Vec<u16>,
    pub stones: PointSet,
    pub size: usize,
    pub liberties: PointSet,
    pub liberty_count: usize,
    /// Liberties that two of its strings share and that keep them together: miai, or a cut there is captured.
    pub miai: PointSet,
    /// Points enclosed by its links and the edge.
    pub inner: PointSet,
    pub inner_count: usize,
    pub regions: Vec<Region>,
    /// Eyes in halves.
    pub half_eyes: u32,
    pub dame: GroupDame,
    pub encirclement: usize,
    /// Points it can reach (counted up to [`ROOM_LIMIT`]), if it is nearly surrounded.
    pub room: Option<usize>,
    /// Moves the opponent needs to capture it.
    pub moves: usize,
    pub dame_kinds: DameKinds,
    /// Weighted dame sum S of the PON estimate.
    pub pon_size: f64,
    /// The estimate, before what is known of its life replaces it.
    pub pon_estimate: i32,
    pub pon: i32,
    /// Same-colour strength, strength, size and expected territory by PON.
    pub r: f64,
    pub pon_strength: f64,
    pub z: f64,
    pub t: f64,
    /// Living groups near by (index, distance).
    pub near: Vec<(u16, u8)>,
    /// a·encirclement + b·area.
    pub strength_alone: f64,
    /// The same, corrected by neighbours.
    pub strength: f64,
    /// Chance to be on the board at the end of the game, fitted on professional games.
    pub survival: f64,
    /// The same chance if its own side moves first: a group is dead only if this is small.
    pub survival_first: f64,
    /// The same chance if the opponent moves first.
    pub survival_second: f64,
    /// How strongly its stones radiate, in sixteenths, negative for White: in proportion to how surely they live,
    /// whichever side is to move.
    pub radiates: i8,
    pub importance: f64,
    pub class: Class,
    pub reason: ClassReason,
    /// What becomes of it, whoever moves first.
    pub life: Life,
}

/// Room beyond this is open space.
pub const ROOM_LIMIT: usize = 60;
/// Groups with an encirclement beyond this are not surrounded; their room is not looked at.
pub const OPEN_ENCIRCLEMENT: usize = 10;

impl Group {
    /// A group of which nothing is known yet.
    pub(crate) fn new(color: Color, head: Point) -> Group {
        Group {
            color,
            head,
            strings: Vec::new(),
            stones: PointSet::EMPTY,
            size: 0,
            liberties: PointSet::EMPTY,
            liberty_count: 0,
            miai: PointSet::EMPTY,
            inner: PointSet::EMPTY,
            inner_count: 0,
            regions: Vec::new(),
            half_eyes: 0,
            dame: GroupDame { orders: [PointSet::EMPTY; 4], counts: [0; 4] },
            encirclement: 0,
            room: None,
            moves: 0,
            dame_kinds: DameKinds::default(),
            pon_size: 0.0,
            pon_estimate: 0,
            pon: 0,
            r: 0.0,
            pon_strength: 0.0,
            z: 0.0,
            t: 0.0,
            near: Vec::new(),
            strength_alone: 0.0,
            strength: 0.0,
            importance: 0.0,
            class: Class::Stable,
            reason: ClassReason::Chance,
            survival: 0.0,
            survival_first: 0.0,
            survival_second: 0.0,
            radiates: 0,
            life: Life::of(Fate::Open),
        }
    }

    /// Eyes with halves.
    pub fn eyes(&self) -> f64 {
        f64::from(self.half_eyes) / 2.0
    }

    pub fn is_sealed(&self) -> bool {
        self.encirclement == 0
    }

    /// Its room is known and small.
    pub(crate) fn is_surrounded(&self) -> bool {
        self.room.is_some_and(|room| room < ROOM_LIMIT)
    }
}
