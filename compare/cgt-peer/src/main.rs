//! The workloads W1–W6 for gosedai-cgt and for the `cgt` crate in one run: times, ratios and check values.

mod engine;
mod ours;
mod peer;
mod workload;

use engine::Engine;
use std::time::Duration;
use workload::Check;

const ROUNDS: usize = 3;

/// Processor time of this thread: the machine may be busy with other things.
fn processor_time() -> Duration {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the struct given to it
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}

/// Best of three runs of the timed part; the preparation is not counted.
fn best<E: Engine, P>(prepare: impl Fn(&mut E) -> P, timed: impl Fn(&mut E, &P) -> Check) -> (Duration, Check) {
    let mut least = Duration::MAX;
    let mut check = Check::default();
    for _ in 0..ROUNDS {
        let mut engine = E::new();
        let prepared = prepare(&mut engine);
        let start = processor_time();
        check = timed(&mut engine, &prepared);
        least = least.min(processor_time() - start);
    }
    (least, check)
}

fn row(name: &str, a: (Duration, Check), b: (Duration, Check)) {
    let micros = |d: Duration| d.as_secs_f64() * 1e6;
    let agree = if a.1 == b.1 { "equal" } else { "DIFFERENT" };
    println!(
        "| {name} | {:.1} | {:.1} | {:.1}x | {} | {agree} |",
        micros(a.0),
        micros(b.0),
        micros(b.0) / micros(a.0),
        a.1
    );
}

macro_rules! both {
    ($name:expr, $prepare:expr, $timed:expr) => {
        row($name, best::<ours::Ours, _>($prepare, $timed), best::<peer::Peer, _>($prepare, $timed))
    };
}

fn main() {
    let quick = std::env::args().any(|a| a == "--quick");
    println!("| workload | gosedai-cgt, us | cgt 0.11, us | ratio | check | values |");
    println!("|---|---|---|---|---|---|");
    both!("W1 20000 forms", |e| workload::day_two(e), |e, d| workload::w1(e, d).1);
    both!("W2 3000 sums", |e| workload::w2_games(e), |e, h| workload::w2(e, h));
    both!("W3a build 10000 trees", |_| (), |e, _| workload::w3_build(e).1);
    both!("W3b thermographs", |e| workload::w3_build(e).0, |e, g| workload::w3_thermographs(e, g));
    both!("W3c cool by 2", |e| workload::w3_build(e).0, |e, g| workload::w3_cool(e, g));
    for (k, n) in [(2, 2000), (3, 500), (4, 100), (5, 20), (6, 4)] {
        if quick && k > 4 {
            continue;
        }
        both!(&format!("W4 k={k} n={n}"), |_| (), |e, _| workload::w4(e, k, n));
    }
    for n in [20, 40, 80, 160] {
        both!(&format!("W5 n={n}"), |_| (), |e, _| workload::w5(e, n));
    }
    both!("W6 outcome", |e| workload::w6_games(e), |e, g| workload::w6(e, g));
    println!();
    println!("W4 growth of gosedai-cgt, one sum of k summands: outcome by search, microseconds");
    for k in [4, 6, 8, 10, 12] {
        let (time, check) = best::<ours::Ours, _>(|e| workload::w4_summands(e, k, 4), workload::w4_outcomes);
        println!("k={k}: {:.1} per sum ({check})", time.as_secs_f64() * 1e6 / 4.0);
    }
}
