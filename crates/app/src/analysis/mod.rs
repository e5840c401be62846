//! KataGo's analysis protocol, as KaTrain and review programs speak it: JSON lines in, JSON lines out.

mod actions;
mod answer;
mod fields;
mod hashes;
mod query;
mod settings;
#[cfg(test)]
mod strict_tests;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gosedai_board::{Position, PositionKey, Restrictions};
use gosedai_engine::memory::NoMemory;
use gosedai_engine::players::{self, Limit, Player, PlayerOptions, Question};
use gosedai_engine::{ApiError, CancelFlag, Context};
use serde_json::{Value, json};

use crate::lines::read_line;
use fields::{Fault, fault};
use query::Query;

/// What is said when a query meets a fault of the program.
const BROKE_OFF: &str = "the query broke off: this is a fault of the program";

/// Longer lines are refused: a game of a thousand moves needs twenty kilobytes.
const LONGEST_LINE: usize = 4 << 20;

/// One turn of a query.
struct Task {
    query: Arc<Query>,
    turn: usize,
    priority: i64,
}

/// What the reading thread and the thinking thread share.
#[derive(Default)]
struct Queue {
    waiting: Vec<Task>,
    running: Option<(String, usize, CancelFlag)>,
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
        let mut answer = json!({ "error": fault.message });
        if !fault.field.is_empty() {
            answer["field"] = fault.field.into();
        }
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
    let (engine, cx) = (options.engine.clone(), context.clone());
    let mut reader = reader;
    std::thread::spawn(move || {
        let mut line = Vec::new();
        while read_line(&mut reader, &mut line, LONGEST_LINE) {
            let line = line.trim_ascii();
            let answered = catch_unwind(AssertUnwindSafe(|| read(&for_reader, &engine, &cx, line)));
            if answered.is_err() {
                for_reader.refuse(None, &fault("", BROKE_OFF));
            }
        }
        for_reader.lock().ended = true;
        for_reader.queue.1.notify_all();
    });
    let mut memory = Memory::default();
    while let Some((task, cancel)) = next(&shared) {
        let cx = Context { cancel, ..context.clone() };
        if std::mem::take(&mut shared.lock().clear) {
            memory = Memory::default();
            player.reset();
        }
        // a fault of ours costs this query and what the player has kept, not the queries that wait
        let thought =
            catch_unwind(AssertUnwindSafe(|| think(&shared, player.as_mut(), options, &task, &mut memory, &cx)));
        let listens = thought.or_else(|thrown| {
            player = make()?;
            memory = Memory::default();
            let why = thrown.downcast::<NoMemory>().map_or(BROKE_OFF.to_owned(), |missing| missing.to_string());
            let told = json!({ "id": task.query.id, "error": why, "turnNumber": task.turn });
            Ok::<bool, ApiError>(shared.write(&told))
        })?;
        if !listens {
            break;
        }
        shared.lock().running = None;
    }
    Ok(())
}

/// What the player has just searched. A query gets the same answer whatever was asked before it: only the same search, asked to
/// go further, goes on where it stopped.
#[derive(Default)]
struct Memory {
    searched: Option<(PositionKey, Restrictions, u64)>,
}

impl Memory {
    /// Makes the player forget what does not belong to this question.
    fn prepare(&mut self, player: &mut dyn Player, position: &Position, question: &Question) {
        let goes_on = self.searched.take().is_some_and(|(key, restrictions, visits)| {
            let further = question.limit.playouts.is_none_or(|most| most >= visits);
            further && restrictions == question.restrictions && key == PositionKey::of(position)
        });
        if !goes_on {
            player.reset();
        }
    }

    fn note(&mut self, position: &Position, question: &Question, visits: u64) {
        self.searched = Some((PositionKey::of(position), question.restrictions.clone(), visits));
    }
}

