//! Two other SGF readers as oracles: `sgf-parse` where it is right, Python's `sgfmill` if it is there, and real games.

use gosedai_records::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use sgf_parse::go::{self, Prop};
use sgf_parse::{SgfNode, SgfProp};
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Plain Go records: what sgf-parse is known to read well (no white space games, no long lines, no odd sizes).
fn go_record() -> impl Strategy<Value = String> {
    let point = "[a-i][a-i]";
    let text = "[a-zA-Z0-9 .,;()日本語]{0,12}";
    let extra = prop_oneof![
        Just(String::new()),
        text.prop_map(|text| format!("C[{}]", escape(&text))),
        point.prop_map(|point| format!("TR[{point}]")),
        (point, text).prop_map(|(point, text)| format!("LB[{point}:{}]", escape_composed(&text))),
    ];
    let node = ("[BW]", prop_oneof![9 => point.prop_map(|p| p), 1 => Just(String::new())], extra)
        .prop_map(|(color, point, extra)| format!(";{color}[{point}]{extra}"));
    let line = proptest::collection::vec(node, 1..8).prop_map(|nodes| nodes.concat());
    let tree = line.prop_recursive(4, 24, 3, |inner| {
        (";[BW]\\[[a-i][a-i]\\]", proptest::collection::vec(inner, 2..4)).prop_map(|(node, children)| {
            let children: String = children.into_iter().map(|child| format!("({child})")).collect();
            format!("{node}{children}")
        })
    });
    (proptest::collection::btree_set("[a-d][a-d]", 0..5), tree).prop_map(|(stones, tree)| {
        let stones: String = stones.into_iter().map(|point| format!("[{point}]")).collect();
        let stones = if stones.is_empty() { stones } else { format!("AB{stones}") };
        format!("(;GM[1]FF[4]SZ[9]KM[6.5]{stones}{tree})")
    })
}

