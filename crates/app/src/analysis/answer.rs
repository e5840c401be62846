//! Answers in the form of KataGo's analysis engine, with `reasons` beside the numbers.

use gosedai_board::{Color, Move, Position};
use gosedai_engine::players::{Analysis, MoveInfo};
use gosedai_engine::{Context, catalogue};
use serde_json::{Map, Value, json};

use super::hashes;
use super::query::{Includes, Query};
use super::settings::Perspective;

/// KataGo's sign for what a network does not tell.
const UNKNOWN: f64 = -1.0;

/// The answer to one turn of a query.
pub fn answer(query: &Query, turn: usize, position: &Position, analysis: &Analysis, during: bool) -> Value {
    let view = View { to_play: analysis.to_play, perspective: query.settings.perspective, position };
    let mut moves: Vec<&MoveInfo> = analysis.moves.iter().collect();
    moves.sort_by_key(|info| info.order);
    let searched = moves.iter().filter(|info| info.visits > 0).count().max(1);
    let include = &query.include;
    let infos: Vec<Value> = moves.iter().take(searched).map(|info| view.move_info(info, include, query.line)).collect();
    let mut answer = json!({
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": turn,
        "moveInfos": infos,
        "rootInfo": view.root_info(analysis),
    });
    if include.policy {
        answer["policy"] = policy(position, analysis);
    }
    if let Some(ownership) = analysis.ownership.as_ref().filter(|_| include.ownership) {
        answer["ownership"] = view.owners(ownership);
    }
    if let Some(stdev) = analysis.ownership_stdev.as_ref().filter(|_| include.ownership_stdev) {
        answer["ownershipStdev"] = view.rows(stdev, 1.0);
    }
    answer
}

struct View<'a> {
    to_play: Color,
    perspective: Perspective,
    position: &'a Position,
}

/// Eight digits after the point are more than any of the numbers is worth.
fn rounded(value: f64) -> Value {
    ((value * 1e8).round() / 1e8).into()
}

impl View<'_> {
    fn side(&self) -> Color {
        match self.perspective {
            Perspective::Black => Color::Black,
            Perspective::White => Color::White,
            Perspective::SideToMove => self.to_play,
        }
    }

    /// From a share of the side to move.
    fn share(&self, win_rate: f64) -> Value {
        rounded(if self.side() == self.to_play { win_rate } else { 1.0 - win_rate })
    }

    /// From a value of the side to move that is as good for one side as it is bad for the other.
    fn value(&self, utility: f64) -> Value {
        rounded(if self.side() == self.to_play { utility } else { -utility })
    }

    /// From points for black.
    fn points(&self, black: f64) -> Value {
        rounded(black * f64::from(self.side().sign()))
    }

    fn root_info(&self, analysis: &Analysis) -> Value {
        let mut root = Map::new();
        let mut put = |name: &str, value: Value| root.insert(name.to_owned(), value);
        put("visits", analysis.visits.into());
        put("weight", (analysis.visits as f64).into());
        put("winrate", self.share(analysis.win_rate));
        put("utility", self.value(analysis.utility));
        if let Some(score) = analysis.score {
            put("scoreLead", self.points(score));
            put("scoreSelfplay", self.points(score));
        }
        if let Some(stdev) = analysis.score_stdev {
            put("scoreStdev", rounded(stdev));
        }
        if let Some(first) = analysis.first_sight {
            put("rawWinrate", self.share(first.win_rate));
            put("rawLead", self.value(first.score));
            put("rawScoreSelfplay", self.value(first.score));
            put("rawScoreSelfplayStdev", rounded(first.score_stdev));
            put("rawNoResultProb", 0.0.into());
            for name in ["rawStWrError", "rawStScoreError", "rawVarTimeLeft"] {
                put(name, UNKNOWN.into());
            }
        }
        let (this, symmetric) = hashes::hashes(self.position);
        put("thisHash", this.into());
        put("symHash", symmetric.into());
        put("currentPlayer", if analysis.to_play == Color::Black { "B" } else { "W" }.into());
        Value::Object(root)
    }

    fn move_info(&self, info: &MoveInfo, include: &Includes, line: usize) -> Value {
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
        let weight: Value = (info.visits as f64).into();
        put("move", info.mv.to_string().into());
        put("visits", info.visits.into());
        put("edgeVisits", info.visits.into());
        put("weight", weight.clone());
        put("edgeWeight", weight.clone());
        put("playSelectionValue", weight);
        put("winrate", self.share(info.win_rate));
        put("lcb", self.share(info.lcb));
        put("utility", self.value(info.utility));
        put("utilityLcb", self.value(info.utility_lcb));
        put("prior", rounded(info.prior));
        put("order", info.order.into());
        if let Some(score) = info.score {
            for name in ["scoreLead", "scoreMean", "scoreSelfplay"] {
                put(name, self.points(score));
            }
        }
        if let Some(stdev) = info.score_stdev {
            put("scoreStdev", rounded(stdev));
        }
        if include.no_result {
            put("noResultValue", 0.0.into());
        }
        let pv: Vec<String> = match info.pv.is_empty() {
            true => vec![info.mv.to_string()],
            false => info.pv.iter().take(line.saturating_add(1)).map(Move::to_string).collect(),
        };
        if include.pv_visits {
            let mut visits = if info.pv_visits.is_empty() { vec![info.visits] } else { info.pv_visits.clone() };
            visits.resize(pv.len(), 0);
            put("pvVisits", visits.clone().into());
            put("pvEdgeVisits", visits.into());
        }
        put("pv", pv.into());
        if let Some(owners) = &info.owners {
            if include.moves_ownership {
                put("ownership", self.owners(&owners.mean));
            }
            if include.moves_ownership_stdev {
                put("ownershipStdev", self.rows(&owners.stdev, 1.0));
            }
        }
        Value::Object(object)
    }

    fn owners(&self, black: &[f32]) -> Value {
        self.rows(black, f64::from(self.side().sign()))
    }

    /// Turns a list that counts from A1 into one from the upper left corner.
    fn rows(&self, values: &[f32], sign: f64) -> Value {
        let size = self.position.size();
        let mut rows: Vec<Value> = Vec::with_capacity(size.area());
        for y in (0..size.height()).rev() {
            let row = (0..size.width()).map(|x| values.get(y * size.width() + x));
            rows.extend(row.map(|value| value.map_or(Value::Null, |&value| six_digits(f64::from(value) * sign))));
        }
        rows.into()
    }
}

fn six_digits(value: f64) -> Value {
    // a zero has no sign
    ((value * 1e6).round() / 1e6 + 0.0).into()
}

/// Priors row by row from the upper left corner, −1 where play is illegal, the pass last.
fn policy(position: &Position, analysis: &Analysis) -> Value {
    let size = position.size();
    let mut values = vec![json!(-1.0); size.area() + 1];
    let known = analysis.moves.iter().map(|info| (info.mv, info.prior));
    for (mv, prior) in known.chain(analysis.policy.iter().copied()) {
        let index = match mv {
            Move::Pass => size.area(),
            Move::Play(point) => (size.height() - 1 - point.y()) * size.width() + point.x(),
        };
        values[index] = rounded(prior);
    }
    values.into()
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
