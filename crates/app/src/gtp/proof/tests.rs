use super::*;
use gosedai_board::diagram;

#[test]
fn a_right_move_is_proved_and_a_wrong_one_refuted() {
    let board = diagram::parse(
        "
        . . . . . . .
        . . . . . . .
        . . . . O O .
        . X X X O . .
        . X O O . O .
        . . X O . X .
        . . . X X . .",
    )
    .unwrap();
    let at = |p: &str| p.parse().unwrap();
    let aim = Aim::Capture(at("C3"));
    let budget = Budget::nodes(20_000);
    assert_eq!(weigh(&board, aim, Some(at("E3")), &budget), (Outcome::Win, Trust::Proved));
    assert_eq!(weigh(&board, aim, Some(at("E2")), &budget).0, Outcome::Lose);
    assert_eq!(weigh(&board, aim, None, &budget).0, Outcome::Win);
    assert_eq!(weigh(&board, Aim::Save(at("C3")), Some(at("E3")), &budget).0, Outcome::Win);
    assert_eq!(weigh(&board, aim, Some(at("C3")), &budget), (Outcome::Lose, Trust::Proved), "occupied");
}
