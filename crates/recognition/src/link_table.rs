//! All links of a view, kept up to date stone by stone, with the points they block.

use crate::ask::{Answer, Ask};
use crate::links::{self, Link};
use crate::stage::Tools;
use crate::view::View;
use gosedai_board::{Board, CELLS, Color, Point, PointSet};
use std::ops::Range;

/// Up to so many changed points the links that look at them are sought one by one.
const FEW: usize = 12;

/// Links in row order of their first stones.
#[derive(Clone, Debug)]
pub(crate) struct LinkTable {
    pub list: Vec<Link>,
    /// Points on the links of a colour, which stop the other.
    pub blocking: [PointSet; 2],
    /// How many blocking links of each colour pass over a point.
    over: [[u8; CELLS]; 2],
    /// Stones whose links were read, and what the answers depend on.
    read: Vec<(Point, PointSet)>,
}

/// What an update changed.
pub(crate) struct LinkChange {
    /// Stones whose own list of links changed.
    pub stones: PointSet,
    /// Both ends of all links of those lists, old and new.
    pub ends: PointSet,
    /// Points that block or no longer block, by the colour of the links.
    pub blocking: [PointSet; 2],
}

impl LinkTable {
    pub fn new() -> LinkTable {
        LinkTable { list: Vec::new(), blocking: [PointSet::EMPTY; 2], over: [[0; CELLS]; 2], read: Vec::new() }
    }

    /// Brings the links up to date after the view changed on the points `dirty`; `before` are the stones it had.
    pub fn update(
        &mut self,
        tools: &Tools,
        view: &View,
        before: &PointSet,
        dirty: &PointSet,
        ask: &mut dyn Ask,
    ) -> LinkChange {
        let mut change = LinkChange { stones: PointSet::EMPTY, ends: PointSet::EMPTY, blocking: self.blocking };
        let now = view.stones[0].union(&view.stones[1]);
        let stones = before.union(&now);
        let mut affected = PointSet::EMPTY;
        if dirty.len() > FEW {
            dirty.each(|point| affected.add(&tools.geometry.link_reach[point.index()]));
        } else {
            dirty.each(|point| {
                let reach = tools.geometry.link_reach[point.index()].intersection(&stones).minus(&affected);
                reach.each(|from| {
                    // a link that only looks at the point needs both its stones
                    let ends = tools.geometry.looks(from, point);
                    let partner =
                        |&(dx, dy): &(isize, isize)| view.board.at(from.offset(dx, dy)) == view.board.at(from);
                    if ends.is_empty() || ends.iter().any(partner) {
                        affected.insert(from);
                    }
                });
            });
        }
        for (stone, depends) in &self.read {
            if depends.intersects(dirty) {
                affected.insert(*stone);
            }
        }
        let mut asking = Noting { ask, read: PointSet::EMPTY, asked: false };
        let mut fresh: Vec<Link> = Vec::with_capacity(16);
        // from scratch everything is new and comes in order
        let from_nothing = self.list.is_empty();
        for stone in affected.intersection(&stones).iter() {
            fresh.clear();
            asking.asked = false;
            asking.read = PointSet::EMPTY;
            if now.contains(stone) {
                let color = if view.stones[0].contains(stone) { Color::Black } else { Color::White };
                links::links_from(stone, color, view, tools.geometry, tools.knowledge, &mut asking, &mut fresh);
            }
            if !self.read.is_empty() {
                self.read.retain(|(at, _)| *at != stone);
            }
            if asking.asked {
                self.read.push((stone, asking.read));
            }
            let old = if from_nothing { self.list.len()..self.list.len() } else { self.range(stone) };
            if self.list[old.clone()] == fresh[..] {
                continue;
            }
            change.stones.insert(stone);
            change.ends.insert(stone);
            for at in old.clone() {
                let link = self.list[at];
                self.count(&link, false);
                change.ends.insert(link.to);
            }
            for link in &fresh {
                self.count(link, true);
                change.ends.insert(link.to);
            }
            if from_nothing {
                self.list.extend_from_slice(&fresh);
            } else {
                self.list.splice(old, fresh.iter().copied());
            }
        }
        for i in 0..2 {
            change.blocking[i] = change.blocking[i].difference(&self.blocking[i]);
        }
        change
    }

    /// Where in the list the links of a stone are.
    fn range(&self, stone: Point) -> Range<usize> {
        let start = self.list.partition_point(|link| link.from < stone);
        let count = self.list[start..].iter().take_while(|link| link.from == stone).count();
        start..start + count
    }

    /// The links that start at a stone.
    pub fn of(&self, stone: Point) -> &[Link] {
        &self.list[self.range(stone)]
    }

    /// A link comes or goes: do its points still block?
    fn count(&mut self, link: &Link, comes: bool) {
        if !link.blocks() {
            return;
        }
        let color = link.color.index();
        for &point in link.between() {
            let over = &mut self.over[color][point.index()];
            *over = if comes { *over + 1 } else { *over - 1 };
            self.blocking[color].assign(point, *over > 0);
        }
    }
}

/// Passes link questions on and notes what the answers depend on.
struct Noting<'a> {
    ask: &'a mut dyn Ask,
    read: PointSet,
    asked: bool,
}

impl Ask for Noting<'_> {
    fn capture(&mut self, board: &Board, string: Point) -> Answer {
        self.ask.capture(board, string)
    }

    fn capture_wide(&mut self, board: &Board, string: Point, rivals: &[Point]) -> Answer {
        self.ask.capture_wide(board, string, rivals)
    }

    fn link(&mut self, board: &Board, from: Point, to: Point) -> Answer {
        let answer = self.ask.link(board, from, to);
        if !answer.depends.is_empty() {
            self.asked = true;
            self.read = self.read.union(&answer.depends);
        }
        answer
    }
}
