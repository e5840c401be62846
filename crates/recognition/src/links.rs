//! Links: virtual lines between stones of one colour, or from a stone to the edge, and the points they block.

use crate::ask::Status;
use crate::geometry::{Geometry, PossibleEdge, PossibleLink};
use crate::questions::Questions;
use crate::view::View;
use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_knowledge::Knowledge;

/// Can the link be cut?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinkState {
    /// Untouched by enemy stones.
    Solid,
    /// Only dead enemy stones stand on it: they do not cut.
    OverDead,
    /// An enemy stone peeps; by its shape the link still counts.
    Peeped,
    /// Not secured: its shape is loose or enemy stones are near, and reading settled nothing.
    Thin,
    /// The opponent moving first cuts: reading proves it.
    Cuttable,
    /// Already cut.
    Broken,
}

impl LinkState {
    pub const fn name(self) -> &'static str {
        match self {
            LinkState::Solid => "solid",
            LinkState::OverDead => "over-dead",
            LinkState::Peeped => "peeped",
            LinkState::Thin => "thin",
            LinkState::Cuttable => "cuttable",
            LinkState::Broken => "broken",
        }
    }
}

/// A link. Its shape is an index into the link shapes, or into the edge shapes if `edge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub color: Color,
    pub from: Point,
    /// The other stone, or the point of the first line below the stone.
    pub to: Point,
    pub edge: bool,
    pub shape: u8,
    pub state: LinkState,
    /// The two ends count as one.
    pub strong: bool,
    /// Does reading prove that it is cut, or that it cannot be?
    pub is_proved: bool,
    /// Number of enemy stones peeping (or, for diagonals, standing between).
    pub peeps: u8,
    between: [Point; 4],
    between_count: u8,
}

impl Link {
    /// Points on the link.
    #[inline]
    pub fn between(&self) -> &[Point] {
        &self.between[..self.between_count as usize]
    }

    /// Short enough to be the wall of an eye: at most one point between, or two side by side.
    #[inline]
    pub(crate) fn is_short(&self) -> bool {
        if self.edge { self.between_count == 1 } else { self.from.chebyshev(self.to) <= 2 }
    }

    /// Does an enemy walk stop here? Not if it is broken, or if an enemy stone already threatens to cut it.
    #[inline]
    pub fn blocks(&self) -> bool {
        match self.state {
            LinkState::Solid | LinkState::OverDead | LinkState::Peeped => true,
            LinkState::Thin | LinkState::Cuttable => self.peeps == 0,
            LinkState::Broken => false,
        }
    }
}

/// Name of the shape of a link.
pub fn shape_name<'a>(link: &Link, knowledge: &'a Knowledge) -> &'a str {
    let name = if link.edge {
        knowledge.links.edges.get(link.shape as usize).map(|shape| shape.id.as_str())
    } else {
        knowledge.links.links.get(link.shape as usize).map(|shape| shape.id.as_str())
    };
    name.unwrap_or("unknown")
}

/// All links of a view in row order of their first stones, and the points they block.
pub(crate) struct Links {
    pub list: Vec<Link>,
    /// Points on the links of a colour, which stop the other.
    pub blocking: [PointSet; 2],
}

impl Links {
    pub fn new(view: &View, geometry: &Geometry, knowledge: &Knowledge, questions: &mut Questions) -> Links {
        let mut list = Vec::new();
        let dead = [0, 1].map(|i| view.stones[i].intersection(&view.dead));
        view.all_stones().each(|stone| {
            let color = if view.stones[0].contains(stone) { Color::Black } else { Color::White };
            // both ends live or both are dead
            let partners = if view.dead.contains(stone) { &dead } else { &view.living };
            for possible in &geometry.links[stone.index()] {
                if partners[color.index()].contains(possible.to) {
                    list.extend(stone_link(stone, color, possible, view, geometry, questions));
                }
            }
            let edges = geometry.edges[stone.index()].iter();
            list.extend(edges.filter_map(|possible| edge_link(stone, color, possible, view, knowledge)));
        });
        let mut blocking = [PointSet::EMPTY; 2];
        for link in list.iter().filter(|link| link.blocks()) {
            link.between().iter().for_each(|&point| blocking[link.color.index()].insert(point));
        }
        Links { list, blocking }
    }
}

/// Strings with so few liberties may be taken out of a link.
const SHORT: usize = 2;

