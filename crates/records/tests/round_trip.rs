//! What is read strictly is written back byte for byte; what is edited changes nothing else.

use gosedai_records::*;
use proptest::prelude::*;

fn strict(text: &str) -> GameTree {
    parse_first(text, Mode::Strict).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn canonical_and_uncanonical_files_come_back_unchanged() {
    for text in [
        "(;)",
        "(;FF[4]GM[1]SZ[19];B[pd];W[dd])",
        "(;FF[4]C[a\\]b\\\\c\\:d];B[aa](;W[bb];B[cc])(;W[dd]))",
        "  (\n;FF[4]\r\n GM [1]\t[2] ;B[aa]\n( ;W[bb] )\n( ;W[cc] ) \n)\n\n",
        "(;FF[3]Black[aa]\nSiZe[19]C[  odd\t white \u{3000} space\n\n ])",
        "(;FF[4]XX[1]KT[blob==]SBKV[50.1]AB[cc][aa][bb]LB[bb:1][aa:2])",
        "(;FF[4](;B[aa]))",
        "(;FF[4];B[];W[tt];B[aa]AB[bb]AB[cc])",
        "(;FF[4]C[日本語 한국어 中文 \\] 😀])\u{1a}\0",
        "(;ABCDEFGHIJKLMNOP[long name])",
    ] {
        assert_eq!(strict(text).to_sgf(), text);
    }
}

#[test]
fn several_games_come_back_unchanged() {
    let text = "(;FF[4]GN[one])\n\n(;FF[4]GN[two];B[aa])(;GN[three])\n";
    let parsed = parse(text, Mode::Strict).unwrap();
    assert_eq!(parsed.games.len(), 3);
    assert_eq!(write_collection(&parsed.games, Layout::Preserve), text);
    assert_eq!(
        write_collection(&parsed.games, Layout::Compact),
        "(;FF[4]GN[one])\n(;FF[4]GN[two];B[aa])\n(;GN[three])"
    );
}

#[test]
fn an_edit_leaves_every_other_byte_alone() {
    let text = "(\n;FF[4]  KT[blob]\n;B[pd] C[old]\n ;W[dd]XX[ y ]\n(;B[aa])\n(;B[bb])\n)\n";
    let mut game = strict(text);
    let first = game.main_line().nth(1).unwrap().id();
    game.set_comment(first, "new ] text");
    assert_eq!(game.to_sgf(), text.replace(";B[pd] C[old]\n ", ";B[pd]C[new \\] text]"));
    let leaf = game.main_line().nth(3).unwrap().id();
    game.add_move(leaf, Color::White, Some(SgfPoint::new(2, 2)));
    assert!(game.to_sgf().contains("(;B[aa];W[cc])\n(;B[bb])"));
}

#[test]
fn editing() {
    let mut game = GameTree::new();
    let root = game.root_id();
    game.set_size(BoardSize::square(19));
    game.set_komi(6.5);
    let a = game.add_move(root, Color::Black, Some(SgfPoint::new(3, 3)));
    let b = game.add_move(a, Color::White, None);
    let c = game.add_move(a, Color::White, Some(SgfPoint::new(15, 15)));
    assert_eq!(game.to_sgf(), "(;SZ[19]KM[6.5];B[dd](;W[])(;W[pp]))");
    game.move_variation(c, 0);
    assert_eq!(game.to_sgf(), "(;SZ[19]KM[6.5];B[dd](;W[pp])(;W[]))");
    game.promote_to_main_line(b);
    assert_eq!(game.main_line().last().unwrap().id(), b);
    let middle = game.insert_before(c).unwrap();
    game.set_text(middle, "C", "between");
    assert_eq!(game.to_sgf(), "(;SZ[19]KM[6.5];B[dd](;W[])(;C[between];W[pp]))");
    assert!(game.insert_before(root).is_none() && !game.delete_subtree(root));
    assert!(game.delete_subtree(middle));
    assert!(!game.contains(c) && game.contains(b));
    assert_eq!(game.to_sgf(), "(;SZ[19]KM[6.5];B[dd];W[])");
    game.set_labels(a, &[(SgfPoint::new(0, 0), "x:]"), (SgfPoint::new(1, 0), "2")]);
    game.set_quality(a, Some(Quality::Bad(Emphasis::Strong)));
    game.set_quality(a, Some(Quality::Doubtful));
    game.set_judgement(a, Some(Judgement::GoodFor(Color::White, Emphasis::Normal)));
    game.set_hotspot(a, Some(Emphasis::Normal));
    game.set_value(a, -3.456);
    assert_eq!(game.to_sgf(), "(;SZ[19]KM[6.5];B[dd]LB[aa:x\\:\\]][ba:2]DO[]GW[1]HO[1]V[-3.46];W[])");
    assert_eq!(game.compacted().to_sgf(), game.to_sgf());
    assert!(game.remove(a, "DO") && !game.remove(a, "DO"));
    game.set_raw(a, "LB", Vec::<String>::new());
    assert_eq!(game.node(a).labels_on(BoardSize::square(19)).unwrap(), []);
    // A square is written as one number, whatever way it came in.
    game.set_size(BoardSize { width: 9, height: 9 });
    assert!(game.to_sgf().starts_with("(;SZ[9]KM"));
    game.set_size(BoardSize { width: 9, height: 13 });
    assert!(game.to_sgf().starts_with("(;SZ[9:13]KM"));
}

#[test]
fn old_long_names_keep_their_spelling_when_set() {
    let mut game = strict("(;FF[1]GaMe[1]SiZe[9];Black[aa]Comment[x])");
    let node = game.main_line().nth(1).unwrap().id();
    assert_eq!(game.size().unwrap(), BoardSize::square(9));
    assert_eq!(game.node(node).comment().unwrap(), "x");
    game.set_comment(node, "y");
    assert_eq!(game.to_sgf(), "(;FF[1]GaMe[1]SiZe[9];Black[aa]Comment[y])");
}

#[test]
fn a_line_of_a_hundred_thousand_nodes() {
    let text = format!("(;FF[4]{})", ";B[aa];W[bb]".repeat(50_000));
    let mut game = strict(&text);
    assert_eq!(game.node_count(), 100_001);
    assert_eq!(game.to_sgf(), text);
    assert_eq!(game.to_sgf_with(Layout::Compact), text);
    let last = game.main_line().last().unwrap().id();
    assert_eq!(game.path_to(last).len(), 100_001);
    let second = game.main_line().nth(1).unwrap().id();
    assert!(game.delete_subtree(second));
    assert_eq!(game.node_count(), 1);
}

#[test]
fn a_hundred_thousand_nested_variations() {
    let text = format!("{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_000));
    let game = strict(&text);
    assert_eq!(game.node_count(), 100_000);
    assert_eq!(game.to_sgf(), text);
    let branching = format!("{}{}", "(;B[aa](;W[bb])".repeat(50_000), ")".repeat(50_000));
    let game = strict(&branching);
    assert_eq!(game.to_sgf(), branching);
    let copy = game.compacted();
    assert_eq!(copy.to_sgf(), game.to_sgf_with(Layout::Compact));
}

#[test]
fn a_comment_of_five_megabytes() {
    let text = format!("(;C[{}];B[aa])", "\\]x\n".repeat(1_250_000));
    let game = strict(&text);
    assert_eq!(game.root().comment().unwrap().len(), 3_750_000);
    assert_eq!(game.to_sgf(), text);
}

/// Values as they may stand between brackets, escapes included.
fn raw_value() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            4 => "[a-zA-Z0-9 :;()\\[,.]{1,6}",
            1 => Just("\\]".to_owned()),
            1 => Just("\\\\".to_owned()),
            1 => Just("\\\n".to_owned()),
            1 => "[日本語囲碁한국中文]{1,3}",
            1 => Just("\r\n\t ".to_owned()),
        ],
        0..4,
    )
    .prop_map(|parts| parts.concat())
}

