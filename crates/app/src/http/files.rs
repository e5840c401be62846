//! The user's folder: games, problems, parameters, knowledge and reviews by name. Nothing outside it can be reached.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use axum::body::Body;
use axum::extract::{Path as UrlPath, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use gosedai_engine::ApiError;
use gosedai_engine::files as bounded;
use gosedai_engine::keep::{self, Kind};

use super::answers::{FileList, FileRemoved, FileWritten, StoredFile};
use super::{Shared, api, reply};

/// What may be kept, and under which endings.
const AREAS: &[(&str, &[&str])] = &[
    ("games", &["sgf"]),
    ("problems", &["jsonl", "sgf", "json"]),
    ("params", &["toml"]),
    ("knowledge", &["toml", "sgf", "txt", "ftl", "json", "jsonl"]),
    ("reviews", &["sgf", "html", "json"]),
    ("grades", &["json"]),
];

/// Folders inside an area are allowed this deep.
const MOST_PARTS: usize = 3;

/// The file of a name inside an area; never anything outside.
pub fn resolve(data: &Path, area: &str, name: &str) -> Result<PathBuf, ApiError> {
    let Some((folder, endings)) = AREAS.iter().find(|(known, _)| *known == area) else {
        return Err(ApiError::bad("area", format!("there is no area '{area}'")));
    };
    let refuse =
        |why: &str| Err(ApiError::bad("name", format!("'{}' {why}", name.chars().take(80).collect::<String>())));
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() > MOST_PARTS {
        return refuse("lies too deep");
    }
    for part in &parts {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ' | '(' | ')' | '+' | ',');
        if part.is_empty()
            || part.len() > 120
            || part.starts_with('.')
            || part.ends_with([' ', '.'])
            || !part.chars().all(is_plain)
        {
            return refuse("is not a file name that can be used here");
        }
    }
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !endings.contains(&ending) {
        return refuse(&format!("must end in .{}", endings.join(" or .")));
    }
    let root = data.join(folder);
    let file = root.join(name);
    // a link someone put into the folder must not lead out of it
    let mut there: &Path = &file;
    while there.starts_with(&root) {
        if there.symlink_metadata().is_ok_and(|meta| meta.is_symlink()) {
            return refuse("is a link");
        }
        let Some(parent) = there.parent() else { break };
        there = parent;
    }
    Ok(file)
}

pub async fn list(State(server): State<Shared>, UrlPath(area): UrlPath<String>) -> Response {
    let Some((folder, endings)) = AREAS.iter().find(|(known, _)| *known == area) else {
        return reply::error_of(StatusCode::NOT_FOUND, "not-found", &format!("there is no area '{area}'"));
    };
    let mut files = Vec::new();
    collect(&server.options.data.join(folder), String::new(), endings, 1, &mut files);
    files.sort_by(|a, b| a.name.cmp(&b.name));
    reply::json(&FileList { area, files })
}

fn collect(folder: &Path, prefix: String, endings: &[&str], depth: usize, out: &mut Vec<StoredFile>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(5000) {
        let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
        if kind.is_dir() && depth < MOST_PARTS {
            collect(&entry.path(), format!("{prefix}{name}/"), endings, depth + 1, out);
        } else if kind.is_file() && endings.iter().any(|e| name.ends_with(&format!(".{e}"))) {
            let meta = entry.metadata().ok();
            let seconds = meta
                .as_ref()
                .and_then(|m| m.modified().ok())
                .and_then(|t| t.duration_since(UNIX_EPOCH).ok())
                .map_or(0, |d| d.as_secs());
            let bytes = meta.map_or(0, |m| m.len());
            out.push(StoredFile { name: format!("{prefix}{name}"), bytes, modified: seconds });
        }
    }
}

pub async fn read(State(server): State<Shared>, UrlPath((area, name)): UrlPath<(String, String)>) -> Response {
    let file = match resolve(&server.options.data, &area, &name) {
        Ok(file) => file,
        Err(error) => return reply::api_error(&error),
    };
    match bounded::bytes(&file, bounded::MOST_TEXT) {
        // never as something a browser would run
        Ok(bytes) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], Body::from(bytes)).into_response(),
        Err(_) => reply::error_of(StatusCode::NOT_FOUND, "not-found", &format!("there is no file '{name}' in {area}")),
    }
}

pub async fn write(
    State(server): State<Shared>,
    UrlPath((area, name)): UrlPath<(String, String)>,
    body: Body,
) -> Response {
    let file = match resolve(&server.options.data, &area, &name) {
        Ok(file) => file,
        Err(error) => return reply::api_error(&error),
    };
    let (bytes, _place) = match api::read_body(&server, body).await {
        Ok(read) => read,
        Err(response) => return response,
    };
    match store(&file, &bytes) {
        Ok(()) => reply::json(&FileWritten { name, bytes: bytes.len() }),
        Err(error) => reply::error_of(
            StatusCode::INTERNAL_SERVER_ERROR,
            "failed",
            &format!("cannot write '{name}' in {area}: {error}"),
        ),
    }
}

/// The page's own file: whoever writes it again means it.
fn store(file: &Path, bytes: &[u8]) -> Result<(), ApiError> {
    if let Some(folder) = file.parent() {
        crate::output::make_folder(folder)?;
    }
    Ok(keep::write(file, bytes, Kind::ANY, false)?)
}

pub async fn remove(State(server): State<Shared>, UrlPath((area, name)): UrlPath<(String, String)>) -> Response {
    match resolve(&server.options.data, &area, &name).map(std::fs::remove_file) {
        Ok(Ok(())) => reply::json(&FileRemoved { removed: name }),
        Ok(Err(_)) => {
            reply::error_of(StatusCode::NOT_FOUND, "not-found", &format!("there is no file '{name}' in {area}"))
        }
        Err(error) => reply::api_error(&error),
    }
}
