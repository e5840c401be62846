//! Work that may be long: its deadline, Ctrl-C, and a line that tells how far it has come and how long it will still take.

use std::io::{self, IsTerminal, Write};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gosedai_engine::{ApiError, Context, Progress, numbers};

use crate::output::{self, Common};

/// The options of a command that may take long.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Work {
    #[command(flatten)]
    common: Common,
    /// Stop the whole run after S seconds with what is found by then (exit status 1)
    #[arg(long, value_name = "S")]
    deadline: Option<f64>,
}

impl Deref for Work {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

/// How long work that was asked to stop may take to come back before the program ends without it.
const GRACE: Duration = Duration::from_secs(10);
/// Silence after which a line says that something is being done.
const SILENCE: Duration = Duration::from_secs(2);

impl Work {
    /// The same for work without files, which may simply be dropped if it does not come back in time.
    pub fn begin_light(&self) -> Result<(Context, Back), ApiError> {
        let (context, back) = self.begin()?;
        let (cancel, came) = (context.cancel.clone(), back.0.clone());
        std::thread::spawn(move || {
            while !cancel.is_cancelled() {
                std::thread::sleep(Duration::from_millis(100));
            }
            std::thread::sleep(GRACE);
            if !came.load(Ordering::Acquire) {
                output::complain(format_args!("{}", cancel.why().unwrap_or(ApiError::Cancelled)));
                std::process::exit(1);
            }
        });
        Ok((context, back))
    }

    /// The surroundings of the work: from here on Ctrl-C and the deadline stop it.
    pub fn begin(&self) -> Result<(Context, Back), ApiError> {
        let deadline = self.deadline.map(|seconds| numbers::seconds("deadline", seconds)).transpose()?;
        let end = deadline.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        let mut context = self.common.context()?;
        stop_on_ctrl_c(&context);
        if let Some(end) = end {
            let cancel = context.cancel.clone();
            std::thread::spawn(move || {
                std::thread::sleep(end.saturating_duration_since(Instant::now()));
                cancel.expire();
            });
        }
        let back = Back(Arc::new(AtomicBool::new(false)));
        if io::stderr().is_terminal() {
            let line = Arc::new(Mutex::new(Line::new(end)));
            let (heard, came) = (line.clone(), back.0.clone());
            context = context.with_progress(move |progress| {
                heard.lock().unwrap_or_else(PoisonError::into_inner).tell(&progress, Instant::now());
            });
            std::thread::spawn(move || {
                while !came.load(Ordering::Acquire) {
                    std::thread::sleep(Duration::from_millis(500));
                    if !came.load(Ordering::Acquire) {
                        line.lock().unwrap_or_else(PoisonError::into_inner).tick(Instant::now());
                    }
                }
            });
        }
        Ok((context, back))
    }
}

/// Set once the work has come back: nothing is shown of it and nothing ends the program for it any more.
pub struct Back(Arc<AtomicBool>);

impl Drop for Back {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Ctrl-C ends the work with what it has; a second one ends the program at once. A doubled signal is not a second one.
fn stop_on_ctrl_c(context: &Context) {
    let cancel = context.cancel.clone();
    let mut first = None;
    let _ = ctrlc::set_handler(move || {
        cancel.cancel();
        if first.get_or_insert_with(Instant::now).elapsed() > Duration::from_millis(500) {
            std::process::exit(130);
        }
    });
}

/// The line on standard error that overwrites itself.
struct Line {
    began: Instant,
    end: Option<Instant>,
    /// The stage of the work: since when, and where it stood then.
    stage: Option<(Instant, u64, u64)>,
    last: Instant,
    shown: bool,
    words: String,
}

impl Line {
    fn new(end: Option<Instant>) -> Line {
        let now = Instant::now();
        Line { began: now, end, stage: None, last: now, shown: false, words: String::new() }
    }

    fn tell(&mut self, progress: &Progress, now: Instant) {
        let Progress { done, total, message, .. } = progress;
        // a new total or a step back is a new stage
        let same = self.stage.filter(|(_, from, of)| of == total && done >= from);
        let (since, from, _) = *self.stage.insert(same.unwrap_or((now, *done, *total)));
        self.words = if *total > 0 { format!("{message} {done}/{total}") } else { message.clone() };
        if let Some(left) = time_left(now - since, done - from, total.saturating_sub(*done)) {
            self.words += &format!(", about {} left", spoken(left));
        }
        self.last = now;
        self.show(now);
        if *total > 0 && done >= total {
            let _ = writeln!(io::stderr());
            self.shown = false;
        }
    }

    /// Work that says nothing for a while is still shown to be going on.
    fn tick(&mut self, now: Instant) {
        if now - self.last > SILENCE {
            if !self.shown {
                self.words = "working".to_owned();
            }
            self.show(now);
        }
    }

    fn show(&mut self, now: Instant) {
        let mut text = format!("{}, {}", self.words, spoken(now - self.began));
        if let Some(end) = self.end {
            text += &format!(", stops in {} at the latest", spoken(end.saturating_duration_since(now)));
        }
        let mut err = io::stderr().lock();
        let _ = write!(err, "\r\x1b[K{text}").and_then(|()| err.flush());
        self.shown = true;
    }
}

/// What is left if it goes on as it has since the stage began; nothing to tell while that would be a guess.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    let known = done > 0 && left > 0 && elapsed >= Duration::from_secs(1);
    known.then(|| Duration::from_secs_f64((elapsed.as_secs_f64() * left as f64 / done as f64).min(1e9)))
}

fn spoken(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_the_pace_and_is_no_guess() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 20, 80), Some(seconds(40)));
        assert_eq!(time_left(seconds(10), 0, 80), None, "nothing done yet");
        assert_eq!(time_left(Duration::from_millis(10), 1, 80), None, "too early to tell");
        assert_eq!(time_left(seconds(10), 80, 0), None, "done");
        assert_eq!([seconds(45), seconds(150), seconds(9000)].map(spoken), ["45 s", "2 min", "2.5 h"]);
    }

    #[test]
    fn a_new_stage_starts_its_own_clock() {
        let began = Instant::now();
        let mut line = Line::new(None);
        let progress = |done, total| Progress { done, total, message: "points".into(), partial: None };
        line.tell(&progress(1, 100), began);
        line.tell(&progress(21, 100), began + Duration::from_secs(10));
        assert!(line.words.contains("21/100, about 39 s left"), "{}", line.words);
        line.tell(&progress(1, 50), began + Duration::from_secs(11));
        assert_eq!(line.words, "points 1/50");
    }
}
