//! Faults are named with line and column; lenient reading repairs them; typed values.

use gosedai_records::*;

fn strict_error(text: &str) -> String {
    parse(text, Mode::Strict).unwrap_err().to_string()
}

fn lenient(text: &str) -> (String, Vec<String>) {
    let parsed = parse(text, Mode::Lenient).unwrap();
    (write_collection(&parsed.games, Layout::Compact), parsed.warnings.iter().map(ToString::to_string).collect())
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(strict_error(""), "line 1, column 1: no game found, a game starts with \"(;\"");
    assert_eq!(strict_error("just text\n"), "line 1, column 1: no game found, a game starts with \"(;\"");
    assert_eq!(strict_error("hello (;B[aa])"), "line 1, column 1: text before the game's opening \"(;\"");
    assert_eq!(strict_error("(;FF[4]\r\n;B[aa"), "line 2, column 3: the value of B is not closed before the file ends");
    assert_eq!(strict_error("(;B[aa]"), "line 1, column 8: the file ends before the game's closing parenthesis");
    assert_eq!(strict_error("(;C[日本語]\n\n  B;)"), "line 3, column 3: the property B has no value");
    assert_eq!(strict_error("(;B[aa]\r%)"), "line 2, column 1: the character '%' does not belong here");
    assert_eq!(strict_error("(;B[aa]()) "), "line 1, column 9: a variation without any node");
    assert_eq!(strict_error("(;B[aa]))"), "line 1, column 9: a closing parenthesis too many");
    assert_eq!(strict_error("(B[aa])"), "line 1, column 2: the node's semicolon is missing");
    assert_eq!(strict_error("(;[aa])"), "line 1, column 3: a value in brackets without a property name");
    assert_eq!(
        strict_error("(;FF[4];Bl[aa])"),
        "line 1, column 9: small letters in the property name Bl, which FF[4] does not allow"
    );
    assert_eq!(
        strict_error("(;A[1](;B[2]);C[3])"),
        "line 1, column 14: a node after a variation has ended; it is read as one more variation"
    );
}

#[test]
fn lenient_reading_repairs() {
    for (text, repaired, warnings) in [
        ("mail header\n(;B[aa])", "(;B[aa])", 1),
        ("a (note) before (;B[aa])", "(;B[aa])", 1),
        ("(;B[aa];W[bb]", "(;B[aa];W[bb])", 1),
        ("(;B[aa](;W[bb]", "(;B[aa];W[bb])", 1),
        ("(;B[aa];W[b", "(;B[aa];W[b])", 2),
        ("(;C[half escape\\", "(;C[half escape\\\\])", 2),
        ("(FF[4]GM[1];B[aa])", "(;FF[4]GM[1];B[aa])", 1),
        ("(;B[aa](W[bb])(W[cc]))", "(;B[aa](;W[bb])(;W[cc]))", 2),
        ("(;A[1](;B[2]);C[3];D[4])", "(;A[1](;B[2])(;C[3];D[4]))", 1),
        ("(;b[aa];w[bb])", "(;b[aa];w[bb])", 0),
        ("(;FF[4];b[aa];w[bb])", "(;FF[4];b[aa];w[bb])", 1),
        ("(;B[aa]W;B[bb])", "(;B[aa];B[bb])", 1),
        ("(;B[aa]??!;B[bb])", "(;B[aa];B[bb])", 1),
        ("(;B[aa]))(;W[bb])", "(;B[aa])\n(;W[bb])", 1),
        ("(;B[aa]) trailing words", "(;B[aa])", 1),
        ("((;B[aa])(;W[bb]))", "(;B[aa])\n(;W[bb])", 2),
    ] {
        let (written, found) = lenient(text);
        assert_eq!(written, repaired, "{text}");
        assert_eq!(found.len(), warnings, "{text}: {found:?}");
        if warnings > 0 && text != "(;B[aa];w[bb])" {
            assert!(parse(text, Mode::Strict).is_err(), "{text}");
        }
    }
    let game = parse_first("(;FF[4];b[aa])", Mode::Lenient).unwrap();
    let size = game.size().unwrap();
    let point = Some(SgfPoint::new(0, 0));
    assert_eq!(game.main_line().nth(1).unwrap().move_on(size).unwrap(), Some(Move { color: Color::Black, point }));
}

#[test]
fn warnings_of_a_hopeless_file_are_bounded() {
    let parsed = parse(&format!("(;{})", "%x ".repeat(200_000)), Mode::Lenient).unwrap();
    assert_eq!(parsed.games.len(), 1);
    assert!(parsed.warnings.len() <= 50 && parsed.further_warnings > 100_000);
}

