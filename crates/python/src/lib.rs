//! The native half of the Python package `gosedai`: what needs the engine. Names, defaults and documentation for people stand in
//! `python/gosedai`, which is written over these few types.

mod ask;
mod game;
mod network;
mod position;
mod record;
mod wait;

use gosedai_engine::ApiError;
use pyo3::exceptions::{PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    gosedai,
    RequestError,
    PyValueError,
    "The question itself is wrong: a record that cannot be read, a point off the board."
);
pyo3::create_exception!(
    gosedai,
    EngineError,
    PyRuntimeError,
    "The question is fine but could not be answered: a file or memory is missing."
);
pyo3::create_exception!(
    gosedai,
    DeadlineError,
    PyTimeoutError,
    "The time given by `deadline` was over before the work was finished."
);

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
    module.add("RequestError", module.py().get_type::<RequestError>())?;
    module.add("EngineError", module.py().get_type::<EngineError>())?;
    module.add("DeadlineError", module.py().get_type::<DeadlineError>())?;
    module.add_class::<position::Position>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<record::Games>()?;
    module.add_class::<network::Network>()?;
    module.add_class::<game::Game>()?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::commands, module)?)?;
    Ok(())
}
