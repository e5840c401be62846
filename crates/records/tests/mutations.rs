//! Ten thousand damaged records: no panic, no hang, and whatever was read can be written and read again.

use gosedai_records::formats::{parse_gib, parse_ngf};
use gosedai_records::*;
use std::time::{Duration, Instant};

/// A small generator of its own, so that a failing seed stays failing.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

const SEEDS: &[&str] = &[
    "(;FF[4]GM[1]SZ[19]KM[6.5]RE[B+R]DT[2005-01-06,07]PB[趙治勲]BR[9d]PW[x\\]y]WR[1p];B[qd];W[dd];B[]C[pass\\\\]LB[aa:1][bb:2])",
    "(;SZ[9:13]AB[aa:cc][dd]AW[ee]AE[bb]PL[W](;B[aa](;W[bb];B[tt])(;W[cc]TE[2]GB[1]V[3.5]))(;B[dd]HO[1]))",
    "(;FF[3]GaMe[1]SiZe[9];Black[aa]Comment[old\r\nfile];White[bb])\n\n(;GN[second];B[cc])",
    "junk (a) ((;CA[gb2312]PB[古力];B[pd])(;W[dd]))",
    "\\HS\n\\[GAMEBLACKNAME=a (2D)\\]\n\\[GAMEINFOMAIN=GRLT:1,ZIPSU:35,GONGJE:65,LINE:19\\]\n\\[GAMETAG=C2020:06:14,W1,Z35\\]\nINI 0 1 4 &4\nSTO 0 2 1 15 3\nSKI 0 3\n",
    "Rated game\n19\nw 9D\nb 8D\nwww\n2\n0\n6\n20170316 [09:37]\n5\nWhite wins by 3.5!\n2\nPMABBREER\nPMACWEEEE\n",
];

const SPICE: &[&[u8]] = &[
    b"(",
    b")",
    b"[",
    b"]",
    b";",
    b"\\",
    b":",
    b"((((",
    b"))))",
    b"[[",
    b"]]",
    b"\\]",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x00",
    b"\x1b$B",
    b"SZ[0]",
    b"SZ[99999]",
    b"SZ[52]",
    b"AB[aa:ZZ]",
    b"KM[1e999]",
    b"KM[nan]",
    b"HA[-1]",
    b"HA[4294967296]",
    b"CA[utf-16]",
    b"CA[x]",
    b"DT[0000-99-99,,,]",
    b"RE[B+1/0]",
    b"FF[4]",
    b"Bl",
    b"\x83\x5c",
    b"\xa1",
    b"\x81\x30\x81",
    b"\n",
    b"\r",
    b"\xf0\x9f\x98\x80",
    b"LB[:]",
    b"AR[aa:]",
];

fn mutate(random: &mut Random) -> Vec<u8> {
    let mut bytes = SEEDS[random.below(SEEDS.len())].as_bytes().to_vec();
    match random.below(6) {
        0 => bytes = encoding_rs::GB18030.encode(std::str::from_utf8(&bytes).unwrap()).0.into_owned(),
        1 => bytes = encoding_rs::SHIFT_JIS.encode(std::str::from_utf8(&bytes).unwrap()).0.into_owned(),
        _ => {}
    }
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if !bytes.is_empty() => {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
            1 => {
                let spice = SPICE[random.below(SPICE.len())];
                bytes.splice(at..at, spice.iter().copied());
            }
            2 => bytes.truncate(at),
            3 => {
                let end = (at + random.below(12)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let end = (at + random.below(40)).min(bytes.len());
                let copy = bytes[at..end].repeat(1 + random.below(20));
                bytes.splice(at..at, copy);
            }
            _ => {
                let other = SEEDS[random.below(SEEDS.len())].as_bytes();
                let from = random.below(other.len());
                bytes.splice(at..at, other[from..].iter().copied());
            }
        }
    }
    bytes
}

