//! What depends only on the board size and the knowledge files: the first line, possible links, radiation of each
//! point.

use crate::potential::FULL;
use gosedai_board::{CELLS, Point, PointSet, Size};
use gosedai_knowledge::{Knowledge, LinkShape, Place};

/// A link shape in one of its directions.
#[derive(Clone, Debug)]
pub(crate) struct TurnedLink {
    /// Index into the link shapes of the knowledge.
    pub shape: u8,
    to: (isize, isize),
    pub between: Vec<(isize, isize)>,
    pub near: Vec<(isize, isize)>,
    pub all_open: bool,
    pub bears: u8,
    exists_on: [u8; 2],
    holds_on: [u8; 2],
}

impl TurnedLink {
    /// A cut of so short a link may be captured at once.
    pub fn is_tight(&self) -> bool {
        !self.all_open || self.between.len() == 1
    }
}

/// A link that a stone may have to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PossibleLink {
    /// Index into the turned shapes.
    pub turned: u8,
    pub to: Point,
    /// Untouched on this line, the opponent cannot cut it.
    pub holds: bool,
}

/// A link that a stone may have to the edge: the index of its shape, the step towards the edge and the step along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PossibleEdge {
    pub shape: u8,
    pub towards: (isize, isize),
    pub along: (isize, isize),
}

/// Tables for one board size.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub size: Size,
    pub full: PointSet,
    /// Points of the first line.
    pub edge: PointSet,
    pub turned: Vec<TurnedLink>,
    /// For every point: the links a stone there may have to others, each seen from its lower, then left end; and to the
    /// edge.
    pub links: Vec<Vec<PossibleLink>>,
    pub edges: Vec<Vec<PossibleEdge>>,
    /// For every point: what a stone there radiates, in pieces of rows.
    pub radiation: Vec<Vec<Piece>>,
}

impl Geometry {
    pub fn new(size: Size, knowledge: &Knowledge) -> Geometry {
        let shapes = knowledge.links.links.iter().enumerate();
        let turned: Vec<TurnedLink> = shapes.flat_map(|(index, shape)| directions(index as u8, shape)).collect();
        let mut links = vec![Vec::new(); CELLS];
        let mut edges = vec![Vec::new(); CELLS];
        let mut radiation = vec![Vec::new(); CELLS];
        for point in size.points() {
            links[point.index()] = links_from(point, size, &turned);
            edges[point.index()] = edges_from(point, size, knowledge);
            radiation[point.index()] = radiate(point, size, knowledge);
        }
        keep_in_bounds(&mut radiation);
        let edge = size.points().filter(|point| point.line(size) == 1).collect();
        Geometry { size, full: PointSet::full(size), edge, turned, links, edges, radiation }
    }
}

fn links_from(from: Point, size: Size, turned: &[TurnedLink]) -> Vec<PossibleLink> {
    let mut links = Vec::new();
    for (index, link) in turned.iter().enumerate() {
        let Some(to) = from.shifted(link.to.0, link.to.1, size) else { continue };
        let lower = from.line(size).min(to.line(size)) as u8;
        let on = |lines: [u8; 2]| (lines[0]..=lines[1]).contains(&lower);
        if on(link.exists_on) {
            links.push(PossibleLink { turned: index as u8, to, holds: on(link.holds_on) });
        }
    }
    links
}

/// The links a stone may have to the edge: none from the first line.
fn edges_from(stone: Point, size: Size, knowledge: &Knowledge) -> Vec<PossibleEdge> {
    if stone.line(size) == 1 {
        return Vec::new();
    }
    let (x, y) = (stone.x(), stone.y());
    let ways = [
        (x + 1, (-1, 0), (0, 1)),
        (size.width() - x, (1, 0), (0, 1)),
        (y + 1, (0, -1), (1, 0)),
        (size.height() - y, (0, 1), (1, 0)),
    ];
    let edge = |(line, towards, along)| {
        let shape = knowledge.links.edges.iter().position(|shape| usize::from(shape.line) == line)?;
        Some(PossibleEdge { shape: shape as u8, towards, along })
    };
    ways.into_iter().filter_map(edge).collect()
}

/// Neighbouring cells of a row that are added to at once: a machine word of them.
pub(crate) const LANES: usize = 8;

/// What a stone radiates to the cells from `start` on.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub start: u16,
    pub values: [i16; LANES],
}

/// The strongest sum over all stones that potentials, in sixteenths, have room for.
const STRONGEST: i32 = i16::MAX as i32 / FULL;

/// Makes patterns weaker that could add up to more than potentials have room for.
fn keep_in_bounds(radiation: &mut [Vec<Piece>]) {
    let mut sums = [0i32; CELLS];
    for piece in radiation.iter().flatten() {
        for (sum, value) in sums[usize::from(piece.start)..].iter_mut().zip(piece.values) {
            *sum += i32::from(value).abs();
        }
    }
    let strongest = sums.into_iter().max().unwrap_or(0);
    if strongest > STRONGEST {
        for value in radiation.iter_mut().flatten().flat_map(|piece| &mut piece.values) {
            *value = (i32::from(*value) * STRONGEST / strongest) as i16;
        }
    }
}

fn radiate(stone: Point, size: Size, knowledge: &Knowledge) -> Vec<Piece> {
    let (place, turn) = Place::of(stone, size);
    let pattern = knowledge.potential.of(place);
    let r = pattern.radius as isize;
    let mut pieces = Vec::new();
    for dy in -r..=r {
        let y = stone.y() as isize + dy;
        if y < 0 || y >= size.height() as isize {
            continue;
        }
        let mut dx = -r.min(stone.x() as isize);
        while dx <= r && stone.shifted(dx, dy, size).is_some() {
            // what does not fit on the board stays 0
            let start = stone.offset(dx, dy).index().min(CELLS - LANES);
            let mut values = [0; LANES];
            for dx in dx..=r.min(dx + LANES as isize - 1) {
                if let Some(point) = stone.shifted(dx, dy, size) {
                    values[point.index() - start] = pattern.turned(dx, dy, turn);
                }
            }
            pieces.push(Piece { start: start as u16, values });
            dx += LANES as isize;
        }
    }
    pieces
}

/// The distinct directions of a shape, each link seen from one of its two ends only.
fn directions(index: u8, shape: &LinkShape) -> Vec<TurnedLink> {
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
