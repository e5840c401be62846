//! The description of the interface, made from the catalogue itself.

use axum::response::Response;
use serde_json::{Map, Value, json};

use super::{api, reply};

pub async fn document() -> Response {
    reply::json(&build())
}

/// An OpenAPI 3.1 document of everything served.
pub fn build() -> Value {
    let mut paths = Map::new();
    let language = json!({"name": "lang", "in": "query", "schema": {"enum": ["en", "ja"]}});
    let errors = json!({"$ref": "#/components/responses/Error"});
    for entry in api::offered() {
        let body = json!({"required": true, "content": {"application/json": {"schema": request_schema(entry.name)}}});
        paths.insert(
            format!("/api/{}", entry.name),
            json!({"post": {
                "operationId": entry.name, "summary": entry.about, "parameters": [language], "requestBody": body,
                "responses": {"200": {"description": "the answer", "content": {"application/json": {"schema": {"type": "object"}}}},
                              "default": errors}
            }}),
        );
    }
    paths.insert("/api/engines".into(), get("players", "players to choose from"));
    paths.insert("/api/jobs".into(), get("jobs", "jobs that run now"));
    paths.insert(
        "/api/jobs/{id}".into(),
        json!({
            "post": {"operationId": "startJob", "summary": "start the command named in the path as a job; answers its id",
                     "parameters": [path("id"), language], "responses": {"202": {"description": "started"}, "default": errors}},
            "delete": {"operationId": "cancelJob", "summary": "stop a job", "parameters": [path("id")],
                       "responses": {"200": {"description": "stopped"}, "default": errors}}
        }),
    );
    paths.insert(
        "/api/jobs/{id}/events".into(),
        json!({"get": {"operationId": "jobEvents", "summary": "server-sent events: progress {done, total, message, partial}, then done or failed",
            "parameters": [path("id")],
            "responses": {"200": {"description": "events", "content": {"text/event-stream": {}}}, "default": errors}}}),
    );
    paths.insert(
        "/api/files/{area}".into(),
        json!({"get": {"operationId": "listFiles", "summary": "files of the user's folder", "parameters": [path("area")],
            "responses": {"200": {"description": "names, sizes, times"}, "default": errors}}}),
    );
    let mut file = Map::new();
    for (method, about) in [("get", "read a file"), ("put", "write a file"), ("delete", "remove a file")] {
        file.insert(
            method.into(),
            json!({"summary": about, "parameters": [path("area"), path("name")],
                   "responses": {"200": {"description": "done"}, "default": errors}}),
        );
    }
    paths.insert("/api/files/{area}/{name}".into(), Value::Object(file));
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Gosedai", "version": env!("CARGO_PKG_VERSION"),
                 "description": "Points are GTP coordinates; scores are points, positive for Black unless a key says for whom."},
        "paths": paths,
        "components": {"responses": {"Error": {"description": "why there is no answer", "content": {"application/json": {"schema": {
            "type": "object", "properties": {"error": {"type": "object", "required": ["kind", "message"],
            "properties": {"kind": {"type": "string"}, "message": {"type": "string"}, "field": {"type": "string"}}}}}}}}}}
    })
}

fn get(id: &str, about: &str) -> Value {
    json!({"get": {"operationId": id, "summary": about, "responses": {"200": {"description": about}}}})
}

fn path(name: &str) -> Value {
    json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
}

/// Most commands are about a game; the rest of a request is the command's own.
fn request_schema(name: &str) -> Value {
    if matches!(name, "replay" | "cgt" | "solve" | "grade" | "net") {
        return json!({"type": "object"});
    }
    json!({"type": "object", "properties": {
        "sgf": {"type": "string", "description": "the record as SGF text"},
        "move": {"type": "integer", "description": "position after this many moves of the main line; the end if absent"},
        "rules": {"type": "string"}, "komi": {"type": "number"}}})
}
