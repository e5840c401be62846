//! Playing the sum out: perfectly, or as a player does who always takes the hottest place.

use crate::endgame::{Endgame, Options, analyse, is_over};
use crate::evaluate::Value;
use gosedai_board::{Board, Color, Point};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A move that keeps the score of best play, proved by search over the whole sum.
    Perfect,
    /// The best local move of the region with the highest temperature.
    Hottest,
}

/// The score when nothing is left to gain, if that is the case.
pub fn final_score(end: &Endgame) -> Option<i64> {
    if !is_over(end) {
        return None;
    }
    let numbers = end.regions.iter().filter_map(|r| match &r.value {
        Value::Short(g) => end.arena.as_number(*g),
        _ => None,
    });
    Some(end.settled + numbers.map(|x| x.floor()).sum::<i64>())
}

/// The move a strategy makes.
pub fn choose(end: &Endgame, color: Color, strategy: Strategy) -> Option<Point> {
    match strategy {
        Strategy::Perfect => end.best[(color == Color::White) as usize].first().copied(),
        Strategy::Hottest => end.greedy_move(color),
    }
}

/// Plays to the end and returns the score, or `None` if a position could not be analysed exactly.
pub fn play_out(board: &Board, first: Color, players: [Strategy; 2], options: Options) -> Option<i64> {
    let mut board = board.clone();
    let mut to_play = first;
    for _ in 0..400 {
        let end = analyse(&board, options);
        if !end.complete {
            return None;
        }
        if let Some(score) = final_score(&end) {
            return Some(score);
        }
        let strategy = players[(to_play == Color::White) as usize];
        if let Some(p) = choose(&end, to_play, strategy).filter(|&p| board.is_legal(p, to_play)) {
            board.play(p, to_play);
        }
        to_play = to_play.opponent();
    }
    None
}
