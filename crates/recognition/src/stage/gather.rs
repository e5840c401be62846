//! Groups from strings: united over strong links, shared liberties, and dead groups held between them.

use super::memo::GroupMemo;
use super::{Changes, Stage, Tools};
use crate::groups::Group;
use crate::link_table::LinkTable;
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
    /// Strings that may belong to another group than before.
    active: Vec<bool>,
    parent: Vec<u16>,
    shared: Vec<(u16, u16, u16)>,
    held: Vec<(u16, Point)>,
    /// Groups found among the active strings, by the number of each string.
    basis_of: Vec<u16>,
    pool: Vec<Basis>,
    count: usize,
    /// The new list of groups: heads in order, and the basis of those that were gathered.
    plan: Vec<(Point, Option<u16>)>,
    touched: Vec<bool>,
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

/// Dead stones with the empty points around them.
#[derive(Clone, Debug)]
pub(crate) struct Prison {
    captor: Color,
    /// Its points and those beside them.
    reach: PointSet,
}

fn prisons(view: &View) -> Vec<Prison> {
    let mut prisons = Vec::new();
    if view.dead.is_empty() {
        return prisons;
    }
    for color in Color::BOTH {
        let dead = view.dead.intersection(&view.stones[color.index()]);
        let cells = dead.union(&dead.grown().intersection(&view.empty));
        let captor = color.opponent();
        prisons.extend(cells.components().iter().map(|cells| Prison { captor, reach: cells.grown() }));
    }
    prisons
}

impl Gatherer {
    /// Makes all strings active.
    pub fn activate_all(&mut self, strings: &Strings) {
        self.active.clear();
        self.active.resize(strings.list.len(), true);
    }

    /// Unites the active strings of a view.
    pub fn run(&mut self, view: &View, strings: &Strings, links: &LinkTable, touch: &[Touch; 2], prisons: &[Prison]) {
        let count = strings.list.len();
        self.parent.clear();
        self.parent.extend(0..count as u16);
        let (parent, active) = (&mut self.parent, &self.active);
        let (mut beside, mut stones, mut all) = (PointSet::EMPTY, PointSet::EMPTY, true);
        for (string, &active) in strings.list.iter().zip(active) {
            all &= active;
            if active {
                beside.add(&string.liberties);
                stones.add(&string.stones);
            }
        }
        let mut follow = |links: &[Link]| {
            for link in links.iter().filter(|link| link.strong && !link.edge) {
                join(parent, strings.at[link.from.index()], strings.at[link.to.index()]);
            }
        };
        if all {
            follow(&links.list);
        } else {
            stones.each(|stone| follow(links.of(stone)));
        }
        self.held.clear();
        let held = &mut self.held;
        let candidates = [0, 1].map(|i| touch[i].more.intersection(&beside));
        miai::connected(view, strings, &candidates, &mut self.shared, |a, b, point| {
            if active[a as usize] && active[b as usize] {
                join(parent, a, b);
                held.push((a, point));
            }
        });
        // dead-group adjustment: those who hold a dead group between them are one
        for prison in prisons {
            let mut first = NONE;
            prison.reach.intersection(&view.living[prison.captor.index()]).each(|stone| {
                let id = strings.at[stone.index()];
                if first != NONE {
                    join(parent, first, id);
                } else if active[id as usize] {
                    first = id;
                }
            });
        }
        self.basis_of.clear();
        self.basis_of.resize(count, NONE);
        self.count = 0;
        for i in (0..count).filter(|&i| active[i]) {
            let string = &strings.list[i];
            let root = root(parent, i as u16) as usize;
            if self.basis_of[root] == NONE {
                self.basis_of[root] = self.count as u16;
                let basis = Basis {
                    color: string.color,
                    head: string.head,
                    stones: PointSet::EMPTY,
                    liberties: PointSet::EMPTY,
                    miai: PointSet::EMPTY,
                    size: 0,
                    strings: self
                        .pool
                        .get_mut(self.count)
                        .map(|old| std::mem::take(&mut old.strings))
                        .unwrap_or_default(),
                };
                if self.pool.len() == self.count {
                    self.pool.push(basis);
                } else {
                    self.pool[self.count] = basis;
                }
                self.pool[self.count].strings.clear();
                self.count += 1;
            }
            let id = self.basis_of[root];
            self.basis_of[i] = id;
            let basis = &mut self.pool[id as usize];
            basis.strings.push(i as u16);
            basis.stones.add(&string.stones);
            basis.liberties.add(&string.liberties);
            basis.size += string.size;
        }
        for &(string, point) in &self.held {
            self.pool[self.basis_of[string as usize] as usize].miai.insert(point);
        }
    }

    /// The groups found among the active strings, in row order of their heads.
    pub fn found(&self) -> &[Basis] {
        &self.pool[..self.count]
    }

    /// The number of the group found on every point of active strings.
    pub fn label(&self, strings: &Strings, out: &mut [u16; CELLS]) {
        label(&self.basis_of, strings, out);
    }
}

fn label(group_of: &[u16], strings: &Strings, out: &mut [u16; CELLS]) {
    for (label, &string) in out.iter_mut().zip(&strings.at) {
        // a point without string has a number beyond the list
        *label = group_of.get(string as usize).copied().unwrap_or(NONE);
    }
}

impl Stage {
    /// Brings the prisons up to date; returns those of before if they were others.
    fn imprison(&mut self, view: &View, dirty: &PointSet) -> Vec<Prison> {
        let same = !view.dead.intersects(dirty) && !self.prisons.iter().any(|prison| prison.reach.intersects(dirty));
        if same { Vec::new() } else { std::mem::replace(&mut self.prisons, prisons(view)) }
    }

