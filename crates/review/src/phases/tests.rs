use super::*;

const NINE: fn() -> Size = || Size::square(9).unwrap();

#[test]
fn the_endgame_begins_where_the_board_is_settled_for_good() {
    // settled from move 101 on, whatever the number
    let phases = Phases::new(Size::NINETEEN, 200, |i| if i < 100 { 0.5 } else { 0.1 });
    let first = phases.endgame.unwrap();
    assert!((101..101 + STEP).contains(&first), "{first}");
    assert_eq!(
        [50, 51, first - 1, first].map(|n| phases.of(n)),
        [Phase::Opening, Phase::Middle, Phase::Middle, Phase::Endgame]
    );
}

#[test]
fn a_game_that_is_never_settled_has_no_endgame() {
    let phases = Phases::new(Size::NINETEEN, 300, |_| 0.4);
    assert_eq!((phases.endgame, phases.of(300)), (None, Phase::Middle));
}

#[test]
fn one_open_look_is_a_ko_and_two_are_a_fight() {
    let with = |open: usize| {
        let is_open = move |i: usize| (120..120 + open).contains(&i);
        Phases::new(Size::NINETEEN, 200, |i| if is_open(i) || i < 80 { 0.5 } else { 0.1 }).endgame.unwrap()
    };
    assert!(with(STEP) < 90);
    assert!(with(2 * STEP) > 120);
}

#[test]
fn small_boards_have_short_openings() {
    let phases = Phases::new(NINE(), 40, |i| if i < 30 { 0.5 } else { 0.1 });
    assert_eq!([11, 12, 39].map(|n| phases.of(n)), [Phase::Opening, Phase::Middle, Phase::Endgame]);
}
