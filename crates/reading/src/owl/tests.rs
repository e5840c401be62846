use super::*;
use gosedai_board::{Move, diagram};

const THREE: &str = "
    . . . . . . .
    . O O O O O .
    O O X X X X O
    O X X . . . O";
const FOUR: &str = "
    . . . . . . . .
    O O O O O O O .
    X X X X X X O .
    . . X . . X O .";

fn answers(text: &str, stone: &str) -> [QuickAnswer; 2] {
    let board = diagram::parse(text).unwrap();
    let (mut owl, budget, stone) = (Owl::default(), Budget::default(), stone.parse().unwrap());
    let defender = board.color_at(stone).unwrap();
    let group = group_of(&board, stone);
    [defender.opponent(), defender].map(|first| owl.read(&board, defender, group, first, &budget))
}

#[test]
fn two_rooms_of_two_points_live() {
    let [attack, _] = answers(FOUR, "A2");
    assert_eq!(attack.outcome, Outcome::Lose);
}

#[test]
fn a_room_open_at_its_end_is_killed() {
    let [attack, defend] = answers(THREE, "C2");
    assert_eq!(attack.outcome, Outcome::Win);
    assert_eq!(defend.outcome, Outcome::Lose, "closing it leaves three points less one");
}

#[test]
fn whoever_takes_the_middle_of_three_points() {
    let text = "
        . . . . . . . .
        O O O O O O . .
        X X X X X O . .
        . . . . X O . .
        X X X X X O . .
        O O O O O O . .
        . . . . . . . .";
    let [attack, defend] = answers(&text.replacen("        . . . . X", "        X . . . X", 1), "A3");
    assert_eq!((attack.outcome, attack.play), (Outcome::Win, Some(Move::Play("C4".parse().unwrap()))));
    assert_eq!((defend.outcome, defend.play), (Outcome::Win, Some(Move::Play("C4".parse().unwrap()))));
    let [attack, _] = answers(text, "A3");
    assert_eq!(attack.outcome, Outcome::Lose, "four in a row live");
}
