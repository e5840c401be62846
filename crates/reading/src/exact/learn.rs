//! How the weights of the shapes are found: positions that searches have solved, and logistic regression over them.

use std::collections::HashMap;
use std::fmt::Write;

use gosedai_board::{Board, Color, Point, PointSet, Rng};

use super::field::{Field, Ground, Side, words};
use super::judge::least_image;
use super::question::{Aim, Kos};
use super::search::Search;
use crate::budget::Budget;

/// A solved position: its shapes and who had his way.
pub struct Sample {
    pub captured: bool,
    pub to_play: Side,
    pub kos: Kos,
    /// Positions it took.
    pub work: u64,
    pub shapes: Vec<u32>,
}

/// Samples kept of one search at most, and the share kept of those that took next to no work.
const MOST: usize = 4_000;
const EASY: u64 = 3;
const EASY_SHARE: f64 = 0.35;

/// Searches a ground and gives a part of the positions solved on the way. Says besides whether the mover succeeded.
pub fn samples(
    board: &Board,
    ground: &Ground,
    to_play: Side,
    kos: Kos,
    budget: &Budget,
    out: &mut Vec<Sample>,
) -> Option<bool> {
    fn packed<const N: usize>(
        board: &Board,
        ground: &Ground,
        to_play: Side,
        kos: Kos,
        budget: &Budget,
        out: &mut Vec<Sample>,
    ) -> Option<bool> {
        let (field, state) = Field::<N>::new(board, ground);
        let mut search = Search::new(&field, budget);
        search.solved = Some(Vec::new());
        let result = search.solve(&state, to_play, kos, Aim::Capture).ok().map(|k| k.of(to_play) == 0);
        let solved = search.solved.take().unwrap_or_default();
        let share = (MOST as f64 / solved.len().max(1) as f64).min(1.0);
        let mut rng = Rng::new(solved.len() as u64);
        for position in solved {
            let kept = share * if position.work <= EASY { EASY_SHARE } else { 1.0 };
            if (rng.below(1 << 20) as f64) < kept * (1 << 20) as f64 {
                let shapes = field.shapes(&position.state).map(|s| s as u32).collect();
                let captured = position.winner == Side::Attacker;
                out.push(Sample { captured, to_play: position.to_play, kos, work: position.work, shapes });
            }
        }
        result
    }
    match words(ground) {
        0..=1 => packed::<1>(board, ground, to_play, kos, budget, out),
        2 => packed::<2>(board, ground, to_play, kos, budget, out),
        3 => packed::<3>(board, ground, to_play, kos, budget, out),
        _ => packed::<11>(board, ground, to_play, kos, budget, out),
    }
}

/// A solved position as a board: what the side to move can play to have its way, and whether it can.
pub struct Exercise {
    pub stones: [PointSet; 2],
    pub to_play: Color,
    pub wins: bool,
    pub right: Vec<Point>,
}

/// Positions worth an exercise took at least so much work.
const WORTH: u64 = 12;

