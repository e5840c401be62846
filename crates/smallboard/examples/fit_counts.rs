//! Fits the weights of the first numbers (`proof/estimate.rs`) to decided positions of finished proofs: `fit_counts 3x6=FILE 4x5=FILE`.
//!
//! The files are checkpoints (`prove 3x6 save=FILE`). For each side to move a logistic regression tells proven positions from disproven ones; both classes
//! weigh the same, positions with more work behind them weigh more. Prints weights in sixteenths, ready for the source, and how many positions they tell right.
use std::fs::File;
use std::io::BufReader;
use std::sync::atomic::AtomicBool;

use gosedai_smallboard::geometry::Geometry;
use gosedai_smallboard::proof::distance::Distance;
use gosedai_smallboard::proof::estimate::{FEATURES, features};
use gosedai_smallboard::proof::{Goal, State, Table, checkpoint};

struct Sample {
    counts: [f64; FEATURES],
    proven: bool,
    weight: f64,
}

/// Solves `a x = b` for a symmetric positive matrix by elimination.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for j in i + 1..n {
            let f = a[j][i] / a[i][i];
            let row = a[i].clone();
            a[j].iter_mut().zip(&row).for_each(|(x, y)| *x -= f * y);
            b[j] -= f * b[i];
        }
    }
    for i in (0..n).rev() {
        let rest: f64 = (i + 1..n).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - rest) / a[i][i];
    }
    b
}

/// Newton steps on the log-likelihood with a small penalty on large weights.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let total = |yes: bool| samples.iter().filter(|s| s.proven == yes).map(|s| s.weight).sum::<f64>().max(1.0);
    let balance = [0.5 / total(false), 0.5 / total(true)];
    let mut w = vec![0.0; FEATURES];
    for _ in 0..15 {
        let mut hessian = vec![vec![0.0; FEATURES]; FEATURES];
        let mut gradient: Vec<f64> = w.iter().map(|w| -PENALTY * w).collect();
        (0..FEATURES).for_each(|i| hessian[i][i] = PENALTY);
        for s in samples {
            let z: f64 = s.counts.iter().zip(&w).map(|(x, w)| x * w).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            let weight = s.weight * balance[s.proven as usize];
            let (error, curve) = ((s.proven as u8 as f64 - p) * weight, (p * (1.0 - p) + 1e-6) * weight);
            for i in (0..FEATURES).filter(|&i| s.counts[i] != 0.0) {
                gradient[i] += error * s.counts[i];
                hessian[i].iter_mut().zip(&s.counts).for_each(|(h, x)| *h += curve * s.counts[i] * x);
            }
        }
        let step = solve(hessian, gradient);
        w.iter_mut().zip(step).for_each(|(w, s)| *w += s);
    }
    w
}

const PENALTY: f64 = 2e-4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sides: [Vec<Sample>; 2] = [Vec::new(), Vec::new()];
    for arg in std::env::args().skip(1) {
        let (board, file) = arg.split_once('=').ok_or("arguments are BOARD=FILE")?;
        let geometry = Geometry::parse(board)?;
        let goal = Goal { target: geometry.n as i32, geometry };
        let table = Table::with_bytes(1 << 30);
        checkpoint::load(
            &mut BufReader::with_capacity(1 << 20, File::open(file)?),
            &goal,
            &table,
            &AtomicBool::new(false),
        )?;
        let distance = Distance::build(&goal.geometry, &AtomicBool::new(false)).ok_or("this board is too large")?;
        for (key, known) in table.entries().filter(|(_, k)| k.pn == 0 || k.dn == 0) {
            let s = State::from_key(key);
            let counts = features(&goal.geometry, &s, distance.of(s.prover)).map(f64::from);
            let weight = 1.0 + known.effort as f64 / 3.0;
            sides[s.prover_to_move as usize].push(Sample { counts, proven: known.pn == 0, weight });
        }
    }
    for (samples, name) in sides.iter().zip(["opponent to move", "prover to move"]) {
        let w = fit(samples);
        let told = |s: &&Sample| (s.counts.iter().zip(&w).map(|(x, w)| x * w).sum::<f64>() > 0.0) == s.proven;
        let right = samples.iter().filter(told).count();
        let sixteenths: Vec<i32> = w.iter().map(|w| (16.0 * w).round() as i32).collect();
        println!("{name}: {} positions, {right} right", samples.len());
        println!("    {sixteenths:?},");
    }
    Ok(())
}
