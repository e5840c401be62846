//! One round of recognition: with certain stones taken for dead, what links, groups and their figures are.
//!
//! A stage is a function of the board and the dead stones alone. It is kept from position to position and brought up to
//! date: every figure knows where it looked, and is computed again only if something changed there. A stage from
//! scratch is the stage of an empty board brought up to date.

mod gather;
mod life;
mod measure;
mod memo;
mod rate;
mod twins;

use crate::ask::Ask;
use crate::brief::Brief;
use crate::distance::{Beside, Walker};
use crate::geometry::Geometry;
use crate::groups::{Class, Group, Lists};
use crate::link_table::{LinkTable, News};
use crate::pon::{Profile, Touch};
use crate::potential::Potential;
use crate::rooms::Rooms;
use crate::settings::Settings;
use crate::strings::{NONE, Strings};
use crate::survival;
use crate::view::View;
use gather::Prison;
pub(crate) use gather::{Basis, Gatherer};
use gosedai_board::{CELLS, Color, PointSet};
use gosedai_knowledge::Knowledge;
use gosedai_worth::EyeBook;
pub(crate) use memo::{Doors, Hot};
use memo::{GroupMemo, Walk};
use twins::Twins;

/// The result of a round.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub dead: PointSet,
    pub living: [PointSet; 2],
    pub stones: [PointSet; 2],
    pub links: LinkTable,
    pub groups: Vec<Group>,
    pub group_at: Box<[u16; CELLS]>,
    /// The group of every string; known once the stage was rated.
    pub group_of: Vec<u16>,
    /// Which groups are weak; known then, too.
    pub weak: Vec<bool>,
    /// What the living stones radiate, all alike.
    pub potential: Potential,
    touch: [Touch; 2],
    /// Where groups of each colour may walk for their dame, and for the PON estimate.
    open: [PointSet; 2],
    pon_open: [PointSet; 2],
    /// The connected parts of the former.
    rooms: [Rooms; 2],
    /// The groups beside every point.
    beside: Box<Beside>,
    prisons: Vec<Prison>,
    /// The numbering of the strings that the groups know.
    shown: u64,
    work: Work,
    rating: rate::Rating,
    /// What is remembered of each group.
    // boxed: groups come and go in the middle of the list, and a memo is a kilobyte or two
    #[allow(clippy::vec_box)]
    memos: Vec<Box<GroupMemo>>,
    pub hot: Vec<Hot>,
    spare: Spare,
    /// What neighbours want to know of each group.
    briefs: Vec<Brief>,
}

/// Memory of groups that are gone. A copy of a stage starts without.
#[derive(Debug, Default)]
struct Spare(Vec<(Lists, Box<GroupMemo>)>);

impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare::default()
    }
}

/// Working memory: which groups have something to tell their neighbours; stones in danger by group.
#[derive(Clone, Debug, Default)]
struct Work {
    /// By the bits of the groups.
    told: u64,
    lost: Vec<[usize; 2]>,
}

/// What every round needs.
pub(crate) struct Tools<'a> {
    pub geometry: &'a Geometry,
    pub knowledge: &'a Knowledge,
    pub settings: &'a Settings,
    pub profile: &'a Profile,
    pub walker: &'a mut Walker,
    pub gatherer: &'a mut Gatherer,
    pub eyes: &'a mut EyeBook,
}

/// Where the view changed since the stage was last brought up to date, in the ways different figures care about.
#[derive(Default)]
struct Changes {
    /// Points whose stone or its life changed.
    dirty: PointSet,
    /// Stones whose own links changed, and both ends of links that came, went, or got strong or weak.
    relinked: PointSet,
    link_ends: PointSet,
    /// For each colour: points where what its strings share may have changed.
    shared: [PointSet; 2],
    /// Doors for the walks of each colour, and for those of its PON estimate.
    open: [Doors; 2],
    pon_open: [Doors; 2],
    /// For each colour: where the enemy's stones touch points that they did not touch, or no longer do.
    touched: [PointSet; 2],
    /// Points where the potential of all stones changed.
    radiated: PointSet,
    /// Stones that belong to a group of another name now.
    relabelled: PointSet,
    /// Both: what walks from group to group may notice.
    regrouped: PointSet,
    /// For each colour: every point where something of all this changed that its groups care about, but for names.
    any: [PointSet; 2],
}

