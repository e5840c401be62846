use super::*;

#[test]
fn every_position_has_its_figures() {
    let sgf = "(;SZ[9]KM[7];B[ee];W[cc];B[gc];W[gg];B[cg])".to_string();
    let game = GameInput { sgf: sgf.clone(), move_number: Some(4), ..GameInput::default() };
    let answer = Course { game }.run(&Context::default()).unwrap();
    let numbers: Vec<usize> = answer.positions.iter().map(|p| p.number).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    assert!(answer.positions.iter().all(|p| p.temperature >= 0.0 && !p.phase.is_empty()));
    assert!(answer.positions[0].temperature > 0.0);
    // the graph of a game and the explanation of a position say the same
    let game = GameInput { sgf: sgf.clone(), move_number: Some(3), ..GameInput::default() };
    let explained = crate::explain::Explain { game }.run(&Context::default()).unwrap();
    assert!((explained.judgement.score - answer.positions[3].score).abs() < 0.06, "{}", answer.positions[3].score);
    let cx = Context::default();
    cx.cancel.cancel();
    let game = GameInput { sgf: "(;SZ[9])".into(), ..GameInput::default() };
    assert!(matches!(Course { game }.run(&cx), Err(ApiError::Cancelled)));
}
