//! The page: embedded by the build script, or read from a folder while the page itself is being worked on.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{Shared, reply};

/// A file of the page, plain and compressed.
pub struct Asset {
    pub name: &'static str,
    pub plain: &'static [u8],
    pub gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

pub async fn serve(State(server): State<Shared>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api") {
        return reply::error_of(StatusCode::NOT_FOUND, "not-found", &format!("there is no {path}"));
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return reply::error_of(StatusCode::METHOD_NOT_ALLOWED, "not-allowed", "pages can only be read");
    }
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    if let Some(folder) = &server.options.page {
        return from_folder(folder, name);
    }
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], "no such page")
            .into_response();
    };
    let accepts_gzip = request
        .headers()
        .get(header::ACCEPT_ENCODING)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.split(',').any(|part| part.trim().starts_with("gzip")));
    let mut response = match asset.gzip {
        Some(bytes) if accepts_gzip => ([(header::CONTENT_ENCODING, "gzip")], Body::from(bytes)).into_response(),
        _ => Body::from(asset.plain).into_response(),
    };
    label(&mut response, name);
    response
}

fn from_folder(folder: &std::path::Path, name: &str) -> Response {
    let plain = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
    match plain.then(|| std::fs::read(folder.join(name))) {
        Some(Ok(bytes)) => {
            let mut response = Body::from(bytes).into_response();
            label(&mut response, name);
            response
        }
        _ => (StatusCode::NOT_FOUND, "no such page").into_response(),
    }
}

fn label(response: &mut Response, name: &str) {
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    // the page belongs to the program that serves it: always ask
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-cache"));
}
