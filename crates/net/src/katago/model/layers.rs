//! The layers a KataGo network is made of, in floating point.

use super::kernel;
use super::quantised::Steps;
use super::reader::{BadModel, Reader};
use crate::convolution::{self, After, Convolution};
use crate::kernel::Instructions;

/// Zeros around an image: enough for a convolution of 5×5.
const BORDER: usize = 2;
const MOST_CHANNELS: usize = 4096;

/// Values of a board with a border of zeros: `[row][column][channel]`.
#[derive(Clone)]
pub(super) struct Image {
    pub width: usize,
    pub height: usize,
    pub channels: usize,
    values: Vec<f32>,
}

impl Image {
    pub fn new(width: usize, height: usize, channels: usize) -> Image {
        Image { width, height, channels, values: vec![0.0; (width + 2 * BORDER) * (height + 2 * BORDER) * channels] }
    }

    /// A zero image of the same board.
    pub fn like(&self, channels: usize) -> Image {
        Image::new(self.width, self.height, channels)
    }

    pub fn area(&self) -> usize {
        self.width * self.height
    }

    fn row(&self) -> usize {
        self.width + 2 * BORDER
    }

    pub fn offset(&self, pixel: usize) -> usize {
        ((pixel / self.width + BORDER) * self.row() + pixel % self.width + BORDER) * self.channels
    }

    pub fn at(&self, pixel: usize) -> &[f32] {
        let at = self.offset(pixel);
        &self.values[at..at + self.channels]
    }

    pub fn at_mut(&mut self, pixel: usize) -> &mut [f32] {
        let at = self.offset(pixel);
        let channels = self.channels;
        &mut self.values[at..at + channels]
    }

    pub fn pixels(&self) -> impl Iterator<Item = &[f32]> {
        (0..self.area()).map(|pixel| self.at(pixel))
    }

    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Adds the same numbers at every point.
    pub fn shift(&mut self, by: &[f32]) {
        for pixel in 0..self.area() {
            self.at_mut(pixel).iter_mut().zip(by).for_each(|(value, more)| *value += more);
        }
    }

    pub fn add(&mut self, more: &Image) {
        self.values.iter_mut().zip(&more.values).for_each(|(value, more)| *value += more);
    }

    /// Mean, mean scaled by the size of the board, and maximum, by channel.
    pub fn pooled(&self) -> Vec<f32> {
        let (mean, root) = self.mean();
        let mut top = vec![-1.0f32; self.channels];
        for pixel in self.pixels() {
            top.iter_mut().zip(pixel).for_each(|(top, &value)| *top = top.max(value));
        }
        let scaled = mean.iter().map(|mean| mean * (root - 14.0) * 0.1).collect();
        [mean, scaled, top].concat()
    }

    /// As [`Image::pooled`], with a second scaling in place of the maximum.
    pub fn pooled_for_value(&self) -> Vec<f32> {
        let (mean, root) = self.mean();
        let (first, second) = ((root - 14.0) * 0.1, (root - 14.0) * (root - 14.0) * 0.01 - 0.1);
        let scaled = |by: f32| mean.iter().map(|mean| mean * by).collect::<Vec<f32>>();
        [scaled(1.0), scaled(first), scaled(second)].concat()
    }

    fn mean(&self) -> (Vec<f32>, f32) {
        let mut sum = vec![0.0f32; self.channels];
        for pixel in self.pixels() {
            sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += value);
        }
        let area = self.area() as f32;
        sum.iter_mut().for_each(|sum| *sum /= area);
        (sum, area.sqrt())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Activation {
    Identity,
    Relu,
    Mish,
    Silu,
}

impl Activation {
    /// Named from version 11 on; always ReLU before.
    pub fn read(r: &mut Reader, version: usize) -> Result<Activation, BadModel> {
        r.name()?;
        if version < 11 {
            return Ok(Activation::Relu);
        }
        match r.word("an activation")? {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => Err(BadModel::Unknown(format!("the activation {other}"))),
        }
    }

    #[inline(always)]
    pub fn of(self, x: f32) -> f32 {
        match self {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => {
                // x · tanh(ln(1 + e^x)), written with e^x alone; from 20 on it is x
                let e = kernel::exp(x.min(20.0));
                let grown = e * (e + 2.0);
                x * (grown / (grown + 2.0))
            }
            Activation::Silu => x / (1.0 + kernel::exp(-x)),
        }
    }
}

/// What a convolution reads: values, or the same in small numbers.
pub(super) enum Seen {
    Values(Image),
    /// The second image holds what the steps of the first left over.
    Steps(convolution::Image, Option<convolution::Image>),
}

/// Scale and shift of every channel, then the activation.
pub(super) struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
    pub activation: Activation,
    /// Where what follows is computed in integers.
    pub steps: Option<Steps>,
}

