//! Records made up from what records are made of: SGF trees, GIB, NGF, drawn boards; right, wrong and in between.

use crate::random::{NUMBERS, Random};

/// A point in SGF's letters.
fn place(random: &mut Random, side: usize) -> String {
    let letter = |random: &mut Random| match random.below(60) {
        0 => random.pick(&["z", "Z", "A", "", "aa", "?", "\\]"]).to_owned(),
        _ => ((b'a' + random.below(side.min(26)) as u8) as char).to_string(),
    };
    match random.below(40) {
        0 => String::new(),
        1 => "tt".to_owned(),
        _ => letter(random) + &letter(random),
    }
}

fn text(random: &mut Random) -> String {
    random
        .pick(&[
            "",
            "x",
            "9d",
            "趙治勲",
            "B+R",
            "W+3.5",
            "B+",
            "0",
            "Draw",
            "Void",
            "a\\]b",
            "a:b",
            "\\\\",
            "é\u{0}",
            "2005-01-06,07",
            "こんにちは\n碁",
        ])
        .to_owned()
}

fn property(random: &mut Random, side: usize) -> String {
    let name = random.pick(&[
        "B", "W", "AB", "AW", "AE", "PL", "C", "N", "LB", "TR", "CR", "MA", "SQ", "AR", "LN", "TB", "TW", "V", "GB",
        "GW", "HO", "TE", "BM", "DO", "IT", "MN", "KO", "OB", "BL", "XX", "b", "FF", "KM", "SZ", "VW", "DD", "FG",
        "PM",
    ]);
    let mut out = name.to_owned();
    for _ in 0..1 + random.below(3) {
        let value = match random.below(8) {
            0 => text(random),
            1 => random.pick(NUMBERS).to_owned(),
            2 => format!("{}:{}", place(random, side), place(random, side)),
            3 => format!("{}:{}", place(random, side), text(random)),
            4 => random.pick(&["B", "W", "black", "1", "2"]).to_owned(),
            _ => place(random, side),
        };
        out += &format!("[{value}]");
        if random.once_in(3) {
            break;
        }
    }
    out
}

fn sequence(random: &mut Random, side: usize, depth: usize, out: &mut String) {
    for number in 0..random.below(30) {
        let color = if random.once_in(15) { random.pick(&["B", "W"]) } else { ["B", "W"][number % 2] };
        out.push_str(&format!(";{color}[{}]", place(random, side)));
        if random.once_in(6) {
            out.push_str(&property(random, side));
        }
    }
    if depth < 4 && random.once_in(3) {
        for _ in 0..1 + random.below(3) {
            out.push('(');
            sequence(random, side, depth + 1, out);
            out.push(')');
        }
    }
}

pub fn sgf(random: &mut Random) -> String {
    let side = if random.once_in(10) { 1 + random.below(52) } else { random.side() };
    let mut out = String::new();
    for _ in 0..if random.once_in(8) { 1 + random.below(4) } else { 1 } {
        let size = match random.below(6) {
            0 => format!("{side}:{}", 1 + random.below(26)),
            1 if random.once_in(4) => random.pick(NUMBERS).to_owned(),
            _ => side.to_string(),
        };
        out += &format!("(;FF[4]GM[1]SZ[{size}]");
        for name in ["KM", "HA", "RU", "RE", "PB", "PW", "BR", "DT", "TM", "OT", "CA", "AP", "ST"] {
            if random.once_in(4) {
                let value = match name {
                    "KM" | "HA" | "TM" => random.pick(NUMBERS).to_owned(),
                    "RU" => random
                        .pick(&["Japanese", "chinese", "AGA", "NZ", "Pure-Go", "afure", "tt", "martian", ""])
                        .to_owned(),
                    "CA" => random.pick(&["UTF-8", "gb2312", "Shift_JIS", "EUC-KR", "big5", "utf-16", "x"]).to_owned(),
                    _ => text(random),
                };
                out += &format!("{name}[{value}]");
            }
        }
        for _ in 0..random.below(4) {
            out += &property(random, side);
        }
        sequence(random, side, 0, &mut out);
        out.push(')');
    }
    out
}

fn gib(random: &mut Random) -> String {
    let mut out = format!(
        "\\HS\n\\[GAMEBLACKNAME={} (2D)\\]\n\\[GAMEWHITENAME=b (1K)\\]\n\\[GAMEINFOMAIN=GRLT:{},ZIPSU:{},GONGJE:{},LINE:{}\\]\n\\[GAMETAG=C2020:06:14,W{},Z{}\\]\n\\HE\n\\GS\n",
        text(random),
        random.below(9),
        random.pick(NUMBERS),
        random.pick(NUMBERS),
        random.pick(&["19", "9", "13", "25", "0", "99"]),
        random.below(5),
        random.pick(NUMBERS)
    );
    out += &format!("INI 0 1 {} &4\n", random.pick(&["0", "2", "4", "9", "99", "-1"]));
    for number in 0..random.below(60) {
        let (x, y) = (random.below(20), random.below(20));
        out += &match random.below(20) {
            0 => format!("SKI 0 {number}\n"),
            1 => format!("STO 0 {number} {} {} {y}\n", random.pick(NUMBERS), random.pick(NUMBERS)),
            _ => format!("STO 0 {number} {} {x} {y}\n", 1 + number % 2),
        };
    }
    out + "\\GE\n"
}

