//! Inputs by the thousand: whatever comes from outside, the program does not fall over, does not hang, keeps within its memory and
//! tells the truth in its exit status.
//!
//! The usual run takes a few seconds. All of them, 100,000 with the same seeds everywhere:
//!
//! ```text
//! cargo test --release -p gosedai-app --test generated -- --ignored --nocapture --test-threads 2
//! ```
//!
//! A failure names the seed of its input.
#![cfg(unix)]

mod analysis;
mod gtp;
mod http;
mod knowledge;
mod networks;
mod random;
mod records;
mod sgf;
mod watch;

#[test]
fn some_records() {
    records::run(1_000_000, 1_500);
    records::show(2_000_000, 25);
}

#[test]
fn some_gtp_lines() {
    gtp::run(3_000_000, 500);
}

#[test]
fn some_queries() {
    analysis::run(4_000_000, 400);
}

#[test]
fn some_knowledge_files() {
    knowledge::run(5_000_000, 60);
    knowledge::explain(6_000_000, 10);
}

#[test]
fn some_network_files() {
    networks::run(7_000_000, 500);
}

#[test]
fn some_requests() {
    http::run(8_000_000, 120);
}

#[test]
#[ignore = "takes minutes"]
fn all_requests() {
    http::run(18_000_000, 2_000);
}

#[test]
#[ignore = "takes minutes"]
fn all_records() {
    records::run(11_000_000, 40_000);
    records::show(12_000_000, 1_500);
}

#[test]
#[ignore = "takes minutes"]
fn all_gtp_lines() {
    for part in 0..10 {
        gtp::run(13_000_000 + 1000 * part, 2_500);
        println!("{} of 25,000 GTP lines", 2_500 * (part + 1));
    }
}

#[test]
#[ignore = "takes minutes"]
fn all_queries() {
    for part in 0..10 {
        analysis::run(14_000_000 + 1000 * part, 2_000);
        println!("{} of 20,000 queries", 2_000 * (part + 1));
    }
}

#[test]
#[ignore = "takes minutes"]
fn all_knowledge_files() {
    knowledge::run(15_000_000, 10_000);
}

#[test]
#[ignore = "takes minutes"]
fn all_explanations_with_odd_knowledge() {
    knowledge::explain(16_000_000, 500);
}

#[test]
#[ignore = "takes minutes"]
fn all_network_files() {
    networks::run(17_000_000, 3_000);
}
