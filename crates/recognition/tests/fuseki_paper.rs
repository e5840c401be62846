//! The opening evaluation with the paper's constants: every formula on small cases, and the position of figure 1.

use gosedai_board::{Board, Color, Point, Position, Rules, Size};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::fuseki::{Fuseki, Method};
use gosedai_recognition::pon::{self, DameKinds, PonInput, Profile};

fn paper() -> Profile {
    Profile::new(&Knowledge::embedded().fuseki_paper)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn size_and_estimate() {
    let profile = paper();
    let dame = DameKinds { counts: [[1, 1, 2], [0, 2, 3], [2, 0, 4], [0, 0, 8]] };
    // 1·(1.6 + 0.2 + 2) + 0.5·(0.4 + 3) + 0.35·(3.2 + 4) + 0.25·8
    assert!(near(profile.size(&dame), 3.8 + 1.7 + 2.52 + 2.0));
    assert_eq!(profile.estimate(10.02), 1, "floor(3.3066 − 1.96)");
    assert_eq!(profile.estimate(0.0), -2);
    assert_eq!(profile.estimate(12.0), 2, "exactly 2.0");
}

#[test]
fn f2_is_continuous_and_never_positive() {
    let profile = paper();
    for bend in [profile.x0, profile.x1] {
        assert!((profile.f2(bend - 1e-9) - profile.f2(bend + 1e-9)).abs() < 1e-6);
    }
    assert_eq!(profile.f2(0.5), 0.0);
    assert!(near(profile.f2(0.0), 0.3 * -0.5));
    assert!(near(profile.f2(-1.0), 0.3 * -1.5));
    assert!(near(profile.f2(-3.0), 0.1 * -2.0 + 0.3 * -1.5));
    let steps: Vec<f64> = (-80..40).map(|x| profile.f2(f64::from(x) / 10.0)).collect();
    assert!(steps.windows(2).all(|w| w[0] <= w[1] + 1e-12) && steps.iter().all(|y| *y <= 0.0));
}

#[test]
fn overlaps_are_the_tables_of_the_paper() {
    let profile = paper();
    let f3: Vec<f64> = (0..=9).map(|d| profile.f3(d)).collect();
    assert_eq!(f3, [0.0, 0.0, 3.25, 2.17, 1.67, 1.08, 0.67, 0.25, 0.12, 0.0]);
    let f4: Vec<f64> = (0..=9).map(|d| profile.f4(d)).collect();
    assert_eq!(f4, [0.0, 1.87, 1.82, 1.37, 1.07, 0.71, 0.67, 0.25, 0.12, 0.0]);
}

fn group(color: Color, pon: f64, size: f64, near: &[(u16, u8)]) -> PonInput<'_> {
    PonInput { color, pon, size, near }
}

#[test]
fn strengths_of_three_groups_by_hand() {
    let profile = paper();
    let groups = [
        group(Color::Black, 1.0, 10.0, &[(1, 4), (2, 3)]),
        group(Color::Black, 2.0, 12.0, &[(0, 4)]),
        group(Color::White, 2.0, 12.0, &[(0, 3)]),
    ];
    let out = pon::evaluate(&groups, Color::White, &profile);
    // r = p + 1.8 · Σ q / d
    assert!(near(out[0].r, 1.0 + 1.8 * 2.0 / 4.0));
    assert!(near(out[1].r, 2.0 + 1.8 * 1.0 / 4.0));
    assert!(near(out[2].r, 2.0));
    // black is not to move: u = 0.5; x = 1.9 − 2 − 0.5 = −0.6 lies on the steep part
    let press = 0.3 * (-0.6 - 0.5) / 3.0;
    assert!(near(out[0].s, 0.16 * 1.9 + 0.3 + press), "{}", out[0].s);
    // white is to move: x = 2 − 1.9 = 0.1
    assert!(near(out[2].s, 0.16 * 2.0 + 0.3 + 0.3 * (0.1 - 0.5) / 3.0));
    // z = S − f3(4) − f4(3)
    assert!(near(out[0].z, 10.0 - 1.67 - 1.37));
    assert!(near(out[0].t, out[0].s * out[0].z));
    assert!(near(pon::balance(&out, Color::Black), out[0].t + out[1].t - out[2].t));
    // strength stays between 0 and 1, size does not fall below 0
    let crushed = [group(Color::Black, -2.0, 1.0, &[(1, 1)]), group(Color::White, 9.0, 30.0, &[(0, 1)])];
    let out = pon::evaluate(&crushed, Color::White, &profile);
    assert!(out[0].s == 0.0 && out[1].s == 1.0);
    assert!(out[0].z == 0.0 && out[0].z_was_negative);
}

fn board_with(black: &[&str], white: &[&str]) -> Board {
    let point = |p: &&str| p.parse::<Point>().unwrap();
    let stones = black.iter().map(|p| (point(p), Color::Black)).chain(white.iter().map(|p| (point(p), Color::White)));
    Board::with_stones(Size::NINETEEN, stones).unwrap()
}

