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
    pub points: Vec<Point>,
    /// Points of the first line.
    pub edge: PointSet,
    /// Line from the edge for every point of the board.
    pub line: [u8; CELLS],
    pub links: Vec<TurnedLink>,
    /// The farthest line from which there are links to the edge.
    pub edge_line: u8,
    /// For every point: the stones whose links may look at it.
    pub link_reach: Vec<PointSet>,
    /// For every point: where its stone radiates, and how strongly.
    pub radiation: Vec<Vec<(u16, i16)>>,
    /// The same as sets.
    pub radiated: Vec<PointSet>,
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
        let edge_line = knowledge.links.edges.iter().map(|shape| shape.line).max().unwrap_or(0);
        let set = |cells: &Vec<(u16, i16)>| cells.iter().map(|&(cell, _)| Point::from_index(cell as usize)).collect();
        let radiated = radiation.iter().map(set).collect();
        let link_reach = link_reach(size, &links, knowledge);
        Geometry { size, full, points: size.points().collect(), edge, line, links, edge_line, link_reach, radiation, radiated }
    }
}

/// For every point of the board, the stones whose links depend on it.
fn link_reach(size: Size, links: &[TurnedLink], knowledge: &Knowledge) -> Vec<PointSet> {
    let mut steps: Vec<(isize, isize)> = vec![(0, 0)];
    for link in links {
        steps.push(link.to);
        steps.extend(&link.near);
        for &(x, y) in &link.between {
            // whether a cut is captured depends on what stands around it
            steps.extend([(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
        }
    }
    for edge in &knowledge.links.edges {
        let line = isize::from(edge.line);
        let near = edge.near.iter().map(|&(along, to_line)| (isize::from(along), line - isize::from(to_line)));
        for (along, towards) in near.chain((1..line).map(|i| (0, i))) {
            for a in [along, -along] {
                steps.extend([(towards, a), (-towards, a), (a, towards), (a, -towards)]);
            }
        }
    }
    steps.sort_unstable();
    steps.dedup();
    let mut reach = vec![PointSet::EMPTY; CELLS];
    for point in size.points() {
        reach[point.index()] = steps.iter().filter_map(|&(dx, dy)| point.shifted(-dx, -dy, size)).collect();
    }
    reach
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
