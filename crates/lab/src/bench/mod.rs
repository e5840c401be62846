//! Whole workloads with their figures; `docs/benchmarks.md` says what each one means.

mod board;
mod decision;
mod exercises;
mod experiment;
mod games;
mod gnugo;
mod judgement;
mod ko_fights;
mod ladder_cases;
mod life_shapes;
mod move_names;
mod net;
mod questions;
mod reading;
mod recognition;
mod records;
mod review;
mod review_judges;
mod self_play;
mod surfaces;
mod uct;

use std::collections::BTreeMap;

use gosedai_engine::{ApiError, Command, Context};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use gnugo::GnuGo;

/// A request for one workload, or for the list of them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bench {
    pub name: Option<String>,
    /// Arguments of the workload, such as folders of games.
    pub args: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchResult {
    pub name: String,
    pub figures: BTreeMap<String, Value>,
}

/// Figures by name.
pub type Figures = BTreeMap<String, Value>;

/// A workload: its name, what it measures, and how.
pub struct Workload {
    pub name: &'static str,
    pub about: &'static str,
    pub run: fn(&[String], &Context) -> Result<Figures, ApiError>,
}

/// All workloads; one row each.
pub const WORKLOADS: &[Workload] = &[
    Workload {
        name: "judgement",
        about: "judged score against the results of games (GAMES [games N] [skip N] [gnugo])",
        run: judgement::judgement,
    },
    Workload {
        name: "recognition",
        about: "time to recognise middle-game positions from scratch (GAMES)",
        run: recognition::recognition,
    },
    Workload {
        name: "reading",
        about: "GAMES… [N]: nodes per second of the readers of tactics, and where they differ",
        run: reading::speed,
    },
    Workload {
        name: "questions",
        about: "GAMES… OUT.jsonl [games N] [every N] [nodes N]: questions that are only judged, labelled by a much longer exact search",
        run: questions::questions,
    },
    Workload {
        name: "ladder-cases",
        about: "FILE.jsonl: small positions with ladder and eye questions, right and wrong",
        run: ladder_cases::ladder_cases,
    },
    Workload {
        name: "surfaces",
        about: "do the surfaces agree on strings and groups of real games (GAMES), or on the races of a test file of GNU Go (FILE.tst)",
        run: surfaces::surfaces,
    },
    Workload {
        name: "exercises",
        about: "positions solved on the way through problems, to teach the network of problems",
        run: exercises::exercises,
    },
    Workload {
        name: "problem-levels",
        about: "PROBLEMS.jsonl…: fits the level of a problem to the size of its proof, on the even half",
        run: crate::make::level::problem_levels,
    },
    Workload {
        name: "life-shapes",
        about: "PROBLEMS.jsonl OUT [EVERY [NODES]]: fits the weights of shapes for life and death on the even half",
        run: life_shapes::life_shapes,
    },
    Workload {
        name: "kept-readings",
        about: "GAMES… [N]: results kept over whole games against reading from scratch: hit rate, saving, differences",
        run: reading::kept,
    },
    Workload {
        name: "playouts",
        about: "uniform random games per second on 9x9 and 19x19, one thread",
        run: board::playouts,
    },
    Workload {
        name: "legal-positions",
        about: "count of legal positions up to 4x4 against Tromp's figures",
        run: board::legal_positions,
    },
    Workload {
        name: "records",
        about: "reading, writing and replaying the games given, one thread",
        run: records::records,
    },
    Workload {
        name: "decision-agreement",
        about: "GAMES… [N [FIRST]]: rank of professional moves in the score table, and the intentions named for them",
        run: decision::agreement,
    },
    Workload {
        name: "decision-features",
        about: "OUT GAMES… [N [FIRST]]: what each case gives each candidate, for fitting the weights of the cases",
        run: decision::features,
    },
    Workload {
        name: "rules",
        about: "GAMES… [N [FIRST]]: how often each shape, tesuji, eye-space and endgame rule matches and is played",
        run: decision::rules,
    },
    Workload {
        name: "cgt",
        about: "the kernel of combinatorial games: W1 to W6 with their check values",
        run: games::kernel,
    },
    Workload {
        name: "endgames",
        about: "FOLDER: composed whole-board endgames solved exactly, both countings",
        run: games::composed,
    },
    Workload {
        name: "late-endgames",
        about: "GAMES… [games N] [before N] [rows]: what `endgame` says of late positions, against the results of the games",
        run: games::late,
    },
    Workload {
        name: "net",
        about: "neural evaluator: loading, evaluations per second by size and threads, visits of its search",
        run: net::net,
    },
    Workload {
        name: "self-play",
        about: "ENGINE SIZE GAMES [FIRST] [RULES]: whole games of an engine against itself without a fault",
        run: self_play::self_play,
    },
    Workload {
        name: "uct",
        about: "playouts per second of the search, strong and plain, one and two threads (argument: playouts)",
        run: uct::uct,
    },
    Workload {
        name: "ko-fights",
        about: "GAMES… [N] [skip K] [every K] [playouts V]: ko fights, each told as one, threats named and not blamed, facts right",
        run: ko_fights::ko_fights,
    },
    Workload {
        name: "review-claims",
        about: "GAMES… [N] [playouts P] [step K]: games are reviewed, and every claim of the comments is read again",
        run: review::claims,
    },
    Workload {
        name: "good-moves",
        about: "GAMES… [N] [playouts P] [longer T] [step K] [plot FILE]: the paper's experiment, labels by a longer search",
        run: review::good_moves,
    },
    Workload {
        name: "review-seeds",
        about: "GAME [N] [engine E] [playouts P]: rank correlation of the judge between two seeds on N positions",
        run: review::seeds,
    },
    Workload {
        name: "review-judges",
        about: "GAMES judged FILE [games N] [visits V] [seconds S] [threads T] [judge COMMAND] [alone]: what a review, or a judge alone, blames and praises against a file of a strong judge's opinion",
        run: review_judges::review_judges,
    },
    Workload {
        name: "move-names",
        about: "agreement of names of moves with people's (argument: JSONL file)",
        run: move_names::names,
    },
];

impl Command for Bench {
    const NAME: &'static str = "bench";
    const ABOUT: &'static str = "measure a workload";
    type Response = BenchResult;

    fn run(self, cx: &Context) -> Result<BenchResult, ApiError> {
        let names = || WORKLOADS.iter().map(|w| w.name).collect::<Vec<_>>().join(", ");
        let Some(name) = self.name else {
            let figures = WORKLOADS.iter().map(|w| (w.name.to_string(), Value::from(w.about))).collect();
            return Ok(BenchResult { name: "list".to_string(), figures });
        };
        let workload = WORKLOADS.iter().find(|w| w.name == name).ok_or_else(|| {
            ApiError::bad("name", format!("there is no workload '{name}': choose one of {}", names()))
        })?;
        Ok(BenchResult { name, figures: (workload.run)(&self.args, cx)? })
    }
}