/// Every accessor, for the sake of its panics.
fn touch(game: &GameTree) {
    let _ = (game.info(), game.komi(), game.handicap(), game.result());
    let size = game.size().unwrap_or(BoardSize::square(19));
    for node in game.walk().take(5000) {
        let _ = (node.move_on(size), node.setup_on(size), node.to_play(), node.labels_on(size), node.place());
        let _ = (node.comment(), node.name(), node.value(), node.quality(), node.judgement(), node.hotspot());
        for kind in MarkKind::ALL {
            let _ = node.marks_on(kind, size);
        }
        let _ = node.arrows("AR");
    }
}

#[test]
fn ten_thousand_damaged_records() {
    let mut random = Random(0x5eed_0f60);
    let mut slowest = Duration::ZERO;
    let (mut read, mut refused) = (0, 0);
    for round in 0..10_000 {
        let bytes = mutate(&mut random);
        let start = Instant::now();
        let text = decode(&bytes, None).text;
        let _ = parse(&text, Mode::Strict);
        let _ = (parse_gib(&text), parse_ngf(&text));
        match parse(&text, Mode::Lenient) {
            Err(_) => refused += 1,
            Ok(parsed) => {
                read += 1;
                for game in &parsed.games {
                    touch(game);
                    // Once repaired, a record is canonical: strict reading accepts it and nothing changes any more.
                    let written = game.to_sgf_with(Layout::Compact);
                    let again = parse_first(&written, Mode::Lenient).unwrap();
                    assert_eq!(again.to_sgf_with(Layout::Compact), written, "round {round}: {text:?}");
                    assert_eq!(again.node_count(), game.node_count(), "round {round}: {text:?}");
                    let kept = parse_first(&game.to_sgf(), Mode::Lenient).unwrap();
                    assert_eq!(kept.to_sgf_with(Layout::Compact), written, "round {round}: {text:?}");
                }
                // The stream finds the same games as the whole text.
                if !bytes.contains(&0) {
                    let options = ReadOptions::default();
                    let streamed: Vec<_> =
                        GameReader::new(bytes.as_slice(), options).unwrap().filter_map(Result::ok).collect();
                    let compact = |game: &GameTree| game.to_sgf_with(Layout::Compact);
                    assert_eq!(
                        streamed.iter().map(|record| compact(&record.game)).collect::<Vec<_>>(),
                        parsed.games.iter().map(compact).collect::<Vec<_>>(),
                        "round {round}: {text:?}"
                    );
                }
            }
        }
        slowest = slowest.max(start.elapsed());
    }
    assert!(read > 5_000 && refused > 100, "the mutations should be of both kinds: {read} read, {refused} refused");
    assert!(slowest < Duration::from_secs(5), "slowest record took {slowest:?}");
}

#[test]
fn sizes_meant_to_hurt() {
    let start = Instant::now();
    for text in [
        "(".repeat(500_000),
        "(;".repeat(500_000),
        ")".repeat(500_000),
        format!("(;{}", "[".repeat(500_000)),
        format!("(;{})", "A[]".repeat(300_000)),
        format!("(;C{})", "[]".repeat(500_000)),
        format!("(;{}[x])", "A".repeat(500_000)),
        "( ".repeat(250_000),
        "(A ".repeat(250_000),
        format!("(;C[{}", "\\".repeat(999_999)),
        "(;B[aa])".repeat(50_000),
        "\u{feff}".repeat(100_000),
    ] {
        let _ = parse(&text, Mode::Strict);
        if let Ok(parsed) = parse(&text, Mode::Lenient) {
            for game in parsed.games.iter().take(3) {
                assert!(game.to_sgf().len() <= text.len() * 2 + 16);
            }
        }
        let options = ReadOptions::default();
        let _ = GameReader::new(text.as_bytes(), options).unwrap().count();
        let _ = GameReader::new(text.as_bytes(), ReadOptions { framing: Framing::Lines, ..options }).unwrap().count();
    }
    assert!(start.elapsed() < Duration::from_secs(30), "took {:?}", start.elapsed());
}
