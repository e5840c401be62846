//! How the weights of the shapes are found: positions that searches have solved, and logistic regression over them.

use std::collections::HashMap;
use std::fmt::Write;

use gosedai_board::{Board, Color, Rng};
use gosedai_engine::problem::exact::likely_groups;
use gosedai_reading::Budget;
use gosedai_reading::exact::ground::{Border, ground};
use gosedai_reading::exact::verdict::{Lesson, lessons};
use gosedai_reading::exact::{Ground, Kos, Side, least_image};

/// A solved position and the rule about kos it was solved under.
pub struct Sample {
    kos: Kos,
    lesson: Lesson,
}

/// Samples kept of one search at most, and the share kept of those that took next to no work.
const MOST: usize = 4_000;
const EASY: u64 = 3;
const EASY_SHARE: f64 = 0.35;

/// Positions solved while reading a problem under every rule about kos.
pub fn samples_of(board: &Board, to_play: Color, budget: &Budget, out: &mut Vec<Sample>) {
    let Some((defender, target)) = likely_groups(board).into_iter().next() else { return };
    let mover = if to_play == defender { Side::Defender } else { Side::Attacker };
    for reach in [0, 1] {
        let field = ground(board, &target, defender, Border::Wall, reach);
        for side in [mover, mover.other()] {
            for kos in [Kos::of(side.other()), Kos::Nobody, Kos::of(side)] {
                if succeeds(board, &field, side, kos, budget, out) {
                    break;
                }
            }
        }
    }
}

/// Searches a ground and keeps a part of the positions solved on the way. Says whether the mover succeeded.
fn succeeds(board: &Board, field: &Ground, side: Side, kos: Kos, budget: &Budget, out: &mut Vec<Sample>) -> bool {
    let (captured, solved) = lessons(board, field, side, kos, budget);
    let share = (MOST as f64 / solved.len().max(1) as f64).min(1.0);
    let mut rng = Rng::new(solved.len() as u64);
    for lesson in solved {
        let kept = share * if lesson.work <= EASY { EASY_SHARE } else { 1.0 };
        if (rng.below(1 << 20) as f64) < kept * (1 << 20) as f64 {
            out.push(Sample { kos, lesson });
        }
    }
    captured.is_ok_and(|captured| captured == (side == Side::Attacker))
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
            sample.lesson.shapes.iter().map(number).collect()
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
            let base = sample.lesson.to_play as usize * width;
            let rest = [base + names.len() + sample.kos as usize, base + width - 1];
            let used = || shapes[i].iter().map(|&s| base + s).chain(rest);
            let odds: f32 = used().map(|at| weights[at]).sum();
            let likely = 1.0 / (1.0 + (-odds).exp());
            let wanted = if sample.lesson.winner == Side::Attacker { 1.0 } else { 0.0 };
            loss -= f64::from((1.0 - (likely - wanted).abs()).max(1e-6)).ln();
            let pull = (likely - wanted) * (1.0 + WEIGHT_OF_WORK * (sample.lesson.work.max(1) as f32).ln());
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
