//! The surfaces agree: `explain`, `read`, `race` and GTP's questions about the same stones. `gosedai bench surfaces GAMES` asks more.

use gosedai_engine::{Command, Context};
use gosedai_lab::bench::Bench;

fn contradictions(positions: &str, nodes: &str) -> (u64, Vec<String>) {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf");
    let args = [game, "positions", positions, "nodes", nodes].map(str::to_owned).to_vec();
    let result = Bench { name: Some("surfaces".to_owned()), args }.run(&Context::default()).unwrap();
    let found = result.figures.iter().filter(|(name, _)| name.starts_with("contradiction 0"));
    (result.figures["questions"].as_u64().unwrap(), found.map(|(_, text)| text.to_string()).collect())
}

#[test]
fn no_surface_proves_what_another_denies() {
    let (questions, found) = contradictions("3", "3000");
    assert!(questions >= 20, "{questions}");
    assert!(found.is_empty(), "{found:#?}");
}
