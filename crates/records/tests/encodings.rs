//! Old Asian files: read by CA, by content, by the user's word; trail bytes that look like brackets.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
use gosedai_records::*;

fn bytes(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, failed) = encoding.encode(text);
    assert!(!failed, "{text} cannot be written in {}", encoding.name());
    bytes.into_owned()
}

fn read(bytes: &[u8]) -> (String, &'static str) {
    let decoded = decode(bytes, None);
    assert!(decoded.warnings.is_empty(), "{:?}", decoded.warnings);
    (decoded.text, decoded.encoding)
}

/// Small games as servers and old programs wrote them: two names, ranks, a result, perhaps a word.
const JAPANESE: &[&str] = &[
    "(;GM[1]SZ[19]PB[趙治勲]BR[九段]PW[小林光一]WR[九段]RE[黒中押勝];B[pd];W[dd])",
    "(;PW[武宮正樹]PB[加藤正夫]EV[第10期名人戦];B[qd];W[dc])",
    "(;GN[本因坊戦]C[ここで黒は大きくヒラいた。白の打ち込みが狙い。];B[aa])",
    "(;PB[坂田栄男]PW[呉清源])",
    "(;C[ポン抜き三十目。表示は能力を十分に])",
];
const SIMPLIFIED: &[&str] = &[
    "(;GM[1]SZ[19]PB[古力]BR[九段]PW[常昊]WR[九段]RE[黑中盘胜];B[pd];W[dd])",
    "(;PB[柯洁]PW[时越])",
    "(;EV[第3届春兰杯决赛]PB[马晓春]PW[李昌镐];B[qd])",
    "(;C[白棋这手是好棋，黑棋的应对有问题。];B[aa])",
    "(;PB[聂卫平]BR[9段]PW[刘小光]WR[9段])",
];
const TRADITIONAL: &[&str] = &[
    "(;GM[1]SZ[19]PB[周俊勳]BR[九段]PW[王立誠]WR[九段]RE[黑中盤勝];B[pd];W[dd])",
    "(;PB[張栩]PW[林海峰]EV[第五屆應氏盃];B[qd])",
    "(;C[白棋這手是好棋，黑棋的應對有問題。];B[aa])",
];
const KOREAN: &[&str] = &[
    "(;GM[1]SZ[19]PB[이창호]BR[9단]PW[조훈현]WR[9단]RE[흑 불계승];B[pd];W[dd])",
    "(;PB[이세돌]PW[최철한])",
    "(;EV[제5회 농심배 본선]PB[박정환]PW[김지석];B[qd])",
    "(;C[여기서 백은 중앙으로 뛰어나간 수가 좋았다.];B[aa])",
];

#[test]
fn content_tells_the_encoding() {
    for (texts, encoding) in
        [(JAPANESE, SHIFT_JIS), (JAPANESE, EUC_JP), (SIMPLIFIED, GB18030), (TRADITIONAL, BIG5), (KOREAN, EUC_KR)]
    {
        for text in texts {
            let (read, name) = read(&bytes(text, encoding));
            assert_eq!((read.as_str(), name), (*text, encoding.name()));
        }
    }
    for texts in [JAPANESE, SIMPLIFIED, TRADITIONAL, KOREAN] {
        for text in texts {
            assert_eq!(read(text.as_bytes()), (text.to_string(), "UTF-8"));
        }
    }
    // European names of one encoding must not become Chinese.
    for text in ["(;PB[Müller]PW[Jérôme Hübner]PC[Köln];B[aa])", "(;C[déjà joué à Besançon, très bien];B[aa])"]
    {
        assert_eq!(read(&bytes(text, WINDOWS_1252)), (text.to_string(), "windows-1252"));
    }
}

#[test]
fn the_ca_property_is_heard() {
    for (label, encoding, text) in [
        ("GB2312", GB18030, SIMPLIFIED[1]),
        ("gbk", GB18030, SIMPLIFIED[2]),
        ("gb18030", GB18030, SIMPLIFIED[3]),
        ("Big5", BIG5, TRADITIONAL[1]),
        ("Shift_JIS", SHIFT_JIS, JAPANESE[3]),
        ("x-sjis", SHIFT_JIS, JAPANESE[3]),
        ("cp932", SHIFT_JIS, JAPANESE[3]),
        ("EUC-JP", EUC_JP, JAPANESE[3]),
        ("euc-kr", EUC_KR, KOREAN[1]),
        ("KS_C_5601-1987", EUC_KR, KOREAN[1]),
        ("cp949", EUC_KR, KOREAN[1]),
        ("utf8", UTF_8, KOREAN[1]),
    ] {
        let text = text.replacen("(;", &format!("(;CA[{label}]"), 1);
        assert_eq!(read(&bytes(&text, encoding)), (text.clone(), encoding.name()), "{label}");
    }
}

#[test]
fn a_wrong_ca_is_seen_through_and_reported() {
    let text = SIMPLIFIED[2].replacen("(;", "(;CA[GB2312]", 1);
    let decoded = decode(text.as_bytes(), None);
    assert_eq!((decoded.text.as_str(), decoded.encoding), (text.as_str(), "UTF-8"));
    assert_eq!(decoded.warnings[0].to_string(), "the record says its text is GB2312, but it reads as UTF-8");
    let text = SIMPLIFIED[0].replacen("(;", "(;CA[UTF-8]", 1);
    let decoded = decode(&bytes(&text, GB18030), None);
    assert_eq!((decoded.text.as_str(), decoded.encoding), (text.as_str(), "gb18030"));
    let decoded = decode(b"(;CA[klingon]PB[a])", None);
    assert_eq!(decoded.encoding, "UTF-8");
}

