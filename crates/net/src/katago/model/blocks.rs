//! The trunk's blocks: each adds something to the image that runs through them.

use super::attention::{Attention, FeedForward};
use super::layers::{Conv, Dense, Image, Norm, Seen};
use super::quantised::Steps;
use super::reader::{BadModel, Reader};
use crate::kernel::Instructions;

/// Blocks inside blocks inside blocks do not occur.
const DEEPEST: usize = 2;
const MOST_BLOCKS: usize = 256;

pub(super) enum Block {
    Plain {
        before: Norm,
        first: Conv,
        between: Norm,
        last: Conv,
    },
    /// A part of the channels is pooled over the board and shifts the others.
    Pooled {
        before: Norm,
        first: Conv,
        pool: Pool,
        between: Norm,
        last: Conv,
    },
    /// Fewer channels inside.
    Nested {
        before: Norm,
        enter: Conv,
        blocks: Vec<Block>,
        after: Norm,
        leave: Conv,
    },
    Attention(Attention),
    FeedForward(FeedForward),
}

/// Channels of their own, pooled over the board.
pub(super) struct Pool {
    conv: Conv,
    norm: Norm,
    dense: Dense,
}

impl Pool {
    pub fn read(r: &mut Reader, version: usize, inputs: usize, outputs: usize) -> Result<Pool, BadModel> {
        let pool = Pool { conv: Conv::read(r)?, norm: Norm::read(r, version)?, dense: Dense::read(r)? };
        r.same(pool.conv.inputs, inputs)?;
        r.same(pool.norm.channels(), pool.conv.outputs)?;
        r.same(pool.dense.inputs, 3 * pool.conv.outputs)?;
        r.same(pool.dense.outputs, outputs)?;
        Ok(pool)
    }

    pub fn pooled(&self, seen: &Seen, of: &Image, on: Instructions) -> Vec<f32> {
        self.norm.apply(&self.conv.look(seen, of, on)).pooled()
    }

    pub fn pooled_values(&self, image: &Image) -> Vec<f32> {
        self.norm.apply(&self.conv.apply(image)).pooled()
    }

    /// Numbers that pooling gives.
    pub fn width(&self) -> usize {
        self.dense.inputs
    }

    pub fn shift(&self, pooled: &[f32]) -> Vec<f32> {
        self.dense.apply(pooled)
    }
}

pub(super) fn read_stack(
    r: &mut Reader,
    version: usize,
    count: usize,
    channels: usize,
    depth: usize,
) -> Result<Vec<Block>, BadModel> {
    (0..count).map(|_| read(r, version, channels, depth)).collect()
}

fn read(r: &mut Reader, version: usize, channels: usize, depth: usize) -> Result<Block, BadModel> {
    let kind = r.word("the kind of a block")?;
    r.name()?;
    match kind {
        "ordinary_block" | "gpool_block" => {
            let before = Norm::read(r, version)?;
            r.same(before.channels(), channels)?;
            let first = Conv::read(r)?;
            r.same(first.inputs, channels)?;
            let pool =
                if kind == "gpool_block" { Some(Pool::read(r, version, channels, first.outputs)?) } else { None };
            let between = Norm::read(r, version)?;
            r.same(between.channels(), first.outputs)?;
            let last = Conv::read(r)?;
            r.same(last.inputs, first.outputs)?;
            r.same(last.outputs, channels)?;
            Ok(match pool {
                Some(pool) => Block::Pooled { before, first, pool, between, last },
                None => Block::Plain { before, first, between, last },
            })
        }
        "nested_bottleneck_block" if depth < DEEPEST => {
            let count = r.number("blocks", 1, MOST_BLOCKS)?;
            let before = Norm::read(r, version)?;
            r.same(before.channels(), channels)?;
            let enter = Conv::read(r)?;
            r.same(enter.inputs, channels)?;
            let blocks = read_stack(r, version, count, enter.outputs, depth + 1)?;
            let after = Norm::read(r, version)?;
            r.same(after.channels(), enter.outputs)?;
            let leave = Conv::read(r)?;
            r.same(leave.inputs, enter.outputs)?;
            r.same(leave.outputs, channels)?;
            Ok(Block::Nested { before, enter, blocks, after, leave })
        }
        "transformer_attention_block" => Attention::read(r, channels).map(Block::Attention),
        "transformer_ffn_block" => FeedForward::read(r, channels).map(Block::FeedForward),
        other => Err(BadModel::Unknown(format!("a block of the kind {other:?}"))),
    }
}

