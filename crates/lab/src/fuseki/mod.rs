//! `fuseki eval` and `fuseki tune`: the opening evaluation measured and fitted on games.

mod counting;
mod eval;
mod fit;
mod samples;
mod tune;

pub use eval::{EvalResult, FusekiEval, MethodResult};
pub use tune::{FusekiTune, TuneResult};
