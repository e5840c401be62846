//! Collections read game by game, with memory bounded by the largest game.

use crate::compress::decompress;
use crate::encoding::{choose, decode};
use crate::error::{Place, Problem, RecordError, SgfError};
use crate::formats::{parse_gib, parse_ngf};
use crate::parse::{Faults, Mode, parse_game};
use crate::tree::GameTree;
use encoding_rs::Encoding;
use std::io::{self, BufRead, Read};

/// What a file holds, told from its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Framing {
    /// SGF: games one after the other.
    #[default]
    Games,
    /// One game a line (`.sgfs`): a broken line does not harm the next.
    Lines,
    Gib,
    Ngf,
}

impl Framing {
    /// By the ending of a file name, `.xz` and `.zst` aside; `None` if it is not a record's.
    pub fn of_name(name: &str) -> Option<Framing> {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix(".xz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        match name.rsplit_once('.')?.1 {
            "sgf" | "mgt" => Some(Framing::Games),
            "sgfs" => Some(Framing::Lines),
            "gib" => Some(Framing::Gib),
            "ngf" => Some(Framing::Ngf),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    pub framing: Framing,
    pub mode: Mode,
    /// The user's word on the encoding; a byte order mark still wins.
    pub encoding: Option<&'static Encoding>,
    /// Larger games are refused, and skipped.
    pub max_game_bytes: usize,
    /// Reading ends with an error after so many bytes, unpacked: a small file can unpack to any size, a stream need not end.
    pub max_bytes: u64,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            framing: Framing::Games,
            mode: Mode::Lenient,
            encoding: None,
            max_game_bytes: 64 << 20,
            max_bytes: u64::MAX,
        }
    }
}

/// A game of a collection.
#[derive(Clone, Debug)]
pub struct Record {
    pub game: GameTree,
    /// Position in the collection, from 0, failed games included.
    pub index: usize,
    /// Where the game starts in its file.
    pub place: Place,
    pub warnings: Vec<SgfError>,
    pub encoding: &'static str,
}

/// Reads all games of a file in memory (decompressing it if need be).
pub fn read_games(bytes: &[u8], options: ReadOptions) -> Result<Vec<Record>, RecordError> {
    GameReader::new(bytes, options)?.collect()
}

/// An iterator over the games of a stream. After a broken game it goes on with the next; after a read error it ends.
pub struct GameReader<'r> {
    reader: Box<dyn Read + Send + 'r>,
    options: ReadOptions,
    /// Bytes read and not yet used (lines, foreign formats, and the sample before the encoding is known).
    raw: Vec<u8>,
    raw_from: usize,
    /// Decoded text not yet used.
    text: String,
    text_from: usize,
    decoder: Option<(encoding_rs::Decoder, &'static Encoding)>,
    pending_warnings: Vec<Problem>,
    scanner: Scanner,
    ended: bool,
    finished: bool,
    /// Bytes read, unpacked.
    taken: u64,
    index: usize,
    place: Place,
}

const CHUNK: usize = 64 * 1024;
/// How much of a stream is looked at to find its encoding.
const SAMPLE: usize = 1024 * 1024;

impl<'r> GameReader<'r> {
    /// Starts reading; xz and zstd are recognised by their first bytes.
    pub fn new(reader: impl BufRead + Send + 'r, options: ReadOptions) -> io::Result<Self> {
        Ok(GameReader {
            reader: decompress(reader)?,
            options,
            raw: Vec::new(),
            raw_from: 0,
            text: String::new(),
            text_from: 0,
            decoder: None,
            pending_warnings: Vec::new(),
            scanner: Scanner::default(),
            ended: false,
            finished: false,
            taken: 0,
            index: 0,
            place: Place { line: 1, column: 1 },
        })
    }

