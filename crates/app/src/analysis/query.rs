//! A query in the form of KataGo's analysis engine: one JSON object a line, with the whole game in it.

use gosedai_board::{Board, Color, Move, Point, Position, RuleSet, Size};
use gosedai_engine::numbers;
use serde_json::Value;

/// What is wrong with a query, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    pub field: &'static str,
    pub message: String,
}

fn fault(field: &'static str, message: impl ToString) -> Fault {
    Fault { field, message: message.to_string() }
}

/// Whose share the answers give.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Perspective {
    Black,
    White,
    SideToMove,
}

#[derive(Clone)]
pub struct Query {
    pub id: String,
    /// Positions to analyse, by the number of moves before them.
    pub turns: Vec<usize>,
    start: Position,
    moves: Vec<(Color, Move)>,
    pub max_visits: Option<u64>,
    pub max_seconds: Option<f64>,
    pub report_every: Option<f64>,
    pub ownership: bool,
    pub policy: bool,
    /// Ours: sentences from the explanation of the position.
    pub reasons: bool,
    pub priority: i64,
    pub perspective: Perspective,
    /// Moves left out of the answer, and the only ones let in if there is such a list.
    avoid: Vec<(Color, Move)>,
    allow: Option<Vec<(Color, Move)>>,
}

impl Query {
    pub fn parse(id: String, query: &Value) -> Result<Query, Fault> {
        let size =
            Size::new(side(query, "boardXSize")?, side(query, "boardYSize")?).map_err(|e| fault("boardXSize", e))?;
        let rules = match &query["rules"] {
            Value::String(name) => name.parse::<RuleSet>().map_err(|e| fault("rules", e))?,
            // Single switches: the nearest named set.
            Value::Object(switches) => match switches.get("scoring").and_then(Value::as_str) {
                Some("TERRITORY") => RuleSet::Japanese,
                _ => RuleSet::Chinese,
            },
            _ => return Err(fault("rules", "rules must be a name such as \"chinese\"")),
        };
        let komi = match &query["komi"] {
            Value::Null => rules.usual_komi(),
            komi => {
                let komi = komi.as_f64().ok_or_else(|| fault("komi", "komi must be a number"))? as f32;
                numbers::komi("komi", komi).map_err(|e| fault("komi", e))?
            }
        };
        let mut stones: Vec<(Point, Color)> = Vec::new();
        for (color, mv) in pairs(query, "initialStones", size)? {
            stones.extend(mv.point().map(|point| (point, color)));
        }
        let moves = pairs(query, "moves", size)?;
        let first = match query["initialPlayer"].as_str() {
            Some(text) => text.parse().map_err(|e| fault("initialPlayer", e))?,
            None => moves.first().map_or(Color::Black, |&(color, _)| color),
        };
        let board = Board::with_stones(size, stones).map_err(|e| fault("initialStones", e))?;
        let start = Position::from_board(board, first, rules.rules(), komi);
        let turns = match &query["analyzeTurns"] {
            Value::Null => vec![moves.len()],
            Value::Array(turns) => turns
                .iter()
                .map(|turn| turn.as_u64().map(|turn| turn as usize).filter(|&turn| turn <= moves.len()))
                .collect::<Option<Vec<_>>>()
                .ok_or_else(|| fault("analyzeTurns", "every turn must be a number of moves that were played"))?,
            _ => return Err(fault("analyzeTurns", "analyzeTurns must be a list of numbers")),
        };
        let overrides = &query["overrideSettings"];
        let perspective = match overrides["reportAnalysisWinratesAs"].as_str() {
            Some("WHITE") => Perspective::White,
            Some("SIDETOMOVE") => Perspective::SideToMove,
            _ => Perspective::Black,
        };
        let flag = |name: &str| query[name].as_bool().unwrap_or(false);
        let query = Query {
            id,
            turns,
            start,
            moves,
            max_visits: query["maxVisits"]
                .as_u64()
                .or_else(|| overrides["maxVisits"].as_u64())
                .filter(|&visits| visits > 0),
            max_seconds: seconds(overrides, "maxTime")?,
            report_every: seconds(query, "reportDuringSearchEvery")?,
            ownership: flag("includeOwnership"),
            policy: flag("includePolicy"),
            reasons: flag("includeReasons"),
            priority: query["priority"].as_i64().unwrap_or(0),
            perspective,
            avoid: restrictions(query, "avoidMoves")?.unwrap_or_default(),
            allow: restrictions(query, "allowMoves")?,
        };
        // An illegal move is told before the first turn is searched.
        query.position(query.moves.len())?;
        Ok(query)
    }

    /// May the answer speak of this move?
    pub fn shows(&self, color: Color, mv: Move) -> bool {
        !self.avoid.contains(&(color, mv)) && self.allow.as_ref().is_none_or(|allow| allow.contains(&(color, mv)))
    }

    /// The position after this many moves.
    pub fn position(&self, turn: usize) -> Result<Position, Fault> {
        let mut position = self.start.clone();
        for (number, &(color, mv)) in self.moves.iter().take(turn).enumerate() {
            position.play_as(color, mv).map_err(|error| fault("moves", format!("move {}: {error}", number + 1)))?;
        }
        if let Some(&(color, _)) = self.moves.get(turn) {
            position.set_to_play(color);
        }
        Ok(position)
    }
}

/// `[{"player": "B", "moves": ["C3", …], "untilDepth": 1}, …]`
fn restrictions(query: &Value, field: &'static str) -> Result<Option<Vec<(Color, Move)>>, Fault> {
    let list = match &query[field] {
        Value::Null => return Ok(None),
        list => list.as_array().ok_or_else(|| fault(field, format!("{field} must be a list")))?,
    };
    let mut found = Vec::new();
    for entry in list {
        let color: Option<Color> = entry["player"].as_str().and_then(|player| player.parse().ok());
        let color = color.ok_or_else(|| fault(field, "player must be B or W"))?;
        for mv in entry["moves"].as_array().into_iter().flatten() {
            let parsed: Option<Move> = mv.as_str().and_then(|mv| mv.parse().ok());
            found.push((color, parsed.ok_or_else(|| fault(field, format!("{mv} is not a move")))?));
        }
    }
    Ok(Some(found))
}

fn seconds(values: &Value, field: &'static str) -> Result<Option<f64>, Fault> {
    let value = match &values[field] {
        Value::Null => return Ok(None),
        value => value.as_f64().ok_or_else(|| fault(field, format!("{field} must be a number of seconds")))?,
    };
    numbers::seconds(field, value).map(Some).map_err(|e| fault(field, e))
}

fn side(query: &Value, field: &'static str) -> Result<usize, Fault> {
    query[field]
        .as_u64()
        .map(|side| side as usize)
        .ok_or_else(|| fault(field, format!("{field} must be a number from 1 to 25")))
}

/// A list of `["B", "Q16"]`.
fn pairs(query: &Value, field: &'static str, size: Size) -> Result<Vec<(Color, Move)>, Fault> {
    let list = match &query[field] {
        Value::Null => return Ok(Vec::new()),
        Value::Array(list) => list,
        _ => return Err(fault(field, format!("{field} must be a list of [colour, point]"))),
    };
    let parse = |pair: &Value| -> Option<(Color, Move)> {
        let color = pair.get(0)?.as_str()?.parse().ok()?;
        let mv: Move = pair.get(1)?.as_str()?.parse().ok()?;
        mv.point().is_none_or(|point| size.contains(point)).then_some((color, mv))
    };
    list.iter()
        .map(|pair| parse(pair).ok_or_else(|| fault(field, format!("{pair} is not a colour and a point of the board"))))
        .collect()
}
