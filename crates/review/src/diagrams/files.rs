//! Diagrams as files for books and slides: SVG and PNG under telling names, and an index of them.

use std::path::Path;

use gosedai_engine::ApiError;
use gosedai_engine::keep::{self, Kind};
use gosedai_explain::picture::Picture;
use gosedai_explain::svg;
use serde::Serialize;

use super::{Drawn, Shown, png_file};

/// The form of the index; it changes when a key changes its meaning.
const SCHEMA: &str = "gosedai.review.diagrams.1";

#[derive(Serialize)]
struct Index<'a> {
    schema: &'static str,
    diagrams: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    shown: Shown,
    /// The move it is about, or the first one.
    number: usize,
    caption: &'a str,
    text: &'a str,
    svg: String,
    png: String,
}

pub fn folder(path: &Path) -> Result<(), ApiError> {
    std::fs::create_dir_all(path)
        .map_err(|error| ApiError::failed(format!("cannot make the folder {}: {error}", path.display())))
}

/// Writes the diagrams of a game: `GAME-03-fight-090.svg` and `.png`, and `GAME.diagrams.json`.
pub fn write(diagrams: &[Drawn], folder: &Path, stem: &str, force: bool) -> Result<(), ApiError> {
    let mut rows = Vec::new();
    for (i, drawn) in diagrams.iter().enumerate() {
        let name = format!("{stem}-{:02}-{}-{:03}", i + 1, drawn.shown.name(), drawn.number);
        let (svg, png) = (format!("{name}.svg"), format!("{name}.png"));
        let picture = Picture::new(&drawn.board, &drawn.marks);
        let image = png_file::draw(&picture).ok_or_else(|| ApiError::failed(format!("{png} cannot be drawn")))?;
        keep::write(&folder.join(&svg), standing_alone(drawn), Kind::PICTURE, force)?;
        keep::write(&folder.join(&png), image, Kind::PICTURE, force)?;
        let Drawn { shown, number, caption, text, .. } = drawn;
        rows.push(Row { shown: *shown, number: *number, caption, text, svg, png });
    }
    let index = serde_json::to_string_pretty(&Index { schema: SCHEMA, diagrams: rows }).map_err(ApiError::failed)?;
    keep::write(&folder.join(format!("{stem}.diagrams.json")), index + "\n", Kind::TABLE, force)?;
    Ok(())
}

/// The drawing of the report with its looks inside.
pub fn standing_alone(drawn: &Drawn) -> String {
    keep::marked_svg(&svg::standing_alone(&drawn.board, &drawn.marks, &drawn.caption))
}