#[test]
fn byte_order_marks_and_utf_16() {
    let text = JAPANESE[0];
    let mut with_bom = vec![0xef, 0xbb, 0xbf];
    with_bom.extend(text.as_bytes());
    assert_eq!(read(&with_bom), (text.to_string(), "UTF-8"));
    for (mark, name, order) in
        [(true, "UTF-16LE", 0), (true, "UTF-16BE", 1), (false, "UTF-16LE", 0), (false, "UTF-16BE", 1)]
    {
        let mut bytes = Vec::new();
        let mut put = |unit: u16| bytes.extend(if order == 0 { unit.to_le_bytes() } else { unit.to_be_bytes() });
        if mark {
            put(0xfeff);
        }
        text.encode_utf16().for_each(&mut put);
        assert_eq!(read(&bytes), (text.to_string(), name));
        // A byte order mark wins over the user's word; without one the word is taken.
        if mark {
            assert_eq!(decode(&bytes, Some(BIG5)).text, text);
        }
    }
}

#[test]
fn trail_bytes_that_look_like_syntax() {
    // 表 ends in 0x5C (\), ソ 0x83 0x5C, 能 0x94 0x5C; 充 and others end in 0x5B and 0x5D in Shift-JIS.
    let syntax = |encoding: &'static Encoding, range: std::ops::RangeInclusive<u32>| -> String {
        range
            .filter_map(char::from_u32)
            .filter(|c| {
                let text = c.to_string();
                let (bytes, _, failed) = encoding.encode(&text);
                !failed && bytes.len() == 2 && matches!(bytes[1], b'[' | b'\\' | b']' | b'(' | b')' | b';' | b':')
            })
            .take(120)
            .collect()
    };
    for encoding in [SHIFT_JIS, GB18030, BIG5] {
        let odd = syntax(encoding, 0x4e00..=0x9fa0);
        assert!(odd.chars().count() > 20, "{}", encoding.name());
        let text = format!("(;CA[{}]C[{odd}];B[pd])", encoding.name());
        let games =
            read_games(&bytes(&text, encoding), ReadOptions { mode: Mode::Strict, ..Default::default() }).unwrap();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].encoding, encoding.name());
        assert_eq!(games[0].game.root().comment().unwrap(), odd);
        assert_eq!(games[0].game.node_count(), 2);
    }
}

#[test]
fn the_user_has_the_last_word() {
    let raw = bytes("(;PB[서봉수])", EUC_KR);
    let options = ReadOptions { encoding: encoding_by_name("cp949"), ..Default::default() };
    assert_eq!(read_games(&raw, options).unwrap()[0].game.info().black.name.as_deref(), Some("서봉수"));
    let wrong = decode(&raw, Some(SHIFT_JIS));
    assert_eq!(wrong.encoding, "Shift_JIS");
    assert!(encoding_by_name("no such thing").is_none());
    let broken = decode(b"(;PB[\xff\xff])", Some(UTF_8));
    assert_eq!(broken.warnings[0].to_string(), "2 byte sequences could not be read as UTF-8 and were replaced");
}

#[test]
fn saved_records_say_utf_8() {
    let saved = |text: &str, encoding: &'static Encoding| {
        let mut game = read_games(&bytes(text, encoding), ReadOptions::default()).unwrap().remove(0).game;
        game.declare_utf8();
        game.to_sgf()
    };
    assert_eq!(saved("(;CA[GB2312]PB[古力]\n;B[aa])", GB18030), "(;CA[UTF-8]PB[古力];B[aa])");
    assert_eq!(saved("(;PB[古力]BR[九段])", GB18030), "(;PB[古力]BR[九段]CA[UTF-8])");
    for unchanged in ["(;CA[utf-8]PB[古力]\n)", "(;PB[plain]\n)", "(;CA[UTF-8] PB[plain])"] {
        assert_eq!(saved(unchanged, UTF_8), unchanged);
    }
}

/// How often the content alone tells the encoding of real games: `GOSEDAI_GAMES=FOLDER cargo test --release -p gosedai-records
/// --test encodings -- --ignored --nocapture`. Games of the Chinese server are written in GB18030, games with Japanese names in
/// Shift-JIS and EUC-JP; the reader has a few names and events to go by.
#[test]
#[ignore = "needs a folder of collections"]
fn encodings_of_real_games() {
    let Ok(folder) = std::env::var("GOSEDAI_GAMES") else { return };
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut tally = std::collections::BTreeMap::<(&str, bool), [usize; 2]>::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "xz")) {
        let reader = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let options = ReadOptions { framing: Framing::Lines, ..Default::default() };
        for record in GameReader::new(reader, options).unwrap() {
            let text = record.unwrap().game.to_sgf();
            let wide = text.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count();
            if wide < 2 || text.contains('\u{fffd}') {
                continue;
            }
            let encodings: &[_] = if text.contains("SO[fox") { &[GB18030] } else { &[SHIFT_JIS, EUC_JP] };
            for encoding in encodings {
                let (bytes, _, failed) = encoding.encode(&text);
                if !failed {
                    let entry = tally.entry((encoding.name(), wide <= 4)).or_default();
                    entry[usize::from(decode(&bytes, None).text == text)] += 1;
                }
            }
        }
    }
    for ((name, short), [wrong, right]) in &tally {
        let length = if *short { "2 to 4" } else { "5 and more" };
        println!("{name}, {length} wide characters: {right} of {} read right", right + wrong);
    }
    let sum = |index: usize| tally.values().map(|counts| counts[index]).sum::<usize>();
    assert!(sum(1) > sum(0) * 5);
}