/// The link between two stones, if what stands between them leaves one.
fn stone_link(
    from: Point,
    color: Color,
    possible: &PossibleLink,
    view: &View,
    geometry: &Geometry,
    questions: &mut Questions,
) -> Option<Link> {
    let shape = &geometry.turned[usize::from(possible.turned)];
    let mut between = [from; 4];
    let mut count = 0;
    let mut enemies = 0;
    let mut last_open = from;
    for &(dx, dy) in &shape.between {
        let point = from.offset(dx, dy);
        if view.is_enemy(point, color) {
            if shape.all_open {
                return None;
            }
            enemies += 1;
        } else if view.is_free(point, color) {
            last_open = point;
        } else {
            return None;
        }
        if count < between.len() {
            between[count] = point;
            count += 1;
        }
    }
    let peeps = if shape.all_open {
        shape.near.iter().filter(|(dx, dy)| view.is_enemy(from.offset(*dx, *dy), color)).count()
    } else {
        enemies
    };
    let holds = possible.holds;
    let is_cut = enemies > 0 && !shape.all_open && enemies == shape.between.len();
    let is_short = |end: Point| view.board.liberty_count_to(end, SHORT + 1) <= SHORT;
    let is_doubtful = !is_cut && (peeps > 0 || is_short(from) || is_short(possible.to));
    let read = if is_doubtful { questions.link(from, possible.to) } else { Status::Unknown };
    let by_shape = || {
        let bears = peeps <= shape.bears as usize;
        holds && (bears || shape.is_tight() && cut_is_captured(view.board, last_open, color))
    };
    let (state, strong) = match read {
        _ if is_cut => (LinkState::Broken, false),
        Status::Neutral | Status::Dead => (LinkState::Cuttable, false),
        Status::Unknown if !by_shape() => (LinkState::Thin, false),
        Status::Alive | Status::Unknown if peeps == 0 => (untouched(&between[..count], view), true),
        Status::Alive | Status::Unknown => (LinkState::Peeped, true),
    };
    Some(Link {
        color,
        from,
        to: possible.to,
        edge: false,
        shape: shape.shape,
        state,
        strong,
        is_proved: read != Status::Unknown,
        peeps: peeps as u8,
        between,
        between_count: count as u8,
    })
}

/// The state of a link that holds and that no living enemy touches.
fn untouched(between: &[Point], view: &View) -> LinkState {
    let all_empty = between.iter().all(|&point| view.empty.contains(point));
    if all_empty { LinkState::Solid } else { LinkState::OverDead }
}

/// Would an enemy stone on the cutting point be in atari at once, without friends beside it?
pub(crate) fn cut_is_captured(board: &Board, point: Point, color: Color) -> bool {
    let beside = point.neighbours();
    !beside.iter().any(|&p| board.at(p).is(color.opponent()))
        && beside.iter().filter(|&&p| board.is_empty(p)).count() <= 1
}

/// The link of a stone straight to the edge, if nothing stands in its way.
fn edge_link(stone: Point, color: Color, possible: &PossibleEdge, view: &View, knowledge: &Knowledge) -> Option<Link> {
    let ((dx, dy), (ax, ay)) = (possible.towards, possible.along);
    let shape = &knowledge.links.edges[usize::from(possible.shape)];
    let steps = isize::from(shape.line) - 1;
    let mut between = [stone; 4];
    for i in 1..=steps {
        let point = stone.offset(dx * i, dy * i);
        if !view.is_free(point, color) {
            return None;
        }
        between[(i - 1) as usize] = point;
    }
    let peeps = shape
        .near
        .iter()
        .filter(|&&(along, to_line)| {
            let (towards, along) = (isize::from(shape.line) - isize::from(to_line), isize::from(along));
            view.is_enemy(stone.offset(dx * towards + ax * along, dy * towards + ay * along), color)
        })
        .count();
    let (state, strong) = if peeps == 0 {
        (if shape.holds { untouched(&between[..steps as usize], view) } else { LinkState::Thin }, shape.holds)
    } else if peeps <= shape.bears as usize && shape.holds {
        (LinkState::Peeped, true)
    } else {
        (LinkState::Thin, false)
    };
    Some(Link {
        color,
        from: stone,
        to: stone.offset(dx * steps, dy * steps),
        edge: true,
        shape: possible.shape,
        state,
        strong,
        is_proved: false,
        peeps: peeps as u8,
        between,
        between_count: steps as u8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise;
    use gosedai_board::{Position, Rules, diagram};
    use gosedai_knowledge::Knowledge;

    fn states(picture: &str, links: &[(&str, &str)]) -> Vec<(LinkState, bool, bool)> {
        let position = Position::from_board(diagram::parse(picture).unwrap(), Color::White, Rules::CHINESE, 7.5);
        let model = recognise(&position, &Knowledge::embedded());
        let state = |(a, b): &(&str, &str)| {
            let ends = [a.parse().unwrap(), b.parse().unwrap()];
            let link = model.links.iter().find(|link| ends.contains(&link.from) && ends.contains(&link.to)).unwrap();
            (link.state, link.strong, link.blocks())
        };
        links.iter().map(state).collect()
    }

    /// A dead stone does not cut, but a link with a stone on it is not untouched.
    #[test]
    fn links_over_dead_stones_hold_but_are_not_untouched() {
        let jump =
            ". . . . . . .\n. . X . . . .\n. X O X . . .\n. X . X . . .\n. . X . . . .\n. . . . . . .\n. . . . . . .";
        assert_eq!(
            states(jump, &[("B5", "D5"), ("B4", "D4"), ("B5", "C6"), ("B4", "C3")]),
            [
                (LinkState::OverDead, true, true),
                (LinkState::Solid, true, true),
                (LinkState::OverDead, true, true),
                (LinkState::Solid, true, true),
            ]
        );
    }

    #[test]
    fn links_to_the_edge_over_dead_stones_are_not_untouched() {
        let edge =
            ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. X X X . . .\n. X O . X . .";
        assert_eq!(
            states(edge, &[("C2", "C1"), ("D2", "D1")]),
            [(LinkState::OverDead, true, true), (LinkState::Solid, true, true)]
        );
    }
}
