//! `solve`: small boards, from the empty board or from a record's position.

mod checkpoints;
mod position;

use std::time::Instant;

use gosedai_smallboard::paper::Variant;
use gosedai_smallboard::proof::{Goal, Snapshot, Table};
use gosedai_smallboard::solve::{self as solver, Hooks, Method, Note, Position, Question, Resources, Winner};
use gosedai_smallboard::{Geometry, RuleSet, SmallBoardError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::files::LocalPath;
use crate::{ApiError, Command, Context, GameInput};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Solve {
    /// ROWSxCOLUMNS, such as 4x5; not needed with a record.
    pub board: Option<String>,
    /// A record whose position is to be solved, as SGF text.
    pub sgf: Option<String>,
    /// Position after this many moves of the record's main line; the end if absent.
    #[serde(rename = "move")]
    pub move_number: Option<usize>,
    /// A drawn position instead of a record: X, O and . row by row from the top, rows separated by / or line ends.
    pub diagram: Option<String>,
    /// Side to move of a drawn position: black (the default) or white.
    pub to_play: Option<String>,
    /// A point of a drawn position that may not be retaken now, such as B2.
    pub ko: Option<String>,
    /// basic, tie0, passdiff, psk, ssk or afure.
    pub rules: Option<String>,
    /// base, promise, all, best or oracle.
    pub method: Option<String>,
    /// Only who wins, not by how much.
    pub win: bool,
    /// With the paper's searcher: merge positions after filling promised points.
    pub landfill: bool,
    /// Also the value of every legal move.
    pub moves: bool,
    pub threads: Option<usize>,
    /// Table memory in MiB.
    pub memory: Option<usize>,
    /// Stop after about this many positions.
    pub nodes: Option<u64>,
    /// Checkpoint to resume from and to write to.
    #[schemars(skip)]
    pub resume: Option<LocalPath>,
    /// Minutes between checkpoints; 0 saves whenever there is something new.
    #[serde(skip)]
    pub checkpoint_minutes: u64,
}

/// The value of one legal move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SolvedMove {
    #[serde(rename = "move")]
    pub step: String,
    pub value: Option<i32>,
    pub low: i32,
    pub high: i32,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solved {
    pub board: String,
    pub rules: String,
    pub method: String,
    /// black, white, draw, not-black (the paper's second answer) or unknown.
    pub result: String,
    /// Black's margin.
    pub value: Option<i32>,
    pub low: i32,
    pub high: i32,
    pub complete: bool,
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub best: Option<String>,
    pub pv: Vec<String>,
    pub nodes: u64,
    pub seconds: f64,
    pub nodes_per_second: f64,
    pub table_bytes: usize,
    /// Codes: identification-not-proven, needs-walk, outcome-only, stopped, bracket-only.
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<SolvedMove>>,
    /// Why the proof could not be saved, if it could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsaved: Option<String>,
}

/// Default table size in MiB.
const MEMORY: usize = 1024;

/// The same for the paper's searcher: a machine of 2009 had little, and its node counts depend on it.
const PAPER_MEMORY: usize = 8;

fn refused(error: SmallBoardError, cx: &Context) -> ApiError {
    match error {
        SmallBoardError::Stopped => cx.cancel.why().unwrap_or(ApiError::Cancelled),
        SmallBoardError::NoMemory(_) => ApiError::bad("memory", error),
        SmallBoardError::BoardName(_) | SmallBoardError::BoardSize { .. } => ApiError::bad("board", error),
        SmallBoardError::UnknownRules(_) => ApiError::bad("rules", error),
        error => ApiError::failed(error),
    }
}

impl Command for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "solve Go on a small board";
    type Response = Solved;

    fn run(self, cx: &Context) -> Result<Solved, ApiError> {
        let position = self.position(cx)?;
        let rules: RuleSet = self.rules.as_deref().unwrap_or("tie0").parse().map_err(|error| refused(error, cx))?;
        let method = self.method()?;
        let question = if self.win { Question::Win } else { Question::Value };
        let usual = if matches!(method, Method::Paper(_)) { PAPER_MEMORY } else { MEMORY };
        let memory = self.memory.unwrap_or(usual).clamp(1, 64 << 10) << 20;
        let threads = self.threads.unwrap_or(2).clamp(1, 64);
        let resources = Resources { threads, memory, nodes: self.nodes.unwrap_or(0) };
        let clock = Instant::now();
        let cancel = cx.cancel.flag();
        let (mut hooks, unsaved) = match &self.resume {
            Some(file) => checkpoints::hooks(file, &position.geometry, self.checkpoint_minutes, cx)?,
            None => {
                let tick =
                    |s: &Snapshot, goal: &Goal, _: &Table| cx.report(s.nodes, 0, checkpoints::progress_line(s, goal));
                (Hooks { resume: None, tick: Box::new(tick) }, checkpoints::Unsaved::default())
            }
        };
        let answer = solver::solve(&position, rules, method, question, resources, &cancel, &mut hooks)
            .map_err(|error| refused(error, cx))?;
        let moves = if self.moves { Some(self.move_values(&position, rules, resources, cx)?) } else { None };
        let seconds = clock.elapsed().as_secs_f64();
        let method_name = match method {
            Method::Best => "best",
            Method::Oracle => "oracle",
            Method::Paper(Variant::Base) => "base",
            Method::Paper(Variant::Promise) => "promise",
            Method::Paper(Variant::All) => "all",
        };
        Ok(Solved {
            board: position.geometry.name(),
            rules: rules.to_string(),
            method: method_name.to_string(),
            result: match answer.winner {
                Winner::Black => "black",
                Winner::White => "white",
                Winner::Draw => "draw",
                Winner::NotBlack => "not-black",
                Winner::Unknown => "unknown",
            }
            .to_string(),
            value: answer.value,
            low: answer.low,
            high: answer.high,
            complete: answer.complete,
            to_play: if position.black_to_move { "black" } else { "white" }.to_string(),
            best: answer.best.map(|b| position.name(b)),
            pv: answer.pv.iter().map(|&s| position.name(s)).collect(),
            nodes: answer.nodes,
            seconds,
            nodes_per_second: answer.nodes as f64 / seconds.max(1e-6),
            table_bytes: answer.table_bytes,
            notes: answer.notes.iter().map(|n| note(*n).to_string()).collect(),
            moves,
            unsaved: unsaved.take(),
        })
    }
}