/// What all groups of a round have in common.
pub(crate) struct Scene {
    changes: Changes,
    living: PointSet,
    walkable: PointSet,
    /// On and beside stones that changed or belong to others now.
    beside_change: PointSet,
    to_play: Color,
    /// How far the game has come.
    progress: f64,
    /// How large the sum of its own figures must be for a group to be alive, with its dame sum known or not.
    safe: [f64; 2],
    /// Is another round to come, as far as can be guessed?
    pub more: bool,
    turn: survival::Turn,
    safety: survival::Safe,
}

impl Scene {
    pub fn new(settings: &Settings, profile: &Profile) -> Scene {
        Scene {
            changes: Changes::default(),
            living: PointSet::EMPTY,
            walkable: PointSet::EMPTY,
            beside_change: PointSet::EMPTY,
            to_play: Color::Black,
            progress: 0.0,
            safe: [f64::INFINITY; 2],
            more: false,
            turn: survival::Turn::new(&settings.survival),
            safety: survival::Safe::new(settings.class_dead, &settings.survival, profile.largest_size()),
        }
    }

    /// Turns to a view whose changes are known.
    fn show(&mut self, view: &View, to_play: Color) {
        self.living = view.living[0].union(&view.living[1]);
        self.walkable = view.empty.union(&view.dead);
        self.beside_change = self.changes.regrouped.grown();
        self.to_play = to_play;
        self.progress = survival::progress(view.stones[0].len() + view.stones[1].len());
        self.safe = self.safety.sums(self.progress);
    }
}

impl Changes {
    fn bring_together(&mut self) {
        self.regrouped = self.dirty.union(&self.relabelled);
        let both = self.dirty.union(&self.relinked);
        for (own, any) in self.any.iter_mut().enumerate() {
            *any = both.union(&self.touched[own]);
            for doors in [&self.open[own], &self.pon_open[own]] {
                any.add(&doors.closed);
                any.add(&doors.opened);
            }
        }
    }
}

impl Stage {
    /// Of an empty board.
    pub fn new() -> Stage {
        Stage {
            dead: PointSet::EMPTY,
            living: [PointSet::EMPTY; 2],
            stones: [PointSet::EMPTY; 2],
            links: LinkTable::new(),
            groups: Vec::new(),
            group_at: Box::new([NONE; CELLS]),
            group_of: Vec::new(),
            weak: Vec::new(),
            potential: Potential::new(),
            touch: Default::default(),
            open: [PointSet::EMPTY; 2],
            pon_open: [PointSet::EMPTY; 2],
            rooms: [Rooms::new(), Rooms::new()],
            beside: Box::new(Beside::new()),
            prisons: Vec::new(),
            shown: u64::MAX,
            work: Work::default(),
            rating: Default::default(),
            memos: Vec::new(),
            hot: Vec::new(),
            spare: Spare::default(),
            briefs: Vec::new(),
        }
    }