impl Norm {
    pub fn read(r: &mut Reader, version: usize) -> Result<Norm, BadModel> {
        r.name()?;
        let channels = r.number("channels", 1, MOST_CHANNELS)?;
        let epsilon = r.positive("epsilon")?;
        let (has_scale, has_bias) = (r.flag("scale?")?, r.flag("bias?")?);
        let (mean, variance) = (r.floats(channels)?, r.floats(channels)?);
        let mut scale = if has_scale { r.floats(channels)? } else { vec![1.0; channels] };
        let mut shift = if has_bias { r.floats(channels)? } else { vec![0.0; channels] };
        for c in 0..channels {
            scale[c] /= (variance[c] + epsilon).sqrt();
            shift[c] -= scale[c] * mean[c];
            if !scale[c].is_finite() || !shift[c].is_finite() {
                return Err(BadModel::NotFinite(r.layer.clone()));
            }
        }
        Ok(Norm { scale, shift, activation: Activation::read(r, version)?, steps: None })
    }

    pub fn channels(&self) -> usize {
        self.scale.len()
    }

    pub fn apply(&self, image: &Image) -> Image {
        let mut out = image.like(image.channels);
        for pixel in 0..image.area() {
            kernel::activate(image.at(pixel), &self.scale, &self.shift, self.activation, out.at_mut(pixel));
        }
        out
    }

    /// As the next convolution wants it.
    pub fn show(&self, image: &Image) -> Seen {
        let Some(steps) = &self.steps else { return Seen::Values(self.apply(image)) };
        let nought: Vec<u8> = steps.nought.iter().map(|&nought| nought as u8).collect();
        let mut out = convolution::Image::filled(image.width, image.height, &nought);
        let mut rest =
            steps.fine.then(|| convolution::Image::filled(image.width, image.height, &vec![0; image.channels]));
        let mut row = vec![0.0; image.channels];
        for pixel in 0..image.area() {
            kernel::activate(image.at(pixel), &self.scale, &self.shift, self.activation, &mut row);
            match &mut rest {
                None => kernel::quantise(&row, &steps.inverse, &steps.nought, out.channels_of_mut(pixel)),
                Some(rest) => {
                    let (whole, rest) = (out.channels_of_mut(pixel), rest.channels_of_mut(pixel));
                    kernel::quantise_twice(&row, &steps.inverse, &steps.nought, whole, rest);
                }
            }
        }
        Seen::Steps(out, rest)
    }
}

/// A convolution; weights `[output block][tap][input][output]`.
pub(super) struct Conv {
    pub side: usize,
    pub inputs: usize,
    pub outputs: usize,
    /// Empty where the integers take its place.
    weights: Vec<f32>,
    integer: Option<Convolution>,
}

impl Conv {
    pub fn read(r: &mut Reader) -> Result<Conv, BadModel> {
        r.name()?;
        let side = r.number("height of the filter", 1, 2 * BORDER + 1)?;
        let width = r.number("width of the filter", 1, 2 * BORDER + 1)?;
        r.same(width, side)?;
        r.same(side % 2, 1)?;
        let inputs = r.number("channels", 1, MOST_CHANNELS)?;
        let outputs = r.number("channels", 1, MOST_CHANNELS)?;
        r.number("dilation", 1, 1)?;
        r.number("dilation", 1, 1)?;
        let weights = r.floats(side * side * inputs * outputs)?;
        Ok(Conv::new(side, inputs, outputs, &weights))
    }

    /// `weights[tap][input][output]`
    pub fn new(side: usize, inputs: usize, outputs: usize, weights: &[f32]) -> Conv {
        let rows = side * side * inputs;
        let mut packed = vec![0.0; outputs.div_ceil(kernel::BLOCK) * rows * kernel::BLOCK];
        for (row, from) in weights.chunks_exact(outputs).enumerate() {
            for (block, from) in from.chunks(kernel::BLOCK).enumerate() {
                let at = (block * rows + row) * kernel::BLOCK;
                packed[at..at + from.len()].copy_from_slice(from);
            }
        }
        Conv { side, inputs, outputs, weights: packed, integer: None }
    }

    /// Can the integer kernels compute it?
    pub fn suits_integers(&self) -> bool {
        self.inputs.is_multiple_of(4) && self.side <= 3
    }

    /// Computes in integers from now on. The steps are those of what it reads; what rounding the weights adds to its answer for
    /// the usual values of these channels is taken away again.
    pub fn quantise(&mut self, steps: &Steps, usual: &[f32]) {
        let rows = self.side * self.side * self.inputs;
        let mut weights = Vec::with_capacity(self.outputs * rows);
        let (mut scales, mut bias) = (Vec::new(), Vec::new());
        for output in 0..self.outputs {
            let (block, place) = (output / kernel::BLOCK, output % kernel::BLOCK);
            let scaled = |row: usize| {
                self.weights[(block * rows + row) * kernel::BLOCK + place] / steps.inverse[row % self.inputs]
            };
            let top = (0..rows).map(|row| scaled(row).abs()).fold(1e-12, f32::max);
            let scale = top / 127.0;
            let own: Vec<i8> = (0..rows).map(|row| (scaled(row) / scale).round() as i8).collect();
            let shares = own.iter().enumerate();
            let sum: f64 =
                shares.map(|(row, &weight)| f64::from(weight) * f64::from(steps.nought[row % self.inputs])).sum();
            let added = |(row, &weight): (usize, &i8)| {
                let inverse = steps.inverse[row % self.inputs];
                f64::from((f32::from(weight) * scale - scaled(row)) * inverse * usual[row % self.inputs])
            };
            let shifted: f64 = own.iter().enumerate().map(added).sum();
            weights.extend(own);
            scales.push(scale);
            bias.push((-f64::from(scale) * sum - shifted) as f32);
        }
        self.integer = Some(Convolution::new(self.inputs, self.side, &weights, &scales, &bias));
        self.weights = Vec::new();
    }

