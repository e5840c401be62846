//! Files of the pattern tools: counts, relative-frequency tables, trained models. Compact, the same on every machine.
//!
//! All begin with `GPAT`, a version and a kind. Names are sorted and stored as differences, so equal contents are equal
//! bytes.

use crate::features::{FAMILIES, GROUPS, SMALL};
use crate::frequency::{Distance, Frequency};
use crate::harvest::Counts;
use crate::model::{Model, RANK};
use crate::table::Table;
use crate::template::REACH;

const MAGIC: &[u8; 4] = b"GPAT";
const VERSION: u8 = 1;
/// Weights of patterns are stored in steps of this size, up to 127 steps either way.
const STEP: f32 = 1.0 / 24.0;

/// Why some bytes are not a pattern file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadFile {
    #[error("not a pattern file: it does not begin with GPAT")]
    Magic,
    #[error("pattern file of version {0}; this program reads version {VERSION}")]
    Version(u8),
    #[error("the pattern file ends too early, at byte {0}")]
    Short(usize),
    #[error("the file holds {found}, {wanted} was asked for")]
    Kind { found: &'static str, wanted: &'static str },
    #[error("the model was made for other templates or features than this program has")]
    Features,
}

/// What a file holds.
pub enum File {
    Counts(Counts),
    Frequency(Frequency),
    Model(Model),
}

impl File {
    const fn kind(&self) -> &'static str {
        match self {
            File::Counts(_) => "pattern counts",
            File::Frequency(_) => "a relative-frequency table",
            File::Model(_) => "a trained model",
        }
    }

    pub fn counts(self) -> Result<Counts, BadFile> {
        match self {
            File::Counts(counts) => Ok(counts),
            other => Err(BadFile::Kind { found: other.kind(), wanted: "pattern counts" }),
        }
    }

    pub fn frequency(self) -> Result<Frequency, BadFile> {
        match self {
            File::Frequency(table) => Ok(table),
            other => Err(BadFile::Kind { found: other.kind(), wanted: "a relative-frequency table" }),
        }
    }

    pub fn model(self) -> Result<Model, BadFile> {
        match self {
            File::Model(model) => Ok(model),
            other => Err(BadFile::Kind { found: other.kind(), wanted: "a trained model" }),
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(MAGIC);
        out.push(VERSION);
        match self {
            File::Counts(counts) => {
                out.push(0);
                put(&mut out, counts.games);
                put(&mut out, counts.moves);
                put_entries(&mut out, &counts.table.sorted(), |out, count| put(out, u64::from(count)));
            }
            File::Frequency(table) => {
                out.push(1);
                put(&mut out, table.games);
                put(&mut out, table.positions);
                out.push(table.distance as u8);
                put_entries(&mut out, &table.table.sorted(), |out, i| {
                    let (p, n) = table.counters[i as usize];
                    put(out, u64::from(p));
                    put(out, u64::from(n));
                });
            }
            File::Model(model) => {
                out.push(2);
                put(&mut out, signature());
                put(&mut out, model.note.len() as u64);
                out.extend_from_slice(model.note.as_bytes());
                let floats = model.small.iter().chain(model.hidden.iter().flatten());
                floats.for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
                put_entries(&mut out, &model.table.sorted(), |out, i| {
                    let steps = (model.weights[i as usize] / STEP).round().clamp(-127.0, 127.0);
                    out.push(steps as i8 as u8);
                });
            }
        }
        out
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<File, BadFile> {
        let mut input = Input { bytes, at: 0 };
        if input.take(4)? != MAGIC {
            return Err(BadFile::Magic);
        }
        match input.byte()? {
            VERSION => {}
            other => return Err(BadFile::Version(other)),
        }
        match input.byte()? {
            0 => {
                let (games, moves) = (input.number()?, input.number()?);
                let mut table = Table::default();
                input.entries(|input, name, _| {
                    *table.entry(name, 0) = input.number()? as u32;
                    Ok(())
                })?;
                Ok(File::Counts(Counts { games, moves, table }))
            }
            1 => {
                let (games, positions) = (input.number()?, input.number()?);
                let distance = match input.byte()? {
                    0 => Distance::Manhattan,
                    1 => Distance::Chebyshev,
                    _ => Distance::None,
                };
                let (mut table, mut counters) = (Table::default(), Vec::new());
                input.entries(|input, name, i| {
                    *table.entry(name, 0) = i;
                    gosedai_memory::more(&mut counters, 1);
                    counters.push((input.number()? as u32, input.number()? as u32));
                    Ok(())
                })?;
                Ok(File::Frequency(Frequency { games, positions, table, counters, distance }))
            }
            _ => input.model().map(File::Model),
        }
    }
}

/// Changes when templates or features change: a model fits only the program that can compute its features.
fn signature() -> u64 {
    let numbers = GROUPS.iter().map(|g| g.1).chain(REACH).chain([RANK, FAMILIES]);
    numbers.fold(17u64, |sum, n| sum.wrapping_mul(1_000_003).wrapping_add(n as u64)) >> 8
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_entries(out: &mut Vec<u8>, entries: &[(u64, u32)], mut value: impl FnMut(&mut Vec<u8>, u32)) {
    put(out, entries.len() as u64);
    let mut before = 0;
    for &(name, v) in entries {
        put(out, name - before);
        before = name;
        value(out, v);
    }
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadFile> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(BadFile::Short(self.bytes.len()))?;
        let part = &self.bytes[self.at..end];
        self.at = end;
        Ok(part)
    }

    fn byte(&mut self) -> Result<u8, BadFile> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<u64, BadFile> {
        let (mut number, mut shift) = (0u64, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    fn float(&mut self) -> Result<f32, BadFile> {
        let b = self.take(4)?;
        Ok(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
    }

    fn entries(&mut self, mut each: impl FnMut(&mut Self, u64, u32) -> Result<(), BadFile>) -> Result<(), BadFile> {
        let count = self.number()?;
        let mut name = 0u64;
        for i in 0..count {
            name = name.wrapping_add(self.number()?);
            each(self, name, i as u32)?;
        }
        Ok(())
    }

    fn model(&mut self) -> Result<Model, BadFile> {
        if self.number()? != signature() {
            return Err(BadFile::Features);
        }
        let length = self.number()? as usize;
        let note = String::from_utf8_lossy(self.take(length)?).into_owned();
        let small = (0..SMALL).map(|_| self.float()).collect::<Result<_, _>>()?;
        let mut hidden = vec![[0.0; RANK]; SMALL];
        for x in hidden.iter_mut().flatten() {
            *x = self.float()?;
        }
        let (mut table, mut weights) = (Table::default(), Vec::new());
        self.entries(|input, key, i| {
            *table.entry(key, 0) = i;
            gosedai_memory::more(&mut weights, 1);
            weights.push(f32::from(input.byte()? as i8) * STEP);
            Ok(())
        })?;
        Ok(Model { small, hidden, table, weights, note })
    }
}
