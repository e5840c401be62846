//! Long work: start it, follow it as server-sent events, cancel it. It stops by itself when nobody follows any more.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use gosedai_engine::CancelFlag;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, channel};

use super::answers::{JobCancelled, JobInfo, JobList, JobStarted};
use super::{Shared, api, reply};

/// News kept for a follower who is slow to hear; what comes while so many wait is not told.
const NEWS: usize = 64;

/// What a job has to say.
enum Message {
    Progress(Value),
    Done(Value),
    Failed(Value),
}

struct Job {
    command: &'static str,
    cancel: CancelFlag,
    /// Taken by the first who follows.
    events: Option<Receiver<Message>>,
}

/// The jobs that run now.
#[derive(Default)]
pub struct Jobs {
    next: AtomicU64,
    running: Mutex<HashMap<u64, Job>>,
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Job>> {
        self.running.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn stop(&self, id: u64) -> bool {
        match self.lock().remove(&id) {
            Some(job) => {
                job.cancel.cancel();
                true
            }
            None => false,
        }
    }

    pub fn cancel_all(&self) {
        for (_, job) in self.lock().drain() {
            job.cancel.cancel();
        }
    }
}

pub async fn list(State(server): State<Shared>) -> Response {
    let mut jobs: Vec<(u64, &'static str)> = server.jobs.lock().iter().map(|(id, job)| (*id, job.command)).collect();
    jobs.sort_unstable();
    let jobs = jobs.into_iter().map(|(id, command)| JobInfo { id, command }).collect();
    reply::json(&JobList { jobs, working: server.working.load(Ordering::Relaxed) })
}

/// `POST /api/jobs/COMMAND` with the command's request.
pub async fn start(
    State(server): State<Shared>,
    Path(name): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    body: Body,
) -> Response {
    let Some(entry) = api::find(&name) else { return api::unknown(&name) };
    let limits = server.options.limits.clone();
    let api::Prepared { request, cx, deadline, .. } =
        match api::prepare(&server, entry, &query, limits.job_deadline, body).await {
            Ok(prepared) => prepared,
            Err(response) => return response,
        };
    let Ok(place) = server.places.jobs.clone().try_acquire_owned() else {
        return reply::busy("too many jobs are running");
    };
    let id = server.jobs.next.fetch_add(1, Ordering::Relaxed) + 1;
    let (sender, events) = channel(NEWS);
    let cancel = cx.cancel.clone();
    server.jobs.lock().insert(id, Job { command: entry.name, cancel, events: Some(events) });
    let progress = sender.clone();
    let cx = cx.with_progress(move |state| {
        let _ = progress.try_send(Message::Progress(serde_json::to_value(&state).unwrap_or_default()));
    });
    let (working, stop) = (server.clone(), cx.cancel.clone());
    tokio::spawn(async move {
        let work = tokio::task::spawn_blocking(move || {
            // held until the work has really ended, whoever still follows it
            let _place = place;
            api::carry_out(&working, entry, request, &cx)
        });
        let end = match api::in_time(work, &stop, deadline, limits.grace).await {
            Ok(Ok(value)) => Message::Done(value),
            Ok(Err(error)) => Message::Failed(reply::error_value(&error)),
            Err(crash) => Message::Failed(json!({"kind": "crash", "message": api::crash_text(entry.name, crash)})),
        };
        let _ = sender.send(end).await;
    });
    let watched = server.clone();
    tokio::spawn(async move {
        tokio::time::sleep(limits.unfollowed).await;
        let unfollowed = watched.jobs.lock().get(&id).is_some_and(|job| job.events.is_some());
        if unfollowed {
            watched.jobs.stop(id);
        }
    });
    reply::with_status(StatusCode::ACCEPTED, &JobStarted { id })
}

pub async fn cancel(State(server): State<Shared>, Path(id): Path<String>) -> Response {
    match id.parse().map(|id| server.jobs.stop(id)) {
        Ok(true) => reply::json(&JobCancelled { cancelled: true }),
        _ => reply::error_of(StatusCode::NOT_FOUND, "not-found", &format!("there is no job {id}")),
    }
}

pub async fn events(State(server): State<Shared>, Path(id): Path<u64>) -> Response {
    let events = server.jobs.lock().get_mut(&id).and_then(|job| job.events.take());
    match events {
        Some(events) => Sse::new(Following { events, greeted: false, ended: false, _end: EndJob { server, id } })
            .keep_alive(KeepAlive::new().interval(Duration::from_secs(3)))
            .into_response(),
        None => reply::error_of(StatusCode::NOT_FOUND, "not-found", &format!("there is no job {id} to follow")),
    }
}

/// Whoever stops following ends the job.
struct EndJob {
    server: Arc<super::Server>,
    id: u64,
}

impl Drop for EndJob {
    fn drop(&mut self) {
        self.server.jobs.stop(self.id);
    }
}

struct Following {
    events: Receiver<Message>,
    greeted: bool,
    ended: bool,
    _end: EndJob,
}

impl Stream for Following {
    type Item = Result<Event, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if !self.greeted {
            // the first byte comes at once, however long the work takes to say something
            self.greeted = true;
            return Poll::Ready(Some(Ok(Event::default().comment("started"))));
        }
        self.events.poll_recv(cx).map(|message| {
            let (name, data) = match message? {
                Message::Progress(data) => ("progress", data),
                Message::Done(data) => {
                    self.ended = true;
                    ("done", data)
                }
                Message::Failed(data) => {
                    self.ended = true;
                    ("failed", data)
                }
            };
            Some(Ok(Event::default().event(name).data(data.to_string())))
        })
    }
}
