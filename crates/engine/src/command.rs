//! What every command has in common, and the list of them.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{ApiError, Context};

/// A question with a typed answer. The request is the implementing type itself.
pub trait Command: DeserializeOwned + JsonSchema + Send + 'static {
    /// Name on the command line and in `/api/NAME`.
    const NAME: &'static str;
    /// One line for help pages.
    const ABOUT: &'static str;
    type Response: Serialize + JsonSchema + Send;

    fn run(self, cx: &Context) -> Result<Self::Response, ApiError>;
}

/// A command with its types erased: JSON in, JSON out.
#[derive(Clone, Copy)]
pub struct Entry {
    pub name: &'static str,
    pub about: &'static str,
    pub run: fn(Value, &Context) -> Result<Value, ApiError>,
    /// The shapes of request and answer, for descriptions and for the types of other languages.
    pub request: Shape,
    pub response: Shape,
}

/// Puts the shape of a type (and of those it is made of) into a generator.
pub type Shape = fn(&mut SchemaGenerator) -> Schema;

/// The row of a command in a catalogue; those who have more commands list them beside ours.
pub const fn entry<C: Command>() -> Entry {
    Entry { name: C::NAME, about: C::ABOUT, run: run_json::<C>, request: shape::<C>, response: shape::<C::Response> }
}

fn shape<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

fn run_json<C: Command>(request: Value, cx: &Context) -> Result<Value, ApiError> {
    let request: C = serde_json::from_value(request).map_err(|error| ApiError::BadRequest {
        field: None,
        message: format!("the request does not fit '{}': {error}", C::NAME),
    })?;
    serde_json::to_value(request.run(cx)?).map_err(ApiError::failed)
}

/// Every command that answers in JSON; one row each.
pub fn catalogue() -> Vec<Entry> {
    vec![
        entry::<crate::show::Show>(),
        entry::<crate::explain::Explain>(),
        entry::<crate::fuseki::Fuseki>(),
        entry::<crate::read::Read>(),
        entry::<crate::problem::AskProblem>(),
        entry::<crate::cgt::Cgt>(),
        entry::<crate::ko::Ko>(),
        entry::<crate::endgame::Endgame>(),
        entry::<crate::eyes::Eyes>(),
        entry::<crate::race::Race>(),
        entry::<crate::patterns::predict::PatternsPredict>(),
        entry::<crate::solve::Solve>(),
        entry::<crate::workbench::Replay>(),
        entry::<crate::workbench::GenMove>(),
        entry::<crate::workbench::Analyse>(),
        entry::<crate::workbench::Count>(),
        entry::<crate::workbench::Peep>(),
        entry::<crate::workbench::Ignored>(),
        entry::<crate::workbench::Compare>(),
        entry::<crate::workbench::Course>(),
        entry::<crate::workbench::ListParameters>(),
        entry::<crate::workbench::ReadKnowledge>(),
        entry::<crate::workbench::CheckKnowledge>(),
    ]
}