    pub fn apply(&self, image: &Image) -> Image {
        let mut out = image.like(self.outputs);
        self.add_to(image, &mut out);
        out
    }

    pub fn look(&self, seen: &Seen, of: &Image, instructions: Instructions) -> Image {
        let mut out = of.like(self.outputs);
        self.add_look(seen, &mut out, instructions);
        out
    }

    /// Adds what it makes of its input to an image.
    pub fn add_look(&self, seen: &Seen, out: &mut Image, instructions: Instructions) {
        match (seen, &self.integer) {
            (Seen::Values(image), _) => self.add_to(image, out),
            (Seen::Steps(image, rest), Some(integer)) => {
                let width = integer.width();
                let mut sums = vec![0.0; out.area() * width];
                let mut add = |image: &convolution::Image, bias: &[f32], share: f32| {
                    integer.run(instructions, image, bias, After::Keep { values: &mut sums });
                    for (pixel, sums) in sums.chunks_exact(width).enumerate() {
                        out.at_mut(pixel).iter_mut().zip(sums).for_each(|(out, sum)| *out += share * sum);
                    }
                };
                add(image, &integer.bias, 1.0);
                if let Some(rest) = rest {
                    add(rest, &vec![0.0; width], 1.0 / kernel::STEPS);
                }
            }
            (Seen::Steps(..), None) => unreachable!("a layer shows steps only to convolutions that know them"),
        }
    }

    /// Adds the result to another image.
    pub fn add_to(&self, image: &Image, out: &mut Image) {
        assert!(image.channels == self.inputs && out.channels == self.outputs && self.side <= 2 * BORDER + 1);
        assert!((image.width, image.height) == (out.width, out.height));
        let reach = (self.side / 2) as isize;
        let taps: Vec<isize> = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).map(move |dx| dy * image.row() as isize + dx))
            .map(|step| step * image.channels as isize)
            .collect();
        let rows = taps.len() * self.inputs;
        for (block, weights) in self.weights.chunks_exact(rows * kernel::BLOCK).enumerate() {
            let first = block * kernel::BLOCK;
            let count = kernel::BLOCK.min(self.outputs - first);
            for start in (0..image.area()).step_by(kernel::TILE) {
                let last = image.area() - 1;
                // a last tile that is not full repeats its last pixel
                let pixels = std::array::from_fn(|i| image.offset((start + i).min(last)));
                let sums = kernel::tile(image.values(), pixels, &taps, self.inputs, weights);
                for (i, sums) in sums.iter().enumerate().take(kernel::TILE.min(image.area() - start)) {
                    let out = &mut out.at_mut(start + i)[first..first + count];
                    out.iter_mut().zip(sums).for_each(|(out, sum)| *out += sum);
                }
            }
        }
    }
}

/// A fully connected layer, weights `[input][output]`.
pub(super) struct Dense {
    pub inputs: usize,
    pub outputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    pub fn read(r: &mut Reader) -> Result<Dense, BadModel> {
        r.name()?;
        let inputs = r.number("channels", 1, 4 * MOST_CHANNELS)?;
        let outputs = r.number("channels", 1, 4 * MOST_CHANNELS)?;
        Ok(Dense { inputs, outputs, weights: r.floats(inputs * outputs)?, bias: vec![0.0; outputs] })
    }

    pub fn read_with_bias(r: &mut Reader) -> Result<Dense, BadModel> {
        let mut dense = Dense::read(r)?;
        r.name()?;
        let channels = r.number("channels", 1, 4 * MOST_CHANNELS)?;
        r.same(channels, dense.outputs)?;
        dense.bias = r.floats(channels)?;
        Ok(dense)
    }

    /// The same at every point of a board: a convolution of one point.
    pub fn read_as_conv(r: &mut Reader) -> Result<Conv, BadModel> {
        let dense = Dense::read(r)?;
        Ok(Conv::new(1, dense.inputs, dense.outputs, &dense.weights))
    }

    pub fn apply(&self, input: &[f32]) -> Vec<f32> {
        let mut out = self.bias.clone();
        for (x, row) in input.iter().zip(self.weights.chunks_exact(self.outputs)) {
            out.iter_mut().zip(row).for_each(|(out, weight)| *out += x * weight);
        }
        out
    }
}
