//! Records in all formats, encodings and packings: read, replayed, written and read again.
#![no_main]

use gosedai_records::{GameReader, Mode, ReadOptions, parse, replay};
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 5] = ["game.sgf", "game.gib", "game.ngf", "games.sgfs", "board.txt"];

fuzz_target!(|data: &[u8]| {
    // the first byte says what the file is called, for the readers that go by that
    let Some((&first, bytes)) = data.split_first() else { return };
    let games = GameReader::new(bytes, ReadOptions::default()).into_iter().flatten();
    for record in games.take(10).flatten() {
        let line = replay::main_line(&record.game);
        let _ = replay::replay(&record.game, &line, None, replay::Overrides::default());
    }
    let name = NAMES[first as usize % NAMES.len()];
    let Ok(game) = gosedai_engine::files::first_game(bytes, name) else { return };
    let text = game.to_sgf();
    let again = parse(&text, Mode::Lenient).expect("what was written can be read");
    assert_eq!(again.games[0].to_sgf(), text);
});
