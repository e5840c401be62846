use super::*;
use gosedai_board::{Board, Size};

/// Black has the left side with a dead white stone in it, White the right side.
fn finished(passed: bool, komi: f32) -> (Position, Ranking) {
    let column = |x: usize, color| (0..5).map(move |y| (Point::new(x, y), color));
    let stones = column(2, Color::Black).chain(column(3, Color::White)).chain([(Point::new(0, 0), Color::White)]);
    let board = Board::with_stones(Size::square(5).unwrap(), stones).unwrap();
    let to_play = if passed { Color::White } else { Color::Black };
    let mut position = Position::from_board(board, to_play, Rules::CHINESE, komi);
    if passed {
        position.play(Move::Pass).unwrap();
    }
    let rank = |mv: &str, visits| MoveRank {
        mv: mv.parse().unwrap(),
        visits,
        win_rate: 0.9,
        score: 1.0,
        prior: 0.1,
        line: Vec::new(),
        line_visits: Vec::new(),
        utility: 0.8,
        spread: Default::default(),
        worst_case: 0.7,
    };
    let moves = vec![rank("pass", 50), rank("B1", 3), rank("A2", 2), rank("E1", 1)];
    let ownership = position.size().points().map(|p| if p.x() < 3 { 0.95 } else { -0.95 }).collect();
    let ranking = Ranking {
        to_play: Color::Black,
        visits: 56,
        win_rate: 0.9,
        score: 1.0,
        utility: 0.8,
        score_stdev: 1.0,
        first_sight: Default::default(),
        moves,
        policy: Vec::new(),
        ownership,
    };
    (position, ranking)
}

#[test]
fn dead_stones_are_taken_before_passing_where_a_plain_count_would_lose() {
    // with the stone dead Black has 15 points of 25, without it the left side is nobody's
    let (position, ranking) = finished(false, 2.5);
    assert_eq!(instead(&position, &ranking), Some("B1".parse().unwrap()));
    let (position, ranking) = finished(true, 2.5);
    assert_eq!(instead(&position, &ranking), Some("B1".parse().unwrap()));
}

#[test]
fn a_lost_game_is_not_ended_by_passing_and_a_won_one_is() {
    let (position, ranking) = finished(true, 20.0);
    assert_eq!(instead(&position, &ranking), Some("B1".parse().unwrap()));
    let (position, mut ranking) = finished(true, -20.0);
    ranking.moves.swap(0, 1);
    assert_eq!(instead(&position, &ranking), Some(Move::Pass));
}

#[test]
fn moves_in_the_middle_of_a_game_are_left_alone() {
    let (position, mut ranking) = finished(false, 2.5);
    ranking.moves.swap(0, 1);
    assert_eq!(instead(&position, &ranking), None);
}
