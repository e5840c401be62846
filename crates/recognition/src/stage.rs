//! One round of recognition: with certain stones taken for dead, what links, groups and their figures are.
//!
//! A stage is a function of the board and the dead stones alone. The stage before (of the last position, or of the last
//! round) only saves work: whatever did not change where a figure looked is taken over.

use crate::ask::{Ask, Status};
use crate::cache::{GroupMemo, LinkMemo};
use crate::dame;
use crate::distance::Walker;
use crate::geometry::Geometry;
use crate::groups::{Class, ClassReason, Group, OPEN_ENCIRCLEMENT, ROOM_LIMIT};
use crate::inner;
use crate::links::{self, Link};
use crate::miai;
use crate::pon::{self, PonInput, Profile, Touch};
use crate::potential::Potential;
use crate::settings::Settings;
use crate::strength;
use crate::strings::{NONE, Strings};
use crate::survival;
use crate::view::View;
use gosedai_board::{CELLS, Color, PointSet};
use gosedai_knowledge::Knowledge;

/// The result of a round.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub dead: PointSet,
    pub living: [PointSet; 2],
    pub stones: [PointSet; 2],
    pub links: Vec<Link>,
    pub blocking: [PointSet; 2],
    pub groups: Vec<Group>,
    pub group_at: [u16; CELLS],
    /// What the living stones radiate, all alike.
    pub potential: Potential,
    pub link_memo: LinkMemo,
    pub memos: Vec<GroupMemo>,
}

/// What every round needs.
pub(crate) struct Tools<'a> {
    pub geometry: &'a Geometry,
    pub knowledge: &'a Knowledge,
    pub settings: &'a Settings,
    pub profile: &'a Profile,
    pub walker: &'a mut Walker,
}

/// Recognises groups with `view.dead` taken for dead.
pub(crate) fn run(
    tools: &mut Tools,
    view: &View,
    strings: &Strings,
    to_play: Color,
    ask: &mut dyn Ask,
    before: Option<&Stage>,
) -> Stage {
    let dirty = before.map(|old| changes(old, view));
    let before = before.zip(dirty.as_ref());
    let (links, link_memo) = LinkMemo::links(tools, view, ask, before);
    let blocking = Color::BOTH.map(|color| links::blocking_points(&links, color));
    let (mut groups, group_at) = gather(view, strings, &links);
    let memos = measure(tools, view, &links, &blocking, &mut groups, before);
    let potential = match before {
        Some((old, _)) => {
            let mut potential = old.potential.clone();
            potential.update(&old.living, &view.living, tools.geometry);
            potential
        }
        None => Potential::of(&view.living, tools.geometry),
    };
    let mut stage = Stage {
        dead: view.dead,
        living: view.living,
        stones: view.stones,
        links,
        blocking,
        groups,
        group_at,
        potential,
        link_memo,
        memos,
    };
    stage.find_neighbours(tools, view, before);
    stage.first_look(view, strings);
    strength::alone(&mut stage.groups, tools.settings);
    survival::rate(&mut stage.groups, &stage.potential, strings, to_play, tools.settings);
    stage.judge_life(tools, view, ask);
    stage
}

/// Points where the view differs from the one an old stage saw.
fn changes(old: &Stage, view: &View) -> PointSet {
    let differ = |a: &PointSet, b: &PointSet| a.minus(b).union(&b.minus(a));
    let mut set = differ(&old.dead, &view.dead);
    for i in 0..2 {
        set = set.union(&differ(&old.living[i], &view.living[i])).union(&differ(&old.stones[i], &view.stones[i]));
    }
    set
}

