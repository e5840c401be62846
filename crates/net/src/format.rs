//! The network file (`.gnet`): little-endian, in the order of computation.
//!
//! ```text
//! "GOSENET1" (plain view) or "GOSENET2" (KataGo's view)
//! u32 × 5      planes, globals, channels C, blocks, head channels H
//! u32          GOSENET2: hidden values V (64 in GOSENET1)
//! u32          length of the text
//! text         UTF-8: what the network is and how it was made
//! CONV 3×3     planes → C                       f32[C][globals] added to its bias
//! per block    f32[C] steps, CONV 3×3, f32[C] steps, CONV 3×3, u32 pooled?, f32[C][3C] if pooled
//! heads        f32[C] steps, CONV 1×1 C → 3H (policy, policy's global part, value)
//!              policy_global f32[H][3H], f32[H];  policy_out f32[H];  pass_out f32[3H], f32
//!              value_hidden f32[V][3H], f32[V];  value_out f32[2][V], f32[2];  points_out f32[3][H], f32[3]
//!              GOSENET2: value_hidden f32[V][3H + globals], f32[V];  value_out f32[3][V], f32[3];  owner_out f32[H], f32
//! CONV         i8[out][tap][in] weights, f32[out] scale, f32[out] bias
//! ```
//! `steps` are the step sizes of the activations that enter the next convolution. The rows of `value_out` are the logit
//! to win, the expected margin in units of 20 points and the spread of the margin, whose standard deviation is `20 ·
//! ln(1 + e^x)` points. The last of the three `points_out` rows is ownership. In GOSENET2 the value head also sees the
//! globals, and its margin is the one on the board: komi (global 5, in the same unit) is added. `training/export.py`
//! and `training/export2.py` write the files.

use crate::convolution::Convolution;
use crate::heads::{Heads, Linear};
use crate::input::View;
use crate::katago::BadModel;
use crate::network::Block;

/// Hidden values of the value head in files that do not say.
const HIDDEN: usize = 64;

