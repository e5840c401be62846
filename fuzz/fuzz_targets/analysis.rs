//! Queries of the analysis protocol, searched by the player that needs no network.
#![no_main]
#![allow(dead_code, unused_imports)]

#[path = "../../crates/app/src/analysis/mod.rs"]
mod analysis;
#[path = "../../crates/app/src/katago_rules.rs"]
mod katago_rules;
#[path = "../../crates/app/src/lines.rs"]
mod lines;
#[path = "../../crates/app/src/models.rs"]
mod models;

use gosedai_engine::Context;
use gosedai_engine::players::PlayerOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // searches stay short: the limits come from the options
    let named = |name: &[u8]| data.windows(name.len()).any(|part| part == name);
    if named(b"Visits") || named(b"maxPlayouts") || named(b"maxTime") || named(b"Reasons") {
        return;
    }
    let options =
        PlayerOptions { engine: "uct-plain".to_owned(), playouts: Some(2), ..PlayerOptions::default() };
    let reader = std::io::Cursor::new(data.to_vec());
    analysis::serve(&options, &Context::default(), reader, Box::new(std::io::sink())).unwrap();
});
