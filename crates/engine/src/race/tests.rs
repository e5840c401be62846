use super::*;

/// Two against two: whoever moves first wins, and the answer says where.
const RACE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . O O O O O . . .
    . O . O . O . . .
    . O X X X O . . .
    . X O O O X . . .
    . X . X . X . . .
    . X X X X X . . .
    . . . . . . . . .
";

#[test]
fn a_race_that_was_read_names_the_move_that_keeps_it() {
    let game = GameInput { sgf: RACE.to_owned(), ..GameInput::default() };
    let race = Race { game, a: "C4".to_owned(), b: "C5".to_owned(), difference: None, seconds: None, nodes: None };
    let answer = race.run(&Context::default()).unwrap();
    assert_eq!((answer.black_first, answer.white_first), ("black", "white"));
    assert!(!answer.best.black.is_empty() && !answer.best.white.is_empty());
    for best in [&answer.best.black[0], &answer.best.white[0]] {
        assert!(answer.reasons.iter().any(|sentence| sentence.contains(best.as_str())), "{:?}", answer.reasons);
    }
}