/// Unites strings over strong links, and the captors of dead groups.
pub(crate) fn gather(view: &View, strings: &Strings, links: &[Link]) -> (Vec<Group>, [u16; CELLS]) {
    let count = strings.list.len();
    let mut parent: Vec<u16> = (0..count as u16).collect();
    fn root(parent: &mut [u16], mut i: u16) -> u16 {
        while parent[i as usize] != i {
            parent[i as usize] = parent[parent[i as usize] as usize];
            i = parent[i as usize];
        }
        i
    }
    let join = |a: u16, b: u16, parent: &mut [u16]| {
        let (a, b) = (root(parent, a), root(parent, b));
        // the lower number stays root, so that groups come out in row order
        if a < b {
            parent[b as usize] = a;
        } else {
            parent[a as usize] = b;
        }
    };
    let mut miai: Vec<(u16, PointSet)> = Vec::new();
    for link in links.iter().filter(|link| link.strong && !link.edge) {
        join(strings.at[link.from.index()], strings.at[link.to.index()], &mut parent);
    }
    for (a, b, shared) in miai::connected(view, strings) {
        join(a, b, &mut parent);
        miai.push((a, shared));
    }
    // dead-group adjustment: those who hold a dead group between them are one
    if !view.dead.is_empty() {
        for color in Color::BOTH {
            let dead = view.dead.intersection(&view.stones[color.index()]);
            let captors = &view.living[color.opponent().index()];
            // dead stones with the empty points around them are one prison
            let empty = view.full.minus(&view.stones[0]).minus(&view.stones[1]);
            let cells = dead.union(&dead.grown().intersection(&empty));
            for prison in cells.components() {
                let mut first = NONE;
                for stone in prison.grown().intersection(captors).iter() {
                    let id = strings.at[stone.index()];
                    if first == NONE {
                        first = id;
                    } else {
                        join(first, id, &mut parent);
                    }
                }
            }
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = vec![NONE; count];
    let mut group_at = [NONE; CELLS];
    for (i, string) in strings.list.iter().enumerate() {
        let root = root(&mut parent, i as u16) as usize;
        if group_of[root] == NONE {
            group_of[root] = groups.len() as u16;
            groups.push(Group {
                color: string.color,
                head: string.head,
                strings: Vec::new(),
                stones: PointSet::EMPTY,
                size: 0,
                liberties: PointSet::EMPTY,
                miai: PointSet::EMPTY,
                inner: PointSet::EMPTY,
                regions: Vec::new(),
                half_eyes: 0,
                dame: dame::GroupDame { orders: [PointSet::EMPTY; 4], counts: [0; 4] },
                encirclement: 0,
                room: None,
                moves: 0,
                dame_kinds: Default::default(),
                pon_size: 0.0,
                pon_estimate: 0,
                pon: 0,
                r: 0.0,
                pon_strength: 0.0,
                z: 0.0,
                t: 0.0,
                near: Vec::new(),
                strength_alone: 0.0,
                strength: 0.0,
                importance: 0.0,
                class: Class::Stable,
                reason: ClassReason::Chance,
                survival: 0.0,
                life: Status::Unknown,
            });
        }
        let id = group_of[root];
        let group = &mut groups[id as usize];
        group.strings.push(i as u16);
        group.stones = group.stones.union(&string.stones);
        group.liberties = group.liberties.union(&string.liberties);
        group.size += string.size;
        for stone in string.stones.iter() {
            group_at[stone.index()] = id;
        }
    }
    for (string, shared) in miai {
        let id = group_at[strings.list[string as usize].head.index()] as usize;
        groups[id].miai = groups[id].miai.union(&shared);
    }
    (groups, group_at)
}

/// Dame, encirclement, room, inner territory, eyes, moves and the PON estimate of every group.
fn measure(
    tools: &mut Tools,
    view: &View,
    links: &[Link],
    blocking: &[PointSet; 2],
    groups: &mut [Group],
    before: Option<(&Stage, &PointSet)>,
) -> Vec<GroupMemo> {
    let touch = Color::BOTH.map(|color| Touch::of(&view.living[color.index()]));
    let walkable = Color::BOTH.map(|color| view.walkable(color));
    // where a walk of either colour may have become different
    let changed = before.map(|(old, dirty)| {
        let mut set = dirty.union(&dirty.grown());
        for (was, is) in old.blocking.iter().zip(blocking) {
            set = set.union(&was.minus(is)).union(&is.minus(was));
        }
        set
    });
    let mut barriers: Vec<PointSet> = groups.iter().map(|group| group.stones).collect();
    let mut tight = barriers.clone();
    let mut group_at = [NONE; CELLS];
    for (i, group) in groups.iter().enumerate() {
        for stone in group.stones.iter() {
            group_at[stone.index()] = i as u16;
        }
    }
    for link in links.iter().filter(|link| link.strong) {
        let id = group_at[link.from.index()] as usize;
        for &point in link.between() {
            if !view.is_enemy(point, link.color) {
                barriers[id].insert(point);
                if link.is_short() {
                    tight[id].insert(point);
                }
            }
        }
    }
    let mut memos = Vec::with_capacity(groups.len());
    for ((group, barrier), tight) in groups.iter_mut().zip(barriers).zip(tight) {
        let own = group.color.index();
        let enemy = group.color.opponent().index();
        let old = before.and_then(|(stage, _)| {
            let id = stage.group_at[group.head.index()];
            let old = stage.groups.get(id as usize)?;
            (old.head == group.head).then(|| (old, &stage.memos[id as usize]))
        });
        let mut memo = GroupMemo::new(barrier, tight);
        // enclosed areas depend on the barrier and the stones in it alone
        memo.areas = match old {
            Some((old, memo)) if memo.barrier == barrier && old.stones == group.stones => memo.areas.clone(),
            _ => inner::enclosed(&barrier, &group.stones, &view.full, tools.settings.inner_largest),
        };
        memo.eye_areas = match old {
            _ if tight == barrier => memo.areas.clone(),
            Some((old, memo)) if memo.tight == tight && old.stones == group.stones => memo.eye_areas.clone(),
            _ => inner::enclosed(&tight, &group.stones, &view.full, tools.settings.inner_largest),
        };
        let same_walks = old
            .zip(changed.as_ref())
            .filter(|((old, memo), changed)| old.stones == group.stones && !memo.walked.intersects(changed));
        match same_walks {
            Some(((old, old_memo), _)) => {
                group.dame = old.dame.clone();
                group.room = old.room;
                group.dame_kinds = old.dame_kinds;
                memo.walked = old_memo.walked;
            }
            None => {
                let open = walkable[own].minus(&blocking[enemy]);
                let order = tools.settings.encirclement_order;
                group.dame = dame::walk(&group.stones, &open, &tools.geometry.edge, order);
                memo.walked = group.dame.all().union(&group.stones);
                if group.dame.encirclement(order) <= OPEN_ENCIRCLEMENT {
                    let room = dame::room(&group.stones, &open, ROOM_LIMIT);
                    group.room = Some(room.len().min(ROOM_LIMIT));
                    memo.walked = memo.walked.union(&room);
                }
                let (kinds, reached) =
                    pon::dame_kinds(&group.stones, &walkable[own], &touch[enemy], &tools.geometry.edge);
                group.dame_kinds = kinds;
                // what stands beside the points walked decided where the walk could go
                memo.walked = memo.walked.union(&reached).grown();
            }
        }
        group.encirclement = group.dame.encirclement(tools.settings.encirclement_order);
        group.inner = inner::territory(&memo.areas, group.color, view);
        group.regions = inner::regions(&memo.eye_areas, group.color, view);
        group.half_eyes = group.regions.iter().map(|region| region.half_eyes).sum();
        let eye_space = group.regions.iter().fold(PointSet::EMPTY, |all, region| all.union(&region.points));
        let outer = group.liberties.minus(&eye_space).len();
        let inside: usize = group
            .regions
            .iter()
            .map(|region| {
                let filled = region.points.intersection(&view.stones[enemy]).len();
                inner::nakade_moves(region.size).saturating_sub(filled)
            })
            .sum();
        group.moves = outer + inside;
        group.pon_size = tools.profile.size(&group.dame_kinds);
        group.pon_estimate = tools.profile.estimate(group.pon_size);
        memos.push(memo);
    }
    memos
}

impl Stage {
    /// Distances to the living groups around each living group.
    fn find_neighbours(&mut self, tools: &mut Tools, view: &View, before: Option<(&Stage, &PointSet)>) {
        let mut living_at = self.group_at;
        let mut walkable = [false; CELLS];
        for point in view.full.iter() {
            if view.dead.contains(point) {
                living_at[point.index()] = NONE;
            }
            walkable[point.index()] = living_at[point.index()] == NONE;
        }
        // a stone whose group has another name is a change too
        let changed = before.map(|(old, dirty)| {
            let mut set = *dirty;
            for stone in view.stones[0].union(&view.stones[1]).iter() {
                let (new, was) = (self.group_at[stone.index()], old.group_at[stone.index()]);
                if was != NONE && old.groups[was as usize].head != self.groups[new as usize].head {
                    set.insert(stone);
                }
            }
            set
        });
        let reach = tools.profile.reach;
        for i in 0..self.groups.len() {
            let head = self.groups[i].head;
            if view.dead.contains(head) {
                continue;
            }
            let kept = before.zip(changed.as_ref()).and_then(|((old, _), changed)| {
                let was = old.group_at[head.index()];
                let group = old.groups.get(was as usize)?;
                let memo = &old.memos[was as usize];
                let same = group.head == head
                    && group.stones == self.groups[i].stones
                    && !old.dead.contains(head)
                    && !memo.looked.intersects(changed);
                same.then_some(memo)
            });
            let memo = &mut self.memos[i];
            match kept {
                Some(old) => {
                    memo.looked = old.looked;
                    memo.near.clone_from(&old.near);
                }
                None => {
                    let (near, looked) =
                        tools.walker.near(i as u16, &self.groups[i].stones, &living_at, &walkable, reach);
                    memo.looked = looked;
                    memo.near = near.iter().map(|&(id, d)| (self.groups[id as usize].head, d)).collect();
                }
            }
            let mut near: Vec<(u16, u8)> =
                memo.near.iter().map(|&(head, d)| (self.group_at[head.index()], d)).collect();
            near.sort_unstable_by_key(|&(id, d)| (d, id));
            self.groups[i].near = near;
        }
    }

    /// What is plain without comparing: captured, and alive by eyes.
    fn first_look(&mut self, view: &View, strings: &Strings) {
        for group in &mut self.groups {
            let captured = group.strings.iter().all(|&s| strings.list[s as usize].status == Status::Dead);
            (group.class, group.reason, group.life) = if captured {
                (Class::Dead, ClassReason::Captured, Status::Dead)
            } else if view.dead.contains(group.head) {
                (Class::Dead, ClassReason::NoRoom, Status::Dead)
            } else if group.half_eyes >= 4 {
                (Class::Alive, ClassReason::Eyes, Status::Alive)
            } else {
                (Class::Stable, ClassReason::Chance, Status::Unknown)
            };
        }
    }

    /// Which groups are dead, and the classes of the others.
    fn judge_life(&mut self, tools: &Tools, view: &View, ask: &mut dyn Ask) {
        let settings = tools.settings;
        // those who are shut in without two eyes, with the moves they have
        let shut_in: Vec<Option<usize>> = self
            .groups
            .iter()
            .map(|g| {
                let little_room = g.room.is_some_and(|room| room <= settings.dead_space);
                (g.reason == ClassReason::Chance && little_room).then_some(g.moves)
            })
            .collect();
        for i in 0..self.groups.len() {
            let group = &self.groups[i];
            if group.reason == ClassReason::Chance {
                let read = match shut_in[i] {
                    Some(_) => ask.life(view.board, &group.stones).status,
                    None => Status::Unknown,
                };
                let rival = |&(other, distance): &(u16, u8)| {
                    distance == 1
                        && self.groups[other as usize].color != group.color
                        && shut_in[other as usize].zip(shut_in[i]).is_some_and(|(theirs, ours)| theirs <= ours)
                };
                let surrounded = group.room.is_some_and(|room| room < ROOM_LIMIT);
                let by_chance = if group.survival >= settings.class_stable {
                    Class::Stable
                } else if group.survival >= settings.class_weak {
                    Class::Weak
                } else {
                    Class::VeryWeak
                };
                let (class, reason, life) = match read {
                    Status::Alive => (Class::Alive, ClassReason::Read, Status::Alive),
                    Status::Dead => (Class::Dead, ClassReason::Read, Status::Dead),
                    Status::Neutral => (Class::VeryWeak, ClassReason::Read, Status::Neutral),
                    Status::Unknown if group.survival < settings.class_dead && surrounded => {
                        if group.near.iter().any(rival) {
                            (Class::VeryWeak, ClassReason::Race, Status::Unknown)
                        } else if group.half_eyes == 3 {
                            (Class::VeryWeak, ClassReason::Unsettled, Status::Neutral)
                        } else {
                            (Class::Dead, ClassReason::NoRoom, Status::Dead)
                        }
                    }
                    Status::Unknown => (by_chance, ClassReason::Chance, Status::Unknown),
                };
                let group = &mut self.groups[i];
                (group.class, group.reason, group.life) = (class, reason, life);
            }
            let group = &mut self.groups[i];
            let eyes = group.half_eyes as i32;
            let sealed = group.is_sealed();
            group.pon = match (group.class, group.reason) {
                (Class::Dead, _) => group.pon_estimate.min(-1 - (2 - eyes).max(0)),
                (Class::Alive, ClassReason::Eyes) => group.pon_estimate.max(1 + (eyes - 4) / 2),
                (Class::Alive, _) => group.pon_estimate.max(1),
                (Class::VeryWeak, ClassReason::Unsettled | ClassReason::Read) => 0,
                _ if sealed => group.pon_estimate.min(0),
                _ => group.pon_estimate,
            };
            if group.class == Class::Dead {
                group.survival = 0.0;
            }
        }
    }

    /// Both strengths and importance; only the last round needs them.
    pub fn rate(&mut self, tools: &Tools, to_play: Color) {
        let inputs: Vec<PonInput> = self
            .groups
            .iter()
            .map(|g| PonInput { color: g.color, pon: f64::from(g.pon), size: g.pon_size, near: g.near.clone() })
            .collect();
        for (group, pon) in self.groups.iter_mut().zip(pon::evaluate(&inputs, to_play, tools.profile)) {
            group.r = pon.r;
            let dead = group.class == Class::Dead;
            group.pon_strength = if dead { 0.0 } else { pon.s };
            group.z = pon.z;
            group.t = if dead { 0.0 } else { pon.t };
        }
        strength::corrected(&mut self.groups, tools.settings);
    }

    /// Stones of groups found dead.
    pub fn dead_stones(&self) -> PointSet {
        self.groups.iter().filter(|g| g.class == Class::Dead).fold(self.dead, |all, g| all.union(&g.stones))
    }
}
