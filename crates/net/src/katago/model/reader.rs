//! Words, numbers and blocks of floats of a KataGo network file (`.bin.gz`).
//!
//! The file is text, words between white space, in which every array of weights is `@BIN@` and its 32-bit floats,
//! little-endian. Nothing in it is believed: sizes are bounded and compared with what is left of the file before memory
//! is taken.

use std::io::Read;

/// Bytes of the largest file taken, unpacked: several times the largest network there is.
const LARGEST: u64 = 2 << 30;
/// Weights can hardly be packed: what grows by more than this, beyond a small network, was made to fill the memory.
const MOST_GROWTH: u64 = 16;
const SMALL: u64 = 64 << 20;
const LONGEST_WORD: usize = 200;

/// Why a KataGo network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadModel {
    #[error("cannot be unpacked: {0}")]
    Packed(String),
    #[error("is larger than {0} bytes unpacked, which no network of its size is")]
    Large(u64),
    #[error("ends early, in {0}")]
    Short(String),
    #[error("has {found:?} in {layer} where {wanted} belongs")]
    Word { layer: String, found: String, wanted: String },
    #[error("has {found} in {layer} where its neighbours have {wanted}")]
    Shape { layer: String, found: usize, wanted: usize },
    #[error("has a weight in {0} that is no finite number")]
    NotFinite(String),
    #[error("has {0}, which this program does not know")]
    Unknown(String),
}

pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, BadModel> {
    let mut bytes = Vec::new();
    let most = (packed.len() as u64).saturating_mul(MOST_GROWTH).saturating_add(SMALL).min(LARGEST);
    let mut stream = flate2::read::MultiGzDecoder::new(packed).take(most + 1);
    stream.read_to_end(&mut bytes).map_err(|error| BadModel::Packed(error.to_string()))?;
    if bytes.len() as u64 > most { Err(BadModel::Large(most)) } else { Ok(bytes) }
}

pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The layer being read, for messages.
    pub layer: String,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0, layer: "its head".into() }
    }

    fn wrong(&self, found: &str, wanted: &str) -> BadModel {
        let found = found.chars().take(40).collect();
        BadModel::Word { layer: self.layer.clone(), found, wanted: wanted.into() }
    }

    pub fn word(&mut self, wanted: &str) -> Result<&'a str, BadModel> {
        let rest = &self.bytes[self.at..];
        let Some(start) = rest.iter().position(|b| !b.is_ascii_whitespace()) else {
            return Err(BadModel::Short(self.layer.clone()));
        };
        let rest = &rest[start..];
        let length = rest.iter().take(LONGEST_WORD).position(|b| b.is_ascii_whitespace());
        let length = length.unwrap_or(rest.len().min(LONGEST_WORD));
        self.at += start + length;
        let word = std::str::from_utf8(&rest[..length]).ok().filter(|word| word.chars().all(|c| !c.is_control()));
        word.ok_or_else(|| self.wrong("something unreadable", wanted))
    }

    /// The name of a layer: the next words belong to it.
    pub fn name(&mut self) -> Result<String, BadModel> {
        self.layer = self.word("the name of a layer")?.to_owned();
        Ok(self.layer.clone())
    }

    pub fn number(&mut self, wanted: &str, least: usize, most: usize) -> Result<usize, BadModel> {
        let word = self.word(wanted)?;
        let number = word.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.wrong(word, &format!("{wanted} from {least} to {most}")))
    }

    pub fn flag(&mut self, wanted: &str) -> Result<bool, BadModel> {
        match self.word(wanted)? {
            "0" => Ok(false),
            "1" => Ok(true),
            other => Err(self.wrong(other, &format!("{wanted} (0 or 1)"))),
        }
    }

    /// Places that later versions may give a meaning to.
    pub fn unused(&mut self, count: usize) -> Result<(), BadModel> {
        for _ in 0..count {
            if self.flag("an unused place")? {
                return Err(BadModel::Unknown(format!("a new option in {}", self.layer)));
            }
        }
        Ok(())
    }

    pub fn positive(&mut self, wanted: &str) -> Result<f32, BadModel> {
        let word = self.word(wanted)?;
        let number = word.parse().ok().filter(|number: &f32| number.is_finite() && *number > 0.0);
        number.ok_or_else(|| self.wrong(word, &format!("{wanted}, a positive number")))
    }

    pub fn floats(&mut self, count: usize) -> Result<Vec<f32>, BadModel> {
        let rest = &self.bytes[self.at..];
        let start = rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len());
        if !rest[start..].starts_with(b"@BIN@") {
            let short = rest.len() - start < 5;
            return Err(if short { BadModel::Short(self.layer.clone()) } else { self.wrong("something", "@BIN@") });
        }
        let start = start + 5;
        let bytes = count.checked_mul(4).and_then(|length| rest[start..].get(..length));
        let bytes = bytes.ok_or_else(|| BadModel::Short(self.layer.clone()))?;
        self.at += start + bytes.len();
        let values: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        if values.iter().all(|v| v.is_finite()) { Ok(values) } else { Err(BadModel::NotFinite(self.layer.clone())) }
    }

    /// Both sides of a seam must have as many channels.
    pub fn same(&self, found: usize, wanted: usize) -> Result<(), BadModel> {
        let layer = || self.layer.clone();
        if found == wanted { Ok(()) } else { Err(BadModel::Shape { layer: layer(), found, wanted }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_that_grows_without_end_is_refused_before_it_fills_the_memory() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let zeros = vec![0; 1 << 20];
        (0..160).for_each(|_| packer.write_all(&zeros).unwrap());
        let packed = packer.finish().unwrap();
        assert!(packed.len() < 2 << 20);
        assert!(matches!(unpack(&packed), Err(BadModel::Large(most)) if most < 128 << 20));
    }
}
