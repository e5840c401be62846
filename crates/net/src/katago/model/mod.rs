//! KataGo's own networks (`.bin.gz`): residual, with global pooling, nested bottlenecks or transformer blocks; file
//! versions 8 to 17.
//!
//! They are computed in floating point as KataGo's processor back end does, to the last few digits, or, made quicker by
//! [`Model::quantise`], mostly in integers.

mod attention;
mod blocks;
mod calibration;
mod heads;
mod kernel;
mod layers;
mod quantised;
mod reader;

use crate::heads::{Output, softplus};
use crate::input::{Input, View};
use crate::kernel::Instructions;
use attention::TipRms;
use blocks::Block;
use heads::{PolicyHead, ValueHead};
use layers::{Conv, Dense, Image, Norm};
pub use reader::BadModel;
use reader::Reader;

const MOST_BLOCKS: usize = 256;

enum Tip {
    Norm(Norm),
    Rms(TipRms),
}

/// A KataGo network.
pub struct Model {
    name: String,
    version: usize,
    channels: usize,
    /// What the network counts as one: score, spread, lead.
    units: [f32; 3],
    enter: Conv,
    enter_globals: Dense,
    blocks: Vec<Block>,
    tip: Tip,
    policy: PolicyHead,
    value: ValueHead,
}

/// What the network says about a position, for the side to move.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Logit of each point in row order from the upper left corner, then of the pass.
    pub policy: Vec<f32>,
    pub win: f32,
    pub loss: f32,
    /// Chance that the game ends without result (only under rules that know that).
    pub no_result: f32,
    pub score_mean: f32,
    pub score_stdev: f32,
    /// The number of points that would make the game even.
    pub lead: f32,
    pub ownership: Vec<f32>,
}

impl Model {
    /// Is this the beginning of a packed file?
    pub(crate) fn is_packed(bytes: &[u8]) -> bool {
        bytes.starts_with(&[0x1f, 0x8b])
    }

    /// Reads a packed file.
    pub fn read(packed: &[u8]) -> Result<Model, BadModel> {
        Model::read_unpacked(&reader::unpack(packed)?)
    }

