//! The worked examples of the two papers, rebuilt as positions of our own.

use gosedai_board::{Board, Color, Point, PointSet, Position, Rules, Size, diagram};
use gosedai_knowledge::Knowledge;
use gosedai_reading::Reader;
use gosedai_recognition::{
    Ask, Class, LinkState, PositionModel, QuickAsk, Recogniser, Setting, Standing, Status, shape_name,
};

fn look(picture: &str, to_play: Color) -> PositionModel {
    look_at(&diagram::parse(picture).unwrap(), to_play)
}

fn look_at(board: &Board, to_play: Color) -> PositionModel {
    Recogniser::new(Knowledge::embedded()).look(board, Setting { to_play, compensation: 0.0 }, &mut QuickAsk)
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn board_with(size: usize, black: &[&str], white: &[&str]) -> Board {
    let stones = black.iter().map(|p| (point(p), Color::Black)).chain(white.iter().map(|p| (point(p), Color::White)));
    Board::with_stones(Size::square(size).unwrap(), stones).unwrap()
}

/// Figures 3 and 4: three black stones on the lower side, white walls to the left and right, open above.
#[test]
fn a_half_surrounded_group_has_encirclement_six() {
    let board = board_with(19, &["J2", "J3", "K3"], &["F2", "F3", "F5", "F6", "F7", "N2", "N3", "N5", "N6", "N7"]);
    let model = look_at(&board, Color::White);
    let group = model.group_at(point("J3")).unwrap();
    assert_eq!(group.size, 3);
    let orders: Vec<usize> = group.dame.counts.to_vec();
    assert_eq!(group.encirclement, 6, "dame by order {orders:?}: {:?}", group.dame.orders[3]);
    assert!(group.dame.orders[3].iter().all(|p| p.line(Size::NINETEEN) > 1), "no dame of the last order on the edge");
    // the way out is upwards, between the walls
    assert!(group.dame.orders[3].iter().all(|p| p.y() >= 4 && (6..=12).contains(&p.x())), "{:?}", group.dame.orders[3]);
}

#[test]
fn a_sealed_group_has_encirclement_zero() {
    let model = look(
        ". . . . . . . . .
         . . O O O O O . .
         . . O . . . O . .
         . . O . X . O . .
         . . O . X . O . .
         . . O . . . O . .
         . . O O O O O . .
         . . . . . . . . .
         . . . . . . . . .",
        Color::Black,
    );
    let group = model.group_at(point("E5")).unwrap();
    assert_eq!(group.encirclement, 0);
    assert!(group.is_sealed());
    assert_eq!(group.room, Some(10));
}

/// Every link shape closes its points to the enemy.
#[test]
fn blocking_points_of_every_link_shape() {
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("diagonal", "K10", "L11", &["L10", "K11"]),
        ("one-point-jump", "K10", "M10", &["L10"]),
        ("knight", "K10", "M11", &["L10", "L11"]),
        ("two-point-jump", "K4", "N4", &["L4", "M4"]),
        ("large-knight", "K3", "N4", &["L3", "M4"]),
        ("three-point-jump", "K3", "O3", &["L3", "M3", "N3"]),
    ];
    let knowledge = Knowledge::embedded();
    let known: Vec<&str> = knowledge.links.links.iter().map(|shape| shape.id.as_str()).collect();
    assert_eq!(cases.iter().map(|case| case.0).collect::<Vec<_>>(), known, "no shape is left out");
    assert_eq!(knowledge.links.edges.len(), 3);
    for (shape, from, to, between) in cases {
        let model = look_at(&board_with(19, &[from, to], &[]), Color::White);
        let link = model
            .links
            .iter()
            .find(|link| shape_name(link, &knowledge) == *shape)
            .unwrap_or_else(|| panic!("{shape} is not seen"));
        let expected: PointSet = between.iter().map(|p| point(p)).collect();
        assert_eq!(link.between().iter().copied().collect::<PointSet>(), expected, "{shape}");
        assert!(expected.is_subset(&model.blocking[0]), "{shape} blocks");
        // an enemy walk does not pass: seen from a white stone close by, the points are no dame
        let white = if from.ends_with("10") { "L13" } else { "L6" };
        let model = look_at(&board_with(19, &[from, to], &[white]), Color::White);
        let walker = model.group_at(point(white)).unwrap();
        assert!(!walker.dame.all().intersects(&expected), "{shape}: {:?}", walker.dame.all());
    }
    for (shape, stone, between) in
        [("edge-2", "K2", vec!["K1"]), ("edge-3", "K3", vec!["K1", "K2"]), ("edge-4", "K4", vec!["K1", "K2", "K3"])]
    {
        let model = look_at(&board_with(19, &[stone], &[]), Color::White);
        let link = model.links.iter().find(|link| link.edge).unwrap();
        assert_eq!(shape_name(link, &knowledge), shape);
        let expected: PointSet = between.iter().map(|p| point(p)).collect();
        assert!(expected.is_subset(&model.blocking[0]), "{shape}");
    }
}

