//! A stopwatch for workloads of one thread: processor time where the system tells it, so that other programs on the
//! machine do not spoil the figures.

use std::time::Instant;

pub struct Stopwatch {
    wall: Instant,
    cpu: Option<f64>,
}

impl Stopwatch {
    pub fn start() -> Self {
        Stopwatch { wall: Instant::now(), cpu: thread_seconds() }
    }

    /// Seconds this thread has spent on a processor since the start, or wall-clock seconds if that is not known.
    pub fn seconds(&self) -> f64 {
        match (self.cpu, thread_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Linux tells it in nanoseconds as the first number of this file.
fn thread_seconds() -> Option<f64> {
    // the figure is brought up to date when the thread gives way, else only at the ticks of the clock (some milliseconds)
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    (nanoseconds > 0).then_some(nanoseconds as f64 * 1e-9)
}
