//! What a stage remembers so that the next one need not look again.

use crate::ask::Ask;
use crate::links::{self, Link};
use crate::stage::{Stage, Tools};
use crate::view::View;
use gosedai_board::{CELLS, Color, Point, PointSet};

/// Memory of one group's figures.
#[derive(Clone, Debug)]
pub(crate) struct GroupMemo {
    /// Stones and points on their strong links.
    pub barrier: PointSet,
    /// Areas the barrier encloses.
    pub areas: Vec<PointSet>,
    /// The same with short links only: what eyes are counted in.
    pub tight: PointSet,
    pub eye_areas: Vec<PointSet>,
    /// Every point the dame walks read.
    pub walked: PointSet,
    /// Every point the distance walk read, and what it found: heads of groups with distances.
    pub looked: PointSet,
    pub near: Vec<(Point, u8)>,
}

impl GroupMemo {
    pub fn new(barrier: PointSet, tight: PointSet) -> GroupMemo {
        GroupMemo {
            barrier,
            areas: Vec::new(),
            tight,
            eye_areas: Vec::new(),
            walked: PointSet::EMPTY,
            looked: PointSet::EMPTY,
            near: Vec::new(),
        }
    }
}

/// How far a link and its peeping points reach from its first stone.
const LINK_REACH: isize = 5;

/// Where in the list the links of each stone are, and what read answers depend on.
#[derive(Clone, Debug)]
pub(crate) struct LinkMemo {
    start: [u16; CELLS],
    count: [u8; CELLS],
    read: Vec<(Point, PointSet)>,
}

impl LinkMemo {
    /// The links of all stones, black and white, in row order of their first stones.
    pub fn links(
        tools: &Tools,
        view: &View,
        ask: &mut dyn Ask,
        before: Option<(&Stage, &PointSet)>,
    ) -> (Vec<Link>, LinkMemo) {
        let near = before.map(|(_, dirty)| box_around(dirty, tools.geometry.full));
        let mut list = Vec::with_capacity(400);
        let mut memo = LinkMemo { start: [0; CELLS], count: [0; CELLS], read: Vec::new() };
        let mut asking = Noting { ask, read: PointSet::EMPTY, asked: false };
        for stone in view.stones[0].union(&view.stones[1]).iter() {
            let color = if view.stones[0].contains(stone) { Color::Black } else { Color::White };
            memo.start[stone.index()] = list.len() as u16;
            let kept =
                before.zip(near.as_ref()).filter(|(_, near)| !near.contains(stone)).filter(|((old, dirty), _)| {
                    !old.link_memo.read.iter().any(|(at, depends)| *at == stone && depends.intersects(dirty))
                });
            match kept {
                Some(((old, _), _)) => {
                    let start = old.link_memo.start[stone.index()] as usize;
                    let count = old.link_memo.count[stone.index()] as usize;
                    list.extend_from_slice(&old.links[start..start + count]);
                    memo.read.extend(old.link_memo.read.iter().filter(|(at, _)| *at == stone).cloned());
                }
                None => {
                    asking.asked = false;
                    asking.read = PointSet::EMPTY;
                    links::links_from(stone, color, view, tools.geometry, tools.knowledge, &mut asking, &mut list);
                    if asking.asked {
                        memo.read.push((stone, asking.read));
                    }
                }
            }
            memo.count[stone.index()] = (list.len() - memo.start[stone.index()] as usize) as u8;
        }
        (list, memo)
    }
}

/// All points within reach of a link from a changed point.
fn box_around(dirty: &PointSet, full: PointSet) -> PointSet {
    let mut out = PointSet::EMPTY;
    for point in dirty.iter() {
        let (x, y) = (point.x() as isize, point.y() as isize);
        for dy in -LINK_REACH..=LINK_REACH {
            for dx in -LINK_REACH..=LINK_REACH {
                if x + dx >= 0 && y + dy >= 0 {
                    out.insert(Point::new((x + dx) as usize, (y + dy) as usize));
                }
            }
        }
    }
    out.intersection(&full)
}

/// Passes link questions on and notes what the answers depend on.
struct Noting<'a> {
    ask: &'a mut dyn Ask,
    read: PointSet,
    asked: bool,
}

impl Ask for Noting<'_> {
    fn capture(&mut self, board: &gosedai_board::Board, string: Point) -> crate::ask::Answer {
        self.ask.capture(board, string)
    }

    fn capture_wide(&mut self, board: &gosedai_board::Board, string: Point, rivals: &[Point]) -> crate::ask::Answer {
        self.ask.capture_wide(board, string, rivals)
    }

    fn link(&mut self, board: &gosedai_board::Board, from: Point, to: Point) -> crate::ask::Answer {
        let answer = self.ask.link(board, from, to);
        if !answer.depends.is_empty() {
            self.asked = true;
            self.read = self.read.union(&answer.depends);
        }
        answer
    }
}
