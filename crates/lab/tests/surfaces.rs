//! The surfaces agree: `explain`, `read`, `race` and GTP's questions about the same stones. `gosedai bench surfaces GAMES` asks more.

use gosedai_engine::explain::Explain;
use gosedai_engine::{Command, Context, GameInput};
use gosedai_lab::bench::Bench;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf");

fn contradictions(positions: &str, nodes: &str) -> (u64, Vec<String>) {
    let args = [GAME, "positions", positions, "nodes", nodes].map(str::to_owned).to_vec();
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

/// A stone that reading captures is dead for that reason, also where the network has hope for it and after later rounds of the
/// adjustment.
#[test]
fn what_is_captured_is_not_said_to_lack_room() {
    let sgf = std::fs::read_to_string(GAME).unwrap();
    let game = GameInput { sgf, move_number: Some(126), ..GameInput::default() };
    let seen = Explain { game }.run(&Context::default()).unwrap();
    let group = seen.groups.iter().find(|group| group.stones == ["P10"]).unwrap();
    assert_eq!(group.reason.rule, "group.class.captured");
}
