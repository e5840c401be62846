//! GNU Go's analysis commands (`attack`, `defend`, `owl_attack`, `connect`…) with GNU Go's answer format, so that its
//! regression files run unchanged. Each row is a command of the session; results are a code and a move.

use super::{Answer, Table};

pub const COMMANDS: Table = &[
    // Depths are not counted as GNU Go counts them; its regression files set and reset them.
    ("increase_depths", |_, _| Answer::empty()),
    ("decrease_depths", |_, _| Answer::empty()),
    ("reset_owl_node_counter", |_, _| Answer::empty()),
    ("reset_reading_node_counter", |_, _| Answer::empty()),
    ("clear_cache", |s, _| {
        s.player.reset();
        Answer::empty()
    }),
];
