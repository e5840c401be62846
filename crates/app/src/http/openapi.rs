//! The description of the interface: paths from the catalogue, shapes from the types themselves.

use axum::response::Response;
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::limits::{Deadline, Limits};
use super::shapes::{self, PLACE};
use super::{answers, reply};

pub async fn document() -> Response {
    reply::json(&build())
}

/// An OpenAPI 3.1 document of everything served.
pub fn build() -> Value {
    let (shapes, limits) = (shapes::collect(), Limits::default());
    let mut paths = Map::new();
    for command in &shapes.commands {
        let body = json!({"required": true, "content": {"application/json": {"schema": command.request}}});
        paths.insert(
            format!("/api/{}", command.name),
            json!({"post": {
                "operationId": command.name, "summary": command.about,
                "parameters": [language(), params(), deadline(&limits.plain_deadline)], "requestBody": body,
                "responses": {"200": content("the answer", command.response.clone()), "default": errors()}
            }}),
        );
    }
    paths.insert("/api".into(), get::<answers::Listing>("commands", "what this build can do", &[]));
    paths.insert("/api/engines".into(), get::<answers::Engines>("players", "players to choose from", &[]));
    paths.insert("/api/jobs".into(), get::<answers::JobList>("jobs", "what runs now", &[]));
    paths.insert(
        "/api/jobs/{id}".into(),
        json!({
            "post": {"operationId": "startJob",
                     "summary": "start the command named in the path as a job, with the command's own request",
                     "parameters": [path("id"), language(), params(), deadline(&limits.job_deadline)],
                     "responses": {"202": answer::<answers::JobStarted>("started"), "default": errors()}},
            "delete": {"operationId": "cancelJob", "summary": "stop a job", "parameters": [path("id")],
                       "responses": {"200": answer::<answers::JobCancelled>("stopped"), "default": errors()}}
        }),
    );
    let events = "server-sent events: any number of progress, then done (the command's answer) or failed; \
                  closing the stream stops the job";
    let event_shape = reference::<gosedai_engine::Progress>();
    paths.insert(
        "/api/jobs/{id}/events".into(),
        json!({"get": {"operationId": "jobEvents", "summary": events, "parameters": [path("id")],
            "responses": {"200": {"description": "events", "content": {"text/event-stream": {"itemSchema": event_shape}}},
                          "default": errors()}}}),
    );
    paths.insert(
        "/api/files/{area}".into(),
        get::<answers::FileList>("listFiles", "files of the user's folder", &["area"]),
    );
    let text = json!({"text/plain": {"schema": {"type": "string"}}});
    paths.insert(
        "/api/files/{area}/{name}".into(),
        json!({
            "parameters": [path("area"), path("name")],
            "get": {"operationId": "readFile", "summary": "read a file",
                    "responses": {"200": {"description": "its text", "content": text}, "default": errors()}},
            "put": {"operationId": "writeFile", "summary": "write a file", "requestBody": {"content": text},
                    "responses": {"200": answer::<answers::FileWritten>("written"), "default": errors()}},
            "delete": {"operationId": "removeFile", "summary": "remove a file",
                       "responses": {"200": answer::<answers::FileRemoved>("removed"), "default": errors()}}
        }),
    );
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Gosedai", "version": env!("CARGO_PKG_VERSION"),
                 "description": "Points are GTP coordinates; scores are points, positive for Black unless a key says for whom."},
        "paths": paths,
        "components": {
            "schemas": shapes.named,
            "responses": {"Error": answer::<answers::ErrorAnswer>("why there is no answer")},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer",
                "description": "asked for where the server listens on other addresses than this machine's own"}}
        }
    })
}

fn language() -> Value {
    json!({"name": "lang", "in": "query", "schema": {"enum": crate::output::language_codes()}})
}

fn params() -> Value {
    json!({"name": "params", "in": "query", "description": "a parameter file of the user's folder", "schema": {"type": "string"}})
}

fn deadline(allowed: &Deadline) -> Value {
    let about =
        "seconds for the whole work; what is found by then is the answer where there is something, else status 504";
    json!({"name": "deadline", "in": "query", "description": about,
           "schema": {"type": "number", "exclusiveMinimum": 0, "maximum": allowed.most.as_secs(),
                      "default": allowed.usual.as_secs()}})
}

fn errors() -> Value {
    json!({"$ref": "#/components/responses/Error"})
}

fn reference<T: JsonSchema>() -> Value {
    json!({"$ref": format!("{PLACE}{}", shapes::name::<T>())})
}

fn content(about: &str, shape: Value) -> Value {
    json!({"description": about, "content": {"application/json": {"schema": shape}}})
}

fn answer<T: JsonSchema>(about: &str) -> Value {
    content(about, reference::<T>())
}

fn get<T: JsonSchema>(id: &str, about: &str, parts: &[&str]) -> Value {
    let parameters: Vec<Value> = parts.iter().map(|part| path(part)).collect();
    json!({"get": {"operationId": id, "summary": about, "parameters": parameters,
                   "responses": {"200": answer::<T>(about), "default": errors()}}})
}

fn path(name: &str) -> Value {
    json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references<'a>(value: &'a Value, out: &mut Vec<&'a str>) {
        match value {
            Value::Object(map) => {
                out.extend(map.get("$ref").and_then(Value::as_str));
                map.values().for_each(|v| references(v, out));
            }
            Value::Array(list) => list.iter().for_each(|v| references(v, out)),
            _ => {}
        }
    }

    #[test]
    fn every_shape_named_is_described() {
        let document = build();
        let mut all = Vec::new();
        references(&document, &mut all);
        assert!(all.len() > 60, "{}", all.len());
        for place in all {
            let pointer = place.trim_start_matches('#');
            assert!(document.pointer(pointer).is_some(), "{place} leads nowhere");
        }
        let explained = &document["components"]["schemas"]["Explained"];
        let required = explained["required"].as_array().unwrap();
        for key in ["strings", "links", "groups", "families", "judgement", "candidates", "move"] {
            assert!(required.iter().any(|k| k == key), "{key}");
        }
        let request = &document["components"]["schemas"]["Read"];
        assert!(request["properties"]["sgf"].is_object() && request["properties"]["goal"].is_object(), "{request}");
    }
}