#[test]
fn links_are_cut_and_peeped() {
    let state = |black: &[&str], white: &[&str], ask: &mut dyn Ask| {
        let setting = Setting { to_play: Color::White, compensation: 0.0 };
        let model = Recogniser::new(Knowledge::embedded()).look(&board_with(19, black, white), setting, ask);
        let link = model.links.iter().find(|l| l.color == Color::Black && !l.edge).unwrap();
        (link.state, link.strong)
    };
    let mut reader = Reader::proving(200);
    assert_eq!(state(&["K10", "M10"], &[], &mut reader), (LinkState::Solid, true));
    // in the open nothing is read to the end; beside an atari a cut is
    assert_eq!(state(&["K10", "L11"], &["L10"], &mut reader), (LinkState::Thin, false));
    assert_eq!(state(&["K10", "M10"], &["L11"], &mut reader), (LinkState::Thin, false));
    assert_eq!(state(&["A2", "B3"], &["A1", "B2"], &mut reader), (LinkState::Cuttable, false));
    assert_eq!(state(&["A2", "B3"], &["A1", "B2"], &mut QuickAsk), (LinkState::Peeped, true), "by its shape alone");
    assert_eq!(state(&["K10", "L11"], &["L10", "K11"], &mut reader), (LinkState::Broken, false));
    let inside = state(&["K10", "L11", "K12", "J11"], &["L10"], &mut reader);
    assert_eq!(inside.0, LinkState::Peeped, "a cut inside is captured");
}

/// Figure 8: two chains in the middle are both dead by themselves, which cannot be; as a race, whoever moves first wins.
#[test]
fn neighbours_that_are_both_dead_race() {
    let model = look(
        ". . . . . . . . .
         . . . . . . . . .
         . O O O O O . . .
         . O . O . O . . .
         . O X X X O . . .
         . X O O O X . . .
         . X . X . X . . .
         . X X X X X . . .
         . . . . . . . . .",
        Color::Black,
    );
    assert_eq!(model.contradictions, [(point("C4"), point("C5"))], "read alone, both are dead");
    for name in ["C4", "C5"] {
        let string = model.string_at(point(name)).unwrap();
        assert!(string.race);
        assert_eq!(string.status, Status::Neutral, "{name}");
    }
    assert!(!model.dead.contains(point("C4")) && !model.dead.contains(point("C5")));
}

/// Figure 9: white on both sides of five dead black stones is one group.
#[test]
fn a_dead_group_in_between_joins_its_captors() {
    let board = board_with(
        19,
        &["K10", "K11", "K12", "K13", "K14"],
        &[
            "J10", "J11", "J12", "J13", "J14", "L10", "L11", "L12", "L13", "L14", "K9", "K16", "J15", "G12", "G14",
            "H10", "N12", "N14", "M10", "C3", "C5", "R3", "R5",
        ],
    );
    let model = look_at(&board, Color::White);
    let prisoners = model.group_at(point("K12")).unwrap();
    assert_eq!(prisoners.class, Class::Dead, "{prisoners:?}");
    assert_eq!(model.group_id(point("J12")), model.group_id(point("L12")), "left and right are one");
    assert!(model.judgement.territory[1].contains(point("K12")), "dead stones are the captor's");
}

/// Figures 10 to 13: a judged position adds up.
#[test]
fn a_judgement_adds_up() {
    let mut position = Position::new(Size::NINETEEN, Rules::CHINESE, 7.5);
    for mv in "Q16 D4 Q4 D16 Q10 K4 K16 C10 F17 C14 F3 C6 O17 O3 J17 H3 R14 R6 N10 G10".split(' ') {
        position.play(mv.parse().unwrap()).unwrap();
    }
    let model = Recogniser::new(Knowledge::embedded()).recognise(&position, &mut QuickAsk);
    let j = &model.judgement;
    for i in 0..2 {
        assert!((j.points[i] - j.territory_points[i] as f64 - j.moyo_points[i]).abs() < 1e-9);
        assert_eq!(j.territory[i].len(), j.territory_points[i]);
    }
    assert!(!j.territory[0].intersects(&j.territory[1]));
    assert!((j.score - (j.points[0] - j.points[1] - 7.5)).abs() < 1e-9);
    assert!(j.score.abs() < 30.0, "nothing has happened yet: {}", j.score);
    // a wall of stones makes a lead
    let walled = board_with(
        9,
        &["D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9"],
        &["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9"],
    );
    let model = look_at(&walled, Color::White);
    assert_eq!([model.judgement.territory_points[0], model.judgement.territory_points[1]], [36, 45]);
    assert_eq!(model.judgement.score, -9.0);
    assert_eq!(model.judgement.standing, Standing::Ahead);
}

