//! From the trunk to answers.

use super::blocks::Pool;
use super::layers::{Activation, Conv, Dense, Image, Norm};
use super::reader::{BadModel, Reader};

pub(super) struct PolicyHead {
    enter: Conv,
    pool: Pool,
    norm: Norm,
    out: Conv,
    pass: Dense,
    /// Versions from 15 on think once more about the pass.
    pass_more: Option<(Activation, Dense)>,
}

impl PolicyHead {
    pub fn read(r: &mut Reader, version: usize, channels: usize) -> Result<PolicyHead, BadModel> {
        r.name()?;
        let outputs = match version {
            17.. => r.number("policies", 2, 4)?,
            16 => 4,
            12..=15 => 2,
            _ => 1,
        };
        if version >= 17 {
            r.unused(3)?;
        }
        let enter = Conv::read(r)?;
        r.same(enter.inputs, channels)?;
        let pool = Pool::read(r, version, channels, enter.outputs)?;
        let norm = Norm::read(r, version)?;
        r.same(norm.channels(), enter.outputs)?;
        let out = Conv::read(r)?;
        r.same(out.inputs, enter.outputs)?;
        r.same(out.outputs, outputs)?;
        let pass = if version >= 15 { Dense::read_with_bias(r)? } else { Dense::read(r)? };
        r.same(pass.inputs, pool.width())?;
        let pass_more = if version >= 15 { Some((Activation::read(r, version)?, Dense::read(r)?)) } else { None };
        if let Some((_, more)) = &pass_more {
            r.same(more.inputs, pass.outputs)?;
        }
        r.same(pass_more.as_ref().map_or(pass.outputs, |(_, more)| more.outputs), outputs)?;
        Ok(PolicyHead { enter, pool, norm, out, pass, pass_more })
    }

    /// Logit of each point, then of the pass. Of several policies the first is the plain one.
    pub fn answer(&self, trunk: &Image) -> Vec<f32> {
        let pooled = self.pool.pooled_values(trunk);
        let mut image = self.enter.apply(trunk);
        image.shift(&self.pool.shift(&pooled));
        let points = self.out.apply(&self.norm.apply(&image));
        let mut pass = self.pass.apply(&pooled);
        if let Some((activation, more)) = &self.pass_more {
            pass.iter_mut().for_each(|value| *value = activation.of(*value));
            pass = more.apply(&pass);
        }
        points.pixels().map(|pixel| pixel[0]).chain([pass[0]]).collect()
    }
}

pub(super) struct ValueHead {
    enter: Conv,
    norm: Norm,
    hidden: Dense,
    activation: Activation,
    outcome: Dense,
    score: Dense,
    owner: Conv,
}

/// What the value head says, not yet turned into chances and points.
pub(super) struct Values {
    /// Win, loss, no result.
    pub outcome: Vec<f32>,
    /// Mean, spread, lead, and what else the version has.
    pub score: Vec<f32>,
    pub owner: Vec<f32>,
}

impl ValueHead {
    pub fn read(r: &mut Reader, version: usize, channels: usize) -> Result<ValueHead, BadModel> {
        r.name()?;
        if version >= 17 {
            r.unused(3)?;
        }
        let enter = Conv::read(r)?;
        r.same(enter.inputs, channels)?;
        let norm = Norm::read(r, version)?;
        r.same(norm.channels(), enter.outputs)?;
        let hidden = Dense::read_with_bias(r)?;
        r.same(hidden.inputs, 3 * enter.outputs)?;
        let activation = Activation::read(r, version)?;
        let outcome = Dense::read_with_bias(r)?;
        let score = Dense::read_with_bias(r)?;
        for (dense, outputs) in [(&outcome, 3), (&score, if version >= 9 { 6 } else { 4 })] {
            r.same(dense.inputs, hidden.outputs)?;
            r.same(dense.outputs, outputs)?;
        }
        let owner = Conv::read(r)?;
        r.same(owner.inputs, enter.outputs)?;
        r.same(owner.outputs, 1)?;
        Ok(ValueHead { enter, norm, hidden, activation, outcome, score, owner })
    }

    pub fn answer(&self, trunk: &Image) -> Values {
        let image = self.norm.apply(&self.enter.apply(trunk));
        let mut hidden = self.hidden.apply(&image.pooled_for_value());
        hidden.iter_mut().for_each(|value| *value = self.activation.of(*value));
        let owner = self.owner.apply(&image).pixels().map(|pixel| pixel[0].tanh()).collect();
        Values { outcome: self.outcome.apply(&hidden), score: self.score.apply(&hidden), owner }
    }
}
