//! What can go wrong, in one sentence for the user.

use schemars::JsonSchema;
use serde::Serialize;

/// Why a command gave no answer. Surfaces turn the kind into an exit status, a GTP failure or an HTTP status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ApiError {
    /// The request itself is wrong.
    #[error("{message}")]
    BadRequest { field: Option<String>, message: String },
    /// The request is fine but cannot be carried out.
    #[error("{message}")]
    Failed { message: String },
    /// Somebody asked to stop.
    #[error("stopped before the work was finished")]
    Cancelled,
    /// The time for the whole work is over.
    #[error("stopped at the deadline before the work was finished")]
    Deadline,
}

impl From<gosedai_memory::NoMemory> for ApiError {
    fn from(missing: gosedai_memory::NoMemory) -> Self {
        ApiError::failed(missing)
    }
}

impl ApiError {
    pub fn bad(field: &str, message: impl ToString) -> Self {
        ApiError::BadRequest { field: Some(field.to_string()), message: message.to_string() }
    }

    /// The work was stopped from outside: what was done so far still counts.
    pub fn is_stop(&self) -> bool {
        matches!(self, ApiError::Cancelled | ApiError::Deadline)
    }

    pub fn failed(message: impl ToString) -> Self {
        ApiError::Failed { message: message.to_string() }
    }
}
