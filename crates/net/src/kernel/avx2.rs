//! 256-bit vectors: with dot-product instructions (AVX VNNI) or with pairs added in 16 bits (AVX2).

use super::Dot;
use super::{BLOCK, TILE};

pub(crate) struct Avx2;
pub(crate) struct AvxVnni;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::STEP;
    use super::*;
    use std::arch::x86_64::*;

    /// Three pixels by sixteen outputs at a time: six sums, so that everything stays in sixteen registers.
    #[inline(always)]
    unsafe fn tile(
        pixels: [*const u8; TILE],
        taps: &[isize],
        groups: usize,
        weights: *const i8,
        sums: &mut [[i32; BLOCK]; TILE],
        dot: impl Fn(__m256i, __m256i, __m256i) -> __m256i,
    ) {
        // SAFETY: reads stay within the ranges the caller promises; stores cover exactly `sums`
        unsafe {
            for block in 0..BLOCK / 16 {
                for half in [0, TILE / 2] {
                    let mut acc = [[_mm256_setzero_si256(); 2]; TILE / 2];
                    let mut w = weights.add(64 * block);
                    for &tap in taps {
                        for group in 0..groups {
                            let rows = [_mm256_loadu_si256(w.cast()), _mm256_loadu_si256(w.add(32).cast())];
                            w = w.add(STEP);
                            for p in 0..TILE / 2 {
                                let at = pixels[half + p].offset(tap).add(4 * group);
                                let input = _mm256_set1_epi32(at.cast::<i32>().read_unaligned());
                                acc[p][0] = dot(acc[p][0], input, rows[0]);
                                acc[p][1] = dot(acc[p][1], input, rows[1]);
                            }
                        }
                    }
                    for p in 0..TILE / 2 {
                        let out = sums[half + p].as_mut_ptr().add(16 * block);
                        _mm256_storeu_si256(out.cast(), acc[p][0]);
                        _mm256_storeu_si256(out.add(8).cast(), acc[p][1]);
                    }
                }
            }
        }
    }

    impl Dot for Avx2 {
        #[inline(always)]
        unsafe fn tile(
            pixels: [*const u8; TILE],
            taps: &[isize],
            groups: usize,
            weights: *const i8,
            sums: &mut [[i32; BLOCK]; TILE],
        ) {
            // SAFETY: passed on from the caller
            unsafe {
                let ones = _mm256_set1_epi16(1);
                tile(pixels, taps, groups, weights, sums, |acc, input, row| {
                    _mm256_add_epi32(acc, _mm256_madd_epi16(_mm256_maddubs_epi16(input, row), ones))
                })
            }
        }
    }

    impl Dot for AvxVnni {
        #[inline(always)]
        unsafe fn tile(
            pixels: [*const u8; TILE],
            taps: &[isize],
            groups: usize,
            weights: *const i8,
            sums: &mut [[i32; BLOCK]; TILE],
        ) {
            // SAFETY: passed on from the caller
            unsafe {
                tile(pixels, taps, groups, weights, sums, |acc, input, row| _mm256_dpbusd_avx_epi32(acc, input, row))
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod elsewhere {
    use super::*;

    impl Dot for Avx2 {
        unsafe fn tile(_: [*const u8; TILE], _: &[isize], _: usize, _: *const i8, _: &mut [[i32; BLOCK]; TILE]) {
            unreachable!("never chosen on this processor")
        }
    }

    impl Dot for AvxVnni {
        unsafe fn tile(_: [*const u8; TILE], _: &[isize], _: usize, _: *const i8, _: &mut [[i32; BLOCK]; TILE]) {
            unreachable!("never chosen on this processor")
        }
    }
}
