use super::*;
use gosedai_board::{Color, RuleSet, diagram};

fn choose(text: &str, to_play: Color, komi: f32, passed: bool) -> Act {
    let mut position =
        Position::from_board(diagram::parse(text).unwrap(), to_play.opponent(), RuleSet::Chinese.rules(), komi);
    if passed {
        position.play(Move::Pass).unwrap();
    } else {
        position.set_to_play(to_play);
    }
    let cx = Context::default();
    let options = PlayerOptions { engine: "knowledge".into(), ..PlayerOptions::default() };
    make(&options, &cx).unwrap().choose(&position, Limit::default(), &cx).unwrap().act
}

/// Everything is settled: Black has 46 points, White 35.
const FINISHED: &str = "
    . X X O O . O . .
    X . X X O O . O .
    X X . X X O O . O
    . X X . X X O O .
    X . X X . X X O O
    . X . X X . X O .
    X . X . X X X O O
    . X . X . X O . O
    X . X . X X O O .
";

#[test]
fn a_won_and_finished_game_is_ended_by_a_pass() {
    assert_eq!(choose(FINISHED, Color::Black, 0.0, true), Act::Play(Move::Pass));
    assert_eq!(choose(FINISHED, Color::Black, 0.0, false), Act::Play(Move::Pass));
}

#[test]
fn the_side_behind_in_a_close_finished_game_passes_too_and_does_not_resign() {
    assert_eq!(choose(FINISHED, Color::White, 10.0, true), Act::Play(Move::Pass));
}

/// White has one stone left that could live nowhere.
const HOPELESS: &str = "
    . X . X . X . X .
    X . X . X . X . X
    . X X X . X X X .
    X . X . X . X . X
    . X . X . X . X .
    X . X . O . X . X
    . X X X . X X X .
    X . X . X . X . X
    . X . X . X . X .
";

#[test]
fn a_hopeless_late_game_is_given_up_and_a_winning_one_is_not() {
    // the board was filled by play: as many moves as stones
    let late = |to_play: Color| {
        let board = diagram::parse(HOPELESS).unwrap();
        let mut position = Position::new(board.size(), RuleSet::Chinese.rules(), 7.0);
        for (point, color) in board.stones() {
            position.play_as(color, Move::Play(point)).unwrap();
        }
        position.set_to_play(to_play);
        let cx = Context::default();
        let options = PlayerOptions { engine: "knowledge".into(), ..PlayerOptions::default() };
        make(&options, &cx).unwrap().choose(&position, Limit::default(), &cx).unwrap().act
    };
    assert_eq!(late(Color::White), Act::Resign);
    assert_ne!(late(Color::Black), Act::Resign);
}