fn note(note: Note) -> &'static str {
    match note {
        Note::IdentificationNotProven => "identification-not-proven",
        Note::NeedsWalk => "needs-walk",
        Note::OutcomeOnly => "outcome-only",
        Note::Stopped => "stopped",
        Note::BracketOnly => "bracket-only",
    }
}

impl Solve {
    fn method(&self) -> Result<Method, ApiError> {
        let method = match self.method.as_deref().unwrap_or("best") {
            "best" => Method::Best,
            "oracle" => Method::Oracle,
            "base" => Method::Paper(if self.landfill { Variant::Promise } else { Variant::Base }),
            "promise" => Method::Paper(Variant::Promise),
            "all" => Method::Paper(Variant::All),
            other => {
                let message = format!("'{other}' is not a method here: write base, promise, all, best or oracle");
                return Err(ApiError::bad("method", message));
            }
        };
        if self.landfill && !matches!(method, Method::Paper(_)) {
            let message =
                "landfill merges positions of different value: it goes with --method base, promise or all only";
            return Err(ApiError::bad("landfill", message));
        }
        Ok(method)
    }

    fn position(&self, cx: &Context) -> Result<Position, ApiError> {
        let named =
            self.board.as_deref().map(|b| Geometry::parse(b).map_err(|error| refused(error, cx))).transpose()?;
        if let Some(rows) = &self.diagram {
            let position = position::of_diagram(rows, self.to_play.as_deref(), self.ko.as_deref())?;
            let drawn = &position.geometry;
            if let Some(g) = named.filter(|g| (g.rows, g.cols) != (drawn.rows, drawn.cols)) {
                let message = format!("the diagram is {}, not {}", drawn.name(), g.name());
                return Err(ApiError::bad("board", message));
            }
            return Ok(position);
        }
        match (&self.sgf, named) {
            (Some(sgf), named) => {
                let game = GameInput { sgf: sgf.clone(), move_number: self.move_number, ..GameInput::default() };
                let position = position::of_record(&game)?;
                match named {
                    Some(g) if (g.rows, g.cols) != (position.geometry.rows, position.geometry.cols) => {
                        let message = format!("the record's board is {}, not {}", position.geometry.name(), g.name());
                        Err(ApiError::bad("board", message))
                    }
                    _ => Ok(position),
                }
            }
            (_, Some(geometry)) => Ok(Position::empty(geometry)),
            _ => Err(ApiError::bad("board", "name a board such as 4x5, or give a record or a diagram")),
        }
    }

    fn move_values(
        &self,
        position: &Position,
        rules: RuleSet,
        resources: Resources,
        cx: &Context,
    ) -> Result<Vec<SolvedMove>, ApiError> {
        let all =
            solver::move_values(position, rules, resources, &cx.cancel.flag()).map_err(|error| refused(error, cx))?;
        let named =
            all.iter().map(|m| SolvedMove { step: position.name(m.step), value: m.value, low: m.low, high: m.high });
        Ok(named.collect())
    }
}

#[cfg(test)]
mod tests;
