//! Groups from strings: united over strong links, shared liberties, and dead groups held between them.

use crate::groups::Group;
use crate::links::Links;
use crate::miai;
use crate::strings::{NONE, Strings};
use crate::view::View;
use gosedai_board::{CELLS, Color};

/// The groups of a view in row order of their heads, with their strings, stones and liberties; nothing is measured yet.
pub(crate) fn gather(view: &View, strings: &Strings, links: &Links) -> Vec<Group> {
    let mut union = Union::new(strings.list.len());
    for link in links.list.iter().filter(|link| link.strong && !link.edge) {
        union.join(strings.at[link.from.index()], strings.at[link.to.index()]);
    }
    let held = miai::held(view, strings);
    for pair in &held {
        union.join(pair.strings[0], pair.strings[1]);
    }
    join_captors(view, strings, &mut union);
    let roots: Vec<usize> = (0..strings.list.len()).map(|i| usize::from(union.root(i as u16))).collect();
    let count = roots.iter().enumerate().filter(|(i, root)| i == *root).count();
    let mut groups: Vec<Group> = Vec::with_capacity(count);
    let mut group_of = vec![NONE; roots.len()];
    for (i, (string, root)) in strings.list.iter().zip(roots).enumerate() {
        // the root is the first string of its group
        if root == i {
            group_of[i] = groups.len() as u16;
            groups.push(Group::new(string.color, string.head));
        }
        group_of[i] = group_of[root];
        let group = &mut groups[usize::from(group_of[i])];
        group.strings.push(i as u16);
        group.stones.add(&string.stones);
        group.size += string.size;
        group.liberties.add(&string.liberties);
    }
    for pair in &held {
        groups[usize::from(group_of[usize::from(pair.strings[0])])].miai.insert(pair.point);
    }
    for group in &mut groups {
        group.liberty_count = group.liberties.len();
    }
    groups
}

/// Dead-group adjustment: strings that hold a dead group between them belong together.
fn join_captors(view: &View, strings: &Strings, union: &mut Union) {
    if view.dead.is_empty() {
        return;
    }
    for color in Color::BOTH {
        let dead = view.dead.intersection(&view.stones[color.index()]);
        // connected dead stones, with the empty points beside them, are one prison
        let cells = dead.union(&dead.grown().intersection(&view.empty));
        cells.each_component(|prison| {
            let captors = prison.grown().intersection(&view.living[color.opponent().index()]);
            if let Some(first) = captors.first() {
                captors.each(|stone| union.join(strings.at[first.index()], strings.at[stone.index()]));
            }
        });
    }
}

/// The number of the group on every point.
pub(crate) fn label(groups: &[Group]) -> Box<[u16; CELLS]> {
    let mut at = Box::new([NONE; CELLS]);
    for (i, group) in groups.iter().enumerate() {
        group.stones.each(|stone| at[stone.index()] = i as u16);
    }
    at
}

/// Union-find over the numbers of strings.
struct Union {
    parent: Vec<u16>,
}

impl Union {
    fn new(count: usize) -> Union {
        Union { parent: (0..count as u16).collect() }
    }

    fn root(&mut self, mut i: u16) -> u16 {
        let parent = &mut self.parent;
        while parent[usize::from(i)] != i {
            parent[usize::from(i)] = parent[usize::from(parent[usize::from(i)])];
            i = parent[usize::from(i)];
        }
        i
    }

    /// The lower number stays root, so that groups come out in row order.
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[usize::from(a.max(b))] = a.min(b);
    }
}
