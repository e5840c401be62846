//! The way from a position to its model: strings, links, groups and which of them are dead, families, judgement.
//!
//! A model is a function of the position and of what the reader says. Nothing about a position is kept for the next one; a
//! [`Recogniser`] holds tables.

use crate::ask::Ask;
use crate::distance::Ground;
use crate::families::{self, families};
use crate::figures::measure;
use crate::gather::{gather, label};
use crate::geometry::Geometry;
use crate::groups::{Class, Group};
use crate::inner::EXACT_EYES;
use crate::judgement::Count;
use crate::life::{self, Judge};
use crate::links::Links;
use crate::model::{PositionModel, Round};
use crate::pon::Profile;
use crate::potential::{Potential, Worth};
use crate::questions::Questions;
use crate::quick::QuickAsk;
use crate::settings::Settings;
use crate::strength;
use crate::strings::Strings;
use crate::survival;
use crate::territory::{self, Levels};
use crate::view::View;
use gosedai_board::{Board, CELLS, Color, PointSet, Position};
use gosedai_knowledge::Knowledge;
use gosedai_worth::EyeBook;
use std::sync::Arc;

/// Rounds after which the adjustment stops even if something still changes.
const MOST_ROUNDS: usize = 5;

/// What of a position recognition depends on, besides the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    pub to_play: Color,
    /// Komi and handicap points, for White.
    pub compensation: f64,
}

impl Setting {
    pub fn of(position: &Position) -> Setting {
        let handicap = position.rules().handicap_points(position.handicap()) as f64;
        Setting { to_play: position.to_play(), compensation: f64::from(position.komi()) + handicap }
    }
}

/// What every step needs.
pub(crate) struct Tools<'a> {
    pub geometry: &'a Geometry,
    pub knowledge: &'a Knowledge,
    pub settings: &'a Settings,
    pub profile: &'a Profile,
}

/// Recognises positions.
pub struct Recogniser {
    knowledge: Arc<Knowledge>,
    settings: Settings,
    profile: Profile,
    worth: Worth,
    /// Tables for the board size seen last.
    geometry: Option<Geometry>,
    /// Exact values of small eye spaces by their shape.
    eyes: EyeBook,
}

impl Recogniser {
    pub fn new(knowledge: Arc<Knowledge>) -> Recogniser {
        Recogniser {
            settings: Settings::new(&knowledge.params),
            profile: Profile::new(&knowledge.fuseki_paper),
            worth: Worth::new(&knowledge.equivalent),
            knowledge,
            geometry: None,
            eyes: EyeBook::new(EXACT_EYES),
        }
    }

    pub fn knowledge(&self) -> &Arc<Knowledge> {
        &self.knowledge
    }

    /// The model of a position.
    pub fn recognise(&mut self, position: &Position, ask: &mut dyn Ask) -> PositionModel {
        self.look(position.board(), Setting::of(position), ask)
    }

