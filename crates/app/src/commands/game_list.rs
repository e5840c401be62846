//! The games that a command line names: files, collections, folders, standard input.

use std::collections::BTreeMap;
use std::path::Path;

use gosedai_engine::{ApiError, files};
use gosedai_records::replay;
use gosedai_review::NamedGame;

use crate::output;

/// All games of all names, in order. A file of one game must be sound; among several, what cannot be used is named on standard
/// error and left out.
pub fn read(names: &[String]) -> Result<Vec<NamedGame>, ApiError> {
    let mut games: Vec<NamedGame> = Vec::new();
    for name in names {
        if name == "-" {
            games.push(NamedGame { name: name.clone(), sgf: output::read_text(name)? });
        } else {
            games.extend(of_path(name)?);
        }
    }
    Ok(games)
}

fn of_path(name: &str) -> Result<Vec<NamedGame>, ApiError> {
    let path = Path::new(name);
    let mut found = Vec::new();
    let mut failed = Vec::new();
    for game in files::games(&[path]) {
        match game {
            // records that a review wrote are no games of their own
            Ok(game) if path.is_dir() && is_reviewed(&game.path) => {}
            Ok(game) => found.push(game),
            Err(error) => failed.push(error),
        }
    }
    if !path.is_dir() && found.len() <= 1 {
        // with the words for what is wrong with one file
        return Ok(vec![NamedGame { name: name.to_string(), sgf: output::read_text(name)? }]);
    }
    failed.iter().for_each(|error| output::complain(format_args!("{error}")));
    let mut in_file: BTreeMap<&Path, usize> = BTreeMap::new();
    found.iter().for_each(|game| *in_file.entry(&game.path).or_default() += 1);
    let mut numbers: BTreeMap<&Path, usize> = BTreeMap::new();
    let mut games = Vec::new();
    for game in &found {
        let is_alone = in_file[game.path.as_path()] == 1;
        let number = numbers.entry(&game.path).and_modify(|number| *number += 1).or_insert(1);
        let name = if is_alone { game.path.display().to_string() } else { numbered(&game.path, *number) };
        let tree = &game.record.game;
        match replay::moves_along(tree, &replay::main_line(tree)) {
            Ok(moves) if !moves.is_empty() => games.push(NamedGame { name, sgf: tree.to_sgf() }),
            Ok(_) => output::complain(format_args!("{name}: there are no moves to review")),
            Err(error) => output::complain(format_args!("{name}: {error}")),
        }
    }
    match (games.is_empty(), failed.into_iter().next()) {
        (false, _) => Ok(games),
        (true, Some(error)) => Err(error),
        (true, None) => Err(ApiError::failed(format!("{name} holds no game to review"))),
    }
}

fn is_reviewed(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".review.sgf"))
}

/// The name of a game in a collection: `games-0012.sgf`.
fn numbered(path: &Path, number: usize) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number:04}.sgf")).display().to_string()
}

#[cfg(test)]
mod tests;
