//! Which cells of a row reach a height, found for many of them at once.

use gosedai_board::STRIDE;

/// A bit for every cell whose value is at least `lowest`, and for every one that is at most `-lowest`.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn reached(values: &[i16; STRIDE], lowest: i16) -> [u32; 2] {
    // SAFETY: every x86-64 processor has SSE2
    unsafe { at_once(values, lowest) }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn at_once(values: &[i16; STRIDE], lowest: i16) -> [u32; 2] {
    use std::arch::x86_64::{_mm_cmpgt_epi16, _mm_movemask_epi8, _mm_packs_epi16, _mm_set_epi16, _mm_set1_epi16};
    let (above, below) = (_mm_set1_epi16(lowest - 1), _mm_set1_epi16(1 - lowest));
    let mut bits = [0; 2];
    for (i, half) in values.as_chunks::<16>().0.iter().enumerate() {
        let (first, second) = half.split_at(8);
        let load = |v: &[i16]| _mm_set_epi16(v[7], v[6], v[5], v[4], v[3], v[2], v[1], v[0]);
        let (first, second) = (load(first), load(second));
        let high = _mm_packs_epi16(_mm_cmpgt_epi16(first, above), _mm_cmpgt_epi16(second, above));
        let low = _mm_packs_epi16(_mm_cmpgt_epi16(below, first), _mm_cmpgt_epi16(below, second));
        bits[0] |= (_mm_movemask_epi8(high) as u32) << (16 * i);
        bits[1] |= (_mm_movemask_epi8(low) as u32) << (16 * i);
    }
    bits
}

/// A bit for every cell whose value is at least `lowest`, and for every one that is at most `-lowest`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn reached(values: &[i16; STRIDE], lowest: i16) -> [u32; 2] {
    slowly(values, lowest)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn slowly(values: &[i16; STRIDE], lowest: i16) -> [u32; 2] {
    let bits = |reaches: &dyn Fn(i16) -> bool| {
        values.iter().enumerate().fold(0, |bits, (x, &value)| bits | u32::from(reaches(value)) << x)
    };
    [bits(&|value| value >= lowest), bits(&|value| value <= -lowest)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_at_once_as_one_by_one() {
        let mut state = 0x9e37_79b9u32;
        for lowest in [1, 8, 100, 1592, i16::MAX] {
            for _ in 0..200 {
                let values = std::array::from_fn(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let value = (state >> 16) as i16;
                    if state & 1 == 0 { value } else { (value % 3) + lowest.min(i16::MAX - 3) * (value % 2) }
                });
                assert_eq!(reached(&values, lowest), slowly(&values, lowest));
            }
        }
    }
}