/// Compares node by node, without recursion on our side.
fn same_tree(ours: NodeRef, theirs: &SgfNode<Prop>, size: BoardSize) -> Result<(), TestCaseError> {
    prop_assert_eq!(ours.children().count(), theirs.children().count());
    prop_assert_eq!(ours.properties().count(), theirs.properties().count());
    let names: Vec<String> = ours.properties().map(|property| property.canonical_name()).collect();
    let their_names: Vec<String> = theirs.properties().map(|property| property.identifier()).collect();
    prop_assert_eq!(names, their_names);
    for property in theirs.properties() {
        match property {
            Prop::B(mv) | Prop::W(mv) => {
                let color = if matches!(property, Prop::B(_)) { Color::Black } else { Color::White };
                let point = match mv {
                    go::Move::Pass => None,
                    go::Move::Move(point) => Some(SgfPoint::new(point.x, point.y)),
                };
                prop_assert_eq!(ours.move_on(size).unwrap(), Some(Move { color, point }));
            }
            Prop::C(text) => prop_assert_eq!(ours.comment().unwrap(), text.text.as_str()),
            Prop::AB(points) => {
                let mine: std::collections::HashSet<_> =
                    ours.setup_on(size).unwrap().black.into_iter().map(|p| (p.column, p.row)).collect();
                prop_assert_eq!(mine, points.iter().map(|p| (p.x, p.y)).collect());
            }
            Prop::KM(komi) => prop_assert_eq!(ours.number("KM"), Some(*komi)),
            _ => {}
        }
    }
    for (mine, other) in ours.children().zip(theirs.children()) {
        same_tree(mine, other, size)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn sgf_parse_reads_the_same(text in go_record()) {
        let theirs = go::parse(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        let ours = parse(&text, Mode::Strict).unwrap();
        prop_assert_eq!(theirs.len(), ours.games.len());
        let size = ours.games[0].size().unwrap();
        same_tree(ours.games[0].root(), &theirs[0], size)?;
    }
}

/// Nodes in walking order as `depth NAME[raw value]…`, as `tests/sgfmill_dump.py` prints them.
fn dump(game: &GameTree) -> String {
    let mut out = String::new();
    let mut depths = vec![0usize; game.capacity()];
    for node in game.walk() {
        let depth = match node.parent() {
            None => 0,
            Some(parent) => depths[parent.id().index()] + 1,
        };
        depths[node.id().index()] = depth;
        out.push_str(&depth.to_string());
        for property in node.properties() {
            out.push_str(&format!(" {}", property.name()));
            for value in property.values() {
                out.push_str(&format!("[{}]", value.replace('\n', "\\n").replace('\r', "\\r")));
            }
        }
        out.push('\n');
    }
    out
}

/// `pip install sgfmill`, then `cargo test --release -p gosedai-records -- --ignored sgfmill`.
#[test]
#[ignore = "needs Python with sgfmill"]
fn sgfmill_reads_the_same() {
    let mut texts = vec![
        "(;FF[4]C[a\\]b\\\\c\\:d\nline];B[aa](;W[bb];B[cc])(;W[dd]C[日本語]))".to_owned(),
        "  (\n;FF[4]\r\n GM [1]\t[2] ;B[aa]\n( ;W[bb] )\n( ;W[cc] ) \n)\n\n(;GN[two])".to_owned(),
        format!("(;FF[4]{})", ";B[aa];W[bb]".repeat(200)),
    ];
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..300 {
        texts.push(go_record().new_tree(&mut runner).unwrap().current());
    }
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sgfmill_dump.py");
    let mut child = std::process::Command::new("python3")
        .arg(script)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let input: Vec<u8> = texts.iter().flat_map(|text| [text.as_bytes(), b"\0"].concat()).collect();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let theirs = String::from_utf8(output.stdout).unwrap();
    let ours: String = texts
        .iter()
        .map(|text| parse(text, Mode::Strict).unwrap().games.iter().map(dump).collect::<String>() + "--\n")
        .collect();
    assert_eq!(ours, theirs);
}

/// All professional games: `GOSEDAI_GAMES=FOLDER cargo test --release -p gosedai-records -- --ignored professional --nocapture`.
#[test]
#[ignore = "needs a folder of collections"]
fn professional_games_read_and_replay() {
    let Ok(folder) = std::env::var("GOSEDAI_GAMES") else {
        println!("GOSEDAI_GAMES is not set: nothing to read");
        return;
    };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let files: Vec<(PathBuf, Framing)> = paths
        .into_iter()
        .filter_map(|path| Some((path.clone(), Framing::of_name(path.file_name()?.to_str()?)?)))
        .collect();
    assert!(!files.is_empty());
    for pass in ["read and parse", "and write back", "and replay"] {
        let start = Instant::now();
        let (mut games, mut moves, mut bytes) = (0usize, 0usize, 0usize);
        for (path, framing) in &files {
            let reader = BufReader::new(std::fs::File::open(path).unwrap());
            let options = ReadOptions { framing: *framing, mode: Mode::Strict, ..Default::default() };
            for record in GameReader::new(reader, options).unwrap() {
                let game = record.unwrap_or_else(|error| panic!("{}: {error}", path.display())).game;
                games += 1;
                bytes += game.source_length();
                match pass {
                    "and write back" => {
                        let text = game.to_sgf();
                        assert_eq!(text.len(), game.source_length());
                        assert_eq!(game.to_sgf_with(Layout::Compact), text.trim_end());
                    }
                    "and replay" => {
                        let line = replay::main_line(&game);
                        let replayed = replay::replay(&game, &line, None, Default::default())
                            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                        moves += replayed.played.len();
                    }
                    _ => {}
                }
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{pass}: {games} games, {moves} moves, {:.1} MB in {seconds:.2} s: {:.0} games/s, {:.1} MB/s",
            bytes as f64 / 1e6,
            games as f64 / seconds,
            bytes as f64 / 1e6 / seconds
        );
    }
}