fn ngf(random: &mut Random) -> String {
    let count = random.below(80);
    let mut out = format!(
        "Rated game\n{}\nw 9D\nb 8D\nwww\n{}\n0\n{}\n20170316 [09:37]\n5\nWhite wins by {}!\n{}\n",
        random.pick(&["19", "9", "13", "0", "99", "x"]),
        random.pick(NUMBERS),
        random.pick(NUMBERS),
        random.pick(NUMBERS),
        if random.once_in(5) { random.pick(NUMBERS).to_owned() } else { count.to_string() }
    );
    for number in 0..count {
        let letter = |random: &mut Random| (b'A' + random.below(22) as u8) as char;
        let (x, y) = (letter(random), letter(random));
        let code = (b'A' + (number / 26 % 26) as u8) as char;
        out += &format!("PM{code}{}{}{x}{y}{y}{x}\n", (b'A' + (number % 26) as u8) as char, ["B", "W"][number % 2]);
    }
    out
}

fn drawing(random: &mut Random) -> String {
    let (width, height) = (random.side(), random.side());
    let mut out = String::new();
    for _ in 0..height {
        for _ in 0..width {
            out += random.pick(&[". ", ". ", "X ", "O ", "X", "# "]);
        }
        out.push('\n');
    }
    out
}

/// A record and the name of a file it could have.
pub fn record(random: &mut Random) -> (String, &'static str) {
    match random.below(12) {
        0 => (gib(random), "game.gib"),
        1 => (ngf(random), "game.ngf"),
        2 => (drawing(random), "board.txt"),
        3 => {
            let lines: Vec<String> = (0..random.below(5)).map(|_| sgf(random).replace('\n', " ")).collect();
            (lines.join("\n"), "games.sgfs")
        }
        4 if random.once_in(10) => ("(;B[aa]".repeat(1 + random.below(30_000)), "deep.sgf"),
        4 if random.once_in(10) => (format!("(;C[{}", "[".repeat(random.below(200_000))), "open.sgf"),
        _ => (sgf(random), "game.sgf"),
    }
}

/// Pieces that mean something in records.
pub const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    ";",
    "\\",
    ":",
    "((((",
    "))))",
    "[[",
    "]]",
    "\\]",
    "\u{feff}",
    "\0",
    "\x1b$B",
    "SZ[0]",
    "SZ[99999]",
    "SZ[52]",
    "SZ[1]",
    "SZ[1:25]",
    "AB[aa:ZZ]",
    "AE[aa:yy]",
    "KM[1e999]",
    "KM[nan]",
    "HA[-1]",
    "HA[4294967296]",
    "HA[9]",
    "CA[utf-16]",
    "CA[x]",
    "DT[0000-99-99,,,]",
    "RE[B+1/0]",
    "FF[4]",
    "Bl",
    "\n",
    "\r",
    "😀",
    "LB[:]",
    "AR[aa:]",
    ";B[aa];W[aa]",
    ";W[];B[]",
    "PL[]",
    "INI",
    "STO 0",
    "PMAB",
    "\\HS",
    "X O . ",
    "- - -",
];

/// The bytes of a record as files have them: in some encoding, damaged or not, packed or not.
pub fn file(random: &mut Random, packed: &[Vec<u8>]) -> (Vec<u8>, &'static str) {
    if random.once_in(25) {
        let mut bytes = packed[random.below(packed.len())].clone();
        if !random.once_in(4) {
            random.damage(&mut bytes, 3, PIECES);
        }
        return (bytes, "game.sgf");
    }
    let (text, name) = record(random);
    let mut bytes = match random.below(10) {
        0 => encoding_rs::GB18030.encode(&text).0.into_owned(),
        1 => encoding_rs::SHIFT_JIS.encode(&text).0.into_owned(),
        2 => encoding_rs::EUC_KR.encode(&text).0.into_owned(),
        _ => text.into_bytes(),
    };
    if !random.once_in(3) {
        random.damage(&mut bytes, 8, PIECES);
    }
    if random.once_in(12) {
        bytes = zstd(&bytes);
        if random.once_in(2) {
            random.damage(&mut bytes, 3, PIECES);
        }
    }
    (bytes, name)
}

/// A Zstandard file with the bytes as they are: plain blocks of one frame.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
    out.extend((bytes.len() as u32).to_le_bytes());
    let blocks: Vec<&[u8]> = if bytes.is_empty() { vec![&[]] } else { bytes.chunks(100_000).collect() };
    for (number, block) in blocks.iter().enumerate() {
        let last = u32::from(number + 1 == blocks.len());
        out.extend(&((block.len() as u32) << 3 | last).to_le_bytes()[..3]);
        out.extend(*block);
    }
    out
}
