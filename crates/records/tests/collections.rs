//! Streams of games: several in a file, one a line, compressed, broken, oversize.

use gosedai_records::*;
use std::io::{BufReader, Read};

fn options(framing: Framing) -> ReadOptions {
    ReadOptions { framing, ..Default::default() }
}

fn outcome(bytes: &[u8], options: ReadOptions) -> Vec<String> {
    GameReader::new(bytes, options)
        .unwrap()
        .map(|record| match record {
            Ok(record) => record.game.to_sgf_with(Layout::Compact),
            Err(error) => format!("! {error}"),
        })
        .collect()
}

/// A reader that hands out one byte at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let (Some((&first, rest)), Some(slot)) = (self.0.split_first(), out.first_mut()) else {
            return Ok(0);
        };
        (*slot, self.0) = (first, rest);
        Ok(1)
    }
}

#[test]
fn several_games_in_a_file() {
    let text = "junk (not a game) (;GN[1\\]])\n\n(;GN[(2);]  ;B[aa]\n(;W[bb])(;W[cc]))(GN[3])\n )";
    let expected = ["(;GN[1\\]])", "(;GN[(2);];B[aa](;W[bb])(;W[cc]))", "(;GN[3])"];
    assert_eq!(outcome(text.as_bytes(), options(Framing::Games)), expected);
    let slow = GameReader::new(BufReader::with_capacity(16, Slow(text.as_bytes())), options(Framing::Games)).unwrap();
    assert_eq!(slow.map(|record| record.unwrap().game.to_sgf_with(Layout::Compact)).collect::<Vec<_>>(), expected);
    assert_eq!(parse(text, Mode::Lenient).unwrap().games.len(), 3);
}

#[test]
fn lines_stand_for_themselves() {
    let text = "(;GN[1])\n\n(;GN[2];B[aa]\nnonsense\r\n(;GN[4])";
    let expected =
        ["(;GN[1])", "(;GN[2];B[aa])", "! line 4, column 1: no game found, a game starts with \"(;\"", "(;GN[4])"];
    assert_eq!(outcome(text.as_bytes(), options(Framing::Lines)), expected);
    let strict = ReadOptions { mode: Mode::Strict, ..options(Framing::Lines) };
    assert_eq!(
        outcome(text.as_bytes(), strict)[1],
        "! line 3, column 14: the file ends before the game's closing parenthesis"
    );
}

#[test]
fn nothing_is_an_error() {
    for framing in [Framing::Games, Framing::Lines] {
        assert_eq!(outcome(b"", options(framing)), ["! the file holds no game"]);
        assert_eq!(outcome(b" \n \n", options(framing)), ["! the file holds no game"]);
    }
    assert_eq!(outcome(b"\0\x01\x02", options(Framing::Games)), ["! the file holds no game"]);
    assert_eq!(
        outcome(b"a b c", options(Framing::Games)),
        ["! line 1, column 1: no game found, a game starts with \"(;\""]
    );
}

