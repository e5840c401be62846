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

impl TurnedLink {
    /// A cut of so short a link may be captured at once.
    #[inline]
    pub fn is_tight(&self) -> bool {
        !self.all_open || self.between.len() == 1
    }
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
    /// For every point: the turned shapes that links from a stone there may have as far as lines go.
    pub shapes_at: [u32; CELLS],
    /// For every point: the links a stone there may have to the edge; see [`edge_bit`].
    pub edge_ways: [u32; CELLS],
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
        let (mut shapes_at, mut edge_ways) = ([0; CELLS], [0; CELLS]);
        for point in size.points() {
            shapes_at[point.index()] = shapes_at_point(point, size, &links);
            edge_ways[point.index()] = edge_ways_from(point, size, knowledge);
        }
        let link_looks = link_looks(&links, knowledge);
        let mut link_reach = vec![PointSet::EMPTY; CELLS];
        for point in size.points() {
            link_reach[point.index()] = looking_at(point, size, &link_looks, &edge_ways);
        }
        Geometry { size, full, edge, line, links, shapes_at, edge_ways, link_reach, link_looks, radiation, radiated }
    }
}

/// The turned shapes whose other ends are on the board and on lines where such links are seen.
fn shapes_at_point(from: Point, size: Size, links: &[TurnedLink]) -> u32 {
    let mut shapes = 0;
    for (turn, link) in links.iter().enumerate() {
        if let Some(to) = from.shifted(link.to.0, link.to.1, size) {
            let lower = from.line(size).min(to.line(size)) as u8;
            shapes |= u32::from((link.exists_on[0]..=link.exists_on[1]).contains(&lower)) << turn;
        }
    }
    shapes
}

/// The four ways to the edge: the step towards it and the step along it.
pub(crate) const WAYS: [((isize, isize), (isize, isize)); 4] =
    [((-1, 0), (0, 1)), ((1, 0), (0, 1)), ((0, -1), (1, 0)), ((0, 1), (1, 0))];

/// Most edge shapes: sets of them in the four ways fit in a word. (Those we know are three; any beyond these are not seen.)
pub(crate) const EDGE_SHAPES: usize = 8;

/// In sets of links to the edge, the bit for an edge shape in one of the four ways.
const fn edge_bit(shape: usize, way: usize) -> u32 {
    1 << (way * EDGE_SHAPES + shape)
}

/// The links a stone may have to the edge: none from the first line.
fn edge_ways_from(stone: Point, size: Size, knowledge: &Knowledge) -> u32 {
    if stone.line(size) == 1 {
        return 0;
    }
    let (x, y) = (stone.x(), stone.y());
    let mut ways = 0;
    for (way, line) in [x + 1, size.width() - x, y + 1, size.height() - y].into_iter().enumerate() {
        let mut shapes = knowledge.links.edges.iter().take(EDGE_SHAPES);
        if let Some(shape) = shapes.position(|shape| usize::from(shape.line) == line) {
            ways |= edge_bit(shape, way);
        }
    }
    ways
}

/// The steps from a link's first stone to where it looks for stones of both colours, besides its ends.
fn passed(link: &TurnedLink) -> Vec<(isize, isize)> {
    let mut steps = link.between.clone();
    if link.is_tight() {
        // whether a cut is captured depends on what stands around it
        for &(x, y) in &link.between {
            steps.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
        }
    }
    steps
}

/// Which links of a stone look at a point, seen by the step from the stone to the point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Looks {
    /// It is the stone itself.
    pub here: bool,
    /// The point is the other end of these links, a bit for each turned shape.
    pub ends: u32,
    /// These links pass over it or ask what stands there; and those that only look for enemies there.
    pub passing: u32,
    pub peeped: u32,
    /// The same of the links to the edge.
    pub edges_passing: u32,
    pub edges_peeped: u32,
}

fn link_looks(links: &[TurnedLink], knowledge: &Knowledge) -> Vec<Looks> {
    let mut looks = vec![Looks::default(); STEPS * STEPS];
    looks[step_index((0, 0))].here = true;
    for (turn, link) in links.iter().enumerate() {
        looks[step_index(link.to)].ends |= 1 << turn;
        passed(link).into_iter().for_each(|step| looks[step_index(step)].passing |= 1 << turn);
        link.near.iter().for_each(|&step| looks[step_index(step)].peeped |= 1 << turn);
    }
    for (index, edge) in knowledge.links.edges.iter().take(EDGE_SHAPES).enumerate() {
        let line = isize::from(edge.line);
        for (way, ((dx, dy), (ax, ay))) in WAYS.into_iter().enumerate() {
            for i in 1..line {
                looks[step_index((dx * i, dy * i))].edges_passing |= edge_bit(index, way);
            }
            for &(along, to_line) in &edge.near {
                let (along, towards) = (isize::from(along), line - isize::from(to_line));
                let step = (dx * towards + ax * along, dy * towards + ay * along);
                looks[step_index(step)].edges_peeped |= edge_bit(index, way);
            }
        }
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
}

/// The stones whose links may look at a point.
fn looking_at(point: Point, size: Size, looks: &[Looks], edge_ways: &[u32; CELLS]) -> PointSet {
    let mut stones = PointSet::EMPTY;
    for dy in -FAR..=FAR {
        for dx in -FAR..=FAR {
            let looks = &looks[step_index((dx, dy))];
            if let Some(from) = point.shifted(-dx, -dy, size) {
                let edge = (looks.edges_passing | looks.edges_peeped) & edge_ways[from.index()];
                stones.assign(from, looks.here | (edge | looks.ends | looks.passing | looks.peeped != 0));
            }
        }
    }
    stones
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
