//! What a request may hold: the fields of its type and no others, and no number beyond its share.
//!
//! The types themselves take part of their fields from others (`#[serde(flatten)]`), where serde cannot refuse what it does not
//! know; the shapes that describe the interface list them all.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gosedai_engine::ApiError;
use serde_json::{Map, Value};

use super::limits::NUMBERS;
use super::shapes::{self, PLACE, Shapes};

/// Refuses a request with a field that its command does not know, or with a number beyond what one asker may have.
pub fn check(command: &str, request: &Value) -> Result<(), ApiError> {
    static SHAPES: LazyLock<Shapes> = LazyLock::new(shapes::collect);
    let Some(shape) = SHAPES.commands.iter().find(|shape| shape.name == command) else { return Ok(()) };
    if let Some(unknown) = unknown(&SHAPES.named, &shape.request, request, "") {
        let known = unknown.known.join(", ");
        let message = format!("'{command}' has no field '{}': it knows {known}", unknown.field);
        return Err(ApiError::bad(&unknown.field, message));
    }
    within_share(request)
}

fn within_share(request: &Value) -> Result<(), ApiError> {
    match request {
        Value::Object(fields) => fields.iter().try_for_each(|(key, value)| {
            let most = NUMBERS.iter().find(|(name, _)| name == key).map(|(_, most)| *most);
            match (most, value.as_f64()) {
                (Some(most), Some(number)) if number > most => {
                    let message = format!("{key} must be a number up to {most} in a request, not {value}");
                    Err(ApiError::bad(key, message))
                }
                _ => within_share(value),
            }
        }),
        Value::Array(items) => items.iter().try_for_each(within_share),
        _ => Ok(()),
    }
}

struct Unknown {
    /// Where it stands, such as `player.sedonds`.
    field: String,
    known: Vec<String>,
}

type Named = BTreeMap<String, Value>;

fn resolved<'a>(named: &'a Named, shape: &'a Value) -> &'a Value {
    let place = shape.get("$ref").and_then(Value::as_str);
    place.and_then(|place| named.get(place.trim_start_matches(PLACE))).unwrap_or(shape)
}

fn alternatives(shape: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf"].into_iter().filter_map(|key| shape.get(key)).filter_map(Value::as_array).flatten()
}

fn unknown(named: &Named, shape: &Value, value: &Value, at: &str) -> Option<Unknown> {
    let shape = resolved(named, shape);
    match value {
        Value::Object(fields) => {
            let mut failed = None;
            let mut choices = alternatives(shape).map(|choice| resolved(named, choice)).filter(is_object).peekable();
            if choices.peek().is_none() {
                return fields_of(named, &[shape], fields, at);
            }
            for choice in choices {
                match fields_of(named, &[shape, choice], fields, at) {
                    None => return None,
                    wrong => failed = failed.or(wrong),
                }
            }
            failed
        }
        Value::Array(items) => {
            let shapes = std::iter::once(shape).chain(alternatives(shape).map(|choice| resolved(named, choice)));
            let item = shapes.filter_map(|shape| shape.get("items")).next()?;
            items.iter().enumerate().find_map(|(i, value)| unknown(named, item, value, &format!("{at}{i}.")))
        }
        _ => None,
    }
}

fn is_object(shape: &&Value) -> bool {
    shape.get("properties").is_some() || shape.get("additionalProperties").is_some()
}

/// Looks through the fields of an object that these shapes describe together.
fn fields_of(named: &Named, shapes: &[&Value], fields: &Map<String, Value>, at: &str) -> Option<Unknown> {
    let properties = || shapes.iter().filter_map(|shape| shape.get("properties")).filter_map(Value::as_object);
    let rest = shapes.iter().filter_map(|shape| shape.get("additionalProperties")).find(|rest| rest.is_object());
    let is_open = shapes.iter().any(|shape| shape.get("additionalProperties") == Some(&Value::Bool(true)));
    let is_object = shapes.iter().any(|shape| shape.get("type").is_some_and(|kind| kind == "object"));
    if is_open || !is_object && properties().next().is_none() {
        // anything goes
        return None;
    }
    fields.iter().find_map(|(key, value)| match (properties().find_map(|known| known.get(key)), rest) {
        (Some(shape), _) | (None, Some(shape)) => unknown(named, shape, value, &format!("{at}{key}.")),
        (None, None) => {
            let known = properties().flat_map(|known| known.keys().cloned()).collect();
            Some(Unknown { field: format!("{at}{key}"), known })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(command: &str, request: Value) -> Option<String> {
        match check(command, &request) {
            Ok(()) => None,
            Err(ApiError::BadRequest { field, message }) => {
                let field = field.unwrap();
                assert!(message.contains(field.rsplit('.').next().unwrap()), "{message}");
                Some(field)
            }
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn unknown_fields_are_named_wherever_they_stand() {
        assert_eq!(told("show", json!({"sgf": "(;)", "move": 3, "komi": 7.5, "overlay": null})), None);
        assert_eq!(told("show", json!({"sgf": "(;)", "mvoe": 3})), Some("mvoe".into()));
        let player = |player: Value| told("genmove", json!({"sgf": "(;)", "player": player}));
        assert_eq!(player(json!({"engine": "uct", "playouts": 3, "threads": 4})), None);
        assert_eq!(player(json!({"engine": "uct", "palyouts": 3})), Some("player.palyouts".into()));
        let games = |game: Value| told("review", json!({"games": [{"name": "a", "sgf": "(;)"}, game]}));
        assert_eq!(games(json!({"name": "b", "sgf": "(;)"})), None);
        assert_eq!(games(json!({"name": "b", "sfg": "(;)"})), Some("games.1.sfg".into()));
    }

    #[test]
    fn numbers_beyond_the_share_of_one_asker_are_refused_by_name() {
        for (key, most) in NUMBERS {
            assert!(within_share(&json!({"deep": [{*key: most}]})).is_ok());
            let told = within_share(&json!({"deep": [{*key: most * 2.0}]})).unwrap_err().to_string();
            assert!(told.starts_with(key) && told.contains(&format!("up to {most}")), "{told}");
        }
        assert_eq!(told("solve", json!({"board": "4x4", "memory": 100_000})), Some("memory".into()));
        assert_eq!(told("genmove", json!({"sgf": "(;)", "player": {"threads": 100_000}})), Some("threads".into()));
    }

    /// What the page and the tests send are fields of the types: a field that no shape lists would shut a door.
    #[test]
    fn every_command_describes_its_fields() {
        for shape in shapes::collect().commands {
            assert!(check(shape.name, &json!({})).is_ok());
            assert!(check(shape.name, &json!({"no such field": 1})).is_err(), "{}", shape.name);
        }
    }
}
