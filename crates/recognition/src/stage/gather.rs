//! Groups from strings: united over strong links, shared liberties, and dead groups held between them.

use super::memo::{GroupMemo, Hot, bits_of};
use super::twins::Twins;
use super::{Changes, Stage, Tools};
use crate::brief::Brief;
use crate::groups::{Group, Lists};
use crate::link_table::LinkTable;
use crate::links::Link;
use crate::marks::Marks;
use crate::miai;
use crate::numbers;
use crate::strings::{NONE, Strings};
use crate::view::View;
use gosedai_board::{CELLS, Color, Point, PointSet, Size};

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
    /// Strings that may belong to another group than before, marked and in a list.
    active: Marks,
    list: Vec<u16>,
    /// Their stones.
    stones: PointSet,
    /// The strings that were united last.
    united: Vec<u16>,
    parent: Vec<u16>,
    /// Strings that links tie together.
    ties: Vec<(u16, u16)>,
    shared: Vec<u64>,
    held: Vec<(u16, Point)>,
    /// Groups found among the active strings, by the number of each string.
    basis_of: Vec<u16>,
    pool: Vec<Basis>,
    count: usize,
    /// Groups that may go, and heads of groups that were not there.
    going: Vec<u16>,
    come: Vec<Point>,
    /// New numbers of groups by their old ones.
    number: Vec<u16>,
    /// Groups that may have become others.
    touched: Marks,
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
    pub fn activate_all(&mut self, view: &View, strings: &Strings) {
        self.stones = view.stones[0].union(&view.stones[1]);
        self.active.clear(strings.list.len());
        self.list.clear();
        self.list.extend(0..strings.list.len() as u16);
        self.list.iter().for_each(|&i| self.active.set(i));
    }

    /// Are the same strings active that were united last?
    fn is_repeated(&self) -> bool {
        self.list == self.united
    }

    /// Unites the active strings of a view.
    pub fn run(&mut self, view: &View, strings: &Strings, links: &LinkTable, prisons: &[Prison]) {
        let count = strings.list.len();
        self.united.clone_from(&self.list);
        self.parent.clear();
        self.parent.extend(0..count as u16);
        let (parent, active) = (&mut self.parent, &self.active);
        let stones = self.stones;
        // which links hold is as good as a toss-up: they are listed without a branch for each
        let ties = &mut self.ties;
        ties.resize(ties.len().max(links.list.len()), (0, 0));
        let mut tied = 0;
        let mut note = |links: &[Link]| {
            for link in links {
                ties[tied] = (strings.at[link.from.index()], strings.at[link.to.index()]);
                tied += usize::from(link.strong & !link.edge);
            }
        };
        if self.list.len() == count {
            note(&links.list);
        } else {
            stones.each(|stone| note(links.of(stone)));
        }
        self.ties[..tied].iter().for_each(|&(from, to)| join(parent, from, to));
        self.held.clear();
        let held = &mut self.held;
        let shared = miai::shared_liberties(view, self.list.iter().map(|&i| &strings.list[i as usize]));
        miai::connected(view, strings, &shared, &mut self.shared, |a, b, point| {
            if active.get(a) && active.get(b) {
                join(parent, a, b);
                held.push((a, point));
            }
        });
        // dead-group adjustment: those who hold a dead group between them are one
        for prison in prisons.iter().filter(|prison| prison.reach.intersects(&stones)) {
            let mut first = NONE;
            prison.reach.intersection(&view.living[prison.captor.index()]).each(|stone| {
                let id = strings.at[stone.index()];
                if first != NONE {
                    join(parent, first, id);
                } else if active.get(id) {
                    first = id;
                }
            });
        }
        self.basis_of.clear();
        self.basis_of.resize(count, NONE);
        self.count = 0;
        for i in self.list.iter().map(|&i| i as usize) {
            let string = &strings.list[i];
            // roots are lower, and those below know theirs already
            let root = parent[parent[i] as usize] as usize;
            parent[i] = root as u16;
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
    for (label, &string) in out.iter_mut().zip(strings.at.iter()) {
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

    /// Points whose groups may have become others: changed stones and those of their colour beside them, at the ends of
    /// changed links, around changed prisons, and beside liberties that strings of one colour share.
    fn regrouped(&self, view: &View, strings: &Strings, changes: &Changes, before: &[Prison]) -> PointSet {
        let mut region = changes.dirty.union(&changes.link_ends);
        for ((shared, stones), enemies) in changes.shared.iter().zip(&view.stones).zip(view.living.iter().rev()) {
            if changes.dirty.is_subset(enemies) {
                // enemies that came: what held before may hold no more, but nothing else holds
                shared.each(|point| {
                    let holds = |stone: Point| {
                        let group = self.groups.get(self.group_at[stone.index()] as usize);
                        group.is_some_and(|group| group.miai.contains(point))
                    };
                    point.neighbours().into_iter().filter(|&stone| holds(stone)).for_each(|stone| region.insert(stone));
                });
                continue;
            }
            let from = shared.union(&changes.dirty.intersection(stones));
            region.add(&from.grown().intersection(stones));
        }
        // a string that grew may share two liberties now where it shared one
        changes.dirty.each(|point| {
            if let Some(string) = strings.list.get(strings.at[point.index()] as usize) {
                region.add(&string.liberties.grown().intersection(&view.stones[string.color.index()]));
            }
        });
        for prison in self.prisons.iter().chain(before).filter(|prison| prison.reach.intersects(&changes.dirty)) {
            region.add(&prison.reach);
        }
        region
    }

    /// Brings the list of groups up to date; those whose stones changed are marked fresh.
    pub(super) fn gather(
        &mut self,
        tools: &mut Tools,
        view: &View,
        strings: &Strings,
        changes: &mut Changes,
        twins: Option<&Twins>,
    ) {
        let gatherer = &mut *tools.gatherer;
        let before = self.imprison(view, &changes.dirty);
        gatherer.touched.clear(self.groups.len());
        if self.groups.is_empty() {
            gatherer.activate_all(view, strings);
        } else {
            let touched = &mut gatherer.touched;
            let region = self.regrouped(view, strings, changes, &before);
            region.each(|point| touched.set(self.group_at[point.index()]));
            // the strings of these groups, and those that are not what they were: they are in no other group
            let active = &mut gatherer.active;
            active.clear(strings.list.len());
            let mut activate = |point: Point| active.set(strings.at[point.index()]);
            let mut stones = changes.dirty;
            touched.each(|i| {
                self.memos[usize::from(i)].strings.iter().for_each(|&head| activate(head));
                stones.add(&self.groups[usize::from(i)].stones);
            });
            gatherer.stones = stones.minus(&view.empty);
            changes.dirty.grown().each(|point| {
                let group = self.group_at[point.index()];
                if group == NONE || touched.get(group) {
                    activate(point);
                }
            });
            gatherer.list.clear();
            gatherer.active.each(|string| gatherer.list.push(string));
        }
        let known = twins.is_some_and(|twins| {
            gatherer.is_repeated()
                && twins.are_alike(&gatherer.stones)
                && !self.prisons.iter().any(|prison| prison.reach.intersects(&gatherer.stones))
        });
        if !known {
            gatherer.run(view, strings, &self.links, &self.prisons);
        }
        self.replace(tools.gatherer, view.board.size(), strings, changes);
        changes.dirty.minus(&view.stones[0]).minus(&view.stones[1]).each(|point| {
            self.group_at[point.index()] = NONE;
        });
        // groups that stay may have other liberties
        changes.dirty.grown().each(|point| {
            let hot = self.hot.get_mut(self.group_at[point.index()] as usize);
            let Some(hot) = hot.filter(|hot| !hot.fresh) else { return };
            let group = &mut self.groups[self.group_at[point.index()] as usize];
            let liberties = group.stones.grown().intersection(&view.empty);
            if group.liberties != liberties {
                (hot.changed, hot.displaced) = (true, true);
                group.liberties = liberties;
                group.liberty_count = liberties.len();
            }
        });
    }

    /// Brings the list of groups, which is in the order of their heads, in line with what was gathered: those that were
    /// touched stay where one with their head was found, go, or make place for another.
    fn replace(&mut self, gatherer: &mut Gatherer, size: Size, strings: &Strings, changes: &mut Changes) {
        let Gatherer { pool, count, number, touched, going, come, .. } = gatherer;
        let found = &pool[..*count];
        number.clear();
        number.extend(0..self.groups.len() as u16);
        come.clear();
        come.extend(found.iter().map(|basis| basis.head));
        going.clear();
        touched.each(|i| match come.binary_search(&self.hot[usize::from(i)].head) {
            Ok(stays) => _ = come.remove(stays),
            Err(_) => going.push(i),
        });
        let mut renumbered = !going.is_empty();
        while let Some(i) = going.pop().map(usize::from) {
            match come.pop() {
                // one goes and one comes: only those between their places move
                Some(head) => self.rename_group(i, head, size, number, going),
                None => self.drop_group(i, size, number),
            }
        }
        for &head in come.iter() {
            let i = self.hot.partition_point(|hot| hot.head < head);
            if i < self.hot.len() {
                numbers::make_room(number, i as u16);
                numbers::make_room(numbers::rows_from(&mut self.group_at, head, size), i as u16);
                self.beside.make_room(i as u16, head, size);
                renumbered = true;
            }
            let (group, memo) = self.blank_group(head);
            self.briefs.insert(i, Brief::of(&group));
            self.groups.insert(i, group);
            self.memos.insert(i, memo);
            self.hot.insert(i, Hot::new(head));
            self.group_at[head.index()] = i as u16;
        }
        for basis in found {
            self.take(usize::from(self.group_at[basis.head.index()]), basis, strings, changes);
        }
        if renumbered {
            for (group, hot) in self.groups.iter_mut().zip(&mut self.hot) {
                hot.near_bits = 0;
                for near in &mut group.near {
                    // a neighbour that is gone makes its group look around again
                    near.0 = number.get(near.0 as usize).copied().unwrap_or(NONE);
                    hot.near_bits |= bits_of(&[*near]);
                }
            }
        }
    }

    /// A group that goes becomes another one, and goes to the place of that in the order.
    fn rename_group(&mut self, i: usize, head: Point, size: Size, number: &mut [u16], going: &mut [u16]) {
        if let Some(number) = number.iter_mut().find(|number| **number == i as u16) {
            *number = NONE;
        }
        let place = self.hot.partition_point(|hot| hot.head < head);
        let place = if place > i { place - 1 } else { place };
        if place != i {
            let first = head.min(self.hot[i].head);
            let (from, to) = (i as u16, place as u16);
            numbers::change_place(number, from, to);
            numbers::change_place(numbers::rows_from(&mut self.group_at, first, size), from, to);
            self.beside.change_place(from, to, first, size);
            numbers::carry(&mut self.groups, i, place);
            numbers::carry(&mut self.memos, i, place);
            numbers::carry(&mut self.hot, i, place);
            numbers::carry(&mut self.briefs, i, place);
            for other in going.iter_mut().filter(|other| (to..from).contains(*other)) {
                *other += 1;
            }
        }
        let group = &mut self.groups[place];
        *group = Group::blank(head, group.take_lists());
        self.briefs[place] = Brief::of(group);
        self.memos[place].life = None;
        self.hot[place] = Hot::new(head);
        self.group_at[head.index()] = place as u16;
    }

    fn drop_group(&mut self, i: usize, size: Size, number: &mut [u16]) {
        let head = self.hot[i].head;
        numbers::close_gap(number, i as u16);
        numbers::close_gap(numbers::rows_from(&mut self.group_at, head, size), i as u16);
        self.beside.close_gap(i as u16, head, size);
        self.spare.0.push((self.groups[i].take_lists(), self.memos.remove(i)));
        // unlike removing it, this does not copy the group
        self.groups.drain(i..=i);
        self.hot.remove(i);
        self.briefs.remove(i);
    }

    /// A group of which nothing is known, in the memory of one that is gone if there is one.
    fn blank_group(&mut self, head: Point) -> (Group, Box<GroupMemo>) {
        let (lists, mut memo) = self.spare.0.pop().unwrap_or_else(|| (Lists::default(), Box::new(GroupMemo::new())));
        // all else is made anew with the group
        memo.life = None;
        (Group::blank(head, lists), memo)
    }

    /// A gathered group takes the place of the one with the same head.
    fn take(&mut self, i: usize, basis: &Basis, strings: &Strings, changes: &mut Changes) {
        let (group, memo, hot) = (&mut self.groups[i], &mut *self.memos[i], &mut self.hot[i]);
        hot.fresh = group.stones != basis.stones || group.color != basis.color;
        hot.changed = hot.fresh || group.liberties != basis.liberties;
        hot.displaced |= hot.changed;
        if hot.fresh {
            hot.unknown |= group.color != basis.color;
            let kept = if group.color == basis.color { group.stones } else { PointSet::EMPTY };
            changes.relabelled.add(&basis.stones.minus(&kept));
            memo.life = None;
            hot.life_read = false;
            hot.rated.holds = false;
            group.color = basis.color;
            group.stones = basis.stones;
            group.size = basis.size;
            (self.briefs[i].color, self.briefs[i].size) = (basis.color, basis.size);
            basis.stones.each(|stone| self.group_at[stone.index()] = i as u16);
            // strings of the same stones are the same; if their numbers changed, that is seen to in the end
            group.strings.clone_from(&basis.strings);
            memo.strings.clear();
            memo.strings.extend(basis.strings.iter().map(|&string| strings.list[string as usize].head));
        }
        if hot.changed {
            group.liberties = basis.liberties;
            group.liberty_count = basis.liberties.len();
        }
        group.miai = basis.miai;
    }
}
