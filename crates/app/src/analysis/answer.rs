//! Answers in the form of KataGo's analysis engine, with `reasons` beside the numbers.

use gosedai_board::{Color, Move, Position};
use gosedai_engine::players::{Analysis, MoveInfo};
use gosedai_engine::{Context, catalogue};
use serde_json::{Map, Value, json};

use super::query::{Perspective, Query};

/// The answer to one turn of a query.
pub fn answer(query: &Query, turn: usize, position: &Position, analysis: &Analysis, during: bool) -> Value {
    let view = View { to_play: analysis.to_play, perspective: query.perspective };
    let mut moves: Vec<&MoveInfo> =
        analysis.moves.iter().filter(|info| query.shows(analysis.to_play, info.mv)).collect();
    moves.sort_by_key(|info| info.order);
    let searched = moves.iter().filter(|info| info.visits > 0).count().max(1);
    let infos: Vec<Value> = moves.iter().take(searched).map(|info| view.move_info(info)).collect();
    let mut root = Map::new();
    root.insert("visits".into(), analysis.visits.into());
    root.insert("winrate".into(), view.share(analysis.win_rate).into());
    if let Some(score) = analysis.score {
        view.put_score(&mut root, score);
    }
    root.insert("currentPlayer".into(), if analysis.to_play == Color::Black { "B" } else { "W" }.into());
    let mut answer = json!({
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": turn,
        "moveInfos": infos,
        "rootInfo": root,
    });
    if query.policy {
        answer["policy"] = policy(position, analysis);
    }
    if query.ownership
        && let Some(ownership) = &analysis.ownership
    {
        answer["ownership"] =
            by_rows(position, |index| json!(view.points(f64::from(ownership[index]))), ownership.len());
    }
    answer
}

struct View {
    to_play: Color,
    perspective: Perspective,
}

impl View {
    fn side(&self) -> Color {
        match self.perspective {
            Perspective::Black => Color::Black,
            Perspective::White => Color::White,
            Perspective::SideToMove => self.to_play,
        }
    }

    /// From a share of the side to move.
    fn share(&self, win_rate: f64) -> f64 {
        if self.side() == self.to_play { win_rate } else { 1.0 - win_rate }
    }

    /// From points for black.
    fn points(&self, black: f64) -> f64 {
        black * f64::from(self.side().sign())
    }

    fn put_score(&self, object: &mut Map<String, Value>, score: f64) {
        for name in ["scoreLead", "scoreMean", "scoreSelfplay"] {
            object.insert(name.into(), self.points(score).into());
        }
    }

    fn move_info(&self, info: &MoveInfo) -> Value {
        let spread = 1.96 * (info.win_rate * (1.0 - info.win_rate) / info.visits.max(1) as f64).sqrt();
        let pv: Vec<String> = match info.pv.is_empty() {
            true => vec![info.mv.to_string()],
            false => info.pv.iter().map(Move::to_string).collect(),
        };
        let mut object = Map::new();
        object.insert("move".into(), info.mv.to_string().into());
        object.insert("visits".into(), info.visits.into());
        object.insert("winrate".into(), self.share(info.win_rate).into());
        object.insert("lcb".into(), self.share((info.win_rate - spread).max(0.0)).into());
        object.insert("prior".into(), info.prior.into());
        object.insert("order".into(), info.order.into());
        if let Some(score) = info.score {
            self.put_score(&mut object, score);
        }
        object.insert("pv".into(), pv.into());
        Value::Object(object)
    }
}

/// Priors row by row from the upper left corner, −1 where play is illegal, the pass last.
fn policy(position: &Position, analysis: &Analysis) -> Value {
    let size = position.size();
    let mut values = vec![-1.0; size.area() + 1];
    for info in &analysis.moves {
        let index = match info.mv {
            Move::Pass => size.area(),
            Move::Play(point) => (size.height() - 1 - point.y()) * size.width() + point.x(),
        };
        values[index] = info.prior;
    }
    values.into()
}

/// Turns a list that counts from A1 into one from the upper left corner.
fn by_rows(position: &Position, value: impl Fn(usize) -> Value, length: usize) -> Value {
    let size = position.size();
    let mut values = Vec::with_capacity(size.area());
    for y in (0..size.height()).rev() {
        for x in 0..size.width() {
            let index = y * size.width() + x;
            values.push(if index < length { value(index) } else { Value::Null });
        }
    }
    Value::Array(values)
}

/// Adds to every move what the explanation of the position says about it.
pub fn add_reasons(answer: &mut Value, position: &Position, cx: &Context) {
    let Some(entry) = catalogue().into_iter().find(|entry| entry.name == "explain") else { return };
    let sgf = gosedai_records::replay::record_of(position).to_sgf();
    let Ok(report) = (entry.run)(json!({ "sgf": sgf }), cx) else { return };
    let Some(infos) = answer["moveInfos"].as_array_mut() else { return };
    for info in infos {
        let candidate = report["candidates"].as_array().into_iter().flatten().find(|c| c["move"] == info["move"]);
        if let Some(candidate) = candidate {
            info["reasons"] = candidate["reasons"].clone();
        }
    }
}
