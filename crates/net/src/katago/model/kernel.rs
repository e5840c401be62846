//! Sums of products in floating point: a few pixels times a block of output channels.

/// Pixels in one tile: with two registers of outputs each they fill what a processor has.
pub(super) const TILE: usize = 6;
/// Output channels in one block.
pub(super) const BLOCK: usize = 16;

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
