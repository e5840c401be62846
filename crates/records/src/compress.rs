//! Compressed collections, decoded as they are read.

use lzma_rust2::XzReader;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::io::{self, BufRead, Read};

/// Memory a decoder may ask for: more than xz -9 needs (65 MiB), far less than a hostile header can name.
const MEMORY_LIMIT_KIB: u32 = 256 * 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    None,
    Xz,
    Zstd,
}

impl Compression {
    /// Tells the compression from the first bytes of a file.
    pub fn of(head: &[u8]) -> Compression {
        match head {
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Compression::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            // Skippable frames, as written before the first frame by parallel compressors.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            _ => Compression::None,
        }
    }
}

/// Wraps a reader so that it yields the plain bytes, whichever of the three forms it holds.
pub fn decompress<'r>(mut reader: impl BufRead + Send + 'r) -> io::Result<Box<dyn Read + Send + 'r>> {
    let head = reader.fill_buf()?;
    Ok(match Compression::of(head) {
        Compression::None => Box::new(reader),
        Compression::Xz => Box::new(XzReader::new_mem_limit(reader, true, MEMORY_LIMIT_KIB)),
        Compression::Zstd => Box::new(ZstdReader { frame: None, spare: Some(reader) }),
    })
}

/// ruzstd decodes one frame; files may hold several, one after the other.
struct ZstdReader<R: BufRead> {
    frame: Option<StreamingDecoder<R, FrameDecoder>>,
    spare: Option<R>,
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(out)?;
                if count > 0 {
                    return Ok(count);
                }
            }
            if let Some(frame) = self.frame.take() {
                self.spare = Some(frame.into_inner());
            }
            let Some(mut reader) = self.spare.take() else {
                return Ok(0);
            };
            let head = reader.fill_buf()?;
            if head.is_empty() {
                return Ok(0);
            }
            if matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) {
                let mut header = [0; 8];
                reader.read_exact(&mut header)?;
                let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as u64;
                io::copy(&mut (&mut reader).take(length), &mut io::sink())?;
                self.spare = Some(reader);
                continue;
            }
            self.frame = Some(StreamingDecoder::new(reader).map_err(io::Error::other)?);
        }
    }
}
