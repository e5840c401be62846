//! `problem make`: problems cut out of games. A group whose life depends on who moves first, exactly one move that decides it,
//! and every other move refuted; all of it proved on the very board that is written down.

mod cut;
pub mod level;
mod sgf;

use std::collections::HashSet;

use gosedai_board::{Board, Color, PointSet, Symmetry};
use gosedai_engine::{ApiError, Command, Context, GameInput, numbers};
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{Mode, parse_first};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use cut::Made;

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct MakeProblems {
    /// The games, as SGF.
    pub games: Vec<SourceGame>,
    /// Processor seconds for one position (default: 2).
    #[serde(default)]
    pub limit: Option<f64>,
    /// So many problems at most.
    #[serde(default)]
    pub max: Option<usize>,
}

/// A game and where it comes from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SourceGame {
    pub name: String,
    pub sgf: String,
}

#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MadeProblems {
    /// A collection: one record a problem, right and wrong moves marked.
    pub sgf: String,
    pub problems: usize,
    pub games: usize,
    pub positions: usize,
    /// How many of them have which level.
    pub levels: std::collections::BTreeMap<String, usize>,
    pub stopped: bool,
}

/// The first position looked at, and every how many moves one is.
const FIRST: usize = 20;
const STEP: usize = 1;
/// Problems that a game gives at most.
const OF_A_GAME: usize = 6;

impl Command for MakeProblems {
    const NAME: &'static str = "problem-make";
    const ABOUT: &'static str = "problems cut out of games: one right move, everything proved, written as SGF";
    type Response = MadeProblems;

    fn run(self, cx: &Context) -> Result<MadeProblems, ApiError> {
        let seconds = numbers::seconds("limit", self.limit.unwrap_or(2.0))?;
        let mut maker = Maker::new(cx, seconds, self.max.unwrap_or(usize::MAX))?;
        let total = self.games.len() as u64;
        for (number, game) in self.games.iter().enumerate() {
            if cx.go_on().is_err() || maker.is_full() {
                break;
            }
            maker.game(game, cx)?;
            let words = format!("games, {} problems", maker.made.problems);
            cx.report_partial(number as u64 + 1, total, words, serde_json::json!({ "sgf": maker.made.sgf }));
        }
        maker.made.stopped = cx.go_on().is_err();
        Ok(maker.made)
    }
}

struct Maker {
    seconds: f64,
    most: usize,
    made: MadeProblems,
    /// Boards that are problems already, however they are turned and coloured.
    seen: HashSet<u64>,
    lexicon: std::sync::Arc<gosedai_knowledge::Knowledge>,
    levels: level::Levels,
}

impl Maker {
    fn new(cx: &Context, seconds: f64, most: usize) -> Result<Maker, ApiError> {
        let lexicon = cx.knowledge()?;
        let levels = level::Levels::new(&lexicon.params);
        Ok(Maker { seconds, most, made: MadeProblems::default(), seen: HashSet::new(), lexicon, levels })
    }

    fn is_full(&self) -> bool {
        self.made.problems >= self.most
    }

    /// Every few moves of a game. A record that cannot be replayed is left out.
    fn game(&mut self, game: &SourceGame, cx: &Context) -> Result<(), ApiError> {
        let input = GameInput { sgf: game.sgf.clone(), ..GameInput::default() };
        let Ok(loaded) = input.load() else { return Ok(()) };
        let Ok(record) = parse_first(&game.sgf, Mode::Lenient) else { return Ok(()) };
        self.made.games += 1;
        let line = replay::main_line(&record);
        let mut used: Vec<(PointSet, Color)> = Vec::new();
        for number in (FIRST..=loaded.moves.len()).step_by(STEP) {
            if cx.go_on().is_err() || self.is_full() || used.len() >= OF_A_GAME {
                break;
            }
            let Ok(replayed) = replay::replay(&record, &line, Some(number), Overrides::default()) else { break };
            self.made.positions += 1;
            let Some(last) = loaded.moves[number - 1].1.point() else { continue };
            for made in cut::problems(replayed.position.board(), last, self.seconds, cx) {
                // the same group a few moves later is the same problem
                let is_known =
                    used.iter().any(|(stones, mover)| *mover == made.mover && stones.intersects(&made.target));
                if is_known || self.is_full() || !self.seen.insert(canonical(&made.board, made.mover)) {
                    continue;
                }
                used.push((made.target, made.mover));
                self.write(&made, game, number, cx);
            }
        }
        Ok(())
    }

    fn write(&mut self, made: &Made, game: &SourceGame, number: usize, cx: &Context) {
        let level = self.levels.name(made.nodes, made.room);
        let lexicon = self.lexicon.lexicon(cx.lang());
        self.made.problems += 1;
        let source = format!("{} {number}", game.name);
        self.made.sgf += &sgf::record(made, self.made.problems, &source, &level, lexicon);
        self.made.sgf.push('\n');
        *self.made.levels.entry(level).or_default() += 1;
    }
}

/// The same number for all boards that are one when turned, mirrored, or with the colours exchanged.
fn canonical(board: &Board, mover: Color) -> u64 {
    let board = if mover == Color::White { board.swapped_colors() } else { board.clone() };
    Symmetry::of(board.size()).iter().map(|view| view.apply_board(&board).hash()).min().unwrap_or(0)
}

#[cfg(test)]
mod tests;
