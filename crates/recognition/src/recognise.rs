//! The way from a position to its model: strings, rounds of the adjustment, potential, families, judgement.
//!
//! A [`Recogniser`] remembers the last position it saw and takes over what did not change; the result never depends on
//! what it remembers.

use crate::ask::Ask;
use crate::distance::Walker;
use crate::geometry::Geometry;
use crate::inner::EXACT_EYES;
use crate::judgement::Count;
use crate::model::{PositionModel, Round};
use crate::phase::Expanse;
use crate::pon::Profile;
use crate::potential::Worth;
use crate::quick::QuickAsk;
use crate::settings::Settings;
use crate::stage::{Gatherer, Scene, Stage, Tools};
use crate::strings::Strings;
use crate::view::View;
use crate::whole::Whole;
use gosedai_board::{Board, Color, Point, PointSet, Position, Size, zobrist};
use gosedai_knowledge::Knowledge;
use gosedai_worth::EyeBook;
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

/// What is kept from position to position.
struct Memory {
    stones: [PointSet; 2],
    /// The same board for readers to play on, without ko ban.
    sheet: Option<Board>,
    /// Whose answers are remembered.
    ask: u64,
    strings: Strings,
    /// Rounds of the adjustment; more than the last position needed may be kept.
    stages: Vec<Stage>,
    whole: Whole,
    expanse: Expanse,
    /// The result. Strings, links, groups and families move in when it is ready and back when work goes on.
    model: PositionModel,
    /// Which stage they come from.
    last: Option<usize>,
}

impl Memory {
    fn new(size: Size, settings: &Settings) -> Memory {
        Memory {
            stones: [PointSet::EMPTY; 2],
            sheet: None,
            ask: 0,
            strings: Strings::new(),
            stages: Vec::new(),
            whole: Whole::new(settings),
            expanse: Expanse::new(&PointSet::full(size)),
            model: PositionModel::new(size),
            last: None,
        }
    }

    /// Moves strings, links and groups between the model and where they are worked on.
    fn exchange(&mut self) {
        std::mem::swap(&mut self.model.strings, &mut self.strings.list);
        std::mem::swap(&mut self.model.string_at, &mut self.strings.at);
        std::mem::swap(&mut self.model.families, &mut self.whole.families.list);
        std::mem::swap(&mut self.model.family_at, &mut self.whole.families.at);
        if let Some(stage) = self.last.and_then(|last| self.stages.get_mut(last)) {
            std::mem::swap(&mut self.model.groups, &mut stage.groups);
            std::mem::swap(&mut self.model.group_at, &mut stage.group_at);
            std::mem::swap(&mut self.model.links, &mut stage.links.list);
        }
    }
}

/// Recognises positions one after the other.
pub struct Recogniser {
    knowledge: Arc<Knowledge>,
    settings: Settings,
    profile: Profile,
    worth: Worth,
    geometry: Option<Geometry>,
    walker: Walker,
    gatherer: Gatherer,
    scene: Scene,
    eyes: EyeBook,
    memory: Option<Box<Memory>>,
}

