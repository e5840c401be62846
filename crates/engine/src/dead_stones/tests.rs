use super::*;
use gosedai_board::{Rules, diagram};

/// Single stones that everybody calls dead; random games often let them live.
#[test]
fn stones_left_behind_in_the_enemys_land_are_dead() {
    // lands two lines wide: nobody lives in them
    let rows = "
        . . X O . . O . .
        . . X O . . O . .
        . . X O . . O . .
        . . X O . . O . .
        O . X O . . O . X
        . . X O . . O . .
        . . X O . . O . .
        . . X O . . O . .
        . . X O . . O . .
    ";
    let board = diagram::parse(rows).unwrap();
    let position = Position::from_board(board, Color::Black, Rules::CHINESE, 7.0);
    let dead: Vec<String> = guess(&position).iter().map(|p| p.to_string()).collect();
    assert_eq!(dead, ["A5", "J5"]);
}