#[test]
fn distances_and_their_paths() {
    let knowledge = Knowledge::embedded();
    let mut fuseki = Fuseki::new(knowledge.clone(), &knowledge.fuseki_paper);
    let mut distance = |board: &Board, a: &str, b: &str| {
        let shapes = fuseki.shapes(board);
        let find = |name: &str| shapes.iter().position(|s| s.stones.contains(name.parse().unwrap())).unwrap();
        let (a, b) = (find(a), find(b));
        let there = shapes[a].near.iter().find(|(id, _)| *id as usize == b).map(|(_, d)| *d);
        let back = shapes[b].near.iter().find(|(id, _)| *id as usize == a).map(|(_, d)| *d);
        assert_eq!(there, back, "distances go both ways");
        there
    };
    assert_eq!(distance(&board_with(&["K10"], &["L10"]), "K10", "L10"), Some(1), "touching");
    assert_eq!(distance(&board_with(&["K10"], &["M10"]), "K10", "M10"), Some(2), "one point between");
    assert_eq!(distance(&board_with(&["D4"], &["N4"]), "D4", "N4"), Some(9));
    assert_eq!(distance(&board_with(&["D4"], &["P4"]), "D4", "P4"), None, "more than ten steps");
    // a third group beside the straight path makes the way longer: its contact points may not be walked
    let open = distance(&board_with(&["K10"], &["O10"]), "K10", "O10");
    let watched = distance(&board_with(&["K10", "M7", "M13"], &["O10"]), "K10", "O10");
    assert_eq!(open, Some(4));
    assert_eq!(watched, Some(4), "a third group two steps off does not matter");
    let blocked = distance(&board_with(&["K10"], &["P10", "M9"]), "K10", "P10");
    assert!(blocked.is_none_or(|d| d > 5), "M10 touches the stone at M9: {blocked:?}");
}

/// Figure 1 rebuilt: A and B look large, but C rescues the stone on the lower side between two white corners.
#[test]
fn reinforcing_beats_the_large_points() {
    let board = board_with(&["K4", "Q16", "R14", "F17"], &["D4", "E3", "Q3", "O3", "C16"]);
    let position = Position::from_board(board, Color::Black, Rules::JAPANESE, 6.5);
    let knowledge = Knowledge::embedded();
    let mut fuseki = Fuseki::new(knowledge.clone(), &knowledge.fuseki_paper);
    let (a, b, c): (Point, Point, Point) = ("R9".parse().unwrap(), "D10".parse().unwrap(), "M3".parse().unwrap());
    let ranked = fuseki.rank(&position, Method::Pon, Some(&[a, b, c]));
    let table: Vec<String> = ranked.iter().map(|r| format!("{} {:.2}", r.point, r.value)).collect();
    // the per-group values after A and after C, as in figure 4
    let mut values = |mv: Point| {
        let mut after = position.board().clone();
        after.play(mv, Color::Black);
        let opening = fuseki.evaluate(&after, Color::Black, Color::White);
        let at = |name: &str| {
            let point: Point = name.parse().unwrap();
            opening.groups.iter().find(|g| g.shape.stones.contains(point)).map(|g| (g.pon.s, g.pon.t)).unwrap()
        };
        (at("K4"), at("Q3"))
    };
    let (after_a, after_c) = (values(a), values(c));
    assert_eq!(ranked[0].point, c, "{table:?} {after_a:?} {after_c:?}");
    let ((s_a, t_a), (_, white_a)) = after_a;
    let ((s_c, t_c), (_, white_c)) = after_c;
    assert!(s_c > s_a + 0.2 && t_c > t_a, "the two stones together are strong: {s_a} → {s_c}");
    assert!(white_c < white_a, "the white corner is held down: {white_a} → {white_c}");
    // and the reason says so
    let why = fuseki.why(&position, &ranked[0]);
    assert!(why.from.iter().any(|e| e.rule == "fuseki.strengthens"), "{why:?}");
}

#[test]
fn the_turn_is_corrected_for_each_pair_by_its_distance() {
    let mut profile = paper();
    // the paper: one constant for every pair
    assert!((1..=10).all(|d| near(profile.turn(d), 0.5)));
    profile.pair = vec![2.0, 1.0, 0.5];
    assert!(near(profile.turn(1), 1.0) && near(profile.turn(3), 0.25) && near(profile.turn(9), 0.5));
    let pressure = |profile: &Profile, distance: u8| {
        let (white, black) = ([(1, distance)], [(0, distance)]);
        let groups = [group(Color::Black, 1.0, 10.0, &white), group(Color::White, 1.0, 10.0, &black)];
        pon::evaluate(&groups, Color::White, profile)[0].influences[0].strength
    };
    // f2(0 − u) / d with u = 1 at distance 1 and u = 0.25 at distance 3
    assert!(near(pressure(&profile, 1), 0.3 * -1.5));
    assert!(near(pressure(&profile, 3), 0.3 * -0.75 / 3.0));
}
