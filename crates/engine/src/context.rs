//! What a command may use besides its request: language, cancellation, progress, where knowledge comes from.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ApiError;

/// Language of sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Ja,
}

impl FromStr for Language {
    type Err = ApiError;

    fn from_str(text: &str) -> Result<Self, ApiError> {
        match text {
            "en" => Ok(Language::En),
            "ja" => Ok(Language::Ja),
            _ => Err(ApiError::bad("lang", format!("'{text}' is not a language here: write en or ja"))),
        }
    }
}

/// A switch that stops long work.
#[derive(Clone, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The raw flag, for searchers that poll it.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// How far long work has come.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Progress {
    pub done: u64,
    /// 0 when unknown.
    pub total: u64,
    pub message: String,
    /// A partial result, where the command has one.
    pub partial: Option<serde_json::Value>,
}

pub type ProgressSink = Arc<dyn Fn(Progress) + Send + Sync>;

/// The surroundings of a command.
#[derive(Clone, Default)]
pub struct Context {
    pub language: Language,
    pub cancel: CancelFlag,
    /// Directory whose files replace the built-in knowledge files of the same names.
    pub knowledge_dir: Option<PathBuf>,
    /// Go on without the user's files that have faults, instead of refusing.
    pub skip_faults: bool,
    /// File of parameters that replaces the built-in ones.
    pub params_file: Option<PathBuf>,
    /// Replace files that are not ours.
    pub force: bool,
    /// Network that replaces the built-in one.
    pub net_file: Option<PathBuf>,
    pub progress: Option<ProgressSink>,
}

impl Context {
    pub fn with_progress(mut self, sink: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(sink));
        self
    }

    pub fn report(&self, done: u64, total: u64, message: impl Into<String>) {
        if let Some(sink) = &self.progress {
            sink(Progress { done, total, message: message.into(), partial: None });
        }
    }

    pub fn report_partial(&self, done: u64, total: u64, message: impl Into<String>, partial: serde_json::Value) {
        if let Some(sink) = &self.progress {
            sink(Progress { done, total, message: message.into(), partial: Some(partial) });
        }
    }

    /// `Err(Cancelled)` after a request to stop: call it between pieces of long work.
    pub fn go_on(&self) -> Result<(), ApiError> {
        if self.cancel.is_cancelled() { Err(ApiError::Cancelled) } else { Ok(()) }
    }
}
