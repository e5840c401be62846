//! The blocks of transformer networks: every point attends to all others, then a feed-forward layer works on each point
//! alone.

use super::layers::{Activation, Conv, Dense, Image};
use super::reader::{BadModel, Reader};

/// Every point's channels scaled to the same length.
pub(super) struct Rms {
    epsilon: f32,
    weight: Vec<f32>,
}

impl Rms {
    fn read(r: &mut Reader, channels: usize) -> Result<Rms, BadModel> {
        r.name()?;
        let found = r.number("channels", 1, channels)?;
        r.same(found, channels)?;
        Ok(Rms { epsilon: r.positive("epsilon")?, weight: r.floats(channels)? })
    }

    fn apply(&self, image: &Image) -> Image {
        let mut out = image.like(image.channels);
        for pixel in 0..image.area() {
            let values = image.at(pixel);
            let squares: f32 = values.iter().map(|v| v * v).sum();
            let scale = 1.0 / (squares / values.len() as f32 + self.epsilon).sqrt();
            let out = out.at_mut(pixel).iter_mut().zip(values).zip(&self.weight);
            out.for_each(|((out, value), weight)| *out = value * scale * weight);
        }
        out
    }
}

/// The last normalisation of a transformer's trunk.
pub(super) struct TipRms {
    epsilon: f32,
    /// Over the whole board instead of point by point.
    whole: bool,
    scale: Vec<f32>,
    shift: Vec<f32>,
    activation: Activation,
}

impl TipRms {
    pub fn read(r: &mut Reader, version: usize, channels: usize) -> Result<TipRms, BadModel> {
        r.name()?;
        let found = r.number("channels", 1, channels)?;
        r.same(found, channels)?;
        let epsilon = r.positive("epsilon")?;
        let whole = r.flag("over the whole board?")?;
        r.number("size of groups", 0, 0)?;
        let (scale, shift) = (r.floats(channels)?, r.floats(channels)?);
        Ok(TipRms { epsilon, whole, scale, shift, activation: Activation::read(r, version)? })
    }

    pub fn apply(&self, image: &Image) -> Image {
        let mut out = image.like(image.channels);
        let squares = |values: &[f32]| values.iter().map(|v| v * v).sum::<f32>() / image.channels as f32;
        let all = image.pixels().map(squares).sum::<f32>() / image.area() as f32;
        for pixel in 0..image.area() {
            let values = image.at(pixel);
            let by = 1.0 / (if self.whole { all } else { squares(values) } + self.epsilon).sqrt();
            let out = out.at_mut(pixel).iter_mut().zip(values).zip(self.scale.iter().zip(&self.shift));
            out.for_each(|((out, value), (scale, shift))| *out = self.activation.of(value * by * scale + shift));
        }
        out
    }
}

/// How positions turn queries and keys.
enum Turning {
    None,
    /// Angle for a step to the right and one down, by head and pair of channels.
    Steps(Vec<[f32; 2]>),
}

pub(super) struct Attention {
    heads: usize,
    /// Heads of keys and values; several of the others share one.
    shared: usize,
    query_size: usize,
    value_size: usize,
    norm: Rms,
    query: Conv,
    key: Conv,
    value: Conv,
    out: Conv,
    turning: Turning,
}

impl Attention {
    pub fn read(r: &mut Reader, channels: usize) -> Result<Attention, BadModel> {
        let name = r.layer.clone();
        let heads = r.number("heads", 1, 256)?;
        let shared = r.number("heads of keys", 1, heads)?;
        let query_size = r.number("size of a query", 1, 1024)?;
        let value_size = r.number("size of a value", 1, 1024)?;
        let (turns, learnt) = (r.flag("turned by position?")?, r.flag("learnt?")?);
        r.same(heads % shared, 0)?;
        if turns {
            r.same(query_size % 2, 0)?;
        }
        let norm = Rms::read(r, channels)?;
        let query = Dense::read_as_conv(r)?;
        let key = Dense::read_as_conv(r)?;
        let value = Dense::read_as_conv(r)?;
        let out = Dense::read_as_conv(r)?;
        r.layer = name;
        for (conv, inputs, outputs) in [
            (&query, channels, heads * query_size),
            (&key, channels, shared * query_size),
            (&value, channels, shared * value_size),
            (&out, heads * value_size, channels),
        ] {
            r.same(conv.inputs, inputs)?;
            r.same(conv.outputs, outputs)?;
        }
        let turning = match (turns, learnt) {
            (false, _) => Turning::None,
            (true, true) => Attention::read_steps(r, shared, query_size / 2)?,
            (true, false) => {
                r.name()?;
                let base = r.positive("base of the angles")?;
                Turning::Steps(fixed_steps(shared, query_size, base))
            }
        };
        Ok(Attention { heads, shared, query_size, value_size, norm, query, key, value, out, turning })
    }

    fn read_steps(r: &mut Reader, shared: usize, pairs: usize) -> Result<Turning, BadModel> {
        r.name()?;
        for wanted in [shared, pairs, 2] {
            let found = r.number("size of the angles", 1, 4096)?;
            r.same(found, wanted)?;
        }
        let angles = r.floats(shared * pairs * 2)?;
        Ok(Turning::Steps(angles.chunks_exact(2).map(|step| [step[0], step[1]]).collect()))
    }