/// Waits for the most urgent turn.
fn next(shared: &Shared) -> Option<(Task, CancelFlag)> {
    let mut queue = shared.lock();
    loop {
        // Among equals the one that came first.
        let best = (0..queue.waiting.len()).rev().max_by_key(|&index| queue.waiting[index].priority);
        if let Some(index) = best {
            let task = queue.waiting.remove(index);
            let cancel = CancelFlag::default();
            queue.running = Some((task.query.id.clone(), task.turn, cancel.clone()));
            return Some((task, cancel));
        }
        if queue.ended {
            return None;
        }
        queue = shared.queue.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// One line: a query, or an action.
fn read(shared: &Shared, engine: &str, context: &Context, line: &[u8]) {
    if line.is_empty() {
        return;
    }
    if line.len() >= LONGEST_LINE {
        return shared.refuse(None, &fault("", format!("a line may have at most {LONGEST_LINE} bytes")));
    }
    let parsed: Value = match serde_json::from_slice(line) {
        Ok(value @ Value::Object(_)) => value,
        Ok(_) => return shared.refuse(None, &fault("", "a query is a JSON object")),
        Err(error) => return shared.refuse(None, &fault("", format!("the line is no JSON: {error}"))),
    };
    let Some(id) = parsed["id"].as_str().map(str::to_owned) else {
        return shared.refuse(None, &fault("id", "a query needs an id, which is a text"));
    };
    let done = match parsed["action"].as_str().map(str::to_owned) {
        Some(action) => actions::act(shared, engine, context, &action, parsed),
        None => Query::parse(id.clone(), &parsed).map(|query| enqueue(shared, query)),
    };
    if let Err(fault) = done {
        shared.refuse(Some(&id), &fault);
    }
}

/// Says what is odd about a query and lets its turns wait.
fn enqueue(shared: &Shared, query: Query) {
    for warning in &query.warnings {
        shared.write(&json!({ "id": query.id, "field": warning.field, "warning": warning.message }));
    }
    let query = Arc::new(query);
    let tasks = query.turns.iter().map(|(&turn, &priority)| Task { query: query.clone(), turn, priority });
    shared.lock().waiting.extend(tasks);
    shared.queue.1.notify_all();
}

/// A turn that will not be searched any more is told, so that nobody waits for it.
fn no_results(shared: &Shared, task: &Task) -> bool {
    shared.write(&actions::without_results(&task.query.id, task.turn))
}

/// Searches one turn; false once the reader is gone.
fn think(
    shared: &Shared,
    player: &mut dyn Player,
    options: &PlayerOptions,
    task: &Task,
    memory: &mut Memory,
    cx: &Context,
) -> bool {
    let (query, turn) = (&*task.query, task.turn);
    if cx.cancel.is_cancelled() {
        return no_results(shared, task);
    }
    let position = match query.position(turn) {
        Ok(position) => position,
        Err(fault) => {
            shared.refuse(Some(&query.id), &fault);
            return true;
        }
    };
    let mut limit = Limit {
        playouts: query.max_visits.or(options.playouts),
        seconds: query.settings.max_seconds.or(options.seconds),
    };
    if limit.playouts.is_none() && limit.seconds.is_none() {
        limit.seconds = Some(2.0);
    }
    let question = Question { limit, restrictions: query.restrictions.clone(), owners: query.include.owners() };
    let mut due = query.first_report.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let mut report = |analysis: &players::Analysis| match due {
        Some(time) if Instant::now() >= time => {
            due = query.report_every.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
            shared.write(&answer::answer(query, turn, &position, analysis, true))
        }
        _ => true,
    };
    memory.prepare(player, &position, &question);
    match player.analyse(&position, &question, cx, &mut report) {
        Ok(analysis) => {
            memory.note(&position, &question, analysis.visits);
            let mut answer = answer::answer(query, turn, &position, &analysis, false);
            if query.include.reasons {
                answer::add_reasons(&mut answer, &position, cx);
            }
            shared.write(&answer)
        }
        Err(ApiError::Cancelled) => no_results(shared, task),
        Err(error) => shared.write(&json!({ "id": query.id, "error": error.to_string(), "turnNumber": turn })),
    }
}
