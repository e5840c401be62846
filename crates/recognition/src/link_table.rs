//! All links of a view, kept up to date stone by stone, with the points they block.

use crate::ask::{Answer, Ask};
use crate::geometry::{Geometry, SHAPES};
use crate::links::{self, Link};
use crate::stage::Tools;
use crate::view::View;
use gosedai_board::{Board, CELLS, Color, Point, PointSet};
use std::ops::Range;

/// Up to so many changed points the links that look at them are sought one by one.
const FEW: usize = 12;

/// Up to this distance from its first stone a change makes a link be read again.
const READ_AGAIN: usize = 5;

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
    /// The turned shapes of the links to other stones that start at every point.
    present: Box<[u32; CELLS]>,
    /// Working memory: the links of the stone looked at, and for every stone which of its links may have changed.
    fresh: Vec<Link>,
    doubts: Box<[u32; CELLS]>,
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
    /// Notes that a link comes, goes or becomes another.
    fn note(&mut self, old: Option<&Link>, new: Option<&Link>) {
        let joins = |link: &&Link| link.strong && !link.edge;
        if let Some(link) = old.or(new) {
            self.stones.insert(link.from);
            if old.filter(joins).is_some() != new.filter(joins).is_some() {
                self.ends.insert(link.from);
                self.ends.insert(link.to);
            }
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
            present: Box::new([0; CELLS]),
            fresh: Vec::new(),
            doubts: Box::new([0; CELLS]),
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
        // few links change in place; many make a new list
        let mut fresh = std::mem::take(&mut self.fresh);
        if dirty.len() <= FEW {
            // links behind those that came and went start elsewhere
            let (mut seen_to, mut more) = (0, 0u16);
            affected.each(|stone| {
                self.move_starts(seen_to..stone.index() + 1, more);
                seen_to = stone.index() + 1;
                more = more.wrapping_add(self.renew(stone, tools, view, ask, &mut fresh, &mut change));
            });
            self.move_starts(seen_to..CELLS, more);
        } else {
            self.rebuild(&affected, tools, view, ask, &mut fresh, &mut change);
        }
        self.fresh = fresh;
        change
    }

    /// A new list, in which the links of all these stones are looked at.
    fn rebuild(
        &mut self,
        affected: &PointSet,
        tools: &Tools,
        view: &View,
        ask: &mut dyn Ask,
        fresh: &mut Vec<Link>,
        change: &mut LinkChange,
    ) {
        let (mut next, mut copied) = (Vec::new(), 0);
        for stone in affected.iter() {
            fresh.clear();
            if let Some(color) = view.board.color_at(stone) {
                self.meet_partners(stone, color, tools.geometry, view);
                let mut turns = self.partners[stone.index()];
                while turns != 0 {
                    let turn = turns.trailing_zeros() as u8;
                    turns &= turns - 1;
                    fresh.extend(self.look(stone, color, turn, tools.geometry, view, ask));
                }
                self.present[stone.index()] = fresh.iter().fold(0, |present, link| present | 1 << link.turn);
                links::edge_links(stone, color, view, tools.geometry, tools.knowledge, fresh);
            } else {
                self.present[stone.index()] = 0;
            }
            let old = self.range(stone);
            next.extend_from_slice(&self.list[copied..old.start]);
            next.extend_from_slice(fresh);
            copied = old.end;
            for at in old.clone() {
                let link = self.list[at];
                if !fresh.contains(&link) {
                    self.count(&link, false);
                    change.note(Some(&link), None);
                }
            }
            for link in &*fresh {
                if !self.list[old.clone()].contains(link) {
                    self.count(link, true);
                    change.note(None, Some(link));
                }
            }
            self.counts[stone.index()] = fresh.len() as u16;
        }
        next.extend_from_slice(&self.list[copied..]);
        self.list = next;
        let mut start = 0;
        for (place, count) in self.starts.iter_mut().zip(&*self.counts) {
            *place = start;
            start += count;
        }
    }

    /// The links of stones on these cells start so much further on in the list.
    fn move_starts(&mut self, cells: Range<usize>, more: u16) {
        if more != 0 {
            self.starts[cells].iter_mut().for_each(|start| *start = start.wrapping_add(more));
        }
    }

    /// Looks again at those links of a stone that are in doubt; returns how many more it has now.
    fn renew(
        &mut self,
        stone: Point,
        tools: &Tools,
        view: &View,
        ask: &mut dyn Ask,
        fresh: &mut Vec<Link>,
        change: &mut LinkChange,
    ) -> u16 {
        let (cell, geometry) = (stone.index(), tools.geometry);
        let doubt = std::mem::take(&mut self.doubts[cell]);
        let old = self.range(stone);
        let color = view.board.color_at(stone);
        match color {
            Some(color) if doubt == u32::MAX => self.meet_partners(stone, color, geometry, view),
            None => self.partners[cell] = 0,
            _ => {}
        }
        let mut end = old.end;
        let mut turns = doubt & !EDGE & (self.partners[cell] | self.present[cell]);
        while turns != 0 {
            let turn = turns.trailing_zeros() as u8;
            turns &= turns - 1;
            let new = match color {
                Some(color) if self.partners[cell] >> turn & 1 == 1 => {
                    self.look(stone, color, turn, geometry, view, ask)
                }
                _ => None,
            };
            let before = self.present[cell] & ((1 << turn) - 1);
            let at = old.start + before.count_ones() as usize;
            let was = (self.present[cell] >> turn & 1 == 1).then(|| self.list[at]);
            if was == new {
                continue;
            }
            change.note(was.as_ref(), new.as_ref());
            was.iter().for_each(|link| self.count(link, false));
            new.iter().for_each(|link| self.count(link, true));
            match (was, new) {
                (Some(_), Some(link)) => self.list[at] = link,
                (None, Some(link)) => {
                    self.list.insert(at, link);
                    end += 1;
                }
                _ => {
                    self.list.remove(at);
                    end -= 1;
                }
            }
            self.present[cell] = self.present[cell] & !(1 << turn) | u32::from(new.is_some()) << turn;
        }
        if doubt & EDGE != 0 {
            fresh.clear();
            if let Some(color) = color {
                links::edge_links(stone, color, view, geometry, tools.knowledge, fresh);
            }
            let edges = old.start + self.present[cell].count_ones() as usize..end;
            if self.list[edges.clone()] != fresh[..] {
                for at in edges.clone() {
                    let link = self.list[at];
                    self.count(&link, false);
                    change.note(Some(&link), None);
                }
                for link in &*fresh {
                    self.count(link, true);
                    change.note(None, Some(link));
                }
                end = edges.start + fresh.len();
                self.list.splice(edges, fresh.iter().copied());
            }
        }
        self.counts[cell] = (end - old.start) as u16;
        (end as u16).wrapping_sub(old.end as u16)
    }

    /// Where links of a stone may end: at other stones of its colour.
    fn meet_partners(&mut self, stone: Point, color: Color, geometry: &Geometry, view: &View) {
        let own = &view.stones[color.index()];
        let mut partners = 0;
        for (turn, shape) in geometry.links.iter().enumerate() {
            partners |= u32::from(own.contains(stone.offset(shape.to.0, shape.to.1))) << turn;
        }
        self.partners[stone.index()] = partners & geometry.shapes_at[stone.index()];
    }

    /// The link of a turned shape from a stone, if there is one.
    #[inline(always)]
    fn look(
        &mut self,
        stone: Point,
        color: Color,
        turn: u8,
        geometry: &Geometry,
        view: &View,
        ask: &mut dyn Ask,
    ) -> Option<Link> {
        let shape = &geometry.links[usize::from(turn)];
        let to = stone.offset(shape.to.0, shape.to.1);
        // both living or both dead
        if view.dead.contains(to) != view.dead.contains(stone) {
            return None;
        }
        let mut asking = Noting { ask: &mut *ask, read: None };
        let link = links::stone_link(stone, to, color, turn, shape, view, geometry, &mut asking);
        if let Some(read) = asking.read {
            self.read.push((stone, turn, read));
        }
        link
    }

    /// Stones whose links may have changed; the doubts tell which of them. What was read about their links is forgotten.
    fn affected(&mut self, tools: &Tools, view: &View, news: &News, stones: &PointSet) -> PointSet {
        let geometry = tools.geometry;
        let News { before, living, dirty } = news;
        let mut affected = PointSet::EMPTY;
        let few = dirty.len() <= FEW;
        for (stone, turn, depends) in &self.read {
            // a search given up may succeed after any change near by
            let mut near = false;
            dirty.each(|point| near |= point.chebyshev(*stone) <= READ_AGAIN);
            if near || depends.intersects(dirty) {
                affected.insert(*stone);
                self.doubts[stone.index()] |= 1 << turn;
            }
        }
        if !few {
            // all their links
            self.doubts.fill(0);
            dirty.each(|point| affected.add(&geometry.link_reach[point.index()]));
            affected = affected.intersection(stones);
            self.read.retain(|(stone, ..)| !affected.contains(*stone));
            return affected;
        }
        dirty.each(|point| {
            let all_if = |yes: bool| if yes { u32::MAX } else { 0 };
            let (was, is) = ([0, 1].map(|i| before[i].contains(point)), [0, 1].map(|i| view.stones[i].contains(point)));
            // by colours: was or is there such a stone, and did an enemy come or go, or another stone?
            let ends = [0, 1].map(|i| all_if(was[i] | is[i]));
            let partner = is.map(all_if);
            let enemy = [1, 0].map(|i| all_if(living[i].contains(point)));
            let any = enemy.map(|enemy| enemy | all_if(was != is));
            geometry.link_reach[point.index()].intersection(stones).each(|from| {
                let looks = geometry.looks(from, point);
                let color = usize::from(!view.stones[0].contains(from));
                let partners = &mut self.partners[from.index()];
                *partners = *partners & !looks.ends | looks.ends & partner[color] & geometry.shapes_at[from.index()];
                // a link that only looks at the point needs both its stones
                let looking = looks.passing & any[color] | looks.peeped & enemy[color];
                let edges = looks.edges_passing & any[color] | looks.edges_peeped & enemy[color];
                let mut turns = looks.ends & ends[color] | looking & *partners;
                // far from the edge nothing looks there
                if edges != 0 {
                    turns |= u32::from(edges & geometry.edge_ways[from.index()] != 0) << SHAPES;
                }
                turns |= all_if(looks.here);
                self.doubts[from.index()] |= turns;
                affected.assign(from, affected.contains(from) | (turns != 0));
            });
        });
        // and with any other link of the stone
        let doubts = &mut self.doubts;
        self.read.retain(|&(stone, turn, _)| {
            let again = affected.contains(stone);
            doubts[stone.index()] |= u32::from(again) << turn;
            !again
        });
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
