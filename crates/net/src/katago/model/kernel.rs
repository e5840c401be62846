//! Sums of products in floating point: a few pixels times a block of output channels.

use super::layers::Activation;

/// Largest value of a quantised activation.
pub(super) const STEPS: f32 = 127.0;
/// Pixels in one tile: with two registers of outputs each they fill what a processor has.
pub(super) const TILE: usize = 6;
/// Output channels in one block.
pub(super) const BLOCK: usize = 16;

/// `e^x` to six digits or better, in steps that the compiler can do side by side.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    /// Adding and taking away this much leaves whole numbers.
    const WHOLE: f32 = 12_582_912.0;
    let t = (x * std::f32::consts::LOG2_E).clamp(-126.0, 126.0);
    let whole = (t + WHOLE) - WHOLE;
    let f = t - whole;
    let power = 1.0
        + f * (std::f32::consts::LN_2
            + f * (0.240_226_5
                + f * (0.055_504_11 + f * (0.009_618_129 + f * (0.001_333_355_8 + f * 0.000_154_035_3)))));
    // SAFETY: between -126 and 126
    let bits = unsafe { whole.to_int_unchecked::<i32>() } + 127;
    f32::from_bits((bits as u32) << 23) * power
}

/// `out = activation(values * scale + shift)`
pub(super) fn activate(values: &[f32], scale: &[f32], shift: &[f32], activation: Activation, out: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions
        return unsafe { activate_avx2(values, scale, shift, activation, out) };
    }
    activate_with(values, scale, shift, activation, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn activate_avx2(values: &[f32], scale: &[f32], shift: &[f32], activation: Activation, out: &mut [f32]) {
    activate_with(values, scale, shift, activation, out);
}

#[inline(always)]
fn activate_with(values: &[f32], scale: &[f32], shift: &[f32], activation: Activation, out: &mut [f32]) {
    let each = out.iter_mut().zip(values).zip(scale.iter().zip(shift));
    // one loop for each, so that none asks inside
    match activation {
        Activation::Identity => each.for_each(|((out, x), (scale, shift))| *out = x * scale + shift),
        Activation::Relu => each.for_each(|((out, x), (scale, shift))| *out = (x * scale + shift).max(0.0)),
        Activation::Mish => each.for_each(|((out, x), (scale, shift))| *out = Activation::Mish.of(x * scale + shift)),
        Activation::Silu => each.for_each(|((out, x), (scale, shift))| *out = Activation::Silu.of(x * scale + shift)),
    }
}

/// Values in whole steps from 0 to 127.
pub(super) fn quantise(values: &[f32], inverse: &[f32], nought: &[f32], out: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions
        return unsafe { quantise_avx2(values, inverse, nought, out) };
    }
    quantise_with(values, inverse, nought, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn quantise_avx2(values: &[f32], inverse: &[f32], nought: &[f32], out: &mut [u8]) {
    quantise_with(values, inverse, nought, out);
}

#[inline(always)]
fn quantise_with(values: &[f32], inverse: &[f32], nought: &[f32], out: &mut [u8]) {
    for ((out, x), (inverse, nought)) in out.iter_mut().zip(values).zip(inverse.iter().zip(nought)) {
        // SAFETY: between 0.5 and 127.5
        *out = unsafe { ((x * inverse + nought).clamp(0.0, STEPS) + 0.5).to_int_unchecked::<i32>() as u8 };
    }
}

/// Values in whole steps from 0 to 127, and what is left over in steps of 1/127.
pub(super) fn quantise_twice(values: &[f32], inverse: &[f32], nought: &[f32], out: &mut [u8], rest: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions
        return unsafe { quantise_twice_avx2(values, inverse, nought, out, rest) };
    }
    quantise_twice_with(values, inverse, nought, out, rest);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn quantise_twice_avx2(values: &[f32], inverse: &[f32], nought: &[f32], out: &mut [u8], rest: &mut [u8]) {
    quantise_twice_with(values, inverse, nought, out, rest);
}

#[inline(always)]
fn quantise_twice_with(values: &[f32], inverse: &[f32], nought: &[f32], out: &mut [u8], rest: &mut [u8]) {
    let steps = values.iter().zip(inverse.iter().zip(nought));
    for ((out, rest), (x, (inverse, nought))) in out.iter_mut().zip(rest).zip(steps) {
        let steps = (x * inverse + nought).clamp(0.0, STEPS);
        // SAFETY: between 0 and 127, and between 0.5 and 127.5
        let whole = unsafe { steps.to_int_unchecked::<i32>() };
        *out = whole as u8;
        *rest = unsafe { ((steps - whole as f32) * STEPS + 0.5).to_int_unchecked::<i32>() as u8 };
    }
}

/// `sums[pixel][output]` over all taps and inputs. `pixels` are offsets in `image`, taps are added to them.
pub(super) fn tile(
    image: &[f32],
    pixels: [usize; TILE],
    taps: &[isize],
    inputs: usize,
    weights: &[f32],
) -> [[f32; BLOCK]; TILE] {
    assert!(weights.len() >= taps.len() * inputs * BLOCK);
    let inside = |&pixel: &usize| {
        taps.iter().all(|&tap| pixel.checked_add_signed(tap).is_some_and(|from| from + inputs <= image.len()))
    };
    assert!(pixels.iter().all(inside));
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the instructions, and all that is read lies inside the slices, as was just checked
        return unsafe { tile_avx2(image, pixels, taps, inputs, weights) };
    }
    portable(image, pixels, taps, inputs, weights)
}

fn portable(
    image: &[f32],
    pixels: [usize; TILE],
    taps: &[isize],
    inputs: usize,
    weights: &[f32],
) -> [[f32; BLOCK]; TILE] {
    let mut sums = [[0.0f32; BLOCK]; TILE];
    for (&tap, weights) in taps.iter().zip(weights.chunks_exact(inputs * BLOCK)) {
        for (sums, pixel) in sums.iter_mut().zip(pixels) {
            let values = &image[pixel.wrapping_add_signed(tap)..][..inputs];
            for (value, weights) in values.iter().zip(weights.chunks_exact(BLOCK)) {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn tile_avx2(
    image: &[f32],
    pixels: [usize; TILE],
    taps: &[isize],
    inputs: usize,
    weights: &[f32],
) -> [[f32; BLOCK]; TILE] {
    use std::arch::x86_64::{
        _mm256_broadcast_ss, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_setzero_ps, _mm256_storeu_ps,
    };
    let mut sums = [[_mm256_setzero_ps(); 2]; TILE];
    let mut weights = weights.as_ptr();
    for &tap in taps {
        // SAFETY: checked by the caller
        let from: [*const f32; TILE] =
            pixels.map(|pixel| unsafe { image.as_ptr().add(pixel.wrapping_add_signed(tap)) });
        for input in 0..inputs {
            // SAFETY: checked by the caller
            unsafe {
                let (low, high) = (_mm256_loadu_ps(weights), _mm256_loadu_ps(weights.add(8)));
                for i in 0..TILE {
                    let value = _mm256_broadcast_ss(&*from[i].add(input));
                    sums[i][0] = _mm256_fmadd_ps(value, low, sums[i][0]);
                    sums[i][1] = _mm256_fmadd_ps(value, high, sums[i][1]);
                }
                weights = weights.add(BLOCK);
            }
        }
    }
    let mut out = [[0.0f32; BLOCK]; TILE];
    for (out, sums) in out.iter_mut().zip(&sums) {
        // SAFETY: a block is two registers
        unsafe {
            _mm256_storeu_ps(out.as_mut_ptr(), sums[0]);
            _mm256_storeu_ps(out.as_mut_ptr().add(8), sums[1]);
        }
    }
    out
}
