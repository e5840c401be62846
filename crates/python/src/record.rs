//! Game records: one as text, or all of files and folders one after another.

use std::path::PathBuf;
use std::sync::Mutex;

use gosedai_engine::files;
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{GameTree, Mode, drawn, parse_first};
use pyo3::prelude::*;

use crate::position::Position;
use crate::{exception, wrong};

#[pyclass(module = "gosedai", frozen)]
pub struct Record(GameTree);

#[pymethods]
impl Record {
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        let sgf = match drawn::looks_like_diagram(text) {
            true => drawn::to_sgf(text).map_err(wrong)?,
            false => text.to_owned(),
        };
        parse_first(&sgf, Mode::Lenient).map(Record).map_err(wrong)
    }

    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| files::read_game(&path)).map(Record).map_err(exception)
    }

    fn sgf(&self) -> String {
        self.0.to_sgf()
    }

    /// What the root says, property by property, as text.
    fn info(&self) -> Vec<(String, String)> {
        let root = self.0.root();
        let text = |name: String| root.text(&name).map(|text| (name, text.into_owned()));
        root.properties().map(|property| property.canonical_name()).filter_map(text).collect()
    }

    fn moves(&self) -> PyResult<Vec<(&'static str, String)>> {
        let line = replay::main_line(&self.0);
        let moves = replay::moves_along(&self.0, &line).map_err(wrong)?;
        Ok(moves.into_iter().map(|(_, color, mv)| (color.name(), mv.to_string())).collect())
    }

    #[pyo3(signature = (move_number=None))]
    fn position(&self, move_number: Option<usize>) -> PyResult<Position> {
        let line = replay::main_line(&self.0);
        let replayed = replay::replay(&self.0, &line, move_number, Overrides::default()).map_err(wrong)?;
        Ok(Position(replayed.position))
    }
}

/// All games of files and folders, one at a time.
#[pyclass(module = "gosedai", frozen)]
pub struct Games(Mutex<files::Games>);

#[pymethods]
impl Games {
    #[new]
    fn new(paths: Vec<PathBuf>) -> Self {
        Games(Mutex::new(files::games(&paths)))
    }

    /// The next game with its file; none when all are read. A broken one is an exception, and the games after it still come.
    fn next(&self, py: Python<'_>) -> PyResult<Option<(PathBuf, Record)>> {
        let next = py.detach(|| self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next());
        next.transpose().map(|found| found.map(|game| (game.path, Record(game.record.game)))).map_err(exception)
    }
}