/// Why a network file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadNetwork {
    #[error("this is no network file: it begins neither with GOSENET1 or GOSENET2 nor as a packed KataGo network")]
    Magic,
    #[error("the network file ends at byte {at}, {missing} bytes too early")]
    Short { at: usize, missing: usize },
    #[error("the network file has {0} bytes too many at its end")]
    Long(usize),
    #[error("the network file is built for {what} {found}; this program knows {wanted}")]
    Shape { what: &'static str, found: usize, wanted: String },
    #[error("the KataGo network {0}")]
    KataGo(#[from] BadModel),
    #[error("the network file has a number at byte {at} that is no finite number")]
    NotFinite { at: usize },
}

pub(crate) struct Parts {
    pub view: View,
    pub about: String,
    pub channels: usize,
    pub enter: Convolution,
    pub enter_globals: Linear,
    pub blocks: Vec<Block>,
    pub inverse_steps: Vec<f32>,
    pub heads: Heads,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadNetwork> {
        let end = self.at.saturating_add(count);
        let taken = self.bytes.get(self.at..end);
        let taken = taken.ok_or_else(|| BadNetwork::Short { at: self.bytes.len(), missing: end - self.bytes.len() })?;
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self) -> Result<usize, BadNetwork> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, BadNetwork> {
        let at = self.at;
        let bytes = self.take(count * 4)?;
        let values: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        match values.iter().position(|v| !v.is_finite()) {
            Some(i) => Err(BadNetwork::NotFinite { at: at + 4 * i }),
            None => Ok(values),
        }
    }

    fn inverse_steps(&mut self, count: usize) -> Result<Vec<f32>, BadNetwork> {
        let at = self.at;
        let inverse: Vec<f32> = self.floats(count)?.iter().map(|step| 1.0 / step).collect();
        match inverse.iter().position(|v| !v.is_finite() || *v <= 0.0) {
            Some(i) => Err(BadNetwork::NotFinite { at: at + 4 * i }),
            None => Ok(inverse),
        }
    }

    fn convolution(&mut self, inputs: usize, outputs: usize, side: usize) -> Result<Convolution, BadNetwork> {
        let bytes = self.take(inputs * outputs * side * side)?;
        // -128 does not occur: pairs of products then fit in 16 bits on every processor
        let weights: Vec<i8> = bytes.iter().map(|&b| (b as i8).max(-127)).collect();
        let (scale, bias) = (self.floats(outputs)?, self.floats(outputs)?);
        Ok(Convolution::new(inputs, side, &weights, &scale, &bias))
    }

    fn linear(&mut self, inputs: usize, outputs: usize, bias: bool) -> Result<Linear, BadNetwork> {
        let weights = self.floats(inputs * outputs)?;
        let bias = if bias { self.floats(outputs)? } else { vec![0.0; outputs] };
        Ok(Linear { inputs, weights, bias })
    }
}

fn within(what: &'static str, found: usize, ok: bool, wanted: impl Into<String>) -> Result<(), BadNetwork> {
    if ok { Ok(()) } else { Err(BadNetwork::Shape { what, found, wanted: wanted.into() }) }
}

pub(crate) fn read(bytes: &[u8]) -> Result<Parts, BadNetwork> {
    let mut r = Reader { bytes, at: 0 };
    let view = match r.take(8) {
        Ok(b"GOSENET1") => View::Plain,
        Ok(b"GOSENET2") => View::KataGo,
        _ => return Err(BadNetwork::Magic),
    };
    let planes = r.number()?;
    within("planes", planes, planes == view.planes(), view.planes().to_string())?;
    let globals = r.number()?;
    within("globals", globals, globals == view.globals(), view.globals().to_string())?;
    let channels = r.number()?;
    within("channels", channels, channels % 64 == 0 && (64..=1024).contains(&channels), "multiples of 64 up to 1024")?;
    let blocks = r.number()?;
    within("blocks", blocks, (1..=100).contains(&blocks), "1 to 100")?;
    let head = r.number()?;
    within("head channels", head, (1..=256).contains(&head), "1 to 256")?;
    let hidden = if view == View::Plain { HIDDEN } else { r.number()? };
    within("hidden values", hidden, (1..=1024).contains(&hidden), "1 to 1024")?;
    let text = r.number()?;
    let about = String::from_utf8_lossy(r.take(text)?).into_owned();
    let enter = r.convolution(planes, channels, 3)?;
    let enter_globals = r.linear(globals, channels, false)?;
    let mut trunk = Vec::with_capacity(blocks);
    for _ in 0..blocks {
        let inverse_steps_in = r.inverse_steps(channels)?;
        let first = r.convolution(channels, channels, 3)?;
        let inverse_steps_between = r.inverse_steps(channels)?;
        let second = r.convolution(channels, channels, 3)?;
        let pooled = if r.number()? != 0 { Some(r.linear(3 * channels, channels, false)?) } else { None };
        trunk.push(Block { inverse_steps_in, first, inverse_steps_between, second, pooled });
    }
    let inverse_steps = r.inverse_steps(channels)?;
    let heads = Heads {
        channels: head,
        enter: r.convolution(channels, 3 * head, 1)?,
        policy_global: r.linear(3 * head, head, true)?,
        policy_out: r.floats(head)?,
        pass_out: r.linear(3 * head, 1, true)?,
        value_hidden: r.linear(3 * head + if view == View::Plain { 0 } else { globals }, hidden, true)?,
        value_out: r.linear(hidden, if view == View::Plain { 2 } else { 3 }, true)?,
        owner_out: match view {
            View::Plain => r.linear(head, 3, true)?.last_row(),
            View::KataGo => r.linear(head, 1, true)?,
        },
    };
    if r.at != bytes.len() {
        return Err(BadNetwork::Long(bytes.len() - r.at));
    }
    Ok(Parts { view, about, channels, enter, enter_globals, blocks: trunk, inverse_steps, heads })
}
