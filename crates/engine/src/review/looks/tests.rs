use super::*;

#[test]
fn a_position_that_stands_alone_is_found_and_a_step_is_not() {
    let judged = |score: f64| Judged { number: 0, win_rate: 0.5, score, top: Vec::new(), played: None, ranked: 0 };
    let game: Vec<Judged> = [1.0, 1.5, 9.0, 2.0, -6.0, -6.5, -1.0, -9.0].into_iter().map(judged).collect();
    let found: Vec<(f64, usize)> = spikes(&game).collect();
    assert_eq!(found, [(7.0, 2), (5.5, 6)], "9.0 and -1.0 stand alone; the step from 2 to -6 is a real loss");
    let moves: Vec<(Color, Move)> = (0..7).map(|i| ([Color::Black, Color::White][i % 2], Move::Pass)).collect();
    let found: Vec<(f64, usize)> = gains(&game, &moves).collect();
    assert_eq!(
        found,
        [(8.0, 3)],
        "White's own move, the fourth, cannot be worth eight points more than the position was"
    );
}
