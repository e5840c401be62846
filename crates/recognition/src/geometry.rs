//! What depends only on the board size and the knowledge files: edge lines, turned link shapes, radiation of each point.

use gosedai_board::{CELLS, Point, PointSet, Size};
use gosedai_knowledge::{Knowledge, LinkShape, Place};

/// A link shape in one of its directions.
#[derive(Clone, Debug)]
pub(crate) struct TurnedLink {
    /// Index into the link shapes of the knowledge.
    pub shape: u8,
    pub to: (isize, isize),
    pub between: Vec<(isize, isize)>,
    pub near: Vec<(isize, isize)>,
    pub all_open: bool,
    pub bears: u8,
    pub exists_on: [u8; 2],
    pub holds_on: [u8; 2],
}

/// Tables for one board size.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub size: Size,
    pub full: PointSet,
    /// Points of the first line.
    pub edge: PointSet,
    /// Line from the edge for every point of the board.
    pub line: [u8; CELLS],
    pub links: Vec<TurnedLink>,
    /// For every point: where its stone radiates, and how strongly.
    pub radiation: Vec<Vec<(u16, i16)>>,
}

impl Geometry {
    pub fn new(size: Size, knowledge: &Knowledge) -> Geometry {
        let mut line = [0u8; CELLS];
        let mut radiation = vec![Vec::new(); CELLS];
        for point in size.points() {
            line[point.index()] = point.line(size) as u8;
            radiation[point.index()] = radiate(point, size, knowledge);
        }
        let full = PointSet::full(size);
        let edge = size.points().filter(|p| line[p.index()] == 1).collect();
        let mut links = Vec::new();
        for (index, shape) in knowledge.links.links.iter().enumerate() {
            links.extend(turned(index as u8, shape));
        }
        Geometry { size, full, edge, line, links, radiation }
    }
}

fn radiate(stone: Point, size: Size, knowledge: &Knowledge) -> Vec<(u16, i16)> {
    let (place, turn) = Place::of(stone, size);
    let pattern = knowledge.potential.of(place);
    let r = pattern.radius as isize;
    let mut out = Vec::new();
    for dy in -r..=r {
        for dx in -r..=r {
            if let Some(point) = stone.shifted(dx, dy, size) {
                let value = pattern.turned(dx, dy, turn);
                if value != 0 {
                    out.push((point.index() as u16, value));
                }
            }
        }
    }
    out
}

/// The distinct directions of a shape, each link seen from one of its two ends only.
fn turned(index: u8, shape: &LinkShape) -> Vec<TurnedLink> {
    let mut out: Vec<TurnedLink> = Vec::new();
    for i in 0..8 {
        let turn = |&(x, y): &(i8, i8)| {
            let (x, y) = (x as isize, y as isize);
            let (x, y) = if i & 4 != 0 { (y, x) } else { (x, y) };
            (if i & 1 != 0 { -x } else { x }, if i & 2 != 0 { -y } else { y })
        };
        let to = turn(&shape.to);
        let forward = to.1 > 0 || (to.1 == 0 && to.0 > 0);
        if forward && !out.iter().any(|other| other.to == to) {
            out.push(TurnedLink {
                shape: index,
                to,
                between: shape.between.iter().map(turn).collect(),
                near: shape.near.iter().map(turn).collect(),
                all_open: shape.all_open,
                bears: shape.bears,
                exists_on: shape.exists_on,
                holds_on: shape.holds_on,
            });
        }
    }
    out
}
