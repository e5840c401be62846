//! An intention: a move that one case proposes for one purpose, priced in points.

use gosedai_board::{Point, PointSet};
use gosedai_explain::Evidence;

/// What kind of purpose, for strategy and the filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Role {
    /// Takes, kills, cuts or encloses.
    Attack,
    /// Saves, lives, connects or escapes.
    Defence,
    /// Enlarges or reduces territory and moyo.
    Territory,
    /// Good shape, joseki, habit.
    Shape,
}

/// Why an adjuster took an intention out.
#[derive(Clone, Debug, PartialEq)]
pub struct Removal {
    /// Name of the adjuster.
    pub by: &'static str,
    pub evidence: Evidence,
}

/// One purpose of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    pub at: Point,
    /// The case that proposed it.
    pub case: &'static str,
    /// What it wants, as a glossary word (`term.intent.…`).
    pub name: &'static str,
    pub role: Role,
    /// What is at stake, in points.
    pub points: f64,
    /// What it counts in the table: the points times the weight of the case.
    pub value: f64,
    /// Stones it is about: the string to capture, the group to save.
    pub target: PointSet,
    pub evidence: Evidence,
    /// Kept in view even when it no longer counts.
    pub removed: Option<Removal>,
}

impl Intent {
    pub fn new(at: Point, name: &'static str, role: Role, value: f64, evidence: Evidence) -> Intent {
        Intent { at, case: "", name, role, points: value, value, target: PointSet::EMPTY, evidence, removed: None }
    }

    pub fn about(mut self, target: PointSet) -> Intent {
        self.target = target;
        self
    }

    pub fn counts(&self) -> bool {
        self.removed.is_none()
    }
}
