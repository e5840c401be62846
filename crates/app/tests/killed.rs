//! Killed without warning at any moment: the next run goes on, and what comes out is byte for byte what an undisturbed run writes.
#![cfg(unix)]

mod common;

use std::time::{Duration, Instant};

use common::{Folder, Task, contents, tasks};
use serde_json::Value;

/// The same moments in every run of the tests, as far as clocks go.
struct Moments(u64);

impl Moments {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }
}

/// What is said in the end, without what tells how long it took or how much was saved before.
fn said(task: &Task, output: &[u8]) -> Option<Value> {
    let mut answer: Value = serde_json::from_slice(output).ok()?;
    if task.name == "solve" {
        let known = ["board", "rules", "result", "value", "low", "high"];
        return Some(known.iter().map(|key| (key.to_string(), answer[key].take())).collect());
    }
    for key in ["seconds", "games_per_second", "peak_memory_mib"] {
        answer.as_object_mut()?.remove(key);
    }
    Some(answer)
}

/// Kills every run of a task `times` times before it may end; returns how many of the kills hit.
fn killed(task: &Task, times: usize, moments: &mut Moments) -> usize {
    let (calm, wild) = (Folder::new(&format!("calm-{}", task.name)), Folder::new(&format!("wild-{}", task.name)));
    task.prepare(&calm.0);
    task.prepare(&wild.0);
    let began = Instant::now();
    let expected = task.command(&calm.0).arg("--json").output().unwrap();
    let length = began.elapsed();
    assert!(expected.status.success(), "{}: {expected:?}", task.name);
    let mut hits = 0;
    for _ in 0..times {
        let mut child = task.command(&wild.0).arg("--json").spawn().unwrap();
        std::thread::sleep(length.mul_f64(moments.share()).min(Duration::from_secs(20)));
        child.kill().unwrap();
        hits += usize::from(child.wait().unwrap().code().is_none());
    }
    let output = task.command(&wild.0).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}: {output:?}", task.name);
    assert_eq!(said(task, &output.stdout), said(task, &expected.stdout), "{}", task.name);
    let (found, wanted) = (contents(&wild.0), contents(&calm.0));
    assert!(wanted.len() > task.given.len(), "{}: nothing was written", task.name);
    assert_eq!(found.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{}", task.name);
    for (name, bytes) in &wanted {
        assert!(found[name] == *bytes, "{}: {name} came out otherwise", task.name);
    }
    hits
}

#[test]
fn a_dozen_kills_change_nothing() {
    let mut moments = Moments(7);
    for task in tasks() {
        killed(&task, 3, &mut moments);
    }
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_change_nothing() {
    let mut moments = Moments(11);
    let mut hits = 0;
    for _ in 0..10 {
        for task in tasks() {
            hits += killed(&task, 5, &mut moments);
        }
    }
    println!("{hits} of 200 kills came before the end of the work");
    assert!(hits > 100, "{hits}");
}
