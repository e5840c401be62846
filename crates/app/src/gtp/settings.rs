//! Settings that can be changed in the middle of a conversation, by KataGo's names.

use gosedai_engine::{numbers, players};

use super::Session;

pub const NAMES: &[&str] = &["maxVisits", "maxPlayouts", "maxTime", "numSearchThreads", "ponderingEnabled"];

/// The value as text; no text means no limit.
pub fn get(session: &Session, name: &str) -> Result<String, String> {
    let options = &session.options;
    Ok(match name {
        "maxVisits" | "maxPlayouts" => options.playouts.map(|count| count.to_string()).unwrap_or_default(),
        "maxTime" => options.seconds.map(|seconds| seconds.to_string()).unwrap_or_default(),
        "numSearchThreads" => options.threads.to_string(),
        "ponderingEnabled" => session.ponders.to_string(),
        _ => return Err(unknown(name)),
    })
}

fn unknown(name: &str) -> String {
    format!("there is no setting '{name}': choose one of {}", NAMES.join(", "))
}

/// Checks and notes a value; [`apply`] makes it work.
pub fn set(session: &mut Session, name: &str, value: &str) -> Result<(), String> {
    let wrong = |what: &str| format!("{name} must be {what}, not '{value}'");
    let count = || value.parse::<u64>().ok().filter(|count| (1..=1 << 50).contains(count));
    match name {
        "maxVisits" | "maxPlayouts" if value.is_empty() => session.options.playouts = None,
        "maxVisits" | "maxPlayouts" => {
            session.options.playouts = Some(count().ok_or_else(|| wrong("a whole number from 1 on"))?);
        }
        "maxTime" if value.is_empty() => session.options.seconds = None,
        "maxTime" => {
            let seconds = value.parse().map_err(|_| wrong("a number of seconds"))?;
            session.options.seconds = Some(numbers::seconds(name, seconds).map_err(|error| error.to_string())?);
        }
        "numSearchThreads" => {
            let threads = count().filter(|&threads| threads <= 1024).ok_or_else(|| wrong("a number from 1 to 1024"))?;
            session.options.threads = threads as usize;
        }
        "ponderingEnabled" => session.ponders = value.parse().map_err(|_| wrong("true or false"))?,
        _ => return Err(unknown(name)),
    }
    Ok(())
}

/// Makes the player anew: how many threads it has is decided when it is made.
pub fn apply(session: &mut Session) -> Result<(), String> {
    session.player = players::create(&session.options, &session.context).map_err(|error| error.to_string())?;
    Ok(())
}
