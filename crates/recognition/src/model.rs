//! The position as a player sees it.

use crate::families::Family;
use crate::groups::Group;
use crate::judgement::{Judgement, Standing};
use crate::links::Link;
use crate::potential::Potential;
use crate::strings::{NONE, StoneString};
use gosedai_board::{CELLS, Color, Point, PointSet, Size};

/// One round of the dead-group adjustment: which stones were newly taken for dead, and which groups their captors
/// became.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    pub dead: PointSet,
    pub groups: usize,
}

/// Everything recognition found.
#[derive(Clone, Debug)]
pub struct PositionModel {
    pub size: Size,
    pub to_play: Color,
    pub strings: Vec<StoneString>,
    pub links: Vec<Link>,
    pub groups: Vec<Group>,
    pub families: Vec<Family>,
    pub potential: Potential,
    /// Points on the links of a colour, which stop the other.
    pub blocking: [PointSet; 2],
    /// Stones taken for dead.
    pub dead: PointSet,
    /// Adjacent strings that were both read as dead, and were read again as a race.
    pub contradictions: Vec<(Point, Point)>,
    /// The rounds of the adjustment, the first without dead groups.
    pub rounds: Vec<Round>,
    /// False if the adjustment was stopped before nothing changed any more.
    pub settled: bool,
    pub judgement: Judgement,
    pub(crate) string_at: Box<[u16; CELLS]>,
    pub(crate) group_at: Box<[u16; CELLS]>,
    pub(crate) family_at: Box<[u16; CELLS]>,
}

fn index(table: &[u16; CELLS], point: Point) -> Option<usize> {
    Some(table[point.index()]).filter(|&id| id != NONE).map(usize::from)
}

impl PositionModel {
    /// Sets Black's lead from outside. Standing and strategy use it from now on.
    pub fn go_by(&mut self, lead: f64) {
        let sign = f64::from(self.to_play.sign());
        self.judgement.lead = lead;
        self.judgement.standing = Standing::of(lead * sign, self.judgement.even_margin);
    }

    pub fn string_at(&self, point: Point) -> Option<&StoneString> {
        index(&self.string_at, point).and_then(|id| self.strings.get(id))
    }

    /// Number of the group on a point.
    pub fn group_id(&self, point: Point) -> Option<usize> {
        index(&self.group_at, point)
    }

    pub fn group_at(&self, point: Point) -> Option<&Group> {
        self.group_id(point).and_then(|id| self.groups.get(id))
    }

    pub fn family_at(&self, point: Point) -> Option<&Family> {
        index(&self.family_at, point).and_then(|id| self.families.get(id))
    }
}

/// Attribute for attribute.
impl PartialEq for PositionModel {
    fn eq(&self, other: &Self) -> bool {
        self.first_difference(other).is_none()
    }
}

impl PositionModel {
    /// The first attribute in which two models differ, in words (for tests and bug reports).
    pub fn first_difference(&self, other: &PositionModel) -> Option<String> {
        macro_rules! compare {
            ($($field:ident),*) => {
                $(if self.$field != other.$field {
                    return Some(format!("{}: {:?} / {:?}", stringify!($field), self.$field, other.$field));
                })*
            };
        }
        compare!(size, to_play, strings, links, dead, blocking, contradictions, rounds, settled);
        for (a, b) in self.groups.iter().zip(&other.groups) {
            if a != b {
                return Some(format!("group {}: {a:?} / {b:?}", a.head));
            }
        }
        compare!(groups, potential, families, judgement, string_at, group_at, family_at);
        None
    }
}