    /// Reads one more chunk into `raw`; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.raw_from > CHUNK && self.raw_from * 2 > self.raw.len() {
            self.raw.drain(..self.raw_from);
            self.raw_from = 0;
        }
        let length = self.raw.len();
        self.raw.resize(length + CHUNK, 0);
        let count = loop {
            match self.reader.read(&mut self.raw[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.raw.truncate(length + count.as_ref().map_or(0, |&count| count));
        let count = count?;
        self.taken += count as u64;
        if self.taken > self.options.max_bytes {
            let message = format!("it is larger than {} MiB, unpacked", self.options.max_bytes >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        self.ended = count == 0;
        Ok(!self.ended)
    }

    fn too_large(&self, place: Place) -> RecordError {
        SgfError { place, problem: Problem::TooLarge(self.options.max_game_bytes) }.into()
    }

    fn advance(&mut self, text: &str) {
        self.place = Place::of(text, text.len(), self.place);
    }

    fn parse(&mut self, text: &str, encoding: &'static str) -> Result<Record, RecordError> {
        let place = self.place;
        let mut faults = Faults::new(text, place, self.options.mode);
        let (game, _) = parse_game(text, 0, &mut faults, true)?.ok_or(RecordError::Empty)?;
        let mut warnings = faults.kept;
        warnings.extend(self.pending_warnings.drain(..).map(|problem| SgfError { place, problem }));
        Ok(Record { game, index: self.index, place, warnings, encoding })
    }

    fn next_line(&mut self) -> Option<Result<Record, RecordError>> {
        let mut scanned = 0;
        let mut oversize = false;
        loop {
            let rest = &self.raw[self.raw_from..];
            let found = rest[scanned..].iter().position(|&byte| byte == b'\n').map(|at| scanned + at + 1);
            let end = match found {
                Some(end) => end,
                None if self.ended && rest.is_empty() && !oversize => {
                    self.finished = true;
                    return (self.index == 0).then_some(Err(RecordError::Empty));
                }
                None if self.ended => rest.len(),
                None => {
                    scanned = rest.len();
                    if scanned > self.options.max_game_bytes {
                        oversize = true;
                        self.raw_from = self.raw.len();
                        scanned = 0;
                    }
                    if let Err(error) = self.fill() {
                        self.finished = true;
                        return Some(Err(error.into()));
                    }
                    continue;
                }
            };
            let raw = std::mem::take(&mut self.raw);
            let line = &raw[self.raw_from..self.raw_from + end];
            let result = if oversize || line.len() > self.options.max_game_bytes {
                Some(Err(self.too_large(self.place)))
            } else if line.trim_ascii().is_empty() {
                None
            } else {
                Some(self.parse_line(line))
            };
            self.raw = raw;
            self.raw_from += end;
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
            if let Some(result) = result {
                self.index += 1;
                return Some(result);
            }
            (scanned, oversize) = (0, false);
        }
    }

    fn parse_line(&mut self, line: &[u8]) -> Result<Record, RecordError> {
        // UTF-8, the ordinary case, needs no copy.
        if self.options.encoding.is_none()
            && !line.starts_with(b"\xef\xbb\xbf")
            && let Ok(text) = std::str::from_utf8(line)
        {
            return self.parse(text, "UTF-8");
        }
        let decoded = decode(line, self.options.encoding);
        self.pending_warnings = decoded.warnings;
        self.parse(&decoded.text, decoded.encoding)
    }

    fn next_game(&mut self) -> Option<Result<Record, RecordError>> {
        loop {
            if let Some(end) = self.scanner.scan(&self.text.as_bytes()[self.text_from..]) {
                let text = self.text[self.text_from..self.text_from + end].to_owned();
                self.text_from += end;
                return Some(self.finish_game(&text));
            }
            if self.scanner.skipping.is_none() && self.text.len() - self.text_from > self.options.max_game_bytes {
                self.scanner.skipping = Some(self.place);
            }
            if self.scanner.skipping.is_some() {
                // The scanner remembers where it is in the game; the text can go.
                let text = self.text.split_off(self.text_from);
                self.advance(&text);
                self.text.clear();
                self.text_from = 0;
                self.scanner.position = 0;
            }
            match self.fill_text() {
                Ok(true) => {}
                Ok(false) => {
                    let rest = self.text.split_off(self.text_from);
                    self.finished = true;
                    let nothing = rest.bytes().all(|byte| byte <= b' ') && self.scanner.skipping.is_none();
                    return match (nothing, self.index) {
                        (true, 0) => Some(Err(RecordError::Empty)),
                        (true, _) => None,
                        // Text after the last game is a fault only to the strict.
                        (false, 1..) if !self.scanner.inside() && self.options.mode == Mode::Lenient => None,
                        (false, _) => Some(self.finish_game(&rest)),
                    };
                }
                Err(error) => {
                    self.finished = true;
                    return Some(Err(error.into()));
                }
            }
        }
    }

    fn finish_game(&mut self, text: &str) -> Result<Record, RecordError> {
        let skipped = std::mem::take(&mut self.scanner).skipping;
        let oversize = skipped.or((text.len() > self.options.max_game_bytes).then_some(self.place));
        let result = match oversize {
            Some(place) => Err(self.too_large(place)),
            None => {
                let encoding = self.decoder.as_ref().map_or("UTF-8", |(_, encoding)| encoding.name());
                self.parse(text, encoding)
            }
        };
        self.advance(text);
        self.index += 1;
        result
    }

    /// Decodes one more chunk; false at the end.
    fn fill_text(&mut self) -> io::Result<bool> {
        if self.text_from > CHUNK && self.text_from * 2 > self.text.len() {
            self.text.drain(..self.text_from);
            self.text_from = 0;
        }
        if self.decoder.is_none() {
            while self.raw.len() < SAMPLE && self.fill()? {}
            let choice = choose(&self.raw, self.ended, self.options.encoding);
            self.pending_warnings = choice.warnings;
            self.raw_from = choice.skip;
            self.decoder = Some((choice.encoding.new_decoder_without_bom_handling(), choice.encoding));
        } else {
            if self.ended {
                return Ok(false);
            }
            self.raw.clear();
            self.raw_from = 0;
            self.fill()?;
        }
        let ended = self.ended;
        let Some((decoder, encoding)) = &mut self.decoder else {
            return Ok(false);
        };
        let input = &self.raw[self.raw_from..];
        let before = self.text.len();
        self.text.reserve(decoder.max_utf8_buffer_length(input.len()).unwrap_or(input.len() * 3 + 16));
        let (_, _, replaced) = decoder.decode_to_string(input, &mut self.text, ended);
        if replaced {
            let count = self.text[before..].chars().filter(|&c| c == '\u{fffd}').count();
            self.pending_warnings.push(Problem::Undecodable(count, encoding.name()));
        }
        Ok(!ended || self.text.len() > before)
    }

    fn whole_file(&mut self) -> Result<Record, RecordError> {
        while self.fill()? {
            if self.raw.len() > self.options.max_game_bytes {
                return Err(self.too_large(self.place));
            }
        }
        let decoded = decode(&self.raw, self.options.encoding);
        let game = match self.options.framing {
            Framing::Gib => parse_gib(&decoded.text)?,
            _ => parse_ngf(&decoded.text)?,
        };
        let place = self.place;
        let warnings = decoded.warnings.into_iter().map(|problem| SgfError { place, problem }).collect();
        Ok(Record { game, index: 0, place, warnings, encoding: decoded.encoding })
    }
}

impl Iterator for GameReader<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        match self.options.framing {
            Framing::Games => self.next_game(),
            Framing::Lines => self.next_line(),
            Framing::Gib | Framing::Ngf => {
                self.finished = true;
                Some(self.whole_file())
            }
        }
    }
}

/// Finds where a game ends in text that arrives in pieces; looks at every byte once.
#[derive(Default)]
struct Scanner {
    position: usize,
    depth: usize,
    opening: Opening,
    in_value: bool,
    escaped: bool,
    /// The game that began here is too large: its text is thrown away while its end is looked for.
    skipping: Option<Place>,
}

/// How far the beginning `(;` (or `(NAME[`) of a game has been seen.
#[derive(Default, PartialEq, Clone, Copy)]
enum Opening {
    #[default]
    None,
    Parenthesis,
    Name,
    NameEnded,
}

impl Scanner {
    fn inside(&self) -> bool {
        self.depth > 0
    }

    /// The end of the game within `bytes`, if it is there; `bytes` may have grown since the last call.
    fn scan(&mut self, bytes: &[u8]) -> Option<usize> {
        while self.position < bytes.len() {
            let byte = bytes[self.position];
            self.position += 1;
            if self.in_value {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b']' => self.in_value = false,
                    _ => {}
                }
            } else if self.depth == 0 {
                self.opening = match (self.opening, byte) {
                    (_, b'(') => Opening::Parenthesis,
                    (Opening::Parenthesis, b';') => {
                        self.depth = 1;
                        Opening::None
                    }
                    (Opening::Name | Opening::NameEnded, b'[') => {
                        (self.depth, self.in_value) = (1, true);
                        Opening::None
                    }
                    (Opening::Parenthesis, 0..=b' ') => Opening::Parenthesis,
                    (Opening::Name | Opening::NameEnded, 0..=b' ') => Opening::NameEnded,
                    (Opening::Parenthesis | Opening::Name, byte) if byte.is_ascii_alphabetic() => Opening::Name,
                    _ => Opening::None,
                };
            } else {
                match byte {
                    b'[' => self.in_value = true,
                    b'(' => self.depth += 1,
                    b')' => {
                        self.depth -= 1;
                        if self.depth == 0 {
                            return Some(self.position);
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }
}
