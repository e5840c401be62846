//! Games of a match as they end, one line each, so that an interrupted match goes on where it stopped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gosedai_board::Color;
use gosedai_engine::keep::{self, Growing, Kind};
use gosedai_engine::{ApiError, files};
use serde::{Deserialize, Serialize};

use super::game::Ending;

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    pub game: usize,
    pub result: String,
    pub moves: usize,
    /// Whether Black won; nobody did in a draw.
    pub black_won: Option<bool>,
    /// Who broke the rules, whether it was Black, and how.
    pub fault: Option<(bool, String)>,
}

impl Ended {
    pub fn new(game: usize, moves: usize, ending: &Ending) -> Ended {
        let is_black = |color: Color| color == Color::Black;
        Ended {
            game,
            result: ending.result.clone(),
            moves,
            black_won: ending.winner.map(is_black),
            fault: ending.fault.clone().map(|(color, why)| (is_black(color), why)),
        }
    }

    pub fn ending(&self) -> Ending {
        let color = |is_black| if is_black { Color::Black } else { Color::White };
        Ending {
            result: self.result.clone(),
            winner: self.black_won.map(color),
            fault: self.fault.clone().map(|(is_black, why)| (color(is_black), why)),
        }
    }
}

/// The file of games that have ended.
pub struct Played {
    path: PathBuf,
    file: Growing,
    known: BTreeMap<usize, Ended>,
}

impl Played {
    /// Opens the file if it belongs to the same match (`key` tells), else starts it afresh.
    pub fn open(folder: &Path, key: &str, force: bool) -> Result<Played, ApiError> {
        let path = folder.join("match-in-progress");
        keep::may_replace(&path, Kind::MATCH, force)?;
        let text = if path.exists() { files::text(&path, files::MOST_TEXT)? } else { String::new() };
        let mut known = BTreeMap::new();
        let mut lines = text.lines();
        if lines.next() == Some(key) {
            // a line cut off by an interruption is simply played again
            let whole = lines.filter_map(|line| serde_json::from_str::<Ended>(line).ok());
            known = whole.map(|ended| (ended.game, ended)).collect();
        }
        let mut kept = format!("{key}\n");
        for ended in known.values() {
            kept += &serde_json::to_string(ended).map_err(ApiError::failed)?;
            kept.push('\n');
        }
        if kept != text {
            keep::write(&path, kept, Kind::MATCH, force)?;
        }
        let file = keep::append(&path, Kind::MATCH, force)?;
        Ok(Played { path, file, known })
    }

    pub fn get(&self, game: usize) -> Option<&Ended> {
        self.known.get(&game)
    }

    pub fn add(&mut self, ended: &Ended) -> Result<(), ApiError> {
        let line = serde_json::to_string(ended).map_err(ApiError::failed)?;
        let cannot = |error| ApiError::failed(format!("cannot write {}: {error}", self.path.display()));
        self.file.line(&line).map_err(cannot)
    }

    /// The match is complete: the file has served.
    pub fn remove(self) {
        drop(self.file);
        let _ = std::fs::remove_file(self.path);
    }
}
