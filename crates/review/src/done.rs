//! Reviews that lie finished in the folder: the same review is not made again.

use std::path::Path;

use gosedai_engine::files;

use super::GameReview;
use super::assemble::{digest_of, paths_in};

/// The finished review of a game, if the folder has it under the same key. Files that somebody changed or lost are simply made
/// again.
pub fn read(out: &Path, stem: &str, key: &str) -> Option<GameReview> {
    let paths = paths_in(out, stem);
    let [sgf, html, data] = [0, 1, 2].map(|i| files::text(&paths[i], files::MOST_TEXT).ok());
    let review: GameReview = serde_json::from_str(&data?).ok()?;
    let (sgf, html) = (sgf?, html?);
    let is_whole = review.complete && review.digest == digest_of(&sgf, &html);
    (is_whole && review.key == key).then(|| GameReview { sgf, html, files: paths.to_vec(), ..review })
}

/// A name of its own for the files of every game: the second `game` is `game-2`.
pub fn stems<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for name in names {
        let stem = Path::new(name).file_stem().map_or("game".into(), |stem| stem.to_string_lossy().into_owned());
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        // letters of either case are one name on some disks
        let is_free = |name: &String| !taken.iter().any(|other| other.to_lowercase() == name.to_lowercase());
        let free = std::iter::once(stem.clone()).chain(numbered).find(is_free);
        taken.push(free.unwrap_or(stem));
    }
    taken
}

#[cfg(test)]
mod tests;
