//! Where predictors come from: the model that ships with the program, or a file.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use gosedai_patterns::codec::File;
use gosedai_patterns::eval::Predictor;
use gosedai_patterns::model::Model;

use crate::keep::{self, Kind};
use crate::{ApiError, Context};

static DEFAULT: &[u8] = include_bytes!("../../../../knowledge/patterns/default.gpat");

/// The shipped model, read once.
pub fn shipped() -> Result<Arc<Model>, ApiError> {
    static MODEL: OnceLock<Result<Arc<Model>, ApiError>> = OnceLock::new();
    MODEL
        .get_or_init(|| {
            let model = File::from_bytes(DEFAULT).and_then(File::model);
            model.map(Arc::new).map_err(|error| ApiError::failed(format!("the built-in pattern model: {error}")))
        })
        .clone()
}

/// The model to use: `patterns/default.gpat` of the knowledge folder where there is one, else the shipped one.
pub fn model(cx: &Context) -> Result<Arc<Model>, ApiError> {
    let own = cx.knowledge_dir.as_ref().map(|dir| dir.join("patterns/default.gpat")).filter(|path| path.exists());
    match own {
        Some(path) => read(&path)?.model().map(Arc::new).map_err(|error| cannot_use(&path, error)),
        None => shipped(),
    }
}

fn cannot_use(path: &Path, error: impl std::fmt::Display) -> ApiError {
    ApiError::failed(format!("cannot use {}: {error}", path.display()))
}

/// Reads any pattern file.
pub fn read(path: &Path) -> Result<File, ApiError> {
    let bytes = crate::files::bytes(path, crate::files::MOST_DATA)?;
    File::from_bytes(&bytes).map_err(|error| cannot_use(path, error))
}

/// Writes a pattern file; returns its size in bytes.
pub fn write(path: &Path, file: &File, force: bool) -> Result<u64, ApiError> {
    let bytes = file.to_bytes();
    keep::write(path, &bytes, Kind::PATTERNS, force)?;
    Ok(bytes.len() as u64)
}

/// The predictor in a file, or the shipped one.
pub fn predictor(path: Option<&Path>, cx: &Context) -> Result<Predictor, ApiError> {
    let Some(path) = path else { return Ok(Predictor::Trained((*model(cx)?).clone())) };
    match read(path)? {
        File::Frequency(table) => Ok(Predictor::RelativeFrequency(table)),
        File::Model(model) => Ok(Predictor::Trained(model)),
        File::Counts(_) => Err(cannot_use(path, "it holds counts only; learn from it first")),
    }
}
