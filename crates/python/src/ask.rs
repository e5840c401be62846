//! Every command of the facade: a request as JSON in, the answer as JSON out.

use std::path::PathBuf;

use gosedai_engine::{ApiError, Context, Entry, Lang};
use pyo3::prelude::*;
use serde_json::Value;

use crate::wait::wait_for;
use crate::{exception, wrong};

fn catalogue() -> impl Iterator<Item = Entry> {
    [gosedai_engine::catalogue(), gosedai_review::catalogue(), gosedai_lab::catalogue()].into_iter().flatten()
}

/// Names of the commands with one line about each.
#[pyfunction]
pub fn commands() -> Vec<(&'static str, &'static str)> {
    catalogue().map(|entry| (entry.name, entry.about)).collect()
}

/// Runs a command.
#[pyfunction]
#[pyo3(signature = (name, request, *, lang="en", knowledge=None, params=None, net=None, deadline=None, progress=None))]
#[allow(clippy::too_many_arguments)]
pub fn ask(
    py: Python<'_>,
    name: &str,
    request: &str,
    lang: &str,
    knowledge: Option<PathBuf>,
    params: Option<PathBuf>,
    net: Option<PathBuf>,
    deadline: Option<f64>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let entry = catalogue().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| wrong(format!("there is no command '{name}'")))?;
    let language = Lang::from_code(lang).ok_or_else(|| {
        let known: Vec<&str> = Lang::ALL.iter().map(|lang| lang.code()).collect();
        wrong(format!("'{lang}' is not a language here: write {}", known.join(" or ")))
    })?;
    let request: Value = serde_json::from_str(request).map_err(wrong)?;
    let cx = Context { language, knowledge_dir: knowledge, params_file: params, net_file: net, ..Context::default() };
    let cancel = cx.cancel.clone();
    let heard = progress.is_some();
    let answer = wait_for(py, &cancel, deadline, progress.as_ref(), move |teller| {
        let cx = if heard { cx.with_progress(move |progress| teller.tell(progress)) } else { cx };
        let answer = (entry.run)(request, &cx)?;
        // what was found until a deadline is not all: the caller hears of it as an exception
        cx.go_on()?;
        serde_json::to_string(&answer).map_err(ApiError::failed)
    })?;
    answer.map_err(exception)
}
