//! From a position to its model: strings, links, groups and which of them are dead, families, judgement.
//!
//! A model is a function of the position and of what the reader says. Nothing about a position is kept for the next
//! one; a [`Recogniser`] holds tables.

use crate::adjust::{Adjusted, adjust};
use crate::ask::Ask;
use crate::families::{self, families};
use crate::geometry::Geometry;
use crate::groups::{Class, Group};
use crate::inner::EXACT_EYES;
use crate::judgement::Count;
use crate::model::PositionModel;
use crate::pon::Profile;
use crate::potential::Potential;
use crate::questions::Questions;
use crate::quick::QuickAsk;
use crate::settings::Settings;
use crate::strength;
use crate::strings::Strings;
use crate::territory::{self, Levels};
use crate::view::View;
use gosedai_board::{Board, Color, PointSet, Position};
use gosedai_knowledge::Knowledge;
use gosedai_worth::EyeBook;
use std::sync::Arc;

/// What recognition needs to know of a position beside the board.
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

        // links and groups
        let Adjusted { view, links, mut groups, group_at, rounds, settled } =
            adjust(&board, &strings, setting.to_play, &tools, &mut self.eyes, &mut questions);
        strength::rate(&mut groups, setting.to_play, &self.settings, &self.profile);
        strings.mark_keys(&view, &groups, &group_at);

        // the whole board: potential, territory, families, judgement
        let potential = Potential::weighted(&groups, geometry);
        let levels = Levels::new(&potential, &self.settings);
        let territory = territory::settle(&view.full, &groups, &levels, &self.settings);
        let ground = families::Ground {
            living: &view.living,
            free: view.empty.union(&view.dead),
            edge: &geometry.edge,
            members: &levels.member,
            inner: inner(&territory, &groups, &view),
        };
        let (families, family_at) = families(&ground, &groups, &group_at);
        let judgement = Count {
            view: &view,
            groups: &groups,
            potential: &potential,
            equivalent: &self.knowledge.equivalent,
            territory,
            blocking: &links.blocking,
            compensation: setting.compensation,
            to_play: setting.to_play,
        }
        .judge(&self.settings);
        PositionModel {
            size,
            to_play: setting.to_play,
            strings: strings.list,
            links: links.list,
            groups,
            families,
            potential,
            blocking: links.blocking,
            dead: view.dead,
            contradictions: strings.contradictions,
            rounds,
            settled,
            judgement,
            string_at: strings.at,
            group_at,
            family_at,
        }
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
