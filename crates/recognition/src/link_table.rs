//! All links of a view, kept up to date stone by stone, with the points they block.

use crate::ask::{Answer, Ask};
use crate::geometry::SHAPES;
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
    /// Links that were read, by their first stones and turned shapes, and what the answers depend on.
    read: Vec<(Point, u8, PointSet)>,
    /// Where the links of the stone on every point start in the list, or would start; and how many they are.
    starts: Box<[u16; CELLS]>,
    counts: Box<[u16; CELLS]>,
    /// Working memory: the links of the stone looked at, and for every stone which of its links may have changed.
    fresh: Vec<Link>,
    doubts: Vec<u32>,
    /// For every stone, the turned shapes at whose other ends stones of its colour stand and that are seen on these lines.
    partners: Box<[u32; CELLS]>,
}

/// In doubts, which are sets of turned shapes, the bit of the links to the edge.
const EDGE: u32 = 1 << SHAPES;

/// What changed in a view.
pub(crate) struct News<'a> {
    /// The stones it had.
    pub before: &'a [PointSet; 2],
    /// Where living stones of each colour came or went.
    pub living: [PointSet; 2],
    /// All points that changed.
    pub dirty: PointSet,
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
            doubts: Vec::new(),
            partners: Box::new([0; CELLS]),
        }
    }

    /// Brings the links up to date after the view changed.
    pub fn update(&mut self, tools: &Tools, view: &View, news: &News, ask: &mut dyn Ask) -> LinkChange {
        let mut change = LinkChange { stones: PointSet::EMPTY, ends: PointSet::EMPTY };
        let now = view.stones[0].union(&view.stones[1]);
        let stones = news.before[0].union(&news.before[1]).union(&now);
        let dirty = &news.dirty;
        let affected = self.affected(tools, view, news, &stones);
        if affected.is_empty() {
            return change;
        }
        let mut fresh = std::mem::take(&mut self.fresh);
        // few links change in place; many make a new list
        let few = dirty.len() <= FEW;
        let (mut next, mut copied) = (Vec::new(), 0);
        for stone in affected.iter() {
            fresh.clear();
            let doubt = if few { std::mem::take(&mut self.doubts[stone.index()]) } else { u32::MAX };
            if now.contains(stone) {
                let color = if view.stones[0].contains(stone) { Color::Black } else { Color::White };
                self.look_again(stone, color, doubt, tools, view, ask, &mut fresh);
            } else if !self.read.is_empty() {
                self.read.retain(|(at, ..)| *at != stone);
            }
            let old = self.range(stone);
            // what both lists begin and end with stays as it is
            let (start, end) = in_common(&self.list[old.clone()], &fresh);
            let (went, came) = (old.start + start..old.end - end, start..fresh.len() - end);
            if went.is_empty() && came.is_empty() {
                continue;
            }
            change.stones.insert(stone);
            for at in went.clone() {
                let link = self.list[at];
                self.count(&link, false);
                change.note(&link, &fresh);
            }
            for link in &fresh[came.clone()] {
                self.count(link, true);
                change.note(link, &self.list[old.clone()]);
            }
            if few {
                self.put(stone, went, &fresh[came]);
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

    /// The links of a stone: those in doubt are looked at, the others taken over.
    #[allow(clippy::too_many_arguments)]
    fn look_again(
        &mut self,
        stone: Point,
        color: Color,
        doubt: u32,
        tools: &Tools,
        view: &View,
        ask: &mut dyn Ask,
        fresh: &mut Vec<Link>,
    ) {
        let geometry = tools.geometry;
        if !self.read.is_empty() {
            self.read.retain(|&(at, turn, _)| at != stone || doubt >> turn & 1 == 0);
        }
        let mut taken = self.range(stone);
        if doubt == u32::MAX {
            let own = &view.stones[color.index()];
            let mut partners = 0;
            for (turn, shape) in geometry.links.iter().enumerate() {
                partners |= u32::from(own.contains(stone.offset(shape.to.0, shape.to.1))) << turn;
            }
            self.partners[stone.index()] = partners & geometry.shapes_at[stone.index()];
            taken = 0..0;
        }
        let dead = view.dead.contains(stone);
        let mut turns = doubt & self.partners[stone.index()];
        while turns != 0 {
            let turn = turns.trailing_zeros() as u8;
            turns &= turns - 1;
            self.take_over(&mut taken, turn, doubt, fresh);
            let shape = &geometry.links[usize::from(turn)];
            let to = stone.offset(shape.to.0, shape.to.1);
            // both living or both dead
            if view.dead.contains(to) != dead {
                continue;
            }
            let mut asking = Noting { ask: &mut *ask, read: None };
            if let Some(link) = links::stone_link(stone, to, color, turn, shape, view, geometry, &mut asking) {
                fresh.push(link);
            }
            if let Some(read) = asking.read {
                self.read.push((stone, turn, read));
            }
        }
        self.take_over(&mut taken, links::TO_EDGE, doubt, fresh);
        if doubt & EDGE == 0 {
            fresh.extend_from_slice(&self.list[taken]);
        } else {
            links::edge_links(stone, color, view, geometry, tools.knowledge, fresh);
        }
    }

    /// Takes the links over that are not in doubt, up to those of a turned shape.
    #[inline]
    fn take_over(&self, taken: &mut Range<usize>, end: u8, doubt: u32, fresh: &mut Vec<Link>) {
        while taken.start < taken.end && self.list[taken.start].turn < end {
            let link = self.list[taken.start];
            if doubt >> link.turn & 1 == 0 {
                fresh.push(link);
            }
            taken.start += 1;
        }
    }

    /// Some links of a stone become others: those behind them move.
    fn put(&mut self, stone: Point, went: Range<usize>, came: &[Link]) {
        let stay = went.len().min(came.len());
        let (at, end) = (went.start + stay, went.end);
        self.list[went.start..at].copy_from_slice(&came[..stay]);
        let more = (came.len() as u16).wrapping_sub(went.len() as u16);
        if more == 0 {
            return;
        }
        self.list.drain(at..end);
        for (i, link) in came[stay..].iter().enumerate() {
            self.list.insert(at + i, *link);
        }
        let count = &mut self.counts[stone.index()];
        *count = count.wrapping_add(more);
        self.starts[stone.index() + 1..].iter_mut().for_each(|start| *start = start.wrapping_add(more));
    }

    /// Stones whose links may have changed; the doubts tell which of them.
    fn affected(&mut self, tools: &Tools, view: &View, news: &News, stones: &PointSet) -> PointSet {
        let geometry = tools.geometry;
        let News { before, living, dirty } = news;
        let mut affected = PointSet::EMPTY;
        let few = dirty.len() <= FEW;
        if few || !self.read.is_empty() {
            self.doubts.resize(CELLS, 0);
        }
        for (stone, turn, depends) in &self.read {
            if depends.intersects(dirty) {
                affected.insert(*stone);
                self.doubts[stone.index()] |= 1 << turn;
            }
        }
        if !few {
            // all their links
            self.doubts.fill(0);
            dirty.each(|point| affected.add(&geometry.link_reach[point.index()]));
            return affected.intersection(stones);
        }
        let replaced = before[0].difference(&view.stones[0]).union(&before[1].difference(&view.stones[1]));
        replaced.each(|point| {
            for (turn, shape) in geometry.links.iter().enumerate() {
                let from = point.offset(-shape.to.0, -shape.to.1);
                let alike = (0..2).any(|i| view.stones[i].contains(point) & view.stones[i].contains(from));
                let partners = &mut self.partners[from.index()];
                let seen = geometry.shapes_at[from.index()];
                *partners = *partners & !(1 << turn) | u32::from(alike) << turn & seen;
            }
        });
        dirty.each(|point| {
            let all_if = |yes: bool| if yes { u32::MAX } else { 0 };
            // by colours: was or is there such a stone, and did an enemy come or go, or another stone?
            let ends = [0, 1].map(|i| all_if(before[i].contains(point) | view.stones[i].contains(point)));
            let enemy = [1, 0].map(|i| all_if(living[i].contains(point)));
            let any = enemy.map(|enemy| enemy | all_if(replaced.contains(point)));
            geometry.link_reach[point.index()].intersection(stones).each(|from| {
                let looks = geometry.looks(from, point);
                let color = usize::from(!view.stones[0].contains(from));
                // a link that only looks at the point needs both its stones
                let looking = looks.passing & any[color] | looks.peeped & enemy[color];
                let edges = looks.edges_passing & any[color] | looks.edges_peeped & enemy[color];
                let mut turns = looks.ends & ends[color] | looking & self.partners[from.index()];
                turns |= u32::from(edges & geometry.edge_ways[from.index()] != 0) << SHAPES;
                turns |= all_if(looks.here);
                self.doubts[from.index()] |= turns;
                affected.assign(from, affected.contains(from) | (turns != 0));
            });
        });
        // what was read is read again with any link of the stone: a search given up may now succeed
        for &(stone, turn, _) in self.read.iter().filter(|(stone, ..)| affected.contains(*stone)) {
            self.doubts[stone.index()] |= 1 << turn;
        }
        affected
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

/// How many links at the start and at the end of two lists are the same.
fn in_common(old: &[Link], new: &[Link]) -> (usize, usize) {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[start..], &new[start..]);
    (start, old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count())
}

/// Passes a link question on and notes what the answer depends on.
struct Noting<'a> {
    ask: &'a mut dyn Ask,
    read: Option<PointSet>,
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
            self.read = Some(answer.depends);
        }
        answer
    }
}
