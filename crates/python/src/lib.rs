//! The native half of the Python package `gosedai`: what needs the engine. Names, defaults and documentation for people stand in
//! `python/gosedai` beside it, which is written over these few types.

mod ask;
mod game;
mod network;
mod position;
mod record;
mod wait;

use gosedai_board::RuleSet;
use gosedai_engine::{ApiError, Lang};
use pyo3::prelude::*;

// they are written in Python, where they are documented and can have two parents each
pyo3::import_exception!(gosedai.errors, RequestError);
pyo3::import_exception!(gosedai.errors, EngineError);
pyo3::import_exception!(gosedai.errors, DeadlineError);

/// The exception for what went wrong.
fn exception(error: ApiError) -> PyErr {
    match error {
        ApiError::BadRequest { message, .. } => RequestError::new_err(message),
        ApiError::Deadline => DeadlineError::new_err(error.to_string()),
        ApiError::Failed { message } => EngineError::new_err(message),
        ApiError::Cancelled => EngineError::new_err(error.to_string()),
    }
}

fn wrong(error: impl ToString) -> PyErr {
    RequestError::new_err(error.to_string())
}

#[pymodule]
fn _gosedai(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RULES", RuleSet::ALL.map(RuleSet::name))?;
    module.add("LANGUAGES", Lang::ALL.iter().map(|lang| lang.code()).collect::<Vec<_>>())?;
    module.add_class::<position::Position>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<record::Games>()?;
    module.add_class::<network::Network>()?;
    module.add_class::<game::Game>()?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::commands, module)?)?;
    Ok(())
}
