//! From the trunk to answers: policy, value, score, final stones, ownership.

use gosedai_board::{Move, Point, Size};

use crate::convolution::Convolution;
use crate::features::size_feature;
use crate::input::{Input, View};
use crate::katago;

/// A fully connected layer.
pub(crate) struct Linear {
    pub inputs: usize,
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
}

impl Linear {
    pub fn apply(&self, input: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(self.inputs);
        rows.zip(&self.bias).map(|(row, bias)| bias + dot(row, input)).collect()
    }

    pub fn last_row(mut self) -> Linear {
        self.weights.drain(..self.weights.len() - self.inputs);
        self.bias.drain(..self.bias.len() - 1);
        self
    }
}

/// `ln(1 + e^x)`
pub(crate) fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Eight sums side by side, so that the compiler may use vectors.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a8.remainder().iter().zip(b8.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a8.zip(b8) {
        for i in 0..8 {
            sums[i] += x[i] * y[i];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// What the network says about a position, for the side to move.
#[derive(Clone, Debug)]
pub struct Output {
    pub size: Size,
    /// Logit of each point in row order from the upper left corner, then of the pass.
    pub policy: Vec<f32>,
    /// Chance to win, 0 to 1.
    pub win: f32,
    /// Expected margin in points, komi included.
    pub score: f32,
    /// Standard deviation of that margin, where the network knows it.
    pub score_stdev: Option<f32>,
    /// Expected owner of each point, +1 the side to move … −1 the opponent.
    pub ownership: Vec<f32>,
}

impl Output {
    /// Place of a move in `policy`.
    pub fn index(&self, mv: Move) -> usize {
        match mv {
            Move::Play(point) => (self.size.height() - 1 - point.y()) * self.size.width() + point.x(),
            Move::Pass => self.size.area(),
        }
    }

    /// Move at a place of `policy`.
    pub fn move_at(&self, index: usize) -> Move {
        if index >= self.size.area() {
            return Move::Pass;
        }
        let (x, y) = (index % self.size.width(), index / self.size.width());
        Move::Play(Point::new(x, self.size.height() - 1 - y))
    }

    /// Probabilities of these moves among themselves.
    pub fn probabilities(&self, moves: &[Move]) -> Vec<f32> {
        let logits: Vec<f32> = moves.iter().map(|&mv| self.policy[self.index(mv)]).collect();
        let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = logits.iter().map(|l| (l - top).exp()).collect();
        let total: f32 = weights.iter().sum();
        weights.iter().map(|w| w / total).collect()
    }
}

pub(crate) struct Heads {
    /// Channels of each of the three parts of `enter`.
    pub channels: usize,
    pub enter: Convolution,
    pub policy_global: Linear,
    pub policy_out: Vec<f32>,
    pub pass_out: Linear,
    pub value_hidden: Linear,
    pub value_out: Linear,
    pub owner_out: Linear,
}

/// Points of score that the network counts as one.
const SCORE_UNIT: f32 = 20.0;

impl Heads {
    /// `values[point][enter.width()]`: what `enter` computed.
    pub fn answer(&self, input: &Input, values: &[f32]) -> Output {
        let size = input.size;
        let (h, area) = (self.channels, size.area());
        let rows = || values.chunks_exact(self.enter.width()).take(area);
        let global = pool(size, h, rows().map(|row| &row[h..2 * h]));
        let value = pool(size, h, rows().map(|row| &row[2 * h..3 * h]));
        let shift = self.policy_global.apply(&global);
        let logit = |row: &[f32]| {
            let parts = row[..h].iter().zip(&shift).zip(&self.policy_out);
            parts.map(|((value, shift), weight)| (value + shift).max(0.0) * weight).sum::<f32>()
        };
        let mut policy: Vec<f32> = rows().map(logit).collect();
        policy.push(self.pass_out.apply(&global)[0]);
        let (value, komi) = match input.view {
            View::Plain => (value, 0.0),
            View::KataGo => ([&value[..], &input.globals].concat(), input.globals[katago::KOMI]),
        };
        let hidden: Vec<f32> = self.value_hidden.apply(&value).iter().map(|v| v.max(0.0)).collect();
        let out = self.value_out.apply(&hidden);
        let owned = |row: &[f32]| {
            let parts = row[2 * h..3 * h].iter().zip(&self.owner_out.weights);
            (parts.map(|(v, w)| v.max(0.0) * w).sum::<f32>() + self.owner_out.bias[0]).tanh()
        };
        Output {
            size,
            policy,
            win: 1.0 / (1.0 + (-out[0]).exp()),
            score: (out[1] + komi) * SCORE_UNIT,
            score_stdev: out.get(2).map(|&spread| softplus(spread) * SCORE_UNIT),
            ownership: rows().map(owned).collect(),
        }
    }
}

/// Mean, mean scaled by board size and maximum of the positive parts, by channel.
fn pool<'a>(size: Size, channels: usize, rows: impl Iterator<Item = &'a [f32]>) -> Vec<f32> {
    let mut sum = vec![0.0f32; channels];
    let mut top = vec![0.0f32; channels];
    for row in rows {
        for c in 0..channels {
            let value = row[c].max(0.0);
            sum[c] += value;
            top[c] = top[c].max(value);
        }
    }
    pooled(size, sum, top)
}

/// Joins sums and maxima to the vector the network pools into.
pub(crate) fn pooled(size: Size, sum: Vec<f32>, top: Vec<f32>) -> Vec<f32> {
    let (area, scale) = (size.area() as f32, size_feature(size));
    let mean: Vec<f32> = sum.iter().map(|s| s / area).collect();
    let scaled: Vec<f32> = mean.iter().map(|m| m * scale).collect();
    [mean, scaled, top].concat()
}