/// A tree as text: properties, white space in every allowed place, nested variations.
fn tree_text() -> impl Strategy<Value = String> {
    let space = "[ \n\t\r]{0,2}";
    let property =
        ("[A-Z]{1,3}", space, proptest::collection::vec((raw_value(), space), 1..3)).prop_map(|(name, gap, values)| {
            let values: String = values.into_iter().map(|(value, gap)| format!("[{value}]{gap}")).collect();
            format!("{name}{gap}{values}")
        });
    let node = proptest::collection::vec(property, 0..4).prop_map(|properties| format!(";{}", properties.concat()));
    let line = proptest::collection::vec(node, 1..4).prop_map(|nodes| nodes.concat());
    line.prop_recursive(5, 40, 4, move |inner| {
        ("[ \n]{0,2}", proptest::collection::vec((inner, "[ \n]{0,2}"), 1..4)).prop_map(|(gap, children)| {
            let children: String = children.into_iter().map(|(child, gap)| format!("({gap}{child}){gap}")).collect();
            format!(";B[aa]{gap}{children}")
        })
    })
    .prop_map(|inner| format!("({inner})"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_valid_text_round_trips(text in tree_text()) {
        // FF[4] among random names could forbid nothing here: names are capitals.
        let game = parse_first(&text, Mode::Strict).map_err(|e| TestCaseError::fail(format!("{e}: {text}")))?;
        prop_assert_eq!(&game.to_sgf(), &text);
        // Canonical form is a fixed point and says the same.
        let compact = game.to_sgf_with(Layout::Compact);
        let again = parse_first(&compact, Mode::Strict).unwrap();
        prop_assert_eq!(&again.to_sgf(), &compact);
        prop_assert_eq!(game.node_count(), again.node_count());
        for (a, b) in game.walk().zip(again.walk()) {
            let properties = |node: NodeRef| -> Vec<(String, Vec<String>)> {
                node.properties().map(|p| (p.name().to_owned(), p.values().map(str::to_owned).collect())).collect()
            };
            prop_assert_eq!(properties(a), properties(b));
        }
        let lines = game.to_sgf_with(Layout::Lines);
        prop_assert_eq!(parse_first(&lines, Mode::Strict).unwrap().to_sgf_with(Layout::Compact), compact);
    }

    #[test]
    fn text_survives_setting_and_getting(text in "\\PC{0,40}") {
        let mut game = GameTree::new();
        let root = game.root_id();
        game.set_text(root, "C", &text);
        game.set_labels(root, &[(SgfPoint::new(0, 0), text.as_str())]);
        let again = parse_first(&game.to_sgf(), Mode::Strict).unwrap();
        prop_assert_eq!(again.root().comment().unwrap(), text.as_str());
        let labels = again.root().labels_on(BoardSize::square(19)).unwrap();
        prop_assert_eq!(labels[0].1.as_str(), text.as_str());
    }
}
