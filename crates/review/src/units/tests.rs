use super::*;
use crate::judge::Option_;
use crate::verdict::{Expected, Thresholds, weigh};
use std::collections::BTreeMap;

const NOISE: Noise = Noise { points: 1.0, chance: 0.02 };

/// A position with Black's lead, the best move and one elsewhere with what it costs the side to move.
fn seen(number: usize, score: f64, best: &str, elsewhere: &str, cost: f64) -> Judged {
    let to_move = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
    let option =
        |mv: &str, rank, score| Option_ { mv: mv.into(), rank, visits: 50, win_rate: 0.5, score, line: vec![] };
    let top = vec![option(best, 1, score), option(elsewhere, 2, score - to_move * cost)];
    let (win_rate, mean_win, mean_score) = (0.5, 0.5, score);
    Judged { number, win_rate, score, mean_win, mean_score, top, played: None, at_first_sight: None, ranked: 300 }
}

fn weighed(moves: &[(Color, &str)], judged: &[Judged]) -> Vec<Weighed> {
    let moves: Vec<(Color, Move)> = moves.iter().map(|(color, mv)| (*color, mv.parse().unwrap())).collect();
    let expected = vec![Expected { rank: 2, share: 0.3 }; moves.len()];
    weigh(&moves, judged, &expected, NOISE, &Thresholds::default(), &|_| true, &BTreeMap::new())
}

#[test]
fn a_spike_that_its_answer_undoes_is_a_threat() {
    let judged = [seen(0, 0.0, "Q16", "D4", 1.0), seen(1, -6.0, "D5", "Q16", 9.0), seen(2, -0.5, "Q16", "D4", 1.0)];
    let mut moves = weighed(&[(Color::Black, "D4"), (Color::White, "D5")], &judged);
    assert!(moves[0].is_mistake(), "by itself it costs six points");
    let unit = exchange(&mut moves, &judged, 0, NOISE).expect("a threat and its answer");
    assert!(!moves[0].is_mistake() && unit.blamed.is_none() && unit.loss == 0.0);
}

#[test]
fn an_exchange_that_loses_is_blamed_once_and_needs_a_real_threat() {
    let judged = [seen(0, 0.0, "Q16", "D4", 1.0), seen(1, -6.0, "D5", "Q16", 9.0), seen(2, -6.0, "Q16", "D4", 1.0)];
    let mut moves = weighed(&[(Color::Black, "D4"), (Color::White, "D5")], &judged);
    let unit = exchange(&mut moves, &judged, 0, NOISE).expect("a threat and its answer");
    assert_eq!((unit.blamed, unit.loss, unit.first, unit.last), (Some(1), 6.0, 1, 2));
    assert!(moves[0].is_mistake() && !moves[1].is_mistake());
    // what can be ignored is no threat
    let judged = [judged[0].clone(), seen(1, -6.0, "D5", "Q16", 0.5), judged[2].clone()];
    assert!(exchange(&mut moves, &judged, 0, NOISE).is_none());
}

#[test]
fn a_point_that_one_side_misses_is_that_sides() {
    // Black's point is B2, White's is R18; both lose something with every move
    let lead = [0.0, -8.0, 0.0, -8.0, 0.0];
    let judged: Vec<Judged> = (0..5).map(|i| seen(i, lead[i], ["B2", "R18"][i % 2], "Q16", 5.0)).collect();
    let game = [(Color::Black, "Q16"), (Color::White, "D16"), (Color::Black, "Q4"), (Color::White, "D10")];
    let units = standing(&weighed(&game, &judged), &judged);
    let found: Vec<_> = units.iter().map(|unit| (unit.at.as_deref(), unit.missed.clone(), unit.both)).collect();
    assert_eq!(found, [(Some("B2"), vec![1, 3], false), (Some("R18"), vec![2, 4], false)]);
}

#[test]
fn a_point_that_both_miss_is_told_once() {
    let lead = [0.0, -8.0, 0.0, -8.0, 0.0];
    let judged: Vec<Judged> = (0..5).map(|i| seen(i, lead[i], "B2", "Q16", 5.0)).collect();
    let game = [(Color::Black, "Q16"), (Color::White, "D16"), (Color::Black, "Q4"), (Color::White, "B2")];
    let moves = weighed(&game, &judged);
    let units = standing(&moves, &judged);
    let [unit] = &units[..] else { panic!("{units:?}") };
    assert_eq!((unit.first, unit.last, unit.both, unit.until), (1, 3, true, Some(4)));
    assert_eq!(unit.missed, [1, 2, 3]);
    assert!(unit.tells(2) && unit.tells(3) && !unit.tells(1) && !unit.contains(4));
    assert_eq!(unit.sentence(1).map(|evidence| evidence.rule), Some("review.unit.both_until"));
}
