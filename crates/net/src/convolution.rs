//! A convolution with integer weights over a bordered image, and what is done with its sums.

use crate::kernel::{Avx2, Avx512Vnni, AvxVnni, BLOCK, Dot, Instructions, Portable, STEP, TILE};

/// Largest value of a quantised activation.
const STEPS: f32 = 127.0;

/// A 3×3 or 1×1 convolution, weights packed for the kernels.
pub(crate) struct Convolution {
    pub inputs: usize,
    /// Output channels rounded up to whole blocks.
    padded: usize,
    side: usize,
    weights: Vec<i8>,
    /// What a unit of the integer sum is worth, by output channel.
    scale: Vec<f32>,
    pub bias: Vec<f32>,
}

impl Convolution {
    /// `weights[output][tap][input]`, with `side * side` taps.
    pub fn new(inputs: usize, side: usize, weights: &[i8], scale: &[f32], bias: &[f32]) -> Convolution {
        let outputs = scale.len();
        let padded = outputs.next_multiple_of(BLOCK);
        let (taps, groups) = (side * side, inputs / 4);
        let mut packed = vec![0i8; padded * taps * inputs];
        // four inputs at a time, in the order of the file: loading is part of every start of the program
        for (i, four) in weights.chunks_exact(4).enumerate() {
            let (group, tap, output) = (i % groups, i / groups % taps, i / groups / taps);
            let at = ((output / BLOCK * taps + tap) * groups + group) * STEP + output % BLOCK * 4;
            packed[at..at + 4].copy_from_slice(four);
        }
        let pad = |values: &[f32]| {
            let mut values = values.to_vec();
            values.resize(padded, 0.0);
            values
        };
        Convolution { inputs, padded, side, weights: packed, scale: pad(scale), bias: pad(bias) }
    }

    /// Output channels rounded up to whole blocks: the width of what [`Convolution::run`] writes.
    pub fn width(&self) -> usize {
        self.padded
    }

