//! What a command may use besides its request: language, cancellation, progress, where knowledge comes from.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gosedai_explain::Lang;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ApiError;

/// A switch that stops long work. Somebody throws it, or the deadline does: the work need not know which.
#[derive(Clone, Default)]
pub struct CancelFlag {
    stopped: Arc<AtomicBool>,
    by_deadline: Arc<AtomicBool>,
}

impl CancelFlag {
    pub fn cancel(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// The time for the whole work is over.
    pub fn expire(&self) {
        // whoever stopped it before stays the one who did
        if !self.is_cancelled() {
            self.by_deadline.store(true, Ordering::Release);
        }
        self.cancel();
    }

    pub fn is_cancelled(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Why the work was stopped, if it was.
    pub fn why(&self) -> Option<ApiError> {
        self.is_cancelled().then(|| match self.by_deadline.load(Ordering::Acquire) {
            true => ApiError::Deadline,
            false => ApiError::Cancelled,
        })
    }

    /// The raw flag, for searchers that poll it.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stopped.clone()
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
    pub language: Lang,
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

    /// An error once somebody asked to stop or the deadline has come: call it between pieces of long work.
    pub fn go_on(&self) -> Result<(), ApiError> {
        self.cancel.why().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests;
