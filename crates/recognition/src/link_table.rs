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
    /// Where the links of the stone on every point start in the list, or would start; and how many they are.
    starts: Box<[u16; CELLS]>,
    counts: Box<[u16; CELLS]>,
    /// Working memory: the links of the stone looked at.
    fresh: Vec<Link>,
}

/// What an update changed.
pub(crate) struct LinkChange {
    /// Stones whose own list of links changed.
    pub stones: PointSet,
    /// Both ends of strong links between stones that came or went.
    pub ends: PointSet,
}

impl LinkChange {
    /// Notes the ends of a strong link that is not in the other list.
    fn note(&mut self, link: &Link, others: &[Link]) {
        let joins = |link: &Link| link.strong && !link.edge;
        if joins(link) && !others.iter().any(|other| other.to == link.to && joins(other)) {
            self.ends.insert(link.from);
            self.ends.insert(link.to);
        }
    }
}

impl LinkTable {
    pub fn new() -> LinkTable {
        LinkTable {
            list: Vec::new(),
            blocking: [PointSet::EMPTY; 2],
            over: [[0; CELLS]; 2],
            read: Vec::new(),
            starts: Box::new([0; CELLS]),
            counts: Box::new([0; CELLS]),
            fresh: Vec::new(),
        }
    }

    /// Brings the links up to date after the view changed on the points `dirty`; `before` are the stones it had.
    pub fn update(
        &mut self,
        tools: &Tools,
        view: &View,
        before: &[PointSet; 2],
        dirty: &PointSet,
        ask: &mut dyn Ask,
    ) -> LinkChange {
        let mut change = LinkChange { stones: PointSet::EMPTY, ends: PointSet::EMPTY };
        let now = view.stones[0].union(&view.stones[1]);
        let stones = before[0].union(&before[1]).union(&now);
        let affected = self.affected(tools, view, before, &stones, dirty);
        if affected.is_empty() {
            return change;
        }
        let mut asking = Noting { ask, read: PointSet::EMPTY, asked: false };
        let mut fresh = std::mem::take(&mut self.fresh);
        // few links change in place; many make a new list
        let few = dirty.len() <= FEW;
        let (mut next, mut copied) = (Vec::new(), 0);
        for stone in affected.iter() {
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
            let old = self.range(stone);
            if self.list[old.clone()] == fresh[..] {
                continue;
            }
            change.stones.insert(stone);
            for at in old.clone() {
                let link = self.list[at];
                self.count(&link, false);
                change.note(&link, &fresh);
            }
            for link in &fresh {
                self.count(link, true);
                change.note(link, &self.list[old.clone()]);
            }
            if few {
                self.put(stone, old, &fresh);
            } else {
                next.extend_from_slice(&self.list[copied..old.start]);
                next.extend_from_slice(&fresh);
                copied = old.end;
                self.counts[stone.index()] = fresh.len() as u16;
            }
        }
        if !few {
            next.extend_from_slice(&self.list[copied..]);
            self.list = next;
            let mut start = 0;
            for (place, count) in self.starts.iter_mut().zip(&*self.counts) {
                *place = start;
                start += count;
            }
        }
        self.fresh = fresh;
        change
    }

    /// A stone has other links: those behind them move.
    fn put(&mut self, stone: Point, old: Range<usize>, links: &[Link]) {
        let more = (links.len() as u16).wrapping_sub(old.len() as u16);
        self.list.splice(old, links.iter().copied());
        self.counts[stone.index()] = links.len() as u16;
        if more != 0 {
            self.starts[stone.index() + 1..].iter_mut().for_each(|start| *start = start.wrapping_add(more));
        }
    }

    /// Stones whose links may have changed.
    fn affected(
        &self,
        tools: &Tools,
        view: &View,
        before: &[PointSet; 2],
        stones: &PointSet,
        dirty: &PointSet,
    ) -> PointSet {
        let geometry = tools.geometry;
        let mut affected = PointSet::EMPTY;
        if dirty.len() > FEW {
            dirty.each(|point| affected.add(&geometry.link_reach[point.index()]));
        } else {
            dirty.each(|point| {
                let stood = [0, 1].map(|i| before[i].contains(point) || view.stones[i].contains(point));
                let reach = geometry.link_reach[point.index()].intersection(stones).minus(&affected);
                reach.each(|from| {
                    let looks = geometry.looks(from, point);
                    let color = usize::from(!view.stones[0].contains(from));
                    // a link that only looks at the point needs both its stones
                    let partner = |&(dx, dy): &(isize, isize)| view.stones[color].contains(from.offset(dx, dy));
                    if looks.here
                        || (looks.end && stood[color])
                        || (looks.edge && geometry.links_to_edge(from))
                        || looks.beside.iter().any(partner)
                    {
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
        affected.intersection(stones)
    }

    /// Where in the list the links of a stone are.
    #[inline]
    fn range(&self, stone: Point) -> Range<usize> {
        let (start, count) = (usize::from(self.starts[stone.index()]), usize::from(self.counts[stone.index()]));
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
    fn capture(&mut self, board: &mut Board, string: Point) -> Answer {
        self.ask.capture(board, string)
    }

    fn capture_wide(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Answer {
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
