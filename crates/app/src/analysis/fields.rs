//! Single fields of a query, each with its kind and range. A field that is there must be right: a client that misspells a number
//! shall hear of it and not wonder about the answer.

use gosedai_board::{Color, Move, Point, Size};
use serde_json::Value;

/// What is wrong with a query, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    pub field: &'static str,
    pub message: String,
}

pub fn fault(field: &'static str, message: impl ToString) -> Fault {
    Fault { field, message: message.to_string() }
}

/// The field, if the query has it; null is a value like any other.
pub fn given<'a>(query: &'a Value, field: &str) -> Option<&'a Value> {
    query.get(field)
}

pub fn flag(query: &Value, field: &'static str) -> Result<bool, Fault> {
    match given(query, field) {
        None => Ok(false),
        Some(value) => value.as_bool().ok_or_else(|| fault(field, format!("{field} must be true or false"))),
    }
}

pub fn whole(query: &Value, field: &'static str, least: i64, most: i64) -> Result<Option<i64>, Fault> {
    let Some(value) = given(query, field) else { return Ok(None) };
    let number = value.as_i64().filter(|number| (least..=most).contains(number));
    number.map(Some).ok_or_else(|| fault(field, format!("{field} must be a whole number from {least} to {most}")))
}

pub fn number(query: &Value, field: &'static str, least: f64, most: f64) -> Result<Option<f64>, Fault> {
    let Some(value) = given(query, field) else { return Ok(None) };
    let number = value.as_f64().filter(|number| (least..=most).contains(number));
    number.map(Some).ok_or_else(|| fault(field, format!("{field} must be a number from {least} to {most}")))
}

pub fn color(value: &Value, field: &'static str) -> Result<Color, Fault> {
    let color = value.as_str().and_then(|text| text.parse().ok());
    color.ok_or_else(|| fault(field, format!("{field} must be \"B\" or \"W\"")))
}

/// A move in GTP's notation, or `(x,y)` counted from the upper left corner.
pub fn location(text: &str, size: Size) -> Option<Move> {
    if let Some(pair) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let (x, y) = pair.split_once(',')?;
        let (x, y): (usize, usize) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        return (x < size.width() && y < size.height()).then(|| Move::Play(Point::new(x, size.height() - 1 - y)));
    }
    let mv: Move = text.parse().ok()?;
    mv.point().is_none_or(|point| size.contains(point)).then_some(mv)
}

/// A list of moves.
pub fn locations(value: &Value, field: &'static str, size: Size) -> Result<Vec<Move>, Fault> {
    let list = value.as_array().ok_or_else(|| fault(field, format!("{field} must be a list of points")))?;
    let parse = |item: &Value| {
        let mv = item.as_str().and_then(|text| location(text, size));
        mv.ok_or_else(|| fault(field, format!("{item} is not a point of the board")))
    };
    list.iter().map(parse).collect()
}

/// A list of `["B", "Q16"]`.
pub fn pairs(value: &Value, field: &'static str, size: Size) -> Result<Vec<(Color, Move)>, Fault> {
    let list = value.as_array().ok_or_else(|| fault(field, format!("{field} must be a list of [colour, point]")))?;
    let parse = |pair: &Value| -> Option<(Color, Move)> {
        let [color, mv] = pair.as_array()?.as_slice() else { return None };
        Some((color.as_str()?.parse().ok()?, location(mv.as_str()?, size)?))
    };
    list.iter()
        .map(|pair| parse(pair).ok_or_else(|| fault(field, format!("{pair} is not a colour and a point of the board"))))
        .collect()
}

/// A list of whole numbers.
pub fn wholes(value: &Value, field: &'static str) -> Result<Vec<i64>, Fault> {
    let list = value.as_array().and_then(|list| list.iter().map(Value::as_i64).collect::<Option<Vec<_>>>());
    list.ok_or_else(|| fault(field, format!("{field} must be a list of whole numbers")))
}