    pub fn read_unpacked(bytes: &[u8]) -> Result<Model, BadModel> {
        let mut r = Reader::new(bytes);
        let name = r.word("the name of a network")?.to_owned();
        let version = r.number("the version", 0, 1_000_000)?;
        if !(8..=17).contains(&version) {
            return Err(BadModel::Unknown(format!("version {version} of KataGo's networks (known are 8 to 17)")));
        }
        for wanted in [super::PLANES, super::GLOBALS] {
            let found = r.number("inputs", 1, 4096)?;
            r.same(found, wanted)?;
        }
        let mut units = [20.0; 3];
        if version >= 13 {
            // the others are scales of answers that are not used here
            let scales = (0..7).map(|_| r.positive("the scale of an answer")).collect::<Result<Vec<f32>, _>>()?;
            units.copy_from_slice(&scales[1..4]);
        }
        if version >= 15 {
            if r.number("the kind of player data", 0, 1_000)? != 0 {
                return Err(BadModel::Unknown("inputs about the players (a network of human play)".into()));
            }
            if r.flag("unconditional life with suicide?")? {
                return Err(BadModel::Unknown("inputs that count suicide as legal under every rule".into()));
            }
            r.unused(6)?;
        }
        r.name()?;
        let count = r.number("blocks", 1, MOST_BLOCKS)?;
        let channels = r.number("channels", 1, 4096)?;
        for _ in 0..4 {
            r.number("channels", 0, 4096)?;
        }
        let rms = version >= 15 && r.flag("the kind of normalisation")?;
        if version >= 15 {
            r.unused(5)?;
        }
        let enter = Conv::read(&mut r)?;
        r.same(enter.inputs, super::PLANES)?;
        r.same(enter.outputs, channels)?;
        let enter_globals = Dense::read(&mut r)?;
        r.same(enter_globals.inputs, super::GLOBALS)?;
        r.same(enter_globals.outputs, channels)?;
        let blocks = blocks::read_stack(&mut r, version, count, channels, 0)?;
        let tip = if rms {
            Tip::Rms(TipRms::read(&mut r, version, channels)?)
        } else {
            let norm = Norm::read(&mut r, version)?;
            r.same(norm.channels(), channels)?;
            Tip::Norm(norm)
        };
        let policy = PolicyHead::read(&mut r, version, channels)?;
        let value = ValueHead::read(&mut r, version, channels)?;
        Ok(Model { name, version, channels, units, enter, enter_globals, blocks, tip, policy, value })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn version(&self) -> usize {
        self.version
    }

    pub fn channels(&self) -> usize {
        self.channels
    }

    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Computes the trunk's convolutions in integers from now on: several times quicker, a little less exact.
    pub fn quantise(&mut self) {
        let mut images: Vec<Image> = calibration::inputs().iter().map(|input| self.entered(input)).collect();
        blocks::quantise(&mut self.blocks, &mut images);
    }

    /// Evaluates one position. The input shows KataGo's planes.
    pub fn evaluate(&self, input: &Input) -> Verdict {
        self.evaluate_on(input, Instructions::best())
    }

    pub(crate) fn output(&self, input: &Input, instructions: Instructions) -> Output {
        self.evaluate_on(input, instructions).into_output(input)
    }

    fn entered(&self, input: &Input) -> Image {
        assert_eq!(input.view, View::KataGo, "the input was made for another kind of network");
        let (width, height) = (input.size.width(), input.size.height());
        let mut planes = Image::new(width, height, super::PLANES);
        for (pixel, seen) in input.planes.chunks_exact(input.view.planes()).enumerate() {
            planes.at_mut(pixel).iter_mut().zip(seen).for_each(|(value, &plane)| *value = f32::from(plane));
        }
        let mut image = self.enter.apply(&planes);
        image.shift(&self.enter_globals.apply(&input.globals));
        image
    }

    fn evaluate_on(&self, input: &Input, instructions: Instructions) -> Verdict {
        let mut image = self.entered(input);
        blocks::run(&self.blocks, &mut image, instructions);
        let trunk = match &self.tip {
            Tip::Norm(norm) => norm.apply(&image),
            Tip::Rms(norm) => norm.apply(&image),
        };
        self.verdict(input, &trunk)
    }

    fn verdict(&self, input: &Input, trunk: &Image) -> Verdict {
        let values = self.value.answer(trunk);
        let mut outcome = [values.outcome[0], values.outcome[1], values.outcome[2]];
        // area rules with superko leave no game without result
        if input.globals[6] != 0.0 && input.globals[9] == 0.0 {
            outcome[2] = f32::NEG_INFINITY;
        }
        let top = outcome.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights = outcome.map(|logit| (logit - top).exp());
        let total: f32 = weights.iter().sum();
        let [win, loss, no_result] = weights.map(|weight| weight / total);
        // the answers hold if there is a result; without one the score is zero
        let counts = 1.0 - no_result;
        let mean = values.score[0] * self.units[0];
        let stdev = softplus(values.score[1]) * self.units[1];
        let square = (mean * mean + stdev * stdev) * counts;
        Verdict {
            policy: self.policy.answer(trunk),
            win,
            loss,
            no_result,
            score_mean: mean * counts,
            score_stdev: (square - (mean * counts) * (mean * counts)).max(0.0).sqrt(),
            lead: values.score[2] * self.units[2] * counts,
            ownership: values.owner,
        }
    }
}

impl Verdict {
    fn into_output(self, input: &Input) -> Output {
        Output {
            size: input.size,
            policy: self.policy,
            win: self.win + 0.5 * self.no_result,
            score: self.lead,
            score_stdev: Some(self.score_stdev),
            ownership: self.ownership,
        }
    }
}