    /// Recognises groups with `view.dead` taken for dead, as far as is needed to tell which of them are dead: those with
    /// room are not looked at to the end. `before` is the round before on the same board.
    #[allow(clippy::too_many_arguments)]
    pub fn update(
        &mut self,
        tools: &mut Tools,
        view: &View,
        strings: &Strings,
        to_play: Color,
        scene: &mut Scene,
        before: Option<&Stage>,
        ask: &mut dyn Ask,
    ) {
        self.take_leave();
        self.take_over(tools, view, &mut scene.changes, ask);
        let twins = before.map(|before| Twins::new(before, self, tools.geometry));
        self.gather(tools, view, strings, &mut scene.changes, twins.as_ref());
        scene.changes.bring_together();
        self.measure(tools, view, &scene.changes, twins);
        scene.show(view, to_play);
        let beside_change = scene.beside_change.minus(&scene.living).intersection(&view.full);
        self.beside.update(&beside_change, &scene.living, &self.group_at);
        self.first_look(tools, view, strings, ask.owners());
        for i in 0..self.hot.len() {
            if self.hot[i].digest.surrounded && (!scene.more || self.may_be_dead(i, tools.settings, scene, ask)) {
                self.judge(i, tools, view, scene, ask);
            }
        }
    }

    /// Looks at the other groups, too: this was the last round.
    pub fn complete(&mut self, tools: &mut Tools, view: &View, scene: &Scene, ask: &mut dyn Ask) {
        for i in 0..self.hot.len() {
            if !self.hot[i].done {
                self.judge(i, tools, view, scene, ask);
            }
        }
    }

    /// Groups that were not looked at to the end last time fall behind; what was news is none any more.
    fn take_leave(&mut self) {
        for (i, hot) in self.hot.iter_mut().enumerate() {
            if !std::mem::take(&mut hot.done) {
                hot.behind = true;
                hot.stale |= hot.changed && !hot.weighed;
                if hot.walk == Walk::Disturbed {
                    hot.walk = Walk::Lost;
                }
                if std::mem::take(&mut hot.moved) {
                    hot.any = self.memos[i].any();
                }
            }
            (hot.fresh, hot.changed) = (false, false);
            hot.weighed = false;
            hot.around_known = hot.around_known.ages();
        }
    }

    /// Stones, links and potential of the new view.
    fn take_over(&mut self, tools: &Tools, view: &View, changes: &mut Changes, ask: &mut dyn Ask) {
        let came_and_went = [0, 1].map(|i| self.living[i].difference(&view.living[i]));
        let mut dirty = self.dead.difference(&view.dead);
        for (i, changed) in came_and_went.iter().enumerate() {
            dirty.add(changed);
            dirty.add(&self.stones[i].difference(&view.stones[i]));
        }
        let news = News { before: &self.stones, living: came_and_went, dirty };
        let linked = self.links.update(tools, view, &news, ask);
        (changes.dirty, changes.relinked, changes.link_ends) = (dirty, linked.stones, linked.ends);
        (changes.radiated, changes.relabelled) = (PointSet::EMPTY, PointSet::EMPTY);
        self.potential.update(&self.living, &view.living, tools.geometry, &mut changes.radiated);
        let near = changes.dirty.grown();
        for color in Color::BOTH {
            let (own, enemy) = (color.index(), color.opponent().index());
            changes.shared[enemy] = near.intersection(&self.touch[enemy].more);
            changes.touched[own] = PointSet::EMPTY;
            if !came_and_went[enemy].is_empty() {
                let touch = Touch::of(&view.living[enemy]);
                changes.shared[enemy].add(&near.intersection(&touch.more));
                changes.touched[own] = self.touch[enemy].any.difference(&touch.any);
                self.touch[enemy] = touch;
            }
            let walkable = view.walkable(color);
            let open = walkable.minus(&self.links.blocking[enemy]);
            changes.open[own] = Doors::new(&self.open[own], &open);
            self.open[own] = open;
            let pon_open = walkable.minus(&self.touch[enemy].more);
            changes.pon_open[own] = Doors::new(&self.pon_open[own], &pon_open);
            self.pon_open[own] = pon_open;
        }
        self.dead = view.dead;
        self.living = view.living;
        self.stones = view.stones;
    }

    /// Stones of groups found dead.
    pub fn dead_stones(&self) -> PointSet {
        let mut dead = self.dead;
        for (group, hot) in self.groups.iter().zip(&self.hot) {
            if hot.verdict.class == Class::Dead {
                dead.add(&group.stones);
            }
        }
        dead
    }
}