    /// Points whose groups may have become others: near changed stones, at the ends of changed links, around changed
    /// prisons, and beside the liberties of changed strings.
    fn regrouped(&self, strings: &Strings, changes: &Changes, before: &[Prison]) -> PointSet {
        let near = changes.dirty.grown();
        let mut region = near.grown().union(&changes.link_ends);
        // a string that grew may share two liberties now where it shared one
        for point in changes.dirty.iter() {
            if let Some(string) = strings.list.get(strings.at[point.index()] as usize) {
                region.add(&string.liberties.grown());
            }
        }
        for prison in self.prisons.iter().chain(before).filter(|prison| prison.reach.intersects(&changes.dirty)) {
            region.add(&prison.reach);
        }
        region
    }

    /// Brings the list of groups up to date; those whose stones changed are marked fresh.
    pub(super) fn gather(&mut self, tools: &mut Tools, view: &View, strings: &Strings, changes: &mut Changes) {
        let gatherer = &mut *tools.gatherer;
        let before = self.imprison(view, &changes.dirty);
        if self.groups.is_empty() {
            gatherer.activate_all(strings);
        } else {
            let touched = &mut gatherer.touched;
            touched.clear();
            touched.resize(self.groups.len(), false);
            self.regrouped(strings, changes, &before).each(|point| {
                if let Some(touched) = touched.get_mut(self.group_at[point.index()] as usize) {
                    *touched = true;
                }
            });
            gatherer.active.clear();
            gatherer.active.extend(strings.list.iter().map(|string| {
                let group = self.group_at[string.head.index()] as usize;
                touched.get(group).copied().unwrap_or(true)
            }));
            gatherer.plan.clear();
            let kept = self.groups.iter().zip(touched.iter()).filter(|(_, touched)| !**touched);
            gatherer.plan.extend(kept.map(|(group, _)| (group.head, None)));
        }
        gatherer.run(view, strings, &self.links, &self.touch, &self.prisons);
        if self.groups.is_empty() {
            gatherer.plan.clear();
        }
        for (i, basis) in gatherer.pool[..gatherer.count].iter().enumerate() {
            gatherer.plan.push((basis.head, Some(i as u16)));
        }
        gatherer.plan.sort_unstable_by_key(|(head, _)| *head);
        // does everything keep its number?
        let same_strings = std::mem::replace(&mut self.numbering, strings.numbering) == strings.numbering;
        let same_groups = self.groups.len() == gatherer.plan.len()
            && self.groups.iter().zip(&gatherer.plan).all(|(group, (head, _))| group.head == *head);
        let same = same_strings && same_groups;
        changes.renumbered |= !same_groups;
        if !same {
            self.group_of.clear();
            self.group_of.resize(strings.list.len(), NONE);
        }
        // both lists are in the order of their heads
        for (i, &(head, basis)) in gatherer.plan.iter().enumerate() {
            while self.groups.get(i).is_some_and(|group| group.head < head) {
                self.groups.remove(i);
                self.memos.remove(i);
            }
            if self.groups.get(i).is_none_or(|group| group.head != head) {
                self.groups.insert(i, Group::new(Color::Black, head));
                self.memos.insert(i, Box::new(GroupMemo::new()));
            }
            let (group, memo) = (&mut self.groups[i], &mut self.memos[i]);
            match basis {
                Some(basis) => take(&gatherer.pool[basis as usize], group, memo, strings, changes),
                None => {
                    (memo.fresh, memo.changed) = (false, false);
                    if same {
                        continue;
                    }
                    if !same_strings {
                        group.strings.clear();
                        group.strings.extend(memo.strings.iter().map(|head| strings.at[head.index()]));
                    }
                }
            }
            for &string in &group.strings {
                self.group_of[string as usize] = i as u16;
            }
            if same {
                group.stones.each(|stone| self.group_at[stone.index()] = i as u16);
            }
        }
        self.groups.truncate(gatherer.plan.len());
        self.memos.truncate(gatherer.plan.len());
        if same {
            changes.dirty.minus(&view.stones[0]).minus(&view.stones[1]).each(|point| {
                self.group_at[point.index()] = NONE;
            });
        } else {
            for point in &tools.geometry.points {
                let string = strings.at[point.index()] as usize;
                self.group_at[point.index()] = self.group_of.get(string).copied().unwrap_or(NONE);
            }
        }
    }
}

/// A gathered group takes the place of the one with the same head.
fn take(basis: &Basis, group: &mut Group, memo: &mut GroupMemo, strings: &Strings, changes: &mut Changes) {
    memo.fresh = group.stones != basis.stones || group.color != basis.color;
    memo.changed = memo.fresh || group.liberties != basis.liberties;
    if memo.fresh {
        let kept = if group.color == basis.color { group.stones } else { PointSet::EMPTY };
        changes.relabelled.add(&basis.stones.minus(&kept));
        memo.life = None;
        memo.rated.holds = false;
    }
    group.color = basis.color;
    group.stones = basis.stones;
    if memo.changed {
        group.liberties = basis.liberties;
        group.liberty_count = basis.liberties.len();
    }
    group.miai = basis.miai;
    group.size = basis.size;
    group.strings.clone_from(&basis.strings);
    memo.strings.clear();
    memo.strings.extend(basis.strings.iter().map(|&string| strings.list[string as usize].head));
}
