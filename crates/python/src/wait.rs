//! Long work beside the interpreter: the lock is let go, Ctrl-C throws the engine's switch, progress is told in between.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use gosedai_engine::{CancelFlag, Progress, memory};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{EngineError, RequestError};

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);
/// As much as the threads of the workbench's server have: some searches are deep.
const STACK: usize = 64 << 20;

enum Said<T> {
    Progress(Progress),
    /// `None`: it ran out of memory or has a fault; the words say which.
    Done(Result<T, String>),
}

/// A place where the work can say how far it has come.
pub struct Teller<T>(Sender<Said<T>>);

impl<T> Clone for Teller<T> {
    fn clone(&self) -> Self {
        Teller(self.0.clone())
    }
}

impl<T> Teller<T> {
    pub fn tell(&self, progress: Progress) {
        // nobody listens any more once the asker has gone
        let _ = self.0.send(Said::Progress(progress));
    }
}

/// Does the work in a thread of its own and waits for it without holding the interpreter. What a signal handler or `progress`
/// raises stops the work and is raised again once it has come back.
pub fn wait_for<T: Send + 'static>(
    py: Python<'_>,
    cancel: &CancelFlag,
    deadline: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Teller<T>) -> T + Send + 'static,
) -> PyResult<T> {
    let end = match deadline {
        None => None,
        Some(seconds) if seconds > 0.0 && seconds < 1e9 => Some(Instant::now() + Duration::from_secs_f64(seconds)),
        Some(_) => return Err(RequestError::new_err("deadline must be a number of seconds above 0")),
    };
    let (sender, mut receiver) = channel();
    let run = move || {
        let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            memory::told(|| work(Teller(sender.clone()))).map_err(|missing| missing.to_string())
        }));
        let done = told.unwrap_or_else(|_| Err("the engine has a fault: please report the question asked".into()));
        let _ = sender.send(Said::Done(done));
    };
    std::thread::Builder::new()
        .name("gosedai".into())
        .stack_size(STACK)
        .spawn(run)
        .map_err(|error| EngineError::new_err(format!("no thread for the work: {error}")))?;
    let mut raised = None;
    loop {
        // a receiver is not shared between threads: it goes there and comes back
        let (back, said) = py.detach(move || next(receiver));
        receiver = back;
        match said {
            Ok(Said::Done(_)) if raised.is_some() => return Err(raised.expect("just seen")),
            Ok(Said::Done(done)) => return done.map_err(EngineError::new_err),
            Ok(Said::Progress(told)) => {
                if let Some(listener) = progress.filter(|_| raised.is_none())
                    && let Err(error) = tell(py, listener, &told)
                {
                    cancel.cancel();
                    raised = Some(error);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(EngineError::new_err("the work ended without a word")),
        }
        if let Err(error) = py.check_signals() {
            cancel.cancel();
            raised.get_or_insert(error);
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            cancel.expire();
        }
    }
}

type Heard<T> = (Receiver<Said<T>>, Result<Said<T>, RecvTimeoutError>);

fn next<T>(receiver: Receiver<Said<T>>) -> Heard<T> {
    let said = receiver.recv_timeout(LOOK);
    (receiver, said)
}

fn tell(py: Python<'_>, listener: &Bound<'_, PyAny>, progress: &Progress) -> PyResult<()> {
    let words = PyDict::new(py);
    words.set_item("done", progress.done)?;
    words.set_item("total", progress.total)?;
    words.set_item("message", &progress.message)?;
    listener.call1((words,)).map(drop)
}
