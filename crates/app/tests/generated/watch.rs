//! Limits: nothing may hang, take too much memory or fall over.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Longer than any single input may take even on a busy machine: what is still at work then never ends.
const PATIENCE: Duration = Duration::from_secs(240);
/// What no input may make the program take.
pub const MOST_MEMORY_KIB: u64 = 1024 * 1024;

/// The most memory a process ever had, in KiB, where the system tells.
pub fn peak_memory(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

/// Work inside this process: each input is named before it begins, and the process ends if one of them does not.
pub struct Watch {
    state: Arc<Mutex<(Instant, String)>>,
    failures: Vec<String>,
}

impl Watch {
    pub fn new(what: &str) -> Watch {
        let state = Arc::new(Mutex::new((Instant::now(), String::new())));
        let (weak, what) = (Arc::downgrade(&state), what.to_owned());
        std::thread::spawn(move || {
            while let Some(state) = weak.upgrade() {
                let (since, name) = state.lock().unwrap().clone();
                drop(state);
                if since.elapsed() > PATIENCE {
                    eprintln!("{what}: {name} does not end");
                    std::process::exit(101);
                }
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        Watch { state, failures: Vec::new() }
    }

    /// Runs one input; a panic is noted under its name.
    pub fn run(&mut self, name: String, work: impl FnOnce()) {
        *self.state.lock().unwrap() = (Instant::now(), name.clone());
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err() {
            self.failures.push(name);
        }
        assert!(self.failures.len() < 20, "{:?}", self.failures);
    }

    /// Nothing failed, and the memory is within bounds.
    pub fn finish(self) {
        assert!(self.failures.is_empty(), "{:?}", self.failures);
        if let Some(peak) = peak_memory("self") {
            assert!(peak < MOST_MEMORY_KIB, "the most memory was {peak} KiB");
        }
    }
}

/// What a program said when it was fed with lines.
pub struct Talk {
    pub stdout: String,
    pub stderr: String,
    pub status: Option<i32>,
    pub peak_kib: Option<u64>,
}

/// Feeds a program, waits until `is_done` says that all has been answered, and lets it end. It is stopped if it says nothing for
/// too long, which shows as an exit status of none.
pub fn feed(args: &[&str], input: Vec<u8>, farewell: &str, is_done: impl Fn(&str) -> u64, wanted: u64) -> Talk {
    let mut child: Child = Command::new(env!("CARGO_BIN_EXE_gosedai"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
        let _ = stdin.flush();
        stdin
    });
    let mut errors = child.stderr.take().unwrap();
    let stderr = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = errors.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let heard = Arc::new(AtomicU64::new(0));
    let ended = Arc::new(AtomicU64::new(0));
    let guard = {
        let (heard, ended, id) = (heard.clone(), ended.clone(), id.clone());
        std::thread::spawn(move || {
            let (mut last, mut since) = (0, Instant::now());
            while ended.load(Ordering::Relaxed) == 0 {
                let now = heard.load(Ordering::Relaxed);
                if now != last {
                    (last, since) = (now, Instant::now());
                }
                if since.elapsed() > PATIENCE {
                    let _ = Command::new("kill").args(["-9", &id]).status();
                    return;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        })
    };
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let (mut stdout, mut line, mut answered) = (String::new(), Vec::new(), 0);
    while answered < wanted {
        line.clear();
        if reader.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            break;
        }
        heard.fetch_add(1, Ordering::Relaxed);
        let text = String::from_utf8_lossy(&line);
        answered += is_done(&text);
        stdout.push_str(&text);
    }
    let peak_kib = peak_memory(&id);
    let mut stdin = writer.join().unwrap();
    let _ = stdin.write_all(farewell.as_bytes());
    drop(stdin);
    let mut rest = Vec::new();
    let _ = reader.read_to_end(&mut rest);
    stdout.push_str(&String::from_utf8_lossy(&rest));
    let status = child.wait().unwrap().code();
    ended.store(1, Ordering::Relaxed);
    guard.join().unwrap();
    Talk { stdout, stderr: stderr.join().unwrap(), status, peak_kib }
}

impl Talk {
    /// It ended well, kept within its memory and fell over nothing.
    pub fn check(&self, name: &str) {
        assert!(!self.stderr.contains("panicked"), "{name}: {}", self.stderr);
        assert_eq!(self.status, Some(0), "{name}: {}", self.stderr);
        assert!(self.peak_kib.is_none_or(|peak| peak < MOST_MEMORY_KIB), "{name}: {:?} KiB", self.peak_kib);
    }
}
