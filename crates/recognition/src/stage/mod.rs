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

use crate::ask::Ask;
use crate::brief::Brief;
use crate::distance::Walker;
use crate::geometry::Geometry;
use crate::groups::{Class, Group};
use crate::link_table::LinkTable;
use crate::pon::{Profile, Touch};
use crate::potential::Potential;
use crate::settings::Settings;
use crate::strings::{NONE, Strings};
use crate::view::View;
use gather::Prison;
pub(crate) use gather::{Basis, Gatherer};
use gosedai_board::{CELLS, Color, PointSet};
use gosedai_knowledge::Knowledge;
use gosedai_worth::EyeBook;
use memo::{Doors, GroupMemo};

/// The result of a round.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub dead: PointSet,
    pub living: [PointSet; 2],
    pub stones: [PointSet; 2],
    pub links: LinkTable,
    pub groups: Vec<Group>,
    pub group_at: [u16; CELLS],
    /// The group of every string.
    pub group_of: Vec<u16>,
    /// What the living stones radiate, all alike.
    pub potential: Potential,
    touch: [Touch; 2],
    /// Where groups of each colour may walk for their dame, and for the PON estimate.
    open: [PointSet; 2],
    pon_open: [PointSet; 2],
    prisons: Vec<Prison>,
    /// The numbering of the strings that the groups know.
    numbering: u64,
    work: Work,
    /// What is remembered of each group.
    // boxed: groups come and go in the middle of the list, and a memo is a kilobyte or two
    #[allow(clippy::vec_box)]
    memos: Vec<Box<GroupMemo>>,
}

/// Working memory: what neighbours want to know of the groups, and which of them have something to tell.
#[derive(Clone, Debug, Default)]
struct Work {
    briefs: Vec<Brief>,
    told: Vec<bool>,
    moved: Vec<bool>,
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
struct Changes {
    /// Points whose stone or its life changed.
    dirty: PointSet,
    /// Stones whose own links changed, and both ends of those links.
    relinked: PointSet,
    link_ends: PointSet,
    /// Doors for the walks of each colour, and for those of its PON estimate.
    open: [Doors; 2],
    pon_open: [Doors; 2],
    /// For each colour: where the enemy's stones touch points that they did not touch, or no longer do.
    touched: [PointSet; 2],
    /// Points where the potential of all stones changed.
    radiated: PointSet,
    /// Stones that belong to a group of another name now.
    relabelled: PointSet,
    /// Did any group get another number?
    renumbered: bool,
    /// Every point where something of all this changed.
    any: PointSet,
}

impl Changes {
    fn bring_together(&mut self) {
        let mut any = self.dirty.union(&self.relinked).union(&self.relabelled);
        for doors in self.open.iter().chain(&self.pon_open) {
            any.add(&doors.closed);
            any.add(&doors.opened);
        }
        self.touched.iter().for_each(|touched| any.add(touched));
        self.any = any;
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
            group_at: [NONE; CELLS],
            group_of: Vec::new(),
            potential: Potential::new(),
            touch: Default::default(),
            open: [PointSet::EMPTY; 2],
            pon_open: [PointSet::EMPTY; 2],
            prisons: Vec::new(),
            numbering: u64::MAX,
            work: Work::default(),
            memos: Vec::new(),
        }
    }

    /// Recognises groups with `view.dead` taken for dead.
    pub fn update(&mut self, tools: &mut Tools, view: &View, strings: &Strings, to_play: Color, ask: &mut dyn Ask) {
        let mut changes = self.take_over(tools, view, ask);
        self.gather(tools, view, strings, &mut changes);
        changes.bring_together();
        self.measure(tools, view, &changes);
        self.find_neighbours(tools, view, &changes);
        self.first_look(tools, view, strings, ask.owners());
        self.rate_survival(tools, view, to_play, &changes, ask.owners());
        self.judge_life(tools, view, &changes, ask);
    }

    /// Stones, links and potential of the new view.
    fn take_over(&mut self, tools: &Tools, view: &View, ask: &mut dyn Ask) -> Changes {
        let mut dirty = self.dead.difference(&view.dead);
        for i in 0..2 {
            dirty = dirty.union(&self.living[i].difference(&view.living[i]));
            dirty = dirty.union(&self.stones[i].difference(&view.stones[i]));
        }
        let linked = self.links.update(tools, view, &self.stones, &dirty, ask);
        let mut radiated = PointSet::EMPTY;
        self.potential.update(&self.living, &view.living, tools.geometry, &mut radiated);
        let mut changes = Changes {
            dirty,
            relinked: linked.stones,
            link_ends: linked.ends,
            open: Default::default(),
            pon_open: Default::default(),
            touched: [PointSet::EMPTY; 2],
            radiated,
            relabelled: PointSet::EMPTY,
            renumbered: false,
            any: PointSet::EMPTY,
        };
        for color in Color::BOTH {
            let (own, enemy) = (color.index(), color.opponent().index());
            let touch = Touch::of(&view.living[enemy]);
            changes.touched[own] = self.touch[enemy].any.difference(&touch.any);
            self.touch[enemy] = touch;
            let walkable = view.walkable(color);
            let open = walkable.minus(&self.links.blocking[enemy]);
            changes.open[own] = Doors::new(&self.open[own], &open);
            self.open[own] = open;
            let pon_open = walkable.minus(&touch.more);
            changes.pon_open[own] = Doors::new(&self.pon_open[own], &pon_open);
            self.pon_open[own] = pon_open;
        }
        self.dead = view.dead;
        self.living = view.living;
        self.stones = view.stones;
        changes
    }

    /// Stones of groups found dead.
    pub fn dead_stones(&self) -> PointSet {
        let mut dead = self.dead;
        self.groups.iter().filter(|group| group.class == Class::Dead).for_each(|group| dead.add(&group.stones));
        dead
    }
}
