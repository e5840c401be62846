//! The groups of an opening position as the evaluation sees them: stones, dame by kind, neighbours.

use super::Fuseki;
use crate::ask::{Ask, Caught, Status};
use crate::distance::Ground;
use crate::gather::{gather, label};
use crate::groups::Group;
use crate::links::Links;
use crate::pon::{self, DameKinds, PonGroup, PonInput};
use crate::questions::Questions;
use crate::strings::Strings;
use crate::view::View;
use gosedai_board::{Board, Color, Point, PointSet};

/// A group before any parameter touches it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub color: Color,
    pub head: Point,
    pub stones: PointSet,
    pub dame: DameKinds,
    /// Other groups near by, with their distance.
    pub near: Vec<(u16, u8)>,
}

/// A group with its evaluation.
#[derive(Clone, Debug)]
pub struct OpeningGroup {
    pub shape: Shape,
    pub pon: PonGroup,
}

/// Nothing is read in the opening evaluation: links hold by their shape.
struct NoReading;

impl Ask for NoReading {
    fn capture(&mut self, _: &mut Board, _: Point) -> Caught {
        Caught { status: Status::Unknown, is_proved: false }
    }

    fn race(&mut self, _: &mut Board, _: Point, _: &[Point]) -> Status {
        Status::Unknown
    }
}

impl Fuseki {
    /// The groups of a board.
    pub fn shapes(&mut self, board: &Board) -> Vec<Shape> {
        self.prepare(board.size());
        let Some(geometry) = &self.geometry else { return Vec::new() };
        let view = View::new(board);
        let mut no_reading = NoReading;
        let mut questions = Questions::new(board, &mut no_reading);
        let strings = Strings::new(&view, &mut questions);
        let links = Links::new(&view, geometry, &self.knowledge, &mut questions);
        let groups = gather(&view, &strings, &links);
        let group_at = label(&groups);
        let ground = Ground::new(&view, &group_at);
        let touched = [0, 1].map(|i| view.stones[i].touched());
        let shape = |(i, group): (usize, &Group)| {
            let (once, twice) = &touched[group.color.opponent().index()];
            Shape {
                color: group.color,
                head: group.head,
                stones: group.stones,
                dame: pon::dame_kinds(&group.stones, &view.empty.minus(twice), once, &geometry.edge),
                near: ground.near(i as u16, &group.stones, self.profile.reach),
            }
        };
        groups.iter().enumerate().map(shape).collect()
    }

    pub(crate) fn inputs<'a>(&self, shapes: &'a [Shape]) -> Vec<PonInput<'a>> {
        inputs(shapes, &self.profile)
    }
}

/// What `pon::evaluate` wants, under a profile.
pub(crate) fn inputs<'a>(shapes: &'a [Shape], profile: &pon::Profile) -> Vec<PonInput<'a>> {
    shapes
        .iter()
        .map(|shape| {
            let size = profile.size(&shape.dame);
            PonInput { color: shape.color, pon: profile.pon(size), size, near: &shape.near }
        })
        .collect()
}

/// The groups of a position from their shapes alone.
pub fn groups_of(shapes: &[Shape], to_play: Color, profile: &pon::Profile) -> Vec<PonGroup> {
    pon::evaluate(&inputs(shapes, profile), to_play, profile)
}

/// The value of a position from its shapes alone: for tuning, where positions stay and parameters change.
pub fn value_of(shapes: &[Shape], side: Color, to_play: Color, profile: &pon::Profile) -> f64 {
    pon::balance(&groups_of(shapes, to_play, profile), side)
}
