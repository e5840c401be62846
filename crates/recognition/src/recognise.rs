//! The way from a position to its model: strings, rounds of the adjustment, potential, families, judgement.
//!
//! A [`Recogniser`] remembers the last position it saw and takes over what did not change; the result never depends on
//! what it remembers.

use crate::ask::Ask;
use crate::distance::Walker;
use crate::families;
use crate::geometry::Geometry;
use crate::judgement::{self, Count};
use crate::model::{PositionModel, Round};
use crate::pon::Profile;
use crate::potential::{Potential, Weights};
use crate::quick::QuickAsk;
use crate::settings::Settings;
use crate::stage::{self, Stage, Tools};
use crate::strings::{NONE, Strings};
use crate::view::View;
use gosedai_board::{Board, CELLS, Color, PointSet, Position};
use gosedai_knowledge::Knowledge;
use std::sync::Arc;

/// Rounds after which the adjustment stops even if something still changes.
const MOST_ROUNDS: usize = 5;

/// What of a position recognition depends on.
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

struct Memory {
    stones: [PointSet; 2],
    strings: Strings,
    stages: Vec<Stage>,
    potential: Potential,
    weights: Weights,
    families: Vec<families::Family>,
}

/// Recognises positions one after the other.
pub struct Recogniser {
    knowledge: Arc<Knowledge>,
    settings: Settings,
    profile: Profile,
    geometry: Option<Geometry>,
    walker: Walker,
    memory: Option<Memory>,
}

impl Recogniser {
    pub fn new(knowledge: Arc<Knowledge>) -> Recogniser {
        Recogniser {
            settings: Settings::new(&knowledge.params),
            profile: Profile::new(&knowledge.fuseki_paper),
            knowledge,
            geometry: None,
            walker: Walker::new(),
            memory: None,
        }
    }

    pub fn knowledge(&self) -> &Arc<Knowledge> {
        &self.knowledge
    }

    /// Forgets the last position; the next is recognised from scratch.
    pub fn forget(&mut self) {
        self.memory = None;
    }

    /// The model of a position.
    pub fn recognise(&mut self, position: &Position, ask: &mut dyn Ask) -> PositionModel {
        self.look(position.board(), Setting::of(position), ask)
    }

    /// The model of a board.
    pub fn look(&mut self, board: &Board, setting: Setting, ask: &mut dyn Ask) -> PositionModel {
        let size = board.size();
        if self.geometry.as_ref().is_none_or(|geometry| geometry.size != size) {
            self.geometry = Some(Geometry::new(size, &self.knowledge));
            self.memory = None;
        }
        let Some(geometry) = &self.geometry else { unreachable!("made above") };
        let mut tools = Tools {
            geometry,
            knowledge: &self.knowledge,
            settings: &self.settings,
            profile: &self.profile,
            walker: &mut self.walker,
        };
        let first = View::new(board, PointSet::EMPTY);
        let memory = self.memory.take();
        let dirty = memory.as_ref().map(|memory| {
            let differ = |a: &PointSet, b: &PointSet| a.minus(b).union(&b.minus(a));
            differ(&memory.stones[0], &first.stones[0]).union(&differ(&memory.stones[1], &first.stones[1]))
        });
        let mut strings = Strings::new(board, size, ask, memory.as_ref().map(|m| &m.strings).zip(dirty.as_ref()));
        // the adjustment: groups, dead groups, groups without them, until nothing changes
        let mut dead = strings.dead_stones();
        let mut stages: Vec<Stage> = Vec::with_capacity(3);
        let mut rounds = Vec::new();
        let mut settled = false;
        while stages.len() < MOST_ROUNDS && !settled {
            let view = View::new(board, dead);
            let before = memory.as_ref().and_then(|m| m.stages.get(stages.len())).or(stages.last());
            let stage = stage::run(&mut tools, &view, &strings, setting.to_play, ask, before);
            let more = stage.dead_stones();
            settled = more == dead;
            rounds.push(Round { dead, groups: stage.groups.len() });
            dead = more;
            stages.push(stage);
        }
        if let Some(last) = stages.last_mut() {
            last.rate(&tools, setting.to_play);
        }
        let Some(last) = stages.last() else { unreachable!("there is always a first round") };
        let view = View::new(board, last.dead);
        // the potential shown and judged: stones radiate as surely as they live
        let mut weights = Weights::new();
        for group in &last.groups {
            weights.set(&group.stones, group.color, group.survival);
        }
        let (mut potential, old_weights) = match &memory {
            Some(memory) => (memory.potential.clone(), memory.weights.clone()),
            None => (Potential::new(), Weights::new()),
        };
        for point in geometry.full.iter() {
            let change = i32::from(weights.of[point.index()]) - i32::from(old_weights.of[point.index()]);
            if change != 0 {
                potential.add(point, change, geometry);
            }
        }
        mark_key_strings(&mut strings, last);
        let territory = judgement::territory(&view, &last.groups, &potential, &self.settings);
        let ground = families::Ground {
            groups: &last.groups,
            group_at: &last.group_at,
            living: &view.living,
            edge: &geometry.edge,
            full: &geometry.full,
            territory: &territory,
        };
        let families = families::find(
            &potential,
            &self.settings,
            &ground,
            memory.as_ref().map(|memory| memory.families.as_slice()),
        );
        let mut family_at = [NONE; CELLS];
        for (i, family) in families.iter().enumerate() {
            for point in family.points.iter() {
                family_at[point.index()] = i as u16;
            }
        }
        let judgement = Count {
            view: &view,
            groups: &last.groups,
            potential: &potential,
            territory,
            compensation: setting.compensation,
            to_play: setting.to_play,
        }
        .judge(&self.knowledge.equivalent, &self.settings);
        let model = PositionModel {
            size,
            to_play: setting.to_play,
            strings: strings.list.clone(),
            links: last.links.clone(),
            groups: last.groups.clone(),
            families: families.clone(),
            potential: potential.clone(),
            blocking: last.blocking,
            dead: last.dead,
            contradictions: strings.contradictions.clone(),
            rounds,
            settled,
            judgement,
            string_at: strings.at,
            group_at: last.group_at,
            family_at,
        };
        self.memory = Some(Memory { stones: first.stones, strings, stages, potential, weights, families });
        model
    }
}

/// Key stones 種石: capturing the string would join enemy groups, or free a weak one.
fn mark_key_strings(strings: &mut Strings, stage: &Stage) {
    let heads: Vec<u16> = strings.list.iter().map(|s| stage.group_at[s.head.index()]).collect();
    for i in 0..strings.list.len() {
        let mut touching: Vec<u16> = strings.list[i].enemies.iter().map(|&enemy| heads[enemy as usize]).collect();
        touching.sort_unstable();
        touching.dedup();
        let dead = stage.dead.contains(strings.list[i].head);
        let weak = touching.iter().any(|&g| stage.groups[g as usize].class.is_weak());
        strings.list[i].key = !dead && (touching.len() >= 2 || weak);
    }
}

/// Recognises one position from scratch with the quick reader.
pub fn recognise(position: &Position, knowledge: &Arc<Knowledge>) -> PositionModel {
    Recogniser::new(knowledge.clone()).recognise(position, &mut QuickAsk)
}
