//! Records: read, replayed, shown, written and read again.

use std::io::Cursor;
use std::process::Command;

use gosedai_engine::{Context, catalogue, files};
use gosedai_records::{GameReader, Mode, ReadOptions, parse, replay};
use serde_json::json;

use crate::random::Random;
use crate::sgf;
use crate::watch::Watch;

/// Packed examples of the records crate, as hexadecimal digits.
fn packed() -> Vec<Vec<u8>> {
    let texts = [
        include_str!("../../../records/tests/data/two.xz.hex"),
        include_str!("../../../records/tests/data/two.zst.hex"),
    ];
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_hexdigit).collect::<Vec<u8>>();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    texts.iter().map(|text| digits(text).chunks(2).map(byte).collect()).collect()
}

fn read(bytes: &[u8], name: &str, random: &mut Random, cx: &Context) {
    let games = GameReader::new(bytes, ReadOptions::default()).into_iter().flatten();
    for record in games.take(20).flatten() {
        let line = replay::main_line(&record.game);
        let _ = replay::replay(&record.game, &line, None, replay::Overrides::default());
    }
    let Ok(game) = files::first_game(Cursor::new(bytes.to_vec()), name) else { return };
    let text = game.to_sgf();
    let again = parse(&text, Mode::Lenient).expect("what was written can be read");
    assert_eq!(again.games[0].to_sgf(), text, "writing twice gives the same text");
    let show = catalogue().into_iter().find(|entry| entry.name == "show").unwrap();
    let number = if random.once_in(2) { json!(null) } else { json!(random.below(40)) };
    let _ = (show.run)(json!({ "sgf": text, "move": number }), cx);
}

pub fn run(seed: u64, count: usize) {
    let (packed, cx) = (packed(), Context::default());
    let mut watch = Watch::new("records");
    for number in 0..count {
        let mut random = Random::new(seed + number as u64);
        let (bytes, name) = sgf::file(&mut random, &packed);
        watch.run(format!("record {}", seed + number as u64), || read(&bytes, name, &mut random, &cx));
    }
    watch.finish();
}

/// The same by the program itself: it shows the game or says in one line why not, and its exit status tells which.
pub fn show(seed: u64, count: usize) {
    let packed = packed();
    let folder = std::env::temp_dir().join(format!("gosedai-generated-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for number in 0..count {
        let mut random = Random::new(seed + number as u64);
        let (bytes, name) = sgf::file(&mut random, &packed);
        let path = folder.join(name);
        std::fs::write(&path, &bytes).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_gosedai")).arg("show").arg(&path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => assert!(said.is_empty(), "record {}: {said}", seed + number as u64),
            Some(1) => assert!(
                said.starts_with("gosedai: ") && output.stdout.is_empty(),
                "record {}: {said}",
                seed + number as u64
            ),
            status => panic!("record {}: {status:?} {said}", seed + number as u64),
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
