//! Plain integer loops: the reference for the others, and the way for processors without wide vectors.

use super::{BLOCK, Dot, STEP, TILE};

pub(crate) struct Portable;

impl Dot for Portable {
    #[inline(always)]
    unsafe fn tile(
        pixels: [*const u8; TILE],
        taps: &[isize],
        groups: usize,
        weights: *const i8,
        sums: &mut [[i32; BLOCK]; TILE],
    ) {
        for (pixel, sum) in pixels.iter().zip(sums) {
            sum.fill(0);
            for (t, &tap) in taps.iter().enumerate() {
                for group in 0..groups {
                    // SAFETY: within the ranges the caller promises
                    let (input, weights) = unsafe {
                        (
                            std::slice::from_raw_parts(pixel.offset(tap).add(4 * group), 4),
                            std::slice::from_raw_parts(weights.add((t * groups + group) * STEP), STEP),
                        )
                    };
                    let input = [input[0], input[1], input[2], input[3]].map(i32::from);
                    if input == [0; 4] {
                        continue;
                    }
                    for (o, w) in sum.iter_mut().zip(weights.chunks_exact(4)) {
                        *o += input[0] * i32::from(w[0])
                            + input[1] * i32::from(w[1])
                            + input[2] * i32::from(w[2])
                            + input[3] * i32::from(w[3]);
                    }
                }
            }
        }
    }
}
