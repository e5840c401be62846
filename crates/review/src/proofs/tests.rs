use super::*;
use gosedai_board::Move;
use gosedai_engine::Context;

fn view(number: usize, score: f64, best: &str) -> Judged {
    let option = Option_ { mv: best.into(), rank: 1, visits: 20, win_rate: 0.5, score, line: vec![best.into()] };
    let (win_rate, mean_win, mean_score) = (0.5, 0.5, score);
    Judged {
        number,
        win_rate,
        score,
        mean_win,
        mean_score,
        top: vec![option],
        played: None,
        at_first_sight: None,
        ranked: 9,
    }
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn stones(text: &str) -> PointSet {
    text.split(' ').map(point).collect()
}

fn to_play(i: usize) -> Color {
    if i.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// Three black stones in a straight line of eye space: whoever plays the middle decides.
#[test]
fn a_group_that_hangs_on_the_next_move_is_found_with_both_moves() {
    // a straight three in the corner: A1 B1 C1, White's wall around it, Black's outside it
    let sgf = "(;SZ[9]KM[7]AB[ah][bh][ch][dh][di]AW[ag][bg][cg][dg][eg][eh][ei][ff][gc];B[gg])";
    let record = gosedai_records::parse_first(sgf, gosedai_records::Mode::Lenient).unwrap();
    let line = gosedai_records::replay::main_line(&record);
    let position = gosedai_records::replay::replay(&record, &line, None, Default::default()).unwrap().position;
    let mut eye = Eye::new(&Context::default()).unwrap();
    let found = hanging(&position, &mut eye, &mut reader());
    let corner = found.iter().find(|hanging| hanging.stones.contains(point("A2"))).expect("the corner hangs");
    assert_eq!((corner.owner, corner.attack, corner.defend), (Color::Black, point("B1"), point("B1")));
    let mut after = position.clone();
    after.play(Move::Play(point("B1"))).unwrap();
    let still = hanging(&after, &mut eye, &mut reader());
    assert!(!still.iter().any(|hanging| hanging.stones.contains(point("A2"))), "it is decided");
}

#[test]
fn where_a_proved_move_is_better_than_all_it_saw_the_judge_is_mended_and_both_sides_missed_it() {
    let hanging = Hanging { owner: Color::White, stones: stones("A1 B1 C1"), attack: point("B2"), defend: point("C2") };
    let proved =
        |at: &str, after: f64| Proved { at: point(at), hanging: hanging.clone(), after: view(9, after, "K10") };
    // White could save the stones before, Black could take them then; the judge saw neither
    let all = BTreeMap::from([(1, vec![proved("C2", 0.2)]), (2, vec![proved("B2", 9.0)])]);
    let mut judged = vec![view(0, 0.0, "D4"), view(1, 0.0, "Q16"), view(2, 0.0, "Q4"), view(3, 0.0, "D16")];
    mend(&mut judged, &all, &to_play);
    let best = |judged: &[Judged], i: usize| judged[i].best().map(|best| best.mv.clone()).unwrap();
    assert_eq!([best(&judged, 1), best(&judged, 2)], ["C2", "B2"]);
    assert_eq!((judged[2].score, judged[2].mean_score), (9.0, 9.0), "what White's move before left to Black");
    assert_eq!(judged[2].best().unwrap().line, ["B2", "K10"]);
    let once = judged.clone();
    mend(&mut judged, &all, &to_play);
    assert_eq!(judged, once, "again, nothing changes");
}

#[test]
fn a_proved_move_that_is_no_better_changes_nothing() {
    let hanging = Hanging { owner: Color::White, stones: stones("A1 B1 C1"), attack: point("B2"), defend: point("C2") };
    let all = BTreeMap::from([(2, vec![Proved { at: point("B2"), hanging, after: view(9, 0.5, "K10") }])]);
    let mut judged = vec![view(0, 0.0, "D4"), view(1, 0.0, "Q16"), view(2, 0.0, "Q4")];
    let before = judged.clone();
    mend(&mut judged, &all, &to_play);
    assert_eq!(judged, before);
}
