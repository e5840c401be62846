//! AVX-512 with dot-product instructions: 64 multiplications an instruction, 24 sums held in registers.

use super::Dot;
use super::{BLOCK, TILE};

pub(crate) struct Avx512Vnni;

#[cfg(target_arch = "x86_64")]
impl Dot for Avx512Vnni {
    #[inline(always)]
    unsafe fn tile(
        pixels: [*const u8; TILE],
        taps: &[isize],
        groups: usize,
        weights: *const i8,
        sums: &mut [[i32; BLOCK]; TILE],
    ) {
        use std::arch::x86_64::*;
        // SAFETY: reads stay within the ranges the caller promises; stores cover exactly `sums`
        unsafe {
            let mut acc = [[_mm512_setzero_si512(); 4]; TILE];
            let mut w = weights;
            for &tap in taps {
                let at = pixels.map(|p| p.offset(tap));
                for group in 0..groups {
                    let rows = [
                        _mm512_loadu_si512(w.cast()),
                        _mm512_loadu_si512(w.add(64).cast()),
                        _mm512_loadu_si512(w.add(128).cast()),
                        _mm512_loadu_si512(w.add(192).cast()),
                    ];
                    w = w.add(super::STEP);
                    for p in 0..TILE {
                        let input = _mm512_set1_epi32(at[p].add(4 * group).cast::<i32>().read_unaligned());
                        for k in 0..4 {
                            acc[p][k] = _mm512_dpbusd_epi32(acc[p][k], input, rows[k]);
                        }
                    }
                }
            }
            for (row, acc) in sums.iter_mut().zip(acc) {
                for (k, sum) in acc.into_iter().enumerate() {
                    _mm512_storeu_si512(row.as_mut_ptr().add(16 * k).cast(), sum);
                }
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Dot for Avx512Vnni {
    unsafe fn tile(_: [*const u8; TILE], _: &[isize], _: usize, _: *const i8, _: &mut [[i32; BLOCK]; TILE]) {
        unreachable!("never chosen on this processor")
    }
}
