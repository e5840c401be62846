//! Classic kos of the corner, told apart by reading.

use gosedai_board::diagram;

use super::*;

/// Black's group at a point of a board whose lower part is empty.
fn fight(rows: &[&str], stone: &str, first: Color) -> (Outcome, Outcome, KoFight, bool) {
    let mut text = rows.join("\n");
    (rows.len()..9).for_each(|_| text += "\n. . . . . . . . .");
    let board = diagram::parse(&text).unwrap();
    let stone = board.size().parse_point(stone).unwrap();
    let question = Question::Life(vec![stone]);
    let reading = Reader::proving(PROOF).ask(&board, &question);
    assert!(reading.is_complete(), "not proved: {reading:?}");
    let field = crate::problem::exact::field_of(&board, &Reader::group(&board, stone), Color::Black);
    let asked = Asked { question: &question, owner: Color::Black, field };
    let fight = KoFight::of(&board, &asked, first);
    (reading.attack.outcome, reading.defend.outcome, fight, lives_by_double_ko(&board, &asked))
}

fn cost(threats: u8, kos: u8) -> Option<Cost> {
    Some(Cost { threats, kos })
}

const WHITE_TAKES: Outcome = Outcome::Ko(gosedai_reading::FirstThreat::Opponent);
const BLACK_TAKES: Outcome = Outcome::Ko(gosedai_reading::FirstThreat::Mover);

#[test]
fn a_direct_ko_is_decided_by_one_threat_left_unanswered() {
    let rows =
        ["O . X X O . . . .", ". . . X O . . . .", ". X X X O . . . .", "X X X X O . . . .", "O O O O O . . . ."];
    let (attack, defend, fight, _) = fight(&rows, "D6", Color::White);
    assert_eq!((attack, defend), (WHITE_TAKES, Outcome::Win));
    assert_eq!((fight.mover, fight.opponent, fight.is_direct()), (cost(1, 1), cost(1, 1), true));
}

#[test]
fn an_approach_ko_costs_one_side_a_threat_more() {
    let rows = [". . . . X O . . .", ". . . X X O . . .", "X X X X X O . . .", "O O O O O O . . ."];
    let (attack, defend, fight, _) = fight(&rows, "E7", Color::White);
    assert_eq!((attack, defend), (BLACK_TAKES, Outcome::Win));
    assert_eq!((fight.mover, fight.opponent, fight.is_direct()), (cost(2, 1), cost(1, 1), false));
}

#[test]
fn a_ko_of_two_stages_has_two_kos() {
    let rows =
        [". . O X O . . . .", "X . X X O . . . .", "O O . X O . . . .", "X X X X O . . . .", "O O O O O . . . ."];
    let (attack, defend, fight, _) = fight(&rows, "D6", Color::White);
    assert_eq!((attack, defend), (WHITE_TAKES, Outcome::Win));
    assert_eq!((fight.mover, fight.opponent), (cost(2, 2), cost(1, 1)));
}

#[test]
fn a_thousand_year_ko_is_seki_for_one_side_and_a_slow_ko_for_the_other() {
    let rows =
        ["O . . X O . . . .", "O O X X O . . . .", ". . . X O . . . .", "X X X X O . . . .", "O O O O O . . . ."];
    let (attack, defend, fight, _) = fight(&rows, "D6", Color::White);
    assert_eq!((attack, defend), (BLACK_TAKES, Outcome::Seki));
    assert_eq!(fight.mover, cost(2, 1));
}

#[test]
fn a_double_ko_is_life_that_answers_a_ko_with_a_ko() {
    let double = ["O . O X . X O . .", "X O . O X X O . .", "X X X X X X O . .", "O O O O O O O . ."];
    let (attack, _, _, is_double) = fight(&double, "F7", Color::White);
    assert_eq!((attack, is_double), (Outcome::Lose, true));
    // two sure eyes need no ko
    let plain = [". X . X O . . . .", "X X X X O . . . .", "O O O O O . . . ."];
    let (attack, _, _, is_double) = fight(&plain, "A8", Color::White);
    assert_eq!((attack, is_double), (Outcome::Lose, false));
}
