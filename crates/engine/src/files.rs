//! Files read with a bound: one game, all games of any mix of files and folders, texts and models.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use gosedai_records::{Framing, GameReader, GameTree, ReadOptions, Record, drawn};

use crate::ApiError;

fn cannot_read(path: &Path, error: impl std::fmt::Display) -> ApiError {
    ApiError::failed(format!("cannot read {}: {error}", path.display()))
}

/// A file of this machine, or a command for it. Only whoever sits at it may name one: it is made by the command line and cannot be read
/// from a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local<T>(T);

pub type LocalPath = Local<PathBuf>;

impl<T> From<T> for Local<T> {
    fn from(named: T) -> Local<T> {
        Local(named)
    }
}

impl<T> std::ops::Deref for Local<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T> serde::Deserialize<'de> for Local<T> {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Local<T>, D::Error> {
        Err(serde::de::Error::custom("files and commands of this machine are named on the command line only"))
    }
}

/// The most that is read of one game, unpacked, and of a text such as parameters.
pub const MOST_TEXT: u64 = 64 << 20;
/// The most that is read of a model or a collection of problems.
pub const MOST_DATA: u64 = 2 << 30;
/// Collections of games can be of any size, but do not shrink to less than a hundredth when they are packed.
const MOST_PACKED: u64 = 100;

/// All bytes of a file, or an error that names it and the limit. A device or a pipe need not end.
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| cannot_read(path, error))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| cannot_read(path, error))?;
    match bytes.len() as u64 > most {
        true => Err(cannot_read(path, format!("it is larger than {} MiB", most >> 20))),
        false => Ok(bytes),
    }
}

/// A text file as a whole.
pub fn text(path: &Path, most: u64) -> Result<String, ApiError> {
    String::from_utf8(bytes(path, most)?).map_err(|_| cannot_read(path, "it is not UTF-8 text"))
}

/// The framing of a file by its name; anything unknown is taken for SGF.
fn options_for(path: &Path, max_bytes: u64) -> ReadOptions {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
    ReadOptions { framing: Framing::of_name(name).unwrap_or_default(), max_bytes, ..ReadOptions::default() }
}

/// The first game of a file.
pub fn read_game(path: &Path) -> Result<GameTree, ApiError> {
    if path.is_dir() {
        return Err(cannot_read(path, "it is a folder, one game is wanted"));
    }
    let file = File::open(path).map_err(|error| cannot_read(path, error))?;
    first_of(BufReader::new(file), options_for(path, MOST_TEXT), path)
}

/// The first game of a stream; `name` is for messages.
pub fn first_game(reader: impl Read + Send, name: &str) -> Result<GameTree, ApiError> {
    let path = if name == "-" { Path::new("standard input") } else { Path::new(name) };
    first_of(BufReader::new(reader), options_for(path, MOST_TEXT), path)
}

fn first_of(mut reader: impl BufRead + Send, options: ReadOptions, path: &Path) -> Result<GameTree, ApiError> {
    // a small plain text that draws a board is a position; compressed files are never one
    let start = reader.fill_buf().map_err(|error| cannot_read(path, error))?;
    if start.len() <= drawn::LONGEST
        && let Ok(text) = std::str::from_utf8(start)
        && drawn::looks_like_diagram(text)
    {
        let sgf = drawn::to_sgf(text).map_err(|error| cannot_read(path, error))?;
        return gosedai_records::parse_first(&sgf, gosedai_records::Mode::Lenient)
            .map_err(|error| cannot_read(path, error));
    }
    let mut games = GameReader::new(reader, options).map_err(|error| cannot_read(path, error))?;
    match games.next() {
        Some(Ok(mut record)) => {
            record.game.declare_utf8();
            Ok(record.game)
        }
        Some(Err(error)) => Err(cannot_read(path, error)),
        None => Err(cannot_read(path, "it holds no game")),
    }
}

/// A game of a collection with the file it came from.
pub struct FileGame {
    pub path: PathBuf,
    pub record: Record,
}

/// All games of files and folders (searched through, names in order), one at a time. A broken game or file is an
/// error in its place; the games after it still come.
pub struct Games {
    /// Still to be visited, last first.
    waiting: Vec<PathBuf>,
    current: Option<(PathBuf, GameReader<'static>)>,
}

/// Starts reading `GAMES`: `.sgf`, `.sgfs`, `.gib`, `.ngf` files, compressed or not, and folders of them.
pub fn games<P: AsRef<Path>>(paths: &[P]) -> Games {
    let mut waiting: Vec<PathBuf> = paths.iter().map(|path| path.as_ref().to_path_buf()).collect();
    waiting.reverse();
    Games { waiting, current: None }
}

impl Games {
    /// Opens the next file; `None` when all are read.
    fn open_next(&mut self) -> Option<Result<(), ApiError>> {
        let path = self.waiting.pop()?;
        if path.is_dir() {
            let entries = match std::fs::read_dir(&path) {
                Ok(entries) => entries,
                Err(error) => return Some(Err(cannot_read(&path, error))),
            };
            let mut found: Vec<PathBuf> = entries
                .filter_map(|entry| entry.ok().map(|entry| entry.path()))
                .filter(|path| {
                    // Links to folders could lead in circles.
                    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
                    Framing::of_name(name).is_some() || path.is_dir() && !path.is_symlink()
                })
                .collect();
            found.sort();
            self.waiting.extend(found.into_iter().rev());
            return Some(Ok(()));
        }
        let opened = File::open(&path)
            .and_then(|file| {
                let most = file.metadata().map_or(0, |meta| meta.len()).saturating_mul(MOST_PACKED).max(MOST_DATA);
                GameReader::new(BufReader::new(file), options_for(&path, most))
            })
            .map_err(|error| cannot_read(&path, error));
        Some(opened.map(|reader| self.current = Some((path, reader))))
    }
}

impl Iterator for Games {
    type Item = Result<FileGame, ApiError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((path, reader)) = &mut self.current {
                match reader.next() {
                    Some(Ok(mut record)) => {
                        // From here on the text is UTF-8; a record that is saved must say so.
                        record.game.declare_utf8();
                        return Some(Ok(FileGame { path: path.clone(), record }));
                    }
                    Some(Err(error)) => return Some(Err(cannot_read(path, error))),
                    None => self.current = None,
                }
            }
            if let Err(error) = self.open_next()? {
                return Some(Err(error));
            }
        }
    }
}

#[cfg(test)]
mod tests;
