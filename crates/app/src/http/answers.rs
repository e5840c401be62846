//! The shapes of what the server answers besides the commands themselves.

use schemars::JsonSchema;
use serde::Serialize;

/// What this build can do.
#[derive(Serialize, JsonSchema)]
pub struct Listing {
    pub program: &'static str,
    pub version: &'static str,
    pub commands: Vec<CommandInfo>,
}

#[derive(Serialize, JsonSchema)]
pub struct CommandInfo {
    pub name: &'static str,
    pub about: &'static str,
    pub path: String,
}

/// Players to choose from.
#[derive(Serialize, JsonSchema)]
pub struct Engines {
    pub players: Vec<&'static str>,
    /// Names of external engines; their commands stay with the person who started the program.
    pub external: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct JobList {
    pub jobs: Vec<JobInfo>,
    /// Commands being worked on now, jobs and plain calls, until their work has really ended.
    pub working: usize,
}

#[derive(Serialize, JsonSchema)]
pub struct JobInfo {
    pub id: u64,
    pub command: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub struct JobStarted {
    pub id: u64,
}

#[derive(Serialize, JsonSchema)]
pub struct JobCancelled {
    pub cancelled: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct FileList {
    pub area: String,
    pub files: Vec<StoredFile>,
}

#[derive(Serialize, JsonSchema)]
pub struct StoredFile {
    pub name: String,
    pub bytes: u64,
    /// Seconds since 1970.
    pub modified: u64,
}

#[derive(Serialize, JsonSchema)]
pub struct FileWritten {
    pub name: String,
    pub bytes: usize,
}

#[derive(Serialize, JsonSchema)]
pub struct FileRemoved {
    pub removed: String,
}

/// Why there is no answer.
#[derive(Serialize, JsonSchema)]
pub struct ErrorAnswer {
    pub error: ErrorInfo,
}

#[derive(Serialize, JsonSchema)]
pub struct ErrorInfo {
    pub kind: String,
    pub message: String,
    /// The part of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}
