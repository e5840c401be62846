//! External GTP engines: named and commanded by whoever started the program, chosen by name on the page.

use std::time::Duration;

use gosedai_board::{Color, Move};
use gosedai_engine::{ApiError, Context, GameInput};
use serde_json::{Value, json};

use crate::matches::{client, words};

/// How a request names such an engine.
pub const PREFIX: &str = "external:";
const PATIENCE: Duration = Duration::from_secs(120);

/// The external engine a `genmove` request asks for.
pub fn asked_for(command: &str, request: &Value) -> Option<String> {
    let engine = request.get("player")?.get("engine")?.as_str()?;
    (command == "genmove").then(|| engine.strip_prefix(PREFIX).map(str::to_string)).flatten()
}

/// One move by the engine of this name: a fresh process, the game replayed, the answer as `genmove` gives it.
pub fn genmove(engines: &[(String, String)], name: &str, request: Value, cx: &Context) -> Result<Value, ApiError> {
    let Some((_, command)) = engines.iter().find(|(known, _)| known == name) else {
        return Err(ApiError::bad("engine", format!("no external engine '{name}' was named when the program started")));
    };
    let words = words::split(command)
        .ok_or_else(|| ApiError::failed(format!("the command of the engine '{name}' cannot be read")))?;
    let game: GameInput = serde_json::from_value(request).map_err(|e| ApiError::BadRequest {
        field: None,
        message: format!("the request does not fit 'genmove': {e}"),
    })?;
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