/// PON over the range the definition spans.
#[test]
fn pon_of_textbook_groups() {
    let pon = |board: &Board, at: &str| look_at(board, Color::Black).group_at(point(at)).unwrap().pon;
    let star = pon(&board_with(19, &["D4"], &[]), "D4");
    assert!(star >= 2, "a lone stone on 4-4 may be left alone: {star}");
    let extension = pon(&board_with(19, &["J3", "M3"], &["F4", "P4", "D16"]), "J3");
    assert!(extension >= 1, "a two-point extension on the third line: {extension}");
    let two_eyes = diagram::parse(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         O O O O O O O . .
         O X X X X X O . .
         O X . X . X O . .
         O X X X X X O . .",
    )
    .unwrap();
    assert!(pon(&two_eyes, "B2") > 0);
    let one_eye = diagram::parse(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         O O O O O . . . .
         O X X X O . . . .
         O X . X O . . . .
         O X X X O . . . .",
    )
    .unwrap();
    let model = look_at(&one_eye, Color::Black);
    let group = model.group_at(point("B2")).unwrap();
    assert!(group.pon <= 0 && group.eyes() == 1.0, "{} {}", group.pon, group.eyes());
    // no way to a third liberty, no eye: dead even if Black moves first
    let dead = diagram::parse("O O O .\nO X O .\n. . O .\nO O O .").unwrap();
    let model = look_at(&dead, Color::Black);
    let group = model.group_at(point("B3")).unwrap();
    assert_eq!(group.class, Class::Dead, "{group:?}");
    assert!(group.pon < 0, "a dead shape needs moves to become unsettled: {}", group.pon);
}

/// Every sentence recognition can say exists in both languages.
#[test]
fn all_evidence_has_sentences() {
    use gosedai_explain::{Evidence, Lang};
    fn check(evidence: &Evidence, knowledge: &Knowledge) {
        for &lang in Lang::ALL {
            let lexicon = knowledge.lexicon(lang);
            assert!(lexicon.has(evidence.rule), "{} in {}", evidence.rule, lang.code());
            let sentence = lexicon.sentence(evidence);
            assert!(!sentence.contains('{'), "{} has an empty slot: {sentence}", evidence.rule);
        }
        evidence.from.iter().for_each(|reason| check(reason, knowledge));
    }
    let knowledge = Knowledge::embedded();
    let mut position = Position::new(Size::NINETEEN, Rules::CHINESE, 7.5);
    let mut rng = gosedai_board::Rng::new(5);
    let mut recogniser = Recogniser::new(knowledge.clone());
    for _ in 0..200 {
        let Some(mv) = gosedai_board::playout::random_move(position.board(), position.to_play(), &mut rng) else {
            break;
        };
        position.play(gosedai_board::Move::Play(mv)).unwrap();
        let model = recogniser.recognise(&position, &mut QuickAsk);
        check(model.why_judgement().because(), &knowledge);
        (0..model.groups.len()).for_each(|id| check(model.why_group(id).unwrap().because(), &knowledge));
        model.strings.iter().for_each(|s| check(model.why_string(s).because(), &knowledge));
        model.links.iter().for_each(|l| check(&model.why_link(l, &knowledge), &knowledge));
        model.families.iter().for_each(|f| check(&model.why_family(f), &knowledge));
    }
}

