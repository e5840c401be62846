//! KataGo's analysis protocol, as KaTrain and review programs speak it: JSON lines in, JSON lines out.

mod answer;
mod query;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gosedai_engine::players::{self, Limit, Player, PlayerOptions};
use gosedai_engine::{ApiError, CancelFlag, Context};
use serde_json::{Value, json};

use query::{Fault, Query};

/// What is said when a query meets a fault of the program.
const BROKE_OFF: &str = "the query broke off: this is a fault of the program";

/// What the reading thread and the thinking thread share.
#[derive(Default)]
struct Queue {
    waiting: Vec<Query>,
    running: Option<(String, CancelFlag)>,
    /// Somebody asked to forget what earlier queries left behind.
    clear: bool,
    ended: bool,
}

#[derive(Clone)]
struct Shared {
    queue: Arc<(Mutex<Queue>, Condvar)>,
    output: Arc<Mutex<Box<dyn Write + Send>>>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, answer: &Value) -> bool {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{answer}").and_then(|()| output.flush()).is_ok()
    }

    fn refuse(&self, id: Option<&str>, fault: &Fault) {
        let mut answer = json!({ "error": fault.message, "field": fault.field });
        if let Some(id) = id {
            answer["id"] = id.into();
        }
        self.write(&answer);
    }
}

/// Answers queries until the input ends and all of them are done.
pub fn serve(
    options: &PlayerOptions,
    context: &Context,
    reader: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
) -> Result<(), ApiError> {
    serve_with(&|| players::create(options, context), options, context, reader, output)
}

/// The same for players made in another way.
fn serve_with(
    make: &dyn Fn() -> Result<Box<dyn Player>, ApiError>,
    options: &PlayerOptions,
    context: &Context,
    reader: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
) -> Result<(), ApiError> {
    let mut player = make()?;
    let shared = Shared { queue: Arc::default(), output: Arc::new(Mutex::new(output)) };
    let for_reader = shared.clone();
    std::thread::spawn(move || {
        for line in reader.split(b'\n') {
            let Ok(line) = line else { break };
            let line = line.trim_ascii();
            if !line.is_empty() && catch_unwind(AssertUnwindSafe(|| read(&for_reader, line))).is_err() {
                for_reader.refuse(None, &Fault { field: "", message: BROKE_OFF.into() });
            }
        }
        for_reader.lock().ended = true;
        for_reader.queue.1.notify_all();
    });
    while let Some((query, cancel)) = next(&shared) {
        let cx = Context { cancel, ..context.clone() };
        if std::mem::take(&mut shared.lock().clear) {
            player.reset();
        }
        // a fault of ours costs this query and what the player has kept, not the queries that wait
        let thought = catch_unwind(AssertUnwindSafe(|| think(&shared, player.as_mut(), options, &query, &cx)));
        let listens = thought.or_else(|_| {
            player = make()?;
            Ok::<bool, ApiError>(shared.write(&json!({ "id": query.id, "error": BROKE_OFF })))
        })?;
        if !listens {
            break;
        }
        shared.lock().running = None;
    }
    Ok(())
}

