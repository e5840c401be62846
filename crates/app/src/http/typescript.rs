//! The shapes of the interface as TypeScript, so that the page and the server cannot disagree.
//!
//! The text lies in `web/src/api/generated.ts`; a test holds it current. After a change of a request or an answer run
//! `GOSEDAI_WRITE_TYPES=1 cargo test --release -p gosedai-app typescript` and look at the difference.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use super::shapes::{self, PLACE, Shapes};

/// The types for whoever writes a page or a script of their own.
pub async fn document() -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], render(&shapes::collect())).into_response()
}

pub fn render(shapes: &Shapes) -> String {
    let mut text = String::from(
        "/** Written from the server's types (crates/app/src/http/typescript.rs): do not edit, a test compares it. */\n",
    );
    for (name, shape) in &shapes.named {
        text.push('\n');
        comment(shape, "", &mut text);
        match shape.get("properties") {
            Some(Value::Object(properties)) if shape.get("oneOf").is_none() => {
                text.push_str(&format!("export interface {name} {}\n", object(properties, shape, "")));
            }
            _ => text.push_str(&format!("export type {name} = {};\n", of(shape, ""))),
        }
    }
    text.push_str("\n/** Request and answer of every command. */\nexport interface Commands {\n");
    for command in &shapes.commands {
        text.push_str(&format!(
            "  /** {} */\n  '{}': {{ request: {}; response: {} }};\n",
            command.about,
            command.name,
            of(&command.request, "  "),
            of(&command.response, "  ")
        ));
    }
    text.push_str("}\n");
    text
}

fn comment(shape: &Value, indent: &str, text: &mut String) {
    if let Some(about) = shape.get("description").and_then(Value::as_str) {
        text.push_str(&format!("{indent}/** {} */\n", about.replace('\n', " ").replace("*/", "* /")));
    }
}

fn object(properties: &Map<String, Value>, shape: &Value, indent: &str) -> String {
    let required: Vec<&str> =
        shape.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    for (key, property) in properties {
        comment(property, &inner, &mut text);
        let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let key_text = if plain { key.clone() } else { format!("'{key}'") };
        let mark = if required.contains(&key.as_str()) { "" } else { "?" };
        text.push_str(&format!("{inner}{key_text}{mark}: {};\n", of(property, &inner)));
    }
    text.push_str(indent);
    text.push('}');
    text
}

/// The TypeScript of a shape.
fn of(shape: &Value, indent: &str) -> String {
    let Some(shape) = shape.as_object() else { return "unknown".into() };
    if let Some(place) = shape.get("$ref").and_then(Value::as_str) {
        return place.trim_start_matches(PLACE).into();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(list) = shape.get(key).and_then(Value::as_array) {
            return union(list.iter().map(|part| of(part, indent)));
        }
    }
    if let Some(list) = shape.get("allOf").and_then(Value::as_array) {
        return list.iter().map(|part| of(part, indent)).collect::<Vec<_>>().join(" & ");
    }
    if let Some(list) = shape.get("enum").and_then(Value::as_array) {
        return union(list.iter().map(literal));
    }
    if let Some(value) = shape.get("const") {
        return literal(value);
    }
    match shape.get("type") {
        Some(Value::String(name)) => simple(name, shape, indent),
        Some(Value::Array(names)) => {
            union(names.iter().filter_map(Value::as_str).map(|name| simple(name, shape, indent)))
        }
        _ => "unknown".into(),
    }
}

fn literal(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"))
}

fn union(parts: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for part in parts {
        if !all.contains(&part) {
            all.push(part);
        }
    }
    all.join(" | ")
}

fn simple(name: &str, shape: &Map<String, Value>, indent: &str) -> String {
    match name {
        "integer" | "number" => "number".into(),
        "array" => match (shape.get("prefixItems").and_then(Value::as_array), shape.get("items")) {
            (Some(parts), _) => {
                format!("[{}]", parts.iter().map(|part| of(part, indent)).collect::<Vec<_>>().join(", "))
            }
            (None, Some(item)) => list(item, shape, indent),
            (None, None) => "unknown[]".into(),
        },
        "object" => match shape.get("properties").and_then(Value::as_object) {
            Some(properties) => object(properties, &Value::Object(shape.clone()), indent),
            None => match shape.get("additionalProperties") {
                Some(value) => format!("Record<string, {}>", of(value, indent)),
                None => "Record<string, unknown>".into(),
            },
        },
        other => other.into(),
    }
}

/// A list, or a short tuple where the length is fixed.
fn list(item: &Value, shape: &Map<String, Value>, indent: &str) -> String {
    let one = of(item, indent);
    let bound = |key: &str| shape.get(key).and_then(Value::as_u64);
    match (bound("minItems"), bound("maxItems")) {
        (Some(low), Some(high)) if low == high && (1..=8).contains(&low) => {
            format!("[{}]", vec![one; low as usize].join(", "))
        }
        _ if one.contains(' ') && !one.starts_with('{') || one.contains(" | ") => format!("({one})[]"),
        _ => format!("{one}[]"),
    }
}

#[cfg(test)]
mod tests {
    use super::shapes;

    #[test]
    fn the_types_of_the_page_are_current() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/generated.ts");
        let fresh = super::render(&shapes::collect());
        if std::env::var_os("GOSEDAI_WRITE_TYPES").is_some() {
            std::fs::write(&file, &fresh).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        let differs = kept.lines().zip(fresh.lines()).position(|(a, b)| a != b);
        assert!(
            kept == fresh,
            "web/src/api/generated.ts is not what the server answers (line {}): run \
             GOSEDAI_WRITE_TYPES=1 cargo test --release -p gosedai-app typescript",
            differs.map_or(kept.lines().count().min(fresh.lines().count()), |at| at) + 1
        );
    }

    #[test]
    fn shapes_become_types() {
        let of = |text: &str| super::of(&serde_json::from_str(text).unwrap(), "");
        assert_eq!(of(r#"{"type": ["string", "null"]}"#), "string | null");
        assert_eq!(of(r#"{"type": "array", "items": {"type": ["string", "null"]}}"#), "(string | null)[]");
        assert_eq!(
            of(r#"{"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}"#),
            "[number, number]"
        );
        assert_eq!(of(r##"{"anyOf": [{"$ref": "#/components/schemas/Walls"}, {"type": "null"}]}"##), "Walls | null");
        assert_eq!(of(r#"{"enum": ["black", "white"]}"#), "'black' | 'white'");
        assert_eq!(of("true"), "unknown");
    }
}