impl Recogniser {
    pub fn new(knowledge: Arc<Knowledge>) -> Recogniser {
        let settings = Settings::new(&knowledge.params);
        let profile = Profile::new(&knowledge.fuseki_paper);
        Recogniser {
            scene: Scene::new(&settings, &profile),
            settings,
            profile,
            worth: Worth::new(&knowledge.equivalent),
            knowledge,
            geometry: None,
            walker: Walker::new(),
            gatherer: Gatherer::default(),
            eyes: EyeBook::new(EXACT_EYES),
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

    /// The model of a position, to keep.
    pub fn recognise(&mut self, position: &Position, ask: &mut dyn Ask) -> PositionModel {
        self.look(position.board(), Setting::of(position), ask)
    }

    /// The model of a board, to keep.
    pub fn look(&mut self, board: &Board, setting: Setting, ask: &mut dyn Ask) -> PositionModel {
        self.update(board, setting, ask).clone()
    }

    /// The model of a position, to look at: no more is computed than what changed since the last one.
    pub fn follow(&mut self, position: &Position, ask: &mut dyn Ask) -> &PositionModel {
        let last = position.last_move().and_then(|(color, mv)| Some((mv.point()?, color)));
        self.renew(position.board(), last, Setting::of(position), ask)
    }

    /// The same for a board.
    pub fn update(&mut self, board: &Board, setting: Setting, ask: &mut dyn Ask) -> &PositionModel {
        self.renew(board, None, setting, ask)
    }

    /// The same for a board and the stone that was played last, if that is known.
    fn renew(&mut self, board: &Board, last: Played, setting: Setting, ask: &mut dyn Ask) -> &PositionModel {
        let size = board.size();
        if self.geometry.as_ref().is_none_or(|geometry| geometry.size != size) {
            self.geometry = Some(Geometry::new(size, &self.knowledge));
            self.memory = None;
        }
        if self.memory.as_ref().is_some_and(|memory| memory.ask != ask.name()) {
            self.memory = None;
        }
        let Some(geometry) = &self.geometry else { unreachable!("made above") };
        let memory = &mut **self.memory.get_or_insert_with(|| Box::new(Memory::new(size, &self.settings)));
        memory.ask = ask.name();
        memory.exchange();
        let mut tools = Tools {
            geometry,
            knowledge: &self.knowledge,
            settings: &self.settings,
            profile: &self.profile,
            walker: &mut self.walker,
            gatherer: &mut self.gatherer,
            eyes: &mut self.eyes,
        };
        let before = memory.stones;
        let last = last.filter(|&played| memory.sheet.as_ref().is_some_and(|sheet| is_next(sheet, played, board)));
        let dirty = match (&memory.sheet, last) {
            (Some(_), Some((point, color))) => {
                memory.stones[color.index()].insert(point);
                PointSet::from_iter([point])
            }
            (Some(sheet), None) => {
                let changed = board.changed_points(sheet);
                for (stones, color) in memory.stones.iter_mut().zip(Color::BOTH) {
                    changed.each(|point| stones.assign(point, board.at(point).is(color)));
                }
                changed
            }
            (None, _) => {
                memory.stones = Color::BOTH.map(|color| board.stone_set(color));
                memory.stones[0].union(&memory.stones[1])
            }
        };
        let board = View::of(board, memory.stones, &geometry.full);
        let sheet = renewed(&mut memory.sheet, &board, last, &before);
        memory.strings.update(&board, sheet, &dirty, ask);
        // the adjustment: groups, dead groups, groups without them, until nothing changes
        let model = &mut memory.model;
        let rounds_before = model.rounds.len();
        model.rounds.clear();
        model.settled = false;
        let mut dead = memory.strings.dead_stones();
        while model.rounds.len() < MOST_ROUNDS && !model.settled {
            let round = model.rounds.len();
            if memory.stages.len() == round {
                memory.stages.push(memory.stages.last().cloned().unwrap_or_else(Stage::new));
            }
            let (before, stage) = memory.stages.split_at_mut(round);
            let stage = &mut stage[0];
            let view = board.with_dead(dead);
            self.scene.more = round + 1 < rounds_before;
            stage.update(&mut tools, &view, &memory.strings, setting.to_play, &mut self.scene, before.last(), ask);
            let more = stage.dead_stones();
            model.settled = more == dead;
            if model.settled || round + 1 == MOST_ROUNDS {
                stage.complete(&mut tools, &view, &self.scene, ask);
            }
            model.rounds.push(Round { dead, groups: stage.groups.len() });
            dead = more;
        }
        let last = model.rounds.len() - 1;
        let stage = &mut memory.stages[last];
        stage.rate(&tools, &memory.strings, setting.to_play);
        let view = board.with_dead(stage.dead);
        mark_key_strings(&mut memory.strings, stage);
        let whole = &mut memory.whole;
        whole.update(&view, stage, memory.last == Some(last), geometry, &self.settings);
        model.to_play = setting.to_play;
        model.judgement = Count {
            view: &view,
            groups: &stage.groups,
            weak: &stage.weak,
            far: memory.expanse.update(&geometry.full, &view.stones[0].union(&view.stones[1])),
            potential: &whole.potential,
            worth: &self.worth,
            territory: whole.settled,
            blocking: &stage.links.blocking,
            compensation: setting.compensation,
            to_play: setting.to_play,
        }
        .judge(&self.settings);
        model.potential.clone_from(&whole.potential);
        model.blocking = stage.links.blocking;
        model.dead = stage.dead;
        model.contradictions.clone_from(&memory.strings.contradictions);
        memory.last = Some(last);
        memory.exchange();
        &memory.model
    }
}

/// A stone that was played.
type Played = Option<(Point, Color)>;

/// Is a board the one that comes from another by a stone that captures nothing?
fn is_next(before: &Board, (point, color): (Point, Color), now: &Board) -> bool {
    before.is_empty(point) && before.hash() ^ zobrist::stone(color, point) == now.hash()
}

/// The stone that came, if there is one only.
fn only_new(stones: &[PointSet; 2], before: &[PointSet; 2]) -> Played {
    let come = [0, 1].map(|i| stones[i].minus(&before[i]));
    let color = if come[0].is_empty() { Color::White } else { Color::Black };
    let point = come[color.index()].first()?;
    (come[0].len() + come[1].len() == 1).then_some((point, color))
}

/// The board to play on after a move: the move is played there too; after anything else it is copied.
fn renewed<'a>(sheet: &'a mut Option<Board>, view: &View, last: Played, before: &[PointSet; 2]) -> &'a mut Board {
    if let Some(sheet) = sheet {
        if let Some((point, color)) = last.or_else(|| only_new(&view.stones, before))
            && sheet.is_legal(point, color)
        {
            sheet.play_forever(point, color);
            sheet.clear_ko();
        }
        if sheet.hash() != view.board.hash() {
            sheet.clone_from(view.board);
            sheet.clear_ko();
        }
    }
    sheet.get_or_insert_with(|| {
        let mut board = view.board.clone();
        board.clear_ko();
        board
    })
}

/// Key stones 種石: capturing the string would join enemy groups, or free a weak one.
fn mark_key_strings(strings: &mut Strings, stage: &Stage) {
    for string in &mut strings.list {
        let first = string.enemies.first().map_or(0, |&enemy| stage.group_of[enemy as usize]);
        let mut key = false;
        for &enemy in &string.enemies {
            let group = stage.group_of[enemy as usize];
            key |= (group != first) | stage.weak[group as usize];
        }
        string.key = key & !stage.dead.contains(string.head);
    }
}

/// Recognises one position from scratch with the quick reader.
pub fn recognise(position: &Position, knowledge: &Arc<Knowledge>) -> PositionModel {
    Recogniser::new(knowledge.clone()).recognise(position, &mut QuickAsk)
}
