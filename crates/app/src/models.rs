//! The networks in use, as KataGo lists its models.

use gosedai_engine::{Context, network};
use serde_json::{Value, json};

/// The network of the player, if it has one.
pub fn loaded(engine: &str, context: &Context) -> Value {
    if matches!(engine, "random" | "uct-plain") {
        return json!([]);
    }
    let Ok(net) = network::network(context) else { return json!([]) };
    let file = context.net_file.as_ref().map(|path| path.display().to_string());
    json!([{
        "name": file.unwrap_or_else(|| "built in".to_owned()),
        "internalName": net.about(),
        "maxBatchSize": 1,
        "usesHumanSLProfile": false,
        "version": 1,
        "usingFP16": "false",
    }])
}
