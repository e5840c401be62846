//! Conversations in GTP with the quickest engine. The program's modules are taken in as they are: it is no library.
#![no_main]
#![allow(dead_code, unused_imports)]

#[path = "../../crates/app/src/gtp/mod.rs"]
mod gtp;
#[path = "../../crates/app/src/katago_rules.rs"]
mod katago_rules;
#[path = "../../crates/app/src/lines.rs"]
mod lines;
#[path = "../../crates/app/src/models.rs"]
mod models;

use std::collections::VecDeque;

use gosedai_engine::Context;
use gosedai_engine::players::PlayerOptions;
use libfuzzer_sys::fuzz_target;

struct Script(VecDeque<Vec<u8>>);

impl gtp::Input for Script {
    fn next_line(&mut self) -> Option<Vec<u8>> {
        self.0.pop_front()
    }
    fn is_waiting(&mut self) -> bool {
        true
    }
}

/// Commands that take their time by the clock, or read files.
const LEFT_OUT: [&[u8]; 4] = [b"gosedai-", b"loadsgf", b"echo_err", b"kata-set-param"];

fuzz_target!(|data: &[u8]| {
    let left_out = |line: &[u8]| LEFT_OUT.iter().any(|name| line.windows(name.len()).any(|part| part == *name));
    let lines = data.split(|&byte| byte == b'\n').filter(|line| !left_out(line)).take(40).map(<[u8]>::to_vec);
    let mut script: VecDeque<Vec<u8>> = lines.collect();
    script.push_front(b"boardsize 7".to_vec());
    let options = PlayerOptions { engine: "random".to_owned(), ..PlayerOptions::default() };
    let output = gtp::Output::new(std::io::sink());
    let input = Box::new(Script(script));
    let mut session = gtp::Session::new(options, Context::default(), input, output, gtp::Running::default()).unwrap();
    session.run();
});
