use super::*;
use crate::counsel::Adviser;
use crate::guided::Guided;
use crate::params::Tuning;
use gosedai_board::{Move, Point, diagram};

/// Somebody without any opinion.
struct Nobody;

impl Adviser for Nobody {
    fn advise(&mut self, _: &Board, _: Color, _: &[Move]) -> Advice {
        let mut advice = Advice::default();
        advice.wish.fill(0.0);
        advice
    }
}

fn stake<'a>(board: &Board, stone: &str, params: &'a GuidedParams) -> Stake<'a> {
    let stone: Point = stone.parse().unwrap();
    Stake { color: board.color_at(stone).unwrap(), stones: board.string_set(stone), params }
}

#[test]
fn a_capture_needs_no_advice() {
    let board = diagram::parse(". . . . .\n. O O . .\nO X X . .\n. O O . .\n. . . . .").unwrap();
    let params = &GuidedParams { proof_inner: 0, proof_inner_large: 0, ..Tuning::embedded().guided.clone() };
    let mut stake = stake(&board, "B3", params);
    let mut nobody = Nobody;
    let mut search = Guided::new(&mut nobody, &mut stake, params, &board, Color::White);
    search.grow(40, |_, _| false);
    let best = search.branches().into_iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).unwrap();
    assert_eq!(best.play, Move::Play("D3".parse().unwrap()));
    assert_eq!(best.value, -1.0);
}

#[test]
fn what_is_proved_needs_no_advice() {
    // three points in a row, the owner to move
    let text = "
        O O O O O O .
        X X X X O O .
        . . . X O . .
        X X X X O . .
        O O O O O . .";
    let board = diagram::parse(text).unwrap();
    let params = &Tuning::embedded().guided;
    let mut stake = stake(&board, "A2", params);
    let mut nobody = Nobody;
    let mut search = Guided::new(&mut nobody, &mut stake, params, &board, Color::Black);
    search.grow(40, |_, _| false);
    let middle = search.branches().into_iter().find(|b| b.play == Move::Play("B3".parse().unwrap())).unwrap();
    assert_eq!(middle.value, 1.0);
}

#[test]
fn a_side_with_threats_takes_the_ko_back() {
    let mut board = diagram::parse(". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .").unwrap();
    let taking = Move::Play("C4".parse().unwrap());
    board.set_ko("C4".parse().unwrap(), Color::Black);
    let params = &GuidedParams { proof_inner: 0, proof_inner_large: 0, ..Tuning::embedded().guided.clone() };
    for (threats, takes) in [(None, false), (Some(Color::White), false), (Some(Color::Black), true)] {
        let mut stake = stake(&board, "B4", params);
        let mut nobody = Nobody;
        let mut search = Guided::with_threats(&mut nobody, &mut stake, params, &board, Color::Black, threats);
        search.grow(20, |_, _| false);
        let taken = search.branches().into_iter().find(|branch| branch.play == taking);
        assert_eq!(taken.is_some_and(|branch| branch.value == -1.0), takes, "threats: {threats:?}");
    }
}