pub(super) fn run(blocks: &[Block], image: &mut Image, on: Instructions) {
    for block in blocks {
        match block {
            Block::Plain { before, first, between, last } => {
                let inner = first.look(&before.show(image), image, on);
                last.add_look(&between.show(&inner), image, on);
            }
            Block::Pooled { before, first, pool, between, last } => {
                let seen = before.show(image);
                let mut inner = first.look(&seen, image, on);
                inner.shift(&pool.shift(&pool.pooled(&seen, image, on)));
                last.add_look(&between.show(&inner), image, on);
            }
            Block::Nested { before, enter, blocks, after, leave } => {
                let mut inner = enter.look(&before.show(image), image, on);
                run(blocks, &mut inner, on);
                leave.add_look(&after.show(&inner), image, on);
            }
            Block::Attention(attention) => attention.add_to(image),
            Block::FeedForward(layer) => layer.add_to(image),
        }
    }
}

/// Runs positions through the blocks, in floats, and turns what can be into integers that suit these positions.
pub(super) fn quantise(blocks: &mut [Block], images: &mut [Image]) {
    let add =
        |images: &mut [Image], more: &[Image]| images.iter_mut().zip(more).for_each(|(image, more)| image.add(more));
    for block in blocks {
        match block {
            Block::Plain { before, first, between, last } => {
                let [inner] = part(before, [first], images);
                let [more] = part(between, [last], &inner);
                add(images, &more);
            }
            Block::Pooled { before, first, pool, between, last } => {
                let [mut inner, pooled] = part(before, [first, &mut pool.conv], images);
                for (inner, pooled) in inner.iter_mut().zip(&pooled) {
                    inner.shift(&pool.shift(&pool.norm.apply(pooled).pooled()));
                }
                let [more] = part(between, [last], &inner);
                add(images, &more);
            }
            Block::Nested { before, enter, blocks, after, leave } => {
                let [mut inner] = part(before, [enter], images);
                quantise(blocks, &mut inner);
                let [more] = part(after, [leave], &inner);
                add(images, &more);
            }
            Block::Attention(attention) => parallel(images, |image| attention.add_to(image)),
            Block::FeedForward(layer) => parallel(images, |image| layer.add_to(image)),
        }
    }
}

/// One normalisation and the convolutions that read it: what they answer in floats. From then on they are integers.
fn part<const N: usize>(norm: &mut Norm, convs: [&mut Conv; N], images: &[Image]) -> [Vec<Image>; N] {
    let mut seen = images.to_vec();
    parallel(&mut seen, |image| *image = norm.apply(image));
    // single points are little work: they can be looked at twice
    let fine = convs.iter().all(|conv| conv.side == 1);
    if convs.iter().all(|conv| conv.suits_integers()) {
        norm.steps = Steps::of(&seen, norm.activation, fine);
    }
    let usual = mean_of(&seen);
    convs.map(|conv| {
        let mut answers = seen.clone();
        parallel(&mut answers, |image| *image = conv.apply(image));
        if let Some(steps) = &norm.steps {
            conv.quantise(steps, &usual);
        }
        answers
    })
}

/// The mean of every channel.
fn mean_of(images: &[Image]) -> Vec<f32> {
    let mut mean = vec![0.0; images.first().map_or(0, |image| image.channels)];
    for image in images {
        let share = 1.0 / (image.area() * images.len()) as f32;
        for pixel in image.pixels() {
            mean.iter_mut().zip(pixel).for_each(|(mean, value)| *mean += share * value);
        }
    }
    mean
}

/// Each image on its own thread: there are only a handful.
fn parallel(images: &mut [Image], work: impl Fn(&mut Image) + Sync) {
    std::thread::scope(|scope| {
        for image in images {
            scope.spawn(|| work(image));
        }
    });
}
