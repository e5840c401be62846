//! Queries that ask for something else than an analysis: each is echoed with what it asks for added.

use gosedai_engine::Context;
use serde_json::{Value, json};

use super::fields::{Fault, fault, wholes};
use super::{Shared, no_results};

const ACTIONS: &str = "query_version, query_models, clear_cache, terminate or terminate_all";

/// Does what is asked and answers.
pub fn act(shared: &Shared, engine: &str, context: &Context, action: &str, mut query: Value) -> Result<(), Fault> {
    match action {
        "query_version" => {
            query["version"] = env!("CARGO_PKG_VERSION").into();
            query["git_hash"] = "<omitted>".into();
        }
        "query_models" => query["models"] = crate::models::loaded(engine, context),
        "clear_cache" => shared.lock().clear = true,
        "terminate" | "terminate_all" => {
            let target = query["terminateId"].as_str().map(str::to_owned);
            if action == "terminate" && target.is_none() {
                return Err(fault("terminateId", "terminate needs the id of a query as terminateId"));
            }
            let turns = query.get("turnNumbers").map(|list| wholes(list, "turnNumbers")).transpose()?;
            let target = target.filter(|_| action == "terminate");
            terminate(shared, |id: &str, turn: usize| {
                target.as_deref().is_none_or(|target| target == id)
                    && turns.as_ref().is_none_or(|turns| turns.contains(&(turn as i64)))
            });
        }
        other => return Err(fault("action", format!("there is no action '{other}': write {ACTIONS}"))),
    }
    shared.write(&query);
    Ok(())
}

/// Stops the turn that is being searched and drops those that wait; each is told, so that nobody waits for it.
fn terminate(shared: &Shared, meant: impl Fn(&str, usize) -> bool) {
    let mut queue = shared.lock();
    let (gone, waiting): (Vec<_>, Vec<_>) = queue.waiting.drain(..).partition(|task| meant(&task.query.id, task.turn));
    queue.waiting = waiting;
    if let Some((id, turn, cancel)) = &queue.running
        && meant(id, *turn)
    {
        cancel.cancel();
    }
    drop(queue);
    for task in gone {
        no_results(shared, &task);
    }
}

/// What is said of a turn that will not be searched any more.
pub fn without_results(id: &str, turn: usize) -> Value {
    json!({ "id": id, "isDuringSearch": false, "turnNumber": turn, "noResults": true })
}
