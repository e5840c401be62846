//! What depends only on the board size and the knowledge files: edge lines, turned link shapes, radiation of each point.

use crate::potential::FULL;
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

/// Most turned shapes: sets of them are the lower bits of a word. (The shapes we know have sixteen.)
pub(crate) const SHAPES: usize = 31;

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
    /// The farthest line from which there are links to the edge.
    pub edge_line: u8,
    /// For every point: the stones whose links may look at it.
    pub link_reach: Vec<PointSet>,
    /// By the step from a link's first stone to a point: which of its links look there.
    link_looks: Vec<Looks>,
    /// For every point: where its stone radiates, and how strongly.
    pub radiation: Vec<Radiation>,
    /// The same as sets.
    pub radiated: Vec<PointSet>,
}

impl Geometry {
    pub fn new(size: Size, knowledge: &Knowledge) -> Geometry {
        let mut line = [0u8; CELLS];
        let mut radiation = vec![Radiation::default(); CELLS];
        let mut radiated = vec![PointSet::EMPTY; CELLS];
        for point in size.points() {
            let cell = point.index();
            line[cell] = point.line(size) as u8;
            (radiation[cell], radiated[cell]) = radiate(point, size, knowledge);
        }
        keep_in_bounds(&mut radiation);
        let full = PointSet::full(size);
        let edge = size.points().filter(|p| line[p.index()] == 1).collect();
        let mut links = Vec::new();
        for (index, shape) in knowledge.links.links.iter().enumerate() {
            links.extend(turned(index as u8, shape));
        }
        links.truncate(SHAPES);
        let edge_line = knowledge.links.edges.iter().map(|shape| shape.line).max().unwrap_or(0);
        let link_reach = link_reach(size, &links, knowledge);
        let link_looks = link_looks(&links, knowledge);
        Geometry { size, full, edge, line, links, edge_line, link_reach, link_looks, radiation, radiated }
    }
}

/// The steps from a link's first stone to what it looks at besides its ends.
fn looked_at(link: &TurnedLink) -> Vec<(isize, isize)> {
    let mut steps = link.near.clone();
    for &(x, y) in &link.between {
        // whether a cut is captured depends on what stands around it
        steps.extend([(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Which links of a stone look at a point, seen by the step from the stone to the point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Looks {
    /// It is the stone itself.
    pub here: bool,
    /// The point is the other end of these links, a bit for each turned shape.
    pub ends: u32,
    /// A link to the edge passes over or beside it.
    pub edge: bool,
    /// These links pass over or beside it.
    pub beside: u32,
}

fn link_looks(links: &[TurnedLink], knowledge: &Knowledge) -> Vec<Looks> {
    let mut looks = vec![Looks::default(); STEPS * STEPS];
    looks[step_index((0, 0))].here = true;
    for (turn, link) in links.iter().enumerate() {
        looks[step_index(link.to)].ends |= 1 << turn;
        for step in looked_at(link) {
            looks[step_index(step)].beside |= 1 << turn;
        }
    }
    for step in edge_steps(knowledge) {
        looks[step_index(step)].edge = true;
    }
    looks
}

/// Steps of links go no further than this in each direction.
const FAR: isize = 7;
const STEPS: usize = 2 * FAR as usize + 1;

fn step_index((dx, dy): (isize, isize)) -> usize {
    ((dy.clamp(-FAR, FAR) + FAR) * STEPS as isize + dx.clamp(-FAR, FAR) + FAR) as usize
}

impl Geometry {
    /// Which links from `from` look at `point`.
    #[inline]
    pub fn looks(&self, from: Point, point: Point) -> &Looks {
        let step = (point.x() as isize - from.x() as isize, point.y() as isize - from.y() as isize);
        &self.link_looks[step_index(step)]
    }

    /// May a stone here have links to the edge?
    #[inline]
    pub fn links_to_edge(&self, stone: Point) -> bool {
        (2..=self.edge_line).contains(&self.line[stone.index()])
    }
}

/// For every point of the board, the stones whose links depend on it.
fn link_reach(size: Size, links: &[TurnedLink], knowledge: &Knowledge) -> Vec<PointSet> {
    let mut steps: Vec<(isize, isize)> = edge_steps(knowledge);
    steps.push((0, 0));
    for link in links {
        steps.push(link.to);
        steps.extend(looked_at(link));
    }
    steps.sort_unstable();
    steps.dedup();
    let mut reach = vec![PointSet::EMPTY; CELLS];
    for point in size.points() {
        reach[point.index()] = steps.iter().filter_map(|&(dx, dy)| point.shifted(-dx, -dy, size)).collect();
    }
    reach
}

/// The steps from a stone to what its links to the edge look at, in all directions.
fn edge_steps(knowledge: &Knowledge) -> Vec<(isize, isize)> {
    let mut steps = Vec::new();
    for edge in &knowledge.links.edges {
        let line = isize::from(edge.line);
        let near = edge.near.iter().map(|&(along, to_line)| (isize::from(along), line - isize::from(to_line)));
        for (along, towards) in near.chain((1..line).map(|i| (0, i))) {
            for a in [along, -along] {
                steps.extend([(towards, a), (-towards, a), (a, towards), (a, -towards)]);
            }
        }
    }
    steps
}

/// Neighbouring cells of a row that are added to at once: a machine word of them.
pub(crate) const LANES: usize = 8;

/// What a stone radiates, in pieces of rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Radiation {
    pub pieces: Vec<Piece>,
    /// A bit for every row of the padded grid that it reaches.
    pub rows: u32,
}

/// What a stone radiates to the cells from `start` on.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub start: u16,
    pub values: [i16; LANES],
}

/// The strongest sum over all stones that potentials, in sixteenths, have room for.
const STRONGEST: i32 = i16::MAX as i32 / FULL;

/// Makes patterns weaker that could add up to more than potentials have room for.
fn keep_in_bounds(radiation: &mut [Radiation]) {
    let mut sums = [0i32; CELLS];
    for piece in radiation.iter().flat_map(|radiation| &radiation.pieces) {
        for (sum, value) in sums[usize::from(piece.start)..].iter_mut().zip(piece.values) {
            *sum += i32::from(value).abs();
        }
    }
    let strongest = sums.into_iter().max().unwrap_or(0);
    if strongest > STRONGEST {
        for value in
            radiation.iter_mut().flat_map(|radiation| &mut radiation.pieces).flat_map(|piece| &mut piece.values)
        {
            *value = (i32::from(*value) * STRONGEST / strongest) as i16;
        }
    }
}

fn radiate(stone: Point, size: Size, knowledge: &Knowledge) -> (Radiation, PointSet) {
    let (place, turn) = Place::of(stone, size);
    let pattern = knowledge.potential.of(place);
    let r = pattern.radius as isize;
    let mut radiation = Radiation::default();
    let mut area = PointSet::EMPTY;
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
                    let value = pattern.turned(dx, dy, turn);
                    values[point.index() - start] = value;
                    area.assign(point, value != 0);
                }
            }
            radiation.pieces.push(Piece { start: start as u16, values });
            dx += LANES as isize;
        }
    }
    radiation.rows = area.busy();
    (radiation, area)
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