/// Searches a ground and gives at most so many of the positions solved on the way, those that took work.
pub fn exercises(board: &Board, ground: &Ground, to_play: Side, budget: &Budget, most: usize, out: &mut Vec<Exercise>) {
    fn packed<const N: usize>(
        board: &Board,
        ground: &Ground,
        to_play: Side,
        budget: &Budget,
        most: usize,
        out: &mut Vec<Exercise>,
    ) {
        let (field, state) = Field::<N>::new(board, ground);
        let mut search = Search::new(&field, budget);
        search.solved = Some(Vec::new());
        let _ = search.solve(&state, to_play, Kos::Nobody, Aim::Capture);
        let mut solved = search.solved.take().unwrap_or_default();
        solved.retain(|position| position.work >= WORTH && position.state.hash != state.hash);
        let mut rng = Rng::new(solved.len() as u64);
        while solved.len() > most {
            // the harder of two stays
            let (a, b) = (rng.below(solved.len()), rng.below(solved.len()));
            solved.swap_remove(if solved[a].work < solved[b].work { a } else { b });
        }
        let color = |side: Side| if side == Side::Defender { ground.defender } else { ground.defender.opponent() };
        for position in solved {
            let mut stones = Color::BOTH.map(|color| board.stone_set(color).minus(&ground.inside));
            for side in [Side::Attacker, Side::Defender] {
                let inside = field.unpack(position.state.stones[side as usize]).intersection(&ground.inside);
                stones[color(side).index()].add(&inside);
            }
            let wins = position.winner == position.to_play;
            let best =
                (wins && (position.best as usize) < field.points.len()).then(|| field.points[position.best as usize]);
            if !wins || best.is_some() {
                out.push(Exercise {
                    stones,
                    to_play: color(position.to_play),
                    wins,
                    right: best.into_iter().collect(),
                });
            }
        }
    }
    match words(ground) {
        0..=1 => packed::<1>(board, ground, to_play, budget, most, out),
        2 => packed::<2>(board, ground, to_play, budget, most, out),
        3 => packed::<3>(board, ground, to_play, budget, most, out),
        _ => packed::<11>(board, ground, to_play, budget, most, out),
    }
}

const EPOCHS: usize = 4;
const STEP: f32 = 0.08;
/// How much more a position counts that took long to solve.
const WEIGHT_OF_WORK: f32 = 0.5;
/// A shape must have been seen so often to be kept.
const SEEN: usize = 40;
/// Weights beside those of shapes: who wins kos, and a constant.
const REST: usize = 4;

/// Fits the weights; gives the lines of the file and the mean loss of the last round.
pub fn fit(samples: &[Sample], seed: u64) -> (String, f64) {
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    let mut names: Vec<u32> = Vec::new();
    let mut least: HashMap<u32, u32> = HashMap::new();
    let shapes: Vec<Vec<usize>> = samples
        .iter()
        .map(|sample| {
            let number = |&shape: &u32| {
                let name = *least.entry(shape).or_insert_with(|| least_image(shape as usize) as u32);
                *numbers.entry(name).or_insert_with(|| {
                    names.push(name);
                    names.len() - 1
                })
            };
            sample.shapes.iter().map(number).collect()
        })
        .collect();
    let width = names.len() + REST;
    let (mut weights, mut squares) = (vec![0f32; 2 * width], vec![1e-3f32; 2 * width]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut rng = Rng::new(seed);
    let mut loss = 0.0;
    for _ in 0..EPOCHS {
        loss = 0.0;
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        for &i in &order {
            let sample = &samples[i];
            let base = sample.to_play as usize * width;
            let rest = [base + names.len() + sample.kos as usize, base + width - 1];
            let used = || shapes[i].iter().map(|&s| base + s).chain(rest);
            let odds: f32 = used().map(|at| weights[at]).sum();
            let likely = 1.0 / (1.0 + (-odds).exp());
            let wanted = if sample.captured { 1.0 } else { 0.0 };
            loss -= f64::from((1.0 - (likely - wanted).abs()).max(1e-6)).ln();
            let pull = (likely - wanted) * (1.0 + WEIGHT_OF_WORK * (sample.work.max(1) as f32).ln());
            for at in used() {
                squares[at] += pull * pull;
                weights[at] -= STEP * (pull + 1e-5 * weights[at]) / squares[at].sqrt();
            }
        }
    }
    let mut seen = vec![0usize; names.len()];
    shapes.iter().flatten().for_each(|&s| seen[s] += 1);
    let mut kept: Vec<usize> = (0..names.len()).filter(|&s| seen[s] >= SEEN).collect();
    kept.sort_by_key(|&s| names[s]);
    let mut text = String::new();
    for k in 0..REST {
        let at = names.len() + k;
        let _ = writeln!(text, "x {k} {:.3} {:.3}", weights[at], weights[width + at]);
    }
    for s in kept {
        let _ = writeln!(text, "{} {:.2} {:.2}", names[s], weights[s], weights[width + s]);
    }
    (text, loss / samples.len().max(1) as f64)
}
