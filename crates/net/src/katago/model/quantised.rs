//! The same network in integers: 7-bit activations, 8-bit weights, the kernels of our own networks.
//!
//! A step size for every channel is chosen on a few positions. Activations below zero (Mish and the like go down to
//! -0.31) are kept by an offset; the border of the image then holds the number that means zero.

use super::kernel::STEPS;
use super::layers::{Activation, Image};

/// Room above the largest value seen: values that are cut do far more harm than coarser steps.
const ROOM: f32 = 2.0;

/// How the activations of a layer become small numbers: `value * inverse + nought`, by channel.
pub(super) struct Steps {
    pub inverse: Vec<f32>,
    pub nought: Vec<f32>,
    /// What is left over is kept in a second image, in steps of 1/127: twice the work, hardly an error.
    pub fine: bool,
}

impl Steps {
    /// From activations seen; `None` where nothing bounds them from below.
    pub fn of(seen: &[Image], activation: Activation, fine: bool) -> Option<Steps> {
        let lowest = match activation {
            Activation::Relu => 0.0,
            Activation::Mish => 0.309,
            Activation::Silu => 0.279,
            Activation::Identity => return None,
        };
        let mut peaks = vec![0.0f32; seen.first()?.channels];
        for pixel in seen.iter().flat_map(Image::pixels) {
            peaks.iter_mut().zip(pixel).for_each(|(peak, &value)| *peak = peak.max(value));
        }
        let mut sorted = peaks.clone();
        sorted.sort_by(f32::total_cmp);
        // a channel that slept on these positions may wake on others
        let usual = sorted[sorted.len() / 2].max(1e-3);
        let inverse: Vec<f32> = peaks.iter().map(|peak| STEPS / (peak.max(usual) * ROOM + lowest)).collect();
        let nought = inverse.iter().map(|inverse| (lowest * inverse).ceil()).collect();
        Some(Steps { inverse, nought, fine })
    }
}
