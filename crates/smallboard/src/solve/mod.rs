//! The front door: a position, a rule set and a question in; value, bracket, best move and line of play out.

mod best;
mod browse;
mod oracle;
mod position;

use std::sync::atomic::AtomicBool;

use crate::error::SmallBoardError;
use crate::paper::{PaperSearch, Variant};
use crate::proof::{Snapshot, Table};
use crate::rules::RuleSet;
use crate::superko::{Root, Superko};

pub use best::{BestSolver, Hooks};
pub use browse::{MoveValue, move_values};
pub use oracle::Oracle;
pub use position::{Position, Step};

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Proof-number search.
    #[default]
    Best,
    /// Retrograde analysis of the whole board.
    Oracle,
    /// The paper's searcher: outcome only.
    Paper(Variant),
}

/// What to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Question {
    /// The exact value.
    #[default]
    Value,
    /// Who wins.
    Win,
}

/// Who wins, as far as known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    Black,
    White,
    Draw,
    /// The paper's question has two answers only: not a Black win.
    NotBlack,
    Unknown,
}

/// Resources of a run.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    pub threads: usize,
    /// Bytes for the transposition table.
    pub memory: usize,
    /// Stop after about this many positions; 0 for no limit.
    pub nodes: u64,
}

impl Default for Resources {
    fn default() -> Self {
        Resources { threads: 2, memory: 1 << 30, nodes: 0 }
    }
}

/// The result of a run; scores are Black's margin.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub winner: Winner,
    /// The value, if exactly known under the rule set.
    pub value: Option<i32>,
    /// What Black surely has, and what he cannot exceed.
    pub low: i32,
    pub high: i32,
    pub complete: bool,
    /// A best move of the side to move; inner `None` is a pass.
    pub best: Option<Step>,
    pub pv: Vec<Step>,
    pub nodes: u64,
    pub table_bytes: usize,
    /// What a reader must know about how the result was found.
    pub notes: Vec<Note>,
}

/// Remarks on a result, as data; sentences are made by the surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// Landfill merges positions that need not be equal.
    IdentificationNotProven,
    /// The proof used a region test beyond the boards on which it was checked exhaustively; a walk with explicit play is due.
    NeedsWalk,
    /// Only Black wins / does not win was asked.
    OutcomeOnly,
    /// Stopped before the end.
    Stopped,
    /// The cycle rule matters and this board is too large for it: the bracket is what is known.
    BracketOnly,
}

impl Answer {
    fn unknown(n: i32, nodes: u64, table_bytes: usize) -> Self {
        Answer {
            winner: Winner::Unknown,
            value: None,
            low: -n,
            high: n,
            complete: false,
            best: None,
            pv: Vec::new(),
            nodes,
            table_bytes,
            notes: vec![Note::Stopped],
        }
    }

    pub(crate) fn with_value(mut self, value: i32) -> Self {
        self.value = Some(value);
        (self.low, self.high) = (value, value);
        self.winner = match value.signum() {
            1 => Winner::Black,
            -1 => Winner::White,
            _ => Winner::Draw,
        };
        self.complete = true;
        self.notes.retain(|n| *n != Note::Stopped);
        self
    }
}

/// Solves a position. `tick` is called now and then with the state of the current proof and its table.
pub fn solve(
    position: &Position,
    rules: RuleSet,
    method: Method,
    question: Question,
    resources: Resources,
    cancel: &AtomicBool,
    hooks: &mut Hooks,
) -> Result<Answer, SmallBoardError> {
    let n = position.geometry.n as i32;
    if method == Method::Best {
        // better told now than after an hour with smaller tables
        Table::try_with_bytes(resources.memory).map(drop)?;
    }
    match (method, rules) {
        (Method::Paper(variant), RuleSet::Basic | RuleSet::Tie0 | RuleSet::Afure) => {
            let mut search = PaperSearch::new(position.geometry.clone(), variant, resources.memory, cancel)?;
            let r = search.run(position.black, position.white, position.ko, position.black_to_move);
            let mut answer = Answer::unknown(n, r.nodes, search.table_bytes());
            answer.notes = vec![Note::OutcomeOnly];
            if variant != Variant::Base {
                answer.notes.push(Note::IdentificationNotProven);
            }
            answer.winner = match r.black_wins {
                Some(true) => Winner::Black,
                Some(false) => Winner::NotBlack,
                None => Winner::Unknown,
            };
            match r.black_wins {
                Some(true) => answer.low = 1,
                Some(false) => answer.high = 0,
                None => answer.notes.push(Note::Stopped),
            }
            answer.complete = r.black_wins.is_some();
            Ok(answer)
        }
        (Method::Paper(_), _) => Err(SmallBoardError::Unsupported(format!(
            "the paper's searcher knows the basic ko rule only, not {rules}: use --rules tie0, basic or afure"
        ))),
        (_, RuleSet::Psk | RuleSet::Ssk) => {
            let mut search = Superko::new(position.geometry.clone(), rules, cancel)?;
            let value = search.value(Root {
                black: position.black,
                white: position.white,
                black_to_move: position.black_to_move,
                passed: position.passed,
                ko: position.ko,
            })?;
            Ok(Answer::unknown(n, search.nodes, 0).with_value(value))
        }
        // play on a single row is all cycles, which proof search bears badly and retrograde analysis not at all
        (Method::Best, _) if position.geometry.rows.min(position.geometry.cols) == 1 && n <= LONGEST_ROW => {
            Oracle::build_until(position.geometry.clone(), cancel)?.solve(position, rules, cancel)
        }
        (Method::Oracle, _) => Oracle::build_until(position.geometry.clone(), cancel)?.solve(position, rules, cancel),
        (Method::Best, RuleSet::PassDiff) => BestSolver::new(position, resources, cancel, hooks).pass_difference(),
        (Method::Best, RuleSet::Basic) => Ok(BestSolver::new(position, resources, cancel, hooks).bracket()),
        (Method::Best, RuleSet::Tie0 | RuleSet::Afure) => {
            Ok(BestSolver::new(position, resources, cancel, hooks).tie_zero(question))
        }
    }
}

/// One-row boards up to here are answered from the retrograde analysis.
const LONGEST_ROW: i32 = 13;

/// [`Hooks`] that do nothing.
pub fn no_hooks() -> Hooks<'static> {
    Hooks { resume: None, tick: Box::new(|_: &Snapshot, _: &crate::proof::Goal, _: &Table| {}) }
}
