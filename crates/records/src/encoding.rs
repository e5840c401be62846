//! From bytes to text, before any parsing: trail bytes of Shift-JIS, Big5 and GBK include `[`, `\` and `]`.

use crate::detect::guess;
use crate::error::Problem;
use encoding_rs::{Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Text of a file and how it was read.
#[derive(Clone, Debug)]
pub struct Decoded {
    pub text: String,
    pub encoding: &'static str,
    pub warnings: Vec<Problem>,
}

/// An encoding by one of its names (`gb2312`, `cp932`, `UTF-8`…); GBK and GB2312 give their superset GB18030.
pub fn encoding_by_name(name: &str) -> Option<&'static Encoding> {
    let name = name.trim().to_ascii_lowercase();
    let compact: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let found =
        Encoding::for_label(name.as_bytes()).or_else(|| Encoding::for_label(compact.as_bytes())).or_else(|| {
            let alias = match compact.as_str() {
                "cp932" | "ms932" | "windows932" | "shiftjis2004" => "shift_jis",
                "cp936" | "ms936" | "windows936" | "hz" | "hzgb2312" | "gb" | "euccn" => "gb18030",
                "cp949" | "ms949" | "windows949" | "uhc" | "johab" | "ksc5601" => "euc-kr",
                "cp950" | "ms950" | "windows950" | "big5eten" => "big5",
                "utf" | "unicode" | "utf8bom" => "utf-8",
                "ascii" | "usascii" | "latin" | "ansi" => "windows-1252",
                _ => return None,
            };
            Encoding::for_label(alias.as_bytes())
        })?;
    // `hz-gb-2312` maps to the "replacement" encoding, which reads nothing; old files so named are GB2312.
    Some(if found == GBK || found == encoding_rs::REPLACEMENT { GB18030 } else { found })
}

/// Which encoding to use for a file of which `sample` is the beginning (or all, if `complete`).
pub(crate) struct Choice {
    pub encoding: &'static Encoding,
    /// Length of a byte order mark to skip.
    pub skip: usize,
    pub warnings: Vec<Problem>,
}

pub(crate) fn choose(sample: &[u8], complete: bool, wanted: Option<&'static Encoding>) -> Choice {
    let plain = |encoding| Choice { encoding, skip: 0, warnings: Vec::new() };
    if let Some((encoding, skip)) = Encoding::for_bom(sample) {
        return Choice { encoding, skip, warnings: Vec::new() };
    }
    if let Some(encoding) = wanted {
        return plain(encoding);
    }
    match sample {
        [b'(', 0, ..] => return plain(UTF_16LE),
        [0, b'(', ..] => return plain(UTF_16BE),
        _ => {}
    }
    if sample.is_ascii() && !has_escape_sequences(sample) && complete {
        return plain(UTF_8);
    }
    let utf8 = utf8_evidence(sample, complete);
    let Some(name) = declared_charset(sample) else {
        return plain(match utf8 {
            Some(_) => UTF_8,
            None => guess(sample, complete),
        });
    };
    let Some(declared) = encoding_by_name(&name) else {
        let encoding = if utf8.is_some() { UTF_8 } else { guess(sample, complete) };
        return Choice { encoding, skip: 0, warnings: vec![Problem::UnknownCharset(name)] };
    };
    // Programs that save as UTF-8 but leave an old CA behind are common; the other way round, a file
    // that claims UTF-8 and is not.
    let really = if declared == UTF_8 && utf8.is_none() {
        guess(sample, complete)
    } else if declared != UTF_8 && utf8.is_some_and(|wide| wide >= 2) {
        UTF_8
    } else if !sample.is_ascii() && !decodes(declared, sample, complete) && declared != guess(sample, complete) {
        let other = if utf8.is_some() { UTF_8 } else { guess(sample, complete) };
        if decodes(other, sample, complete) { other } else { declared }
    } else {
        declared
    };
    let warnings = match really == declared {
        true => Vec::new(),
        false => vec![Problem::WrongCharset { declared: name, used: really.name() }],
    };
    Choice { encoding: really, skip: 0, warnings }
}

/// ISO-2022-JP hides in ASCII behind escape characters.
fn has_escape_sequences(sample: &[u8]) -> bool {
    sample.contains(&0x1b)
}

/// If the sample is valid UTF-8: how many characters of three or more bytes it has.
fn utf8_evidence(sample: &[u8], complete: bool) -> Option<usize> {
    let valid = match std::str::from_utf8(sample) {
        Ok(text) => text,
        // A sample may end inside a character.
        Err(error) if !complete && error.error_len().is_none() => {
            std::str::from_utf8(&sample[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    if has_escape_sequences(sample) {
        return None;
    }
    Some(valid.chars().filter(|c| c.len_utf8() >= 3).count())
}

fn decodes(encoding: &'static Encoding, sample: &[u8], complete: bool) -> bool {
    if complete {
        return !encoding.decode_without_bom_handling(sample).1;
    }
    // A sample may end inside a character of up to four bytes.
    (0..4).any(|cut| !encoding.decode_without_bom_handling(&sample[..sample.len().saturating_sub(cut)]).1)
}

/// The value of the first CA property, looked for in the first kilobytes.
fn declared_charset(sample: &[u8]) -> Option<String> {
    let head = &sample[..sample.len().min(8192)];
    let at = head
        .windows(3)
        .enumerate()
        .find(|&(at, window)| window == b"CA[" && (at == 0 || !head[at - 1].is_ascii_alphabetic()))?;
    let value = &head[at.0 + 3..];
    let end = value.iter().take(64).position(|&byte| byte == b']')?;
    let name = std::str::from_utf8(&value[..end]).ok()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Decodes a whole file: by byte order mark, by `wanted`, by its CA property, or by its content.
pub fn decode(bytes: &[u8], wanted: Option<&'static Encoding>) -> Decoded {
    let Choice { encoding, skip, mut warnings } = choose(bytes, true, wanted);
    let (text, malformed) = decode_as(&bytes[skip..], encoding);
    if malformed > 0 {
        warnings.push(Problem::Undecodable(malformed, encoding.name()));
    }
    Decoded { text: text.into_owned(), encoding: encoding.name(), warnings }
}

/// Text and the number of sequences that had to be replaced.
pub(crate) fn decode_as<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> (Cow<'b, str>, usize) {
    let (text, failed) = encoding.decode_without_bom_handling(bytes);
    if !failed {
        return (text, 0);
    }
    // Replacement characters that stood in the file are not faults of the decoding.
    let replaced = text.chars().filter(|&c| c == '\u{fffd}').count().max(1);
    (text, replaced)
}