    /// The model of a board.
    pub fn look(&mut self, board: &Board, setting: Setting, ask: &mut dyn Ask) -> PositionModel {
        let size = board.size();
        let geometry = match self.geometry.take().filter(|geometry| geometry.size == size) {
            Some(geometry) => geometry,
            None => Geometry::new(size, &self.knowledge),
        };
        let geometry = self.geometry.insert(geometry);
        let tools = Tools { geometry, knowledge: &self.knowledge, settings: &self.settings, profile: &self.profile };
        let board = View::new(board);
        let mut questions = Questions::new(board.board, ask);
        let mut strings = Strings::new(&board, &mut questions);

        // the adjustment: groups, dead groups, groups without them, until nothing changes
        let mut rounds = Vec::new();
        let mut dead = strings.dead_stones();
        let (view, mut stage, settled) = loop {
            let view = board.with_dead(dead);
            let mut stage = Stage::new(&tools, &view, &strings, &mut self.eyes, &mut questions);
            rounds.push(Round { dead, groups: stage.groups.len() });
            // only who is surrounded may turn out dead: the others wait for the last round
            stage.judge(&tools, &view, &strings, setting.to_play, &mut questions, Group::is_surrounded);
            let more = stage.dead_stones(&view);
            let settled = more == dead;
            if settled || rounds.len() == MOST_ROUNDS {
                let others = |group: &Group| !group.is_surrounded();
                stage.judge(&tools, &view, &strings, setting.to_play, &mut questions, others);
                break (view, stage, settled);
            }
            dead = more;
        };
        strength::rate(&mut stage.groups, setting.to_play, &self.settings, &self.profile);
        strings.mark_keys(&view, &stage.groups, &stage.group_at);

        let potential = Potential::weighted(&stage.groups, geometry);
        let levels = Levels::new(&potential, &self.settings);
        let territory = territory::settle(&view.full, &stage.groups, &levels, &self.settings);
        let ground = families::Ground {
            living: &view.living,
            free: view.empty.union(&view.dead),
            edge: &geometry.edge,
            members: &levels.member,
            inner: inner(&territory, &stage.groups, &view),
        };
        let (families, family_at) = families(&ground, &stage.groups, &stage.group_at);
        let judgement = Count {
            view: &view,
            groups: &stage.groups,
            potential: &potential,
            worth: &self.worth,
            territory,
            blocking: &stage.links.blocking,
            compensation: setting.compensation,
            to_play: setting.to_play,
        }
        .judge(&self.settings);
        PositionModel {
            size,
            to_play: setting.to_play,
            strings: strings.list,
            links: stage.links.list,
            groups: stage.groups,
            families,
            potential,
            blocking: stage.links.blocking,
            dead: view.dead,
            contradictions: strings.contradictions,
            rounds,
            settled,
            judgement,
            string_at: strings.at,
            group_at: stage.group_at,
            family_at,
        }
    }
}

/// One round of the adjustment: links and groups with certain stones taken for dead.
struct Stage {
    links: Links,
    groups: Vec<Group>,
    group_at: Box<[u16; CELLS]>,
}

impl Stage {
    /// The groups with their own figures, and as much of their life as is plain without comparing them.
    fn new(tools: &Tools, view: &View, strings: &Strings, eyes: &mut EyeBook, questions: &mut Questions) -> Stage {
        let links = Links::new(view, tools.geometry, tools.knowledge, questions);
        let mut groups = gather(view, strings, &links);
        let group_at = label(&groups);
        measure(&mut groups, &group_at, &links, view, tools, eyes);
        life::first_look(&mut groups, view, strings, tools.settings, questions.owners());
        Stage { links, groups, group_at }
    }

    /// Judges the groups that are asked for.
    fn judge(
        &mut self,
        tools: &Tools,
        view: &View,
        strings: &Strings,
        to_play: Color,
        questions: &mut Questions,
        asked: impl Fn(&Group) -> bool,
    ) {
        let judge = Judge {
            tools,
            view,
            strings,
            ground: &Ground::new(view, &self.group_at),
            potential: &Potential::of(&view.living, tools.geometry),
            progress: survival::progress(view.all_stones().len()),
            to_play,
        };
        for i in 0..self.groups.len() {
            if asked(&self.groups[i]) {
                judge.judge(&mut self.groups, i, questions);
            }
        }
    }

    /// The dead stones of the view, and those of groups found dead.
    fn dead_stones(&self, view: &View) -> PointSet {
        let dead = self.groups.iter().filter(|group| group.class == Class::Dead);
        dead.fold(view.dead, |all, group| all.union(&group.stones))
    }
}

/// Settled points and what living groups enclose, without the living stones of the colour.
fn inner(territory: &[PointSet; 2], groups: &[Group], view: &View) -> [PointSet; 2] {
    let mut inner = *territory;
    for group in groups.iter().filter(|group| group.class != Class::Dead) {
        inner[group.color.index()].add(&group.inner);
    }
    [inner[0].minus(&view.living[0]), inner[1].minus(&view.living[1])]
}

/// Recognises one position from scratch with the quick reader.
pub fn recognise(position: &Position, knowledge: &Arc<Knowledge>) -> PositionModel {
    Recogniser::new(knowledge.clone()).recognise(position, &mut QuickAsk)
}