    pub fn add_to(&self, image: &mut Image) {
        let seen = self.norm.apply(image);
        let (mut query, mut key) = (self.query.apply(&seen), self.key.apply(&seen));
        let value = self.value.apply(&seen);
        if let Turning::Steps(steps) = &self.turning {
            turn(&mut query, self.heads, self.shared, steps);
            turn(&mut key, self.shared, self.shared, steps);
        }
        let mut gathered = image.like(self.heads * self.value_size);
        for head in 0..self.heads {
            self.gather(head, &query, &key, &value, &mut gathered);
        }
        self.out.add_to(&gathered, image);
    }

    /// Every point's mean of all values, weighted by how well their keys match its query.
    fn gather(&self, head: usize, query: &Image, key: &Image, value: &Image, out: &mut Image) {
        let shared = head / (self.heads / self.shared);
        let (size, wide) = (self.query_size, self.value_size);
        let (from, keys, values) = (head * size, shared * size, shared * wide);
        let scale = 1.0 / (size as f32).sqrt();
        // keys by channel, so that the inner loop runs over points
        let area = query.area();
        let mut columns = vec![0.0f32; size * area];
        for (point, pixel) in key.pixels().enumerate() {
            for c in 0..size {
                columns[c * area + point] = pixel[keys + c] * scale;
            }
        }
        let mut weights = vec![0.0f32; area];
        for point in 0..area {
            weights.fill(0.0);
            for (x, column) in query.at(point)[from..from + size].iter().zip(columns.chunks_exact(area)) {
                weights.iter_mut().zip(column).for_each(|(weight, y)| *weight += x * y);
            }
            let top = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            weights.iter_mut().for_each(|weight| *weight = (*weight - top).exp());
            let total: f32 = weights.iter().sum();
            let out = &mut out.at_mut(point)[head * wide..(head + 1) * wide];
            for (weight, pixel) in weights.iter().zip(value.pixels()) {
                let seen = &pixel[values..values + wide];
                out.iter_mut().zip(seen).for_each(|(out, seen)| *out += weight / total * seen);
            }
        }
    }
}

/// Half of the pairs tell rows apart, the others columns, each pair at its own pace.
fn fixed_steps(heads: usize, query_size: usize, base: f32) -> Vec<[f32; 2]> {
    let (pairs, half) = (query_size / 2, query_size / 4);
    let step = |pair: usize| {
        let pace = |k: usize| 1.0 / base.powf((2 * k) as f32 / pairs as f32);
        if pair < half { [0.0, pace(pair)] } else { [pace(pair - half), 0.0] }
    };
    (0..heads).flat_map(|_| (0..pairs).map(step)).collect()
}

fn turn(image: &mut Image, heads: usize, shared: usize, steps: &[[f32; 2]]) {
    let pairs = steps.len() / shared;
    for pixel in 0..image.area() {
        let (x, y) = ((pixel % image.width) as f32, (pixel / image.width) as f32);
        let values = image.at_mut(pixel);
        for head in 0..heads {
            let steps = &steps[head * shared / heads * pairs..][..pairs];
            for (pair, step) in values[2 * head * pairs..].chunks_exact_mut(2).zip(steps) {
                let (sin, cos) = (x * step[0] + y * step[1]).sin_cos();
                (pair[0], pair[1]) = (pair[0] * cos - pair[1] * sin, pair[0] * sin + pair[1] * cos);
            }
        }
    }
}

pub(super) struct FeedForward {
    norm: Rms,
    first: Conv,
    gate: Conv,
    last: Conv,
}

impl FeedForward {
    pub fn read(r: &mut Reader, channels: usize) -> Result<FeedForward, BadModel> {
        let found = r.number("channels", 1, 16_384)?;
        r.same(found, channels)?;
        let inner = r.number("channels", 1, 16_384)?;
        if !r.flag("gated?")? {
            return Err(BadModel::Unknown(format!("a layer without gate, {}", r.layer)));
        }
        let norm = Rms::read(r, channels)?;
        let [first, gate, last] = [Dense::read_as_conv(r)?, Dense::read_as_conv(r)?, Dense::read_as_conv(r)?];
        for (conv, inputs, outputs) in [(&first, channels, inner), (&gate, channels, inner), (&last, inner, channels)] {
            r.same(conv.inputs, inputs)?;
            r.same(conv.outputs, outputs)?;
        }
        Ok(FeedForward { norm, first, gate, last })
    }

    pub fn add_to(&self, image: &mut Image) {
        let seen = self.norm.apply(image);
        let (mut inner, gate) = (self.first.apply(&seen), self.gate.apply(&seen));
        for pixel in 0..inner.area() {
            let values = inner.at_mut(pixel).iter_mut().zip(gate.at(pixel));
            values.for_each(|(value, gate)| *value = Activation::Silu.of(*value) * gate);
        }
        self.last.add_to(&inner, image);
    }
}
