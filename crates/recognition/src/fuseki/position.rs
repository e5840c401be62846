//! The groups of an opening position as the evaluation sees them: stones, dame by kind, neighbours.

use super::Fuseki;
use crate::ask::{Answer, Ask, Status};
use crate::distance::{Beside, Ground};
use crate::link_table::{LinkTable, News};
use crate::pon::{self, DameKinds, PonGroup, PonInput, Touch};
use crate::stage::{Basis, Tools};
use crate::strings::{NONE, Strings};
use crate::view::View;
use gosedai_board::{Board, CELLS, Color, Point, PointSet};

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
    fn capture(&mut self, _: &mut Board, _: Point) -> Answer {
        Answer::new(Status::Unknown, PointSet::EMPTY)
    }

    fn capture_wide(&mut self, _: &mut Board, _: Point, _: &[Point]) -> Answer {
        Answer::new(Status::Unknown, PointSet::EMPTY)
    }
}

impl Fuseki {
    /// The groups of a board.
    pub fn shapes(&mut self, board: &Board) -> Vec<Shape> {
        self.prepare(board.size());
        let Some(geometry) = &self.geometry else { return Vec::new() };
        let view = View::new(board, PointSet::EMPTY);
        let stones = view.stones[0].union(&view.stones[1]);
        let mut strings = Strings::new();
        strings.update(&view, &mut board.clone(), &stones, &mut NoReading);
        let mut tools = Tools {
            geometry,
            knowledge: &self.knowledge,
            settings: &self.settings,
            profile: &self.profile,
            walker: &mut self.walker,
            gatherer: &mut self.gatherer,
            eyes: &mut self.eyes,
        };
        let mut links = LinkTable::new();
        let news = News { before: &[PointSet::EMPTY; 2], living: view.living, dirty: stones };
        links.update(&tools, &view, &news, &mut NoReading);
        let touch = Color::BOTH.map(|color| Touch::of(&view.stones[color.index()]));
        tools.gatherer.activate_all(&view, &strings);
        tools.gatherer.run(&view, &strings, &links, &[]);
        let mut group_at = [NONE; CELLS];
        tools.gatherer.label(&strings, &mut group_at);
        let (found, walker) = (tools.gatherer.found(), &mut tools.walker);
        let mut beside = Beside::new();
        beside.update(&view.empty, &stones, &group_at);
        let groups = found.len();
        let ground = Ground { group_at: &group_at, beside: &beside, living: &stones, walkable: &view.empty, groups };
        let shape = |(i, group): (usize, &Basis)| {
            let enemy = group.color.opponent().index();
            let open = view.empty.minus(&touch[enemy].more);
            let (dame, _) = pon::dame_kinds(&group.stones, &open, &touch[enemy].any, &geometry.edge);
            let (near, _) =
                walker.near(i as u16, &group.stones, &ground, self.profile.reach, &mut Vec::new(), (0, &[]));
            Shape { color: group.color, head: group.head, stones: group.stones, dame, near: near.to_vec() }
        };
        found.iter().enumerate().map(shape).collect()
    }

    pub(crate) fn inputs(&self, shapes: &[Shape]) -> Vec<PonInput> {
        inputs(shapes, &self.profile)
    }
}

/// What `pon::evaluate` wants, under a profile.
pub(crate) fn inputs(shapes: &[Shape], profile: &pon::Profile) -> Vec<PonInput> {
    shapes
        .iter()
        .map(|shape| {
            let size = profile.size(&shape.dame);
            PonInput { color: shape.color, pon: profile.pon(size), size, near: shape.near.clone() }
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
