//! External GTP engines: named and commanded by whoever started the program, chosen by name on the page.

use std::time::Duration;

use gosedai_board::{Color, Move};
use gosedai_engine::players::Limit;
use gosedai_engine::workbench::{Analyse, Ranking, ranking};
use gosedai_engine::{ApiError, Command, Context, Entry, GameInput};
use gosedai_review::{External, Review};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::matches::{client, words};

/// How a request names such an engine.
pub const PREFIX: &str = "external:";
const PATIENCE: Duration = Duration::from_secs(120);

/// The external engine that a request asks to play, to analyse or to judge a game.
pub fn asked_for(command: &str, request: &Value) -> Option<String> {
    let engine = match command {
        "genmove" | "analyse" => request.get("player")?.get("engine")?,
        "review" => request.get("engine")?,
        _ => return None,
    };
    engine.as_str()?.strip_prefix(PREFIX).map(str::to_string)
}

/// The command carried out by the engine of this name.
pub fn run(
    engines: &[(String, String)],
    name: &str,
    entry: Entry,
    request: Value,
    cx: &Context,
) -> Result<Value, ApiError> {
    let Some((_, command)) = engines.iter().find(|(known, _)| known == name) else {
        return Err(ApiError::bad("engine", format!("no external engine '{name}' was named when the program started")));
    };
    match entry.name {
        "review" => review(command, request, cx),
        "analyse" => analyse(command, request, cx),
        _ => genmove(command, name, request, cx),
    }
}

fn read<T: DeserializeOwned>(request: Value, command: &str) -> Result<T, ApiError> {
    serde_json::from_value(request).map_err(|e| ApiError::BadRequest {
        field: None,
        message: format!("the request does not fit '{command}': {e}"),
    })
}

fn answer(value: impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(value).map_err(|error| ApiError::failed(error.to_string()))
}

/// A game judged by the engine; one process of it, which may be large.
fn review(command: &str, mut request: Value, cx: &Context) -> Result<Value, ApiError> {
    if let Some(fields) = request.as_object_mut() {
        fields.remove("engine");
    }
    let mut review: Review = read(request, "review")?;
    review.external = Some(command.to_string().into());
    review.threads = review.threads.or(Some(1));
    answer(review.run(cx)?)
}

/// Seconds of each look at a position: soon a first opinion, then better ones, and never long deaf to a stop.
const LOOKS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 4.0, 4.0];

fn analyse(command: &str, request: Value, cx: &Context) -> Result<Value, ApiError> {
    let position = read::<Analyse>(request, "analyse")?.game.load()?.position;
    let mut engine = External::start(command)?;
    let mut last: Option<Ranking> = None;
    for (i, seconds) in LOOKS.iter().enumerate() {
        if cx.go_on().is_err() && last.is_some() {
            break;
        }
        cx.go_on()?;
        let found = ranking(&engine.analyse(&position, Limit { playouts: None, seconds: Some(*seconds) })?);
        // an engine that does not search says the same again
        let is_more = last.as_ref().is_none_or(|last| found.visits > last.visits);
        cx.report_partial(i as u64 + 1, LOOKS.len() as u64, String::new(), answer(&found)?);
        last = Some(found);
        if !is_more {
            break;
        }
    }
    answer(last)
}

/// One move by the engine: a fresh process, the game replayed, the answer as `genmove` gives it.
fn genmove(command: &str, name: &str, request: Value, cx: &Context) -> Result<Value, ApiError> {
    let words = words::split(command)
        .ok_or_else(|| ApiError::failed(format!("the command of the engine '{name}' cannot be read")))?;
    let game: GameInput = read(request, "genmove")?;
    let loaded = game.load()?;
    let position = &loaded.position;
    let size = position.size();
    if !size.is_square() {
        return Err(ApiError::failed("external engines play on square boards only"));
    }
    let failed = |error: client::ClientError| ApiError::failed(format!("{name}: {error}"));
    let mut engine = client::Client::start(&words, false, cx.cancel.clone()).map_err(failed)?;
    let mut ask = |text: String| -> Result<String, ApiError> {
        cx.go_on()?;
        engine.ask(&text, PATIENCE).map_err(failed)
    };
    ask(format!("boardsize {}", size.width()))?;
    ask("clear_board".into())?;
    ask(format!("komi {}", position.komi()))?;
    let start = GameInput { move_number: Some(0), ..game.clone() }.load()?.position;
    for (point, color) in start.board().stones() {
        ask(format!("play {color} {point}"))?;
    }
    for (color, mv) in position.moves() {
        ask(format!("play {color} {mv}"))?;
    }
    let color = position.to_play();
    let answer = ask(format!("genmove {color}"))?;
    let mv = answer.trim().to_lowercase();
    let is_known = mv == "resign" || legal(position, color, &answer);
    if !is_known {
        return Err(ApiError::failed(format!("{name} answered '{}', which is not a legal move", answer.trim())));
    }
    let shown = if matches!(mv.as_str(), "resign" | "pass") { mv } else { answer.trim().to_uppercase() };
    Ok(json!({"color": color.to_string(), "move": shown, "win_rate": null, "score": null, "reasons": [],
              "engine": format!("{PREFIX}{name}")}))
}

fn legal(position: &gosedai_board::Position, color: Color, answer: &str) -> bool {
    answer
        .trim()
        .parse::<Move>()
        .is_ok_and(|mv| mv.point().is_none_or(|p| position.size().contains(p)) && position.check(color, mv).is_ok())
}