/// Waits for the most urgent query.
fn next(shared: &Shared) -> Option<(Query, CancelFlag)> {
    let mut queue = shared.lock();
    loop {
        // Among equals the one that came first.
        let best = (0..queue.waiting.len()).rev().max_by_key(|&index| queue.waiting[index].priority);
        if let Some(index) = best {
            let query = queue.waiting.remove(index);
            let cancel = CancelFlag::default();
            queue.running = Some((query.id.clone(), cancel.clone()));
            return Some((query, cancel));
        }
        if queue.ended {
            return None;
        }
        queue = shared.queue.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// One line: a query, or an action.
fn read(shared: &Shared, line: &[u8]) {
    let parsed: Value = match serde_json::from_slice(line) {
        Ok(value @ Value::Object(_)) => value,
        Ok(_) => return shared.refuse(None, &Fault { field: "", message: "a query is a JSON object".into() }),
        Err(error) => {
            return shared.refuse(None, &Fault { field: "", message: format!("the line is no JSON: {error}") });
        }
    };
    let Some(id) = parsed["id"].as_str().map(str::to_owned) else {
        return shared.refuse(None, &Fault { field: "id", message: "a query needs an id, which is a text".into() });
    };
    match parsed["action"].as_str() {
        None => match Query::parse(id.clone(), &parsed) {
            Ok(query) => {
                shared.lock().waiting.push(query);
                shared.queue.1.notify_all();
            }
            Err(fault) => shared.refuse(Some(&id), &fault),
        },
        Some("query_version") => {
            let version = env!("CARGO_PKG_VERSION");
            shared.write(&json!({ "id": id, "action": "query_version", "version": version, "git_hash": "" }));
        }
        Some("query_models") => {
            shared.write(&json!({ "id": id, "action": "query_models", "models": [] }));
        }
        Some("clear_cache") => {
            shared.lock().clear = true;
            shared.write(&json!({ "id": id, "action": "clear_cache" }));
        }
        Some(action @ ("terminate" | "terminate_all")) => {
            let target = parsed["terminateId"].as_str().filter(|_| action == "terminate");
            terminate(shared, target.map(str::to_owned), action == "terminate_all");
            shared.write(&json!({ "id": id, "action": action, "terminateId": target }));
        }
        Some(other) => {
            shared.refuse(Some(&id), &Fault { field: "action", message: format!("there is no action '{other}'") });
        }
    }
}

fn terminate(shared: &Shared, target: Option<String>, all: bool) {
    let mut queue = shared.lock();
    let meant = |id: &str| all || target.as_deref() == Some(id);
    let (gone, waiting): (Vec<Query>, Vec<Query>) = queue.waiting.drain(..).partition(|query| meant(&query.id));
    queue.waiting = waiting;
    if let Some((id, cancel)) = &queue.running
        && meant(id)
    {
        cancel.cancel();
    }
    drop(queue);
    for query in gone {
        no_results(shared, &query, 0);
    }
}

/// Turns that will not be searched any more are told, so that nobody waits for them.
fn no_results(shared: &Shared, query: &Query, from: usize) {
    for &turn in query.turns.iter().skip(from) {
        shared.write(&json!({ "id": query.id, "isDuringSearch": false, "turnNumber": turn, "noResults": true }));
    }
}

/// Searches all turns of a query; false once nobody listens.
fn think(shared: &Shared, player: &mut dyn Player, options: &PlayerOptions, query: &Query, cx: &Context) -> bool {
    for (index, &turn) in query.turns.iter().enumerate() {
        if cx.cancel.is_cancelled() {
            no_results(shared, query, index);
            return true;
        }
        let position = match query.position(turn) {
            Ok(position) => position,
            Err(fault) => {
                shared.refuse(Some(&query.id), &fault);
                return true;
            }
        };
        let mut limit =
            Limit { playouts: query.max_visits.or(options.playouts), seconds: query.max_seconds.or(options.seconds) };
        if limit.playouts.is_none() && limit.seconds.is_none() {
            limit.seconds = Some(2.0);
        }
        let every = query.report_every.map(Duration::from_secs_f64);
        let mut reported = Instant::now();
        let mut report = |analysis: &players::Analysis| match every {
            Some(every) if reported.elapsed() >= every => {
                reported = Instant::now();
                shared.write(&answer::answer(query, turn, &position, analysis, true))
            }
            _ => true,
        };
        let result = player.analyse(&position, limit, cx, &mut report);
        let written = match result {
            Ok(analysis) => {
                let mut answer = answer::answer(query, turn, &position, &analysis, false);
                if query.reasons {
                    answer::add_reasons(&mut answer, &position, cx);
                }
                shared.write(&answer)
            }
            Err(ApiError::Cancelled) => {
                no_results(shared, query, index);
                return true;
            }
            Err(error) => shared.write(&json!({ "id": query.id, "error": error.to_string(), "turnNumber": turn })),
        };
        if !written {
            return false;
        }
    }
    true
}
