//! The lab beside the house: workloads, grades and experiments that measure the engine, and the commands that fit and learn what it
//! uses. They are commands like the engine's own; nothing in the engine knows of them.

pub mod bench;
pub mod fuseki;
pub mod grade;
pub mod make;
pub mod net_eval;
pub mod patterns;

use gosedai_engine::{Entry, entry};

/// The commands that answer in JSON, in addition to the engine's; one row each.
pub fn catalogue() -> Vec<Entry> {
    vec![
        entry::<fuseki::FusekiEval>(),
        entry::<grade::Grade>(),
        entry::<make::MakeProblems>(),
        entry::<bench::Bench>(),
        entry::<net_eval::NetEval>(),
    ]
}