/// Eyes of small closed spaces are Bargo values: three in a row one and a half, a square of four one.
#[test]
fn eyes_of_closed_spaces_are_exact() {
    let eyes = |rows: &str| {
        let board = gosedai_board::diagram::parse(rows).unwrap();
        let position =
            gosedai_board::Position::from_board(board, gosedai_board::Color::Black, gosedai_board::Rules::CHINESE, 7.0);
        let model = gosedai_recognition::recognise(&position, &gosedai_knowledge::Knowledge::embedded());
        model.group_at("D9".parse().unwrap()).map(|group| group.eyes()).unwrap()
    };
    let three = ". . . X O . . . .\nX X X X O . . . .\nO O O O O . . . .\n";
    let rest = ". . . . . . . . .\n".repeat(6);
    assert_eq!(eyes(&format!("{three}{rest}")), 1.5, "three in a row: who moves first decides");
    let square = ". . X X O . . . .\n. . X O O . . . .\nX X X O . . . . .\nO O O O . . . . .\n";
    let rest = ". . . . . . . . .\n".repeat(5);
    assert_eq!(eyes(&format!("{square}{rest}")), 1.0, "a square of four is one eye");
    // a stone inside lives no more than the space lets it
    let rest = ". . . . . . . . .\n".repeat(6);
    let taken = ". O . X O . . . .\nX X X X O . . . .\nO O O O O . . . .\n";
    assert_eq!(eyes(&format!("{taken}{rest}")), 1.0, "three in a row with the middle taken are one eye");
    let beside = "O . . X O . . . .\nX X X X O . . . .\nO O O O O . . . .\n";
    assert_eq!(eyes(&format!("{beside}{rest}")), 1.5, "the middle is still to be taken");
    let five = ". . X X O . . . .\nO . X O O . . . .\n. X X O . . . . .\nX X O O . . . . .\nO O O . . . . . .\n";
    let rest = ". . . . . . . . .\n".repeat(4);
    assert_eq!(eyes(&format!("{five}{rest}")), 1.0, "a bulky five with its heart taken is one eye");
}

/// A stone inside an enclosed space of three is no reason to deny the group its two other eyes.
#[test]
fn a_stone_inside_does_not_cost_the_group_its_life() {
    let model = look(
        ". O . X . X O . .
         X X X X X X O . .
         O O O O O O O . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        Color::White,
    );
    let group = model.group_at(point("D9")).unwrap();
    assert_eq!((group.eyes(), group.class), (2.0, Class::Alive), "{group:?}");
}

/// The phase of a game of masters, and of boards that have just begun or are full.
#[test]
fn phases_by_sense() {
    use gosedai_recognition::GamePhase;
    use gosedai_records::replay::{self, Overrides};
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ear-reddening.sgf");
    let bytes = std::fs::read(path).unwrap();
    let record = &gosedai_records::read_games(&bytes, gosedai_records::ReadOptions::default()).unwrap()[0];
    let line = replay::main_line(&record.game);
    let mut position = replay::replay(&record.game, &line, None, Overrides::default()).unwrap().position;
    let mut recogniser = Recogniser::new(Knowledge::embedded());
    let mut phases = vec![];
    loop {
        phases.push((position.move_number(), recogniser.recognise(&position, &mut QuickAsk).judgement.phase));
        if !position.undo() {
            break;
        }
    }
    let last = phases[0].0;
    for (number, phase) in phases {
        match number {
            0..=25 => assert_eq!(phase, GamePhase::Opening, "move {number}"),
            70..=180 => assert_eq!(phase, GamePhase::Middle, "move {number}"),
            n if n + 30 > last => assert_eq!(phase, GamePhase::Endgame, "move {number}"),
            _ => {}
        }
    }
    let full = look("X . X O .\nX X X O O\n. X O O .\nX X X O O\n. X O . O", Color::Black);
    assert_eq!(full.judgement.phase, GamePhase::Endgame);
    // handicap stones alone are no middle game, and no endgame either
    let stones = ["D4", "D10", "D16", "K4", "K10", "K16", "Q4", "Q10", "Q16"];
    assert_eq!(look_at(&board_with(19, &stones, &[]), Color::White).judgement.phase, GamePhase::Opening);
}

/// A whole side behind a wall is territory even if it is more than half of the board; a few stones on an empty board are not.
#[test]
fn large_areas_behind_walls_are_territory() {
    let walled = look(
        ". O X . . . . . .
         . O X . . . . . .
         . O X . . . . . .
         . O X . . . . . .
         . O X . . . . . .
         . O X . . . . . .
         . O X . . . . . .
         . O X . . . . . .
         . O X . . . . . .",
        Color::White,
    );
    assert_eq!(walled.judgement.territory_points, [63, 18]);
    let begun = look_at(&board_with(9, &["E5", "C7", "G3"], &[]), Color::White);
    assert!(begun.judgement.territory_points[0] < 20, "{:?}", begun.judgement.territory_points);
}
