//! Groups from strings: united over strong links, shared liberties, and dead groups held between them.

use super::memo::GroupMemo;
use super::{Changes, Stage, Tools};
use crate::groups::Group;
use crate::links::Link;
use crate::miai;
use crate::pon::Touch;
use crate::strings::{NONE, Strings};
use crate::view::View;
use gosedai_board::{CELLS, Color, Point, PointSet};

/// The stones of a group, before anything is measured.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    pub color: Color,
    pub head: Point,
    pub stones: PointSet,
    pub liberties: PointSet,
    pub miai: PointSet,
    pub size: usize,
    pub strings: Vec<u16>,
}

/// Unites strings; keeps its working memory between calls.
#[derive(Debug, Default)]
pub(crate) struct Gatherer {
    parent: Vec<u16>,
    shared: Vec<(u16, u16, u16)>,
    held: Vec<(u16, Point)>,
    group_of: Vec<u16>,
    pool: Vec<Basis>,
    count: usize,
}

fn root(parent: &mut [u16], mut i: u16) -> u16 {
    while parent[i as usize] != i {
        parent[i as usize] = parent[parent[i as usize] as usize];
        i = parent[i as usize];
    }
    i
}

/// The lower number stays root, so that groups come out in row order.
fn join(parent: &mut [u16], a: u16, b: u16) {
    let (a, b) = (root(parent, a), root(parent, b));
    if a < b {
        parent[b as usize] = a;
    } else {
        parent[a as usize] = b;
    }
}

impl Gatherer {
    /// Finds the groups of a view, in row order of their heads.
    pub fn run(&mut self, view: &View, strings: &Strings, links: &[Link], touch: &[Touch; 2]) {
        let count = strings.list.len();
        self.parent.clear();
        self.parent.extend(0..count as u16);
        let parent = &mut self.parent;
        for link in links.iter().filter(|link| link.strong && !link.edge) {
            join(parent, strings.at[link.from.index()], strings.at[link.to.index()]);
        }
        self.held.clear();
        let held = &mut self.held;
        miai::connected(view, strings, [&touch[0].more, &touch[1].more], &mut self.shared, |a, b, point| {
            join(parent, a, b);
            held.push((a, point));
        });
        // dead-group adjustment: those who hold a dead group between them are one
        for color in Color::BOTH {
            let dead = view.dead.intersection(&view.stones[color.index()]);
            if dead.is_empty() {
                continue;
            }
            let captors = &view.living[color.opponent().index()];
            // dead stones with the empty points around them are one prison
            let cells = dead.union(&dead.grown().intersection(&view.empty));
            for prison in cells.components() {
                let mut first = NONE;
                for stone in prison.grown().intersection(captors).iter() {
                    let id = strings.at[stone.index()];
                    if first == NONE {
                        first = id;
                    } else {
                        join(parent, first, id);
                    }
                }
            }
        }
        self.group_of.clear();
        self.group_of.resize(count, NONE);
        self.count = 0;
        for (i, string) in strings.list.iter().enumerate() {
            let root = root(parent, i as u16) as usize;
            if self.group_of[root] == NONE {
                self.group_of[root] = self.count as u16;
                if self.pool.len() == self.count {
                    self.pool.push(Basis {
                        color: string.color,
                        head: string.head,
                        stones: PointSet::EMPTY,
                        liberties: PointSet::EMPTY,
                        miai: PointSet::EMPTY,
                        size: 0,
                        strings: Vec::new(),
                    });
                }
                let basis = &mut self.pool[self.count];
                (basis.color, basis.head, basis.size) = (string.color, string.head, 0);
                (basis.stones, basis.liberties, basis.miai) = (PointSet::EMPTY, PointSet::EMPTY, PointSet::EMPTY);
                basis.strings.clear();
                self.count += 1;
            }
            let id = self.group_of[root];
            self.group_of[i] = id;
            let basis = &mut self.pool[id as usize];
            basis.strings.push(i as u16);
            basis.stones.add(&string.stones);
            basis.liberties.add(&string.liberties);
            basis.size += string.size;
        }
        for &(string, point) in &self.held {
            self.pool[self.group_of[string as usize] as usize].miai.insert(point);
        }
    }

    /// The groups found.
    pub fn found(&self) -> &[Basis] {
        &self.pool[..self.count]
    }

    /// The number of the group on every point.
    pub fn label(&self, strings: &Strings, out: &mut [u16; CELLS]) {
        for (label, &string) in out.iter_mut().zip(&strings.at) {
            // a string without number is beyond the list
            *label = self.group_of.get(string as usize).copied().unwrap_or(NONE);
        }
    }
}

impl Stage {
    /// Brings the list of groups up to date; those whose stones changed are marked fresh.
    pub(super) fn gather(&mut self, tools: &mut Tools, view: &View, strings: &Strings, changes: &mut Changes) {
        let gatherer = &mut *tools.gatherer;
        gatherer.run(view, strings, &self.links.list, &self.touch);
        let found = gatherer.found();
        // both lists are in the order of their heads
        for (i, basis) in found.iter().enumerate() {
            while self.groups.get(i).is_some_and(|group| group.head < basis.head) {
                self.groups.remove(i);
                self.memos.remove(i);
                changes.renumbered = true;
            }
            if self.groups.get(i).is_none_or(|group| group.head != basis.head) {
                self.groups.insert(i, Group::new(basis.color, basis.head));
                self.memos.insert(i, Box::new(GroupMemo::new()));
                changes.renumbered = true;
            }
            let (group, memo) = (&mut self.groups[i], &mut self.memos[i]);
            memo.fresh = group.stones != basis.stones || group.color != basis.color;
            memo.changed = memo.fresh || group.liberties != basis.liberties;
            if memo.fresh {
                let kept = if group.color == basis.color { group.stones } else { PointSet::EMPTY };
                changes.relabelled.add(&basis.stones.minus(&kept));
                memo.life = None;
            }
            group.color = basis.color;
            group.stones = basis.stones;
            group.liberties = basis.liberties;
            group.miai = basis.miai;
            group.size = basis.size;
            group.strings.clone_from(&basis.strings);
        }
        changes.renumbered |= self.groups.len() > found.len();
        self.groups.truncate(found.len());
        self.memos.truncate(found.len());
        gatherer.label(strings, &mut self.group_at);
    }
}
