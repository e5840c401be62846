//! Every shape that crosses the interface, collected once: for the OpenAPI document and for the page's types.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::{answers, api};

/// Where the shapes lie in the OpenAPI document.
pub const PLACE: &str = "#/components/schemas/";

/// Named shapes, and for each command the names of its request and answer.
pub struct Shapes {
    pub named: BTreeMap<String, Value>,
    pub commands: Vec<CommandShape>,
}

pub struct CommandShape {
    pub name: &'static str,
    pub about: &'static str,
    pub request: Value,
    pub response: Value,
}

pub fn collect() -> Shapes {
    let settings =
        || SchemaSettings::draft2020_12().with(|s| s.definitions_path = PLACE.trim_start_matches('#').into());
    // what is sent may leave out what has a default; what is answered is always whole
    let mut requests = SchemaGenerator::new(settings().for_deserialize());
    let mut responses = SchemaGenerator::new(settings().for_serialize());
    let commands = api::offered()
        .map(|entry| CommandShape {
            name: entry.name,
            about: entry.about,
            request: (entry.request)(&mut requests).to_value(),
            response: (entry.response)(&mut responses).to_value(),
        })
        .collect();
    responses.subschema_for::<gosedai_engine::Progress>();
    responses.subschema_for::<answers::Listing>();
    responses.subschema_for::<answers::Engines>();
    responses.subschema_for::<answers::JobList>();
    responses.subschema_for::<answers::JobStarted>();
    responses.subschema_for::<answers::JobCancelled>();
    responses.subschema_for::<answers::FileList>();
    responses.subschema_for::<answers::FileWritten>();
    responses.subschema_for::<answers::FileRemoved>();
    responses.subschema_for::<answers::ErrorAnswer>();
    let mut named = BTreeMap::new();
    let (mut requests, responses) = (take(requests), take(responses));
    for (_, shape) in requests.iter_mut().filter(|(name, _)| !responses.contains_key(name.as_str())) {
        close(shape);
    }
    for (name, shape) in requests.into_iter().chain(responses) {
        named.insert(name, shape);
    }
    Shapes { named, commands }
}

/// A request holds what its shape lists and nothing else (`fields` refuses the rest).
fn close(shape: &mut Value) {
    if let Some(shape) = shape.as_object_mut().filter(|shape| shape.contains_key("properties")) {
        shape.entry("additionalProperties").or_insert(Value::Bool(false));
    }
}

fn take(mut generator: SchemaGenerator) -> Map<String, Value> {
    generator.take_definitions(true)
}

/// The name of a type's shape.
pub fn name<T: JsonSchema>() -> String {
    T::schema_name().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_means_one_shape() {
        let settings = || SchemaSettings::draft2020_12();
        let mut requests = SchemaGenerator::new(settings().for_deserialize());
        let mut responses = SchemaGenerator::new(settings().for_serialize());
        for entry in api::offered() {
            (entry.request)(&mut requests);
            (entry.response)(&mut responses);
        }
        let (requests, responses) = (take(requests), take(responses));
        for (name, shape) in &requests {
            assert!(responses.get(name).is_none_or(|other| other == shape), "{name} is two things");
            assert!(!name.ends_with(|c: char| c.is_ascii_digit()), "{name}: two types share a name");
        }
        assert!(responses.keys().all(|name| !name.ends_with(|c: char| c.is_ascii_digit())), "{:?}", responses.keys());
    }
}
