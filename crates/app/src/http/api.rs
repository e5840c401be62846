//! Every command of the facade at `/api/NAME`: JSON in, JSON out, stopped when the asker goes away.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use gosedai_engine::{ApiError, CancelFlag, Context, Entry, memory};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::timeout;

use super::answers::{CommandInfo, Engines, Listing};
use super::limits::{BODY, Deadline};
use super::{Shared, external, fields, reply};

/// Cancels the work when the connection that asked for it is dropped.
pub struct CancelOnDrop(pub CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Counts a command as at work for as long as this lives.
struct Working(Shared);

impl Working {
    fn begin(server: &Shared) -> Self {
        server.working.fetch_add(1, Ordering::Relaxed);
        server.begun.fetch_add(1, Ordering::Relaxed);
        Working(server.clone())
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.working.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Commands that measure or learn from files of this machine: for the command line only.
const LOCAL_ONLY: &[&str] = &["bench", "match"];
/// The same, by how their names end.
const LOCAL_ENDINGS: &[&str] = &["-eval", "-tune", "-learn", "-merge"];

/// The commands the page may use.
pub fn offered() -> impl Iterator<Item = Entry> {
    let is_local = |name: &str| LOCAL_ONLY.contains(&name) || LOCAL_ENDINGS.iter().any(|end| name.ends_with(end));
    let all =
        [gosedai_engine::catalogue(), gosedai_review::catalogue(), gosedai_lab::catalogue()].into_iter().flatten();
    all.filter(move |entry| !is_local(entry.name))
}

pub fn find(name: &str) -> Option<Entry> {
    offered().find(|entry| entry.name == name)
}

pub fn unknown(name: &str) -> Response {
    reply::error_of(StatusCode::NOT_FOUND, "unknown-command", &format!("there is no command '{name}' in this build"))
}

/// What this build can do.
pub async fn list() -> Response {
    let commands = offered()
        .map(|entry| CommandInfo { name: entry.name, about: entry.about, path: format!("/api/{}", entry.name) })
        .collect();
    reply::json(&Listing { program: "gosedai", version: env!("CARGO_PKG_VERSION"), commands })
}

/// Players to choose from: our own, and external engines named when the program was started.
pub async fn engines(State(server): State<Shared>) -> Response {
    let external = server.options.engines.iter().map(|(name, _)| name.clone()).collect();
    reply::json(&Engines { players: gosedai_engine::players::names(), external })
}

pub async fn describe(Path(name): Path<String>) -> Response {
    match find(&name) {
        Some(entry) => reply::json(&json!({"name": entry.name, "about": entry.about, "method": "POST"})),
        None => unknown(&name),
    }
}

pub async fn run(
    State(server): State<Shared>,
    Path(name): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    body: Body,
) -> Response {
    let Some(entry) = find(&name) else { return unknown(&name) };
    let Prepared { request, cx, deadline, body } =
        match prepare(&server, entry, &query, server.options.limits.plain_deadline, body).await {
            Ok(prepared) => prepared,
            Err(response) => return response,
        };
    let Some(place) = turn(&server, &server.places.plain).await else {
        return reply::busy("too many commands are being worked on");
    };
    drop(body);
    let _guard = CancelOnDrop(cx.cancel.clone());
    let (cancel, grace) = (cx.cancel.clone(), server.options.limits.grace);
    let work = tokio::task::spawn_blocking(move || {
        // held until the work has really ended, whoever still waits for it
        let _place = place;
        carry_out(&server, entry, request, &cx)
    });
    match in_time(work, &cancel, deadline, grace).await {
        Ok(Ok(value)) => reply::json(&value),
        Ok(Err(error)) => reply::api_error(&error),
        Err(crash) => reply::error_of(StatusCode::INTERNAL_SERVER_ERROR, "crash", &crash_text(&name, crash)),
    }
}

/// A place among those that are bounded; none if no place is free for a while.
pub async fn turn(server: &Shared, places: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    timeout(server.options.limits.turn, places.clone().acquire_owned()).await.ok()?.ok()
}

type Work = JoinHandle<Result<Value, ApiError>>;

/// Waits for work, stops it at its deadline, and takes what it has by then if it comes back soon.
pub async fn in_time(
    mut work: Work,
    cancel: &CancelFlag,
    deadline: Duration,
    grace: Duration,
) -> Result<Result<Value, ApiError>, JoinError> {
    if let Ok(ended) = timeout(deadline, &mut work).await {
        return ended;
    }
    cancel.expire();
    timeout(grace, work).await.unwrap_or(Ok(Err(ApiError::Deadline)))
}

/// Runs a command of the facade; what external engines are asked is carried out here, as only this surface knows them.
pub fn carry_out(server: &Shared, entry: Entry, request: Value, cx: &Context) -> Result<Value, ApiError> {
    let _working = Working::begin(server);
    memory::told(|| match external::asked_for(entry.name, &request) {
        Some(name) => external::run(&server.options.engines, &name, entry, request, cx),
        None => (entry.run)(request, cx),
    })?
}

pub fn crash_text(name: &str, crash: tokio::task::JoinError) -> String {
    let detail = match crash.try_into_panic() {
        Ok(panic) => panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()))
            .unwrap_or_default(),
        Err(_) => String::new(),
    };
    format!("'{name}' broke off; this is a fault of the program, your game is safe ({detail})")
}

/// A request that may be carried out.
pub struct Prepared {
    pub request: Value,
    pub cx: Context,
    pub deadline: Duration,
    /// Its place in memory among the requests that wait.
    pub body: OwnedSemaphorePermit,
}

/// Reads the request and the surroundings it asks for.
pub async fn prepare(
    server: &Shared,
    entry: Entry,
    query: &HashMap<String, String>,
    allowed: Deadline,
    body: Body,
) -> Result<Prepared, Response> {
    let (bytes, body) = read_body(server, body).await?;
    let request: Value = if bytes.is_empty() {
        json!({})
    } else {
        serde_json::from_slice(&bytes).map_err(|e| {
            reply::error_of(StatusCode::BAD_REQUEST, "bad-request", &format!("the request is not readable JSON: {e}"))
        })?
    };
    let surroundings = fields::check(entry.name, &request).and_then(|()| {
        let deadline = deadline(query, allowed)?;
        Ok((context(server, query)?, deadline))
    });
    let (cx, deadline) = surroundings.map_err(|error| reply::api_error(&error))?;
    Ok(Prepared { request, cx, deadline, body })
}

/// The body of a request, with its place in memory among those that are held.
pub async fn read_body(server: &Shared, body: Body) -> Result<(Bytes, OwnedSemaphorePermit), Response> {
    let limits = &server.options.limits;
    let Some(place) = turn(server, &server.places.bodies).await else {
        return Err(reply::busy("too many requests are being read"));
    };
    match timeout(limits.body, axum::body::to_bytes(body, BODY)).await {
        Ok(Ok(bytes)) => Ok((bytes, place)),
        Ok(Err(_)) => Err(reply::error_of(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            &format!("the request is larger than {} MiB", BODY >> 20),
        )),
        Err(_) => Err(reply::error_of(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            &format!("the request did not arrive within {} seconds", limits.body.as_secs()),
        )),
    }
}

/// What may stand in the query of a command.
const QUERY: [&str; 3] = ["lang", "params", "deadline"];

/// Time for the whole work: what the asker says, within bounds.
fn deadline(query: &HashMap<String, String>, allowed: Deadline) -> Result<Duration, ApiError> {
    if let Some(key) = query.keys().find(|key| !QUERY.contains(&key.as_str())) {
        return Err(ApiError::bad(key, format!("there is no '{key}' in a query: it knows {}", QUERY.join(", "))));
    }
    let Some(text) = query.get("deadline") else { return Ok(allowed.usual) };
    let most = allowed.most.as_secs_f64();
    let wrong =
        || ApiError::bad("deadline", format!("deadline must be a number of seconds up to {most}, not '{text}'"));
    text.parse().ok().filter(|s| *s > 0.0 && *s <= most).map(Duration::from_secs_f64).ok_or_else(wrong)
}

fn context(server: &Shared, query: &HashMap<String, String>) -> Result<Context, ApiError> {
    let mut cx = Context { net_file: server.options.net.clone(), ..Context::default() };
    if let Some(lang) = query.get("lang") {
        cx.language = crate::output::language(lang)?;
    }
    // the user's own knowledge files stand in front of the built-in ones
    // a fault in one of them is said by the page and must not stop everything else
    cx.skip_faults = true;
    let knowledge = server.options.data.join("knowledge");
    if knowledge.is_dir() {
        cx.knowledge_dir = Some(knowledge);
    }
    if let Some(name) = query.get("params") {
        let file = super::files::resolve(&server.options.data, "params", name)?;
        cx.params_file = Some(file);
    }
    Ok(cx)
}