#[test]
fn places_count_through_the_stream() {
    let text = "(;GN[1])\n(;GN[2])\n\n  (;GN[3]\n;B)\n";
    let strict = ReadOptions { mode: Mode::Strict, ..options(Framing::Games) };
    assert_eq!(
        outcome(text.as_bytes(), strict),
        ["(;GN[1])", "(;GN[2])", "! line 5, column 2: the property B has no value"]
    );
    let records = read_games(b"(;SZ[9];B[aa])\n(;SZ[9];B[zz])", options(Framing::Games)).unwrap();
    let game = &records[1].game;
    let error = game.main_line().nth(1).unwrap().move_on(game.size().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 11: B[zz] is not a point of the 9x9 board");
}

#[test]
fn oversize_games_are_refused_and_skipped() {
    let huge = format!("(;GN[1])(;C[{}])(;GN[3])", "x".repeat(300_000));
    let small = ReadOptions { max_game_bytes: 100_000, ..options(Framing::Games) };
    let found = outcome(huge.as_bytes(), small);
    assert_eq!(
        found,
        ["(;GN[1])", "! line 1, column 9: the game is larger than the limit of 100000 bytes", "(;GN[3])"]
    );
    let lines = format!("(;GN[1])\n(;C[{}])\n(;GN[3])\n", "x".repeat(300_000));
    let small = ReadOptions { max_game_bytes: 100_000, ..options(Framing::Lines) };
    assert_eq!(
        outcome(lines.as_bytes(), small),
        ["(;GN[1])", "! line 2, column 1: the game is larger than the limit of 100000 bytes", "(;GN[3])"]
    );
    // Without an end the rest of the stream is read through once, and reported.
    let endless = format!("(;C[{}", "x".repeat(500_000));
    let small = ReadOptions { max_game_bytes: 100_000, ..options(Framing::Games) };
    assert_eq!(
        outcome(endless.as_bytes(), small),
        ["! line 1, column 1: the game is larger than the limit of 100000 bytes"]
    );
}

#[test]
fn many_games_stream() {
    let text: String = (0..30_000).map(|number| format!("(;GN[{number}];B[aa]\n;W[bb])\n")).collect();
    for framing in [Framing::Games, Framing::Lines] {
        let text = if framing == Framing::Lines { text.replace("]\n;", "];") } else { text.clone() };
        let mut count = 0;
        for record in GameReader::new(text.as_bytes(), options(framing)).unwrap() {
            let record = record.unwrap();
            assert_eq!(record.index, count);
            assert_eq!(record.game.root().raw("GN"), Some(count.to_string().as_str()));
            count += 1;
        }
        assert_eq!(count, 30_000);
    }
}

/// `(;GN[1];B[aa])\n(;GN[2])\n`, made with `xz -9`, with `zstd`, and with `zstd` twice over (two frames).
const PLAIN: &str = "(;GN[1];B[aa])\n(;GN[2])\n";

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn compressed_collections() {
    let xz = unhex(include_str!("data/two.xz.hex").trim());
    let zst = unhex(include_str!("data/two.zst.hex").trim());
    let expected = ["(;GN[1];B[aa])", "(;GN[2])"];
    assert_eq!(outcome(PLAIN.as_bytes(), options(Framing::Lines)), expected);
    for bytes in [&xz, &zst] {
        assert_eq!(outcome(bytes, options(Framing::Lines)), expected);
        assert_eq!(outcome(bytes, options(Framing::Games)), expected);
        let twice = [bytes.as_slice(), bytes.as_slice()].concat();
        assert_eq!(outcome(&twice, options(Framing::Games)).len(), 4);
        // Cut and flipped bytes give an error, never a panic or a hang.
        for cut in 0..bytes.len() {
            drop(outcome_of_damaged(&bytes[..cut]));
            let mut flipped = bytes.clone();
            flipped[cut] ^= 0x55;
            drop(outcome_of_damaged(&flipped));
        }
    }
}

fn outcome_of_damaged(bytes: &[u8]) -> Vec<String> {
    match GameReader::new(bytes, options(Framing::Games)) {
        Ok(reader) => {
            reader.take(100).map(|record| record.map_or_else(|e| e.to_string(), |r| r.game.to_sgf())).collect()
        }
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn names_tell_the_framing() {
    for (name, framing) in [
        ("a.sgf", Some(Framing::Games)),
        ("A.SGF", Some(Framing::Games)),
        ("games-000.sgfs.xz", Some(Framing::Lines)),
        ("b.sgf.zst", Some(Framing::Games)),
        ("x.gib", Some(Framing::Gib)),
        ("x.NGF", Some(Framing::Ngf)),
        ("x.txt", None),
        ("sgf", None),
    ] {
        assert_eq!(Framing::of_name(name), framing, "{name}");
    }
}
