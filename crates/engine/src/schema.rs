//! Names shared by the shapes of requests and answers; the values themselves travel as plain text.

use schemars::JsonSchema;

/// How a colour is written.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum ColorName {
    Black,
    White,
}
