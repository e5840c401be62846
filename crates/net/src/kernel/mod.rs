//! Integer dot products: a tile of pixels times a block of output channels, for each kind of processor.
//!
//! Inputs are 0..=127 and weights -127..=127, so that even the oldest path (pairs added in 16 bits) cannot overflow and
//! all paths give the same sums.

mod avx2;
mod avx512;
mod portable;

pub(crate) use avx2::{Avx2, AvxVnni};
pub(crate) use avx512::Avx512Vnni;
pub(crate) use portable::Portable;

/// Pixels in one tile.
pub(crate) const TILE: usize = 6;
/// Output channels in one block.
pub(crate) const BLOCK: usize = 64;
/// Bytes of packed weights for four input channels of one tap: `[BLOCK / 16][16 outputs][4 inputs]`.
pub(crate) const STEP: usize = BLOCK * 4;

/// Which instructions evaluate the network; the best one of the processor is chosen when it is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    Avx512Vnni,
    AvxVnni,
    Avx2,
    Portable,
}

impl Instructions {
    /// The best this processor has.
    pub fn best() -> Instructions {
        Instructions::ALL.into_iter().find(|i| i.available()).unwrap_or(Instructions::Portable)
    }

    pub const ALL: [Instructions; 4] =
        [Instructions::Avx512Vnni, Instructions::AvxVnni, Instructions::Avx2, Instructions::Portable];

    pub fn available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            match self {
                Instructions::Avx512Vnni => {
                    is_x86_feature_detected!("avx512f")
                        && is_x86_feature_detected!("avx512bw")
                        && is_x86_feature_detected!("avx512vl")
                        && is_x86_feature_detected!("avx512vnni")
                        && is_x86_feature_detected!("fma")
                }
                Instructions::AvxVnni => Instructions::Avx2.available() && is_x86_feature_detected!("avxvnni"),
                Instructions::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
                Instructions::Portable => true,
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Instructions::Portable
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Instructions::Avx512Vnni => "AVX-512 VNNI",
            Instructions::AvxVnni => "AVX VNNI",
            Instructions::Avx2 => "AVX2",
            Instructions::Portable => "portable",
        }
    }
}

/// One way to compute a tile.
pub(crate) trait Dot {
    /// `sums[p][o] = Σ over taps t and input channels i of pixels[p][taps[t] + i] · weights[t][i][o]`.
    ///
    /// # Safety
    /// Every `pixels[p] + taps[t]` must be readable for `4 * groups` bytes and `weights` for `taps.len() * groups * STEP`
    /// bytes, and the processor must have the instructions of the implementation.
    unsafe fn tile(
        pixels: [*const u8; TILE],
        taps: &[isize],
        groups: usize,
        weights: *const i8,
        sums: &mut [[i32; BLOCK]; TILE],
    );
}