#[test]
fn moves_passes_and_sizes() {
    let game = |text: &str| parse_first(text, Mode::Strict).unwrap();
    let g = game("(;SZ[19];B[pd];W[];B[tt];W[ss];B[st];C[x])");
    let size = g.size().unwrap();
    let moves: Vec<_> = g.main_line().map(|node| node.move_on(size)).collect();
    assert_eq!(moves[1], Ok(Some(Move { color: Color::Black, point: Some(SgfPoint::new(15, 3)) })));
    assert_eq!(moves[2], Ok(Some(Move { color: Color::White, point: None })));
    assert_eq!(moves[3], Ok(Some(Move { color: Color::Black, point: None })));
    assert_eq!(
        moves[5].as_ref().unwrap_err().to_string(),
        "line 1, column 34: B[st] is not a point of the 19x19 board"
    );
    assert_eq!(moves[6], Ok(None));
    // On larger boards tt is a point.
    let g = game("(;SZ[25];B[tt])");
    let point = Some(SgfPoint::new(19, 19));
    assert_eq!(g.main_line().nth(1).unwrap().move_on(g.size().unwrap()), Ok(Some(Move { color: Color::Black, point })));
    assert_eq!(game("(;SZ[9:13])").size().unwrap(), BoardSize { width: 9, height: 13 });
    assert_eq!(game("(;SZ[52];B[ZZ])").size().unwrap(), BoardSize::square(52));
    assert_eq!(game("(;GM[1])").size().unwrap(), BoardSize::square(19));
    for bad in ["0", "99999", "-1", "53", "9:0", "x", "19x19", "9:9:9", "1e1"] {
        let error = game(&format!("(;SZ[{bad}])")).size().unwrap_err().to_string();
        assert_eq!(error, format!("line 1, column 6: SZ[{bad}] is not a board size; sizes go from 1 to 52"));
    }
}

#[test]
fn setup_with_rectangles() {
    let game = parse_first("(;SZ[9]AB[aa:cb][bb]AW[ii][hh:hh]AE[cc:aa]PL[W])", Mode::Strict).unwrap();
    let setup = game.root().setup_on(game.size().unwrap()).unwrap();
    let names = |points: &[SgfPoint]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(names(&setup.black), "aa ba ca ab bb cb");
    assert_eq!(names(&setup.white), "ii hh");
    assert_eq!(setup.empty.len(), 9);
    assert_eq!(game.root().to_play(), Ok(Some(Color::White)));
    let bad = parse_first("(;SZ[9]AB[aa:jj])", Mode::Strict).unwrap();
    assert_eq!(
        bad.root().setup_on(bad.size().unwrap()).unwrap_err().to_string(),
        "line 1, column 11: AB[aa:jj] is not a point of the 9x9 board"
    );
    // A million overlapping rectangles cost no more than the board.
    let many = parse_first(&format!("(;SZ[52]AB{})", "[aa:ZZ]".repeat(100_000)), Mode::Strict).unwrap();
    assert_eq!(many.root().setup_on(many.size().unwrap()).unwrap().black.len(), 52 * 52);
}

#[test]
fn game_information() {
    let game = parse_first(
        "(;FF[4]GM[1]SZ[19]KM[6,5]HA[2]RU[Japanese]RE[W+2.5]DT[2005-01-06,07]PB[趙 治勲]BR[9d]PW[A\\]b]WR[1p]EV[Kisei]RO[3]PC[Tokyo]TM[28800]OT[5x60]GC[two\nlines])",
        Mode::Strict,
    )
    .unwrap();
    let info = game.info();
    assert_eq!(info.komi, Some(6.5));
    assert_eq!(info.handicap, Some(2));
    assert_eq!(info.rules.as_deref(), Some("Japanese"));
    assert_eq!(info.result, Some(GameResult::Win(Color::White, Margin::Points(2.5))));
    assert_eq!(info.dates.len(), 2);
    assert_eq!(info.black.name.as_deref(), Some("趙 治勲"));
    assert_eq!(info.white.name.as_deref(), Some("A]b"));
    assert_eq!(info.white.rank.as_deref(), Some("1p"));
    assert_eq!(info.time, Some(28800.0));
    assert_eq!(info.comment.as_deref(), Some("two\nlines"));
    let komi = |km: &str| parse_first(&format!("(;KM[{km}])"), Mode::Strict).unwrap().komi();
    assert_eq!(
        [komi("650"), komi("375"), komi("-7.5"), komi("x"), komi("")],
        [Some(6.5), Some(7.5), Some(-7.5), None, None]
    );
    assert_eq!(komi("inf"), None);
}

#[test]
fn marks_labels_and_judgements() {
    let game = parse_first(
        "(;SZ[9]LB[bb:1][aa:x\\:y]TR[aa][bb:cc]SQ[dd]CR[ee]MA[ff]M[gg]L[aa][cc]AR[aa:bb][x]TE[2]GB[1]HO[2]V[-12.5]N[name])",
        Mode::Strict,
    )
    .unwrap();
    let (node, size) = (game.root(), game.size().unwrap());
    let labels: Vec<_> = node.labels_on(size).unwrap().into_iter().map(|(p, l)| format!("{p}={l}")).collect();
    assert_eq!(labels, ["bb=1", "aa=x:y", "aa=a", "cc=b"]);
    assert_eq!(node.marks_on(MarkKind::Triangle, size).unwrap().len(), 5);
    assert_eq!(node.marks_on(MarkKind::Cross, size).unwrap().len(), 2);
    assert_eq!(node.arrows("AR").len(), 1);
    assert_eq!(node.quality(), Some(Quality::Fine(Emphasis::Strong)));
    assert_eq!(node.judgement(), Some(Judgement::GoodFor(Color::Black, Emphasis::Normal)));
    assert_eq!(node.hotspot(), Some(Emphasis::Strong));
    assert_eq!(node.value(), Some(-12.5));
    assert_eq!(node.name().unwrap(), "name");
    let bad = parse_first("(;LB[aa])", Mode::Strict).unwrap();
    assert_eq!(
        bad.root().labels_on(size).unwrap_err().to_string(),
        "line 1, column 6: LB[aa] is not written as point:text"
    );
}