    /// Computes all outputs of an image.
    pub fn run(&self, instructions: Instructions, image: &Image, bias: &[f32], after: After) {
        assert!(image.channels == self.inputs && bias.len() == self.padded && after.fits(image, self.padded));
        // SAFETY: the image has a border of one pixel, so all taps of all pixels are inside it; `Net` only holds
        // instructions that the processor has
        unsafe {
            match instructions {
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx512Vnni => self.run_avx512(image, bias, after),
                #[cfg(target_arch = "x86_64")]
                Instructions::AvxVnni => self.run_avx_vnni(image, bias, after),
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2 => self.run_avx2(image, bias, after),
                _ => self.run_with::<Portable>(image, bias, after),
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,fma")]
    unsafe fn run_avx512(&self, image: &Image, bias: &[f32], after: After) {
        // SAFETY: passed on from the caller
        unsafe { self.run_with::<Avx512Vnni>(image, bias, after) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma,avxvnni")]
    unsafe fn run_avx_vnni(&self, image: &Image, bias: &[f32], after: After) {
        // SAFETY: passed on from the caller
        unsafe { self.run_with::<AvxVnni>(image, bias, after) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run_avx2(&self, image: &Image, bias: &[f32], after: After) {
        // SAFETY: passed on from the caller
        unsafe { self.run_with::<Avx2>(image, bias, after) }
    }

    #[inline(always)]
    unsafe fn run_with<D: Dot>(&self, image: &Image, bias: &[f32], mut after: After) {
        let groups = self.inputs / 4;
        let taps: Vec<isize> = self.taps(image);
        let mut sums = [[0i32; BLOCK]; TILE];
        let area = image.width * image.height;
        for block in 0..self.padded / BLOCK {
            let first = block * BLOCK;
            let weights = self.weights[block * taps.len() * groups * STEP..].as_ptr();
            for start in (0..area).step_by(TILE) {
                let count = TILE.min(area - start);
                // a last tile that is not full repeats its last pixel
                let pixels = std::array::from_fn(|i| image.pixel(start + i.min(count - 1)));
                // SAFETY: passed on from the caller
                unsafe { D::tile(pixels, &taps, groups, weights, &mut sums) };
                for (i, sums) in sums.iter().enumerate().take(count) {
                    let scale = &self.scale[first..first + BLOCK];
                    after.store(start + i, first, self.padded, sums, scale, &bias[first..first + BLOCK]);
                }
            }
        }
    }

    fn taps(&self, image: &Image) -> Vec<isize> {
        let reach = (self.side / 2) as isize;
        let row = ((image.width + 2) * image.channels) as isize;
        (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).map(move |dx| dy * row + dx * image.channels as isize))
            .collect()
    }
}

/// Quantised activations of a board with a border of zeros: `[row][column][channel]`.
#[derive(Default)]
pub(crate) struct Image {
    pub width: usize,
    pub height: usize,
    pub channels: usize,
    bytes: Vec<u8>,
}

impl Image {
    /// Makes it a zero image of this size, keeping memory where it can.
    pub fn reshape(&mut self, width: usize, height: usize, channels: usize) {
        if (self.width, self.height, self.channels) != (width, height, channels) {
            (self.width, self.height, self.channels) = (width, height, channels);
            self.bytes.clear();
            self.bytes.resize((width + 2) * (height + 2) * channels, 0);
        }
    }

    /// The same at all points and around them.
    pub fn filled(width: usize, height: usize, point: &[u8]) -> Image {
        Image { width, height, channels: point.len(), bytes: point.repeat((width + 2) * (height + 2)) }
    }

    #[inline(always)]
    fn offset(&self, pixel: usize) -> usize {
        ((pixel / self.width + 1) * (self.width + 2) + pixel % self.width + 1) * self.channels
    }

    #[inline(always)]
    fn pixel(&self, pixel: usize) -> *const u8 {
        self.bytes[self.offset(pixel)..].as_ptr()
    }

    pub fn channels_of(&self, pixel: usize) -> &[u8] {
        let at = self.offset(pixel);
        &self.bytes[at..at + self.channels]
    }

    pub fn channels_of_mut(&mut self, pixel: usize) -> &mut [u8] {
        let at = self.offset(pixel);
        let channels = self.channels;
        &mut self.bytes[at..at + channels]
    }
}

/// What happens to the sums of a convolution.
pub(crate) enum After<'a> {
    /// ReLU, then quantise with these steps (given as their inverses).
    Quantise { image: &'a mut Image, inverse_steps: &'a [f32] },
    /// Add to the residual stream (unless it begins here), ReLU, keep the stream and a quantised copy.
    Residual { stream: &'a mut [f32], begins: bool, image: &'a mut Image, inverse_steps: &'a [f32] },
    /// Keep as they are.
    Keep { values: &'a mut [f32] },
}

impl After<'_> {
    fn fits(&self, source: &Image, width: usize) -> bool {
        let area = source.width * source.height;
        let same = |image: &Image, steps: &[f32]| {
            (image.width, image.height, image.channels) == (source.width, source.height, width) && steps.len() == width
        };
        match self {
            After::Quantise { image, inverse_steps } => same(image, inverse_steps),
            After::Residual { stream, image, inverse_steps, .. } => {
                same(image, inverse_steps) && stream.len() >= area * width
            }
            After::Keep { values } => values.len() >= area * width,
        }
    }

    #[inline(always)]
    fn store(&mut self, pixel: usize, first: usize, width: usize, sums: &[i32; BLOCK], scale: &[f32], bias: &[f32]) {
        match self {
            After::Quantise { image, inverse_steps } => {
                let out = &mut image.channels_of_mut(pixel)[first..first + BLOCK];
                let inverse = &inverse_steps[first..first + BLOCK];
                for o in 0..BLOCK {
                    let value = (sums[o] as f32 * scale[o] + bias[o]).max(0.0);
                    out[o] = quantise(value, inverse[o]);
                }
            }
            After::Residual { stream, begins, image, inverse_steps } => {
                let stream = &mut stream[pixel * width + first..pixel * width + first + BLOCK];
                let out = &mut image.channels_of_mut(pixel)[first..first + BLOCK];
                let inverse = &inverse_steps[first..first + BLOCK];
                if *begins {
                    stream.fill(0.0);
                }
                for o in 0..BLOCK {
                    let value = (sums[o] as f32 * scale[o] + bias[o] + stream[o]).max(0.0);
                    stream[o] = value;
                    out[o] = quantise(value, inverse[o]);
                }
            }
            After::Keep { values } => {
                let out = &mut values[pixel * width + first..pixel * width + first + BLOCK];
                for o in 0..BLOCK {
                    out[o] = sums[o] as f32 * scale[o] + bias[o];
                }
            }
        }
    }
}

#[inline(always)]
fn quantise(value: f32, inverse_step: f32) -> u8 {
    // SAFETY: the value is between 0.5 and 127.5
    unsafe { ((value * inverse_step).min(STEPS) + 0.5).to_int_unchecked::<i32>() as u8 }
}
