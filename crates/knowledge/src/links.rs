//! Shapes of links: which points lie between two stones, where an enemy stone disturbs, on which lines they hold.

use toml::{Table, Value};

type Step = (i8, i8);

/// A link between two stones of one colour, drawn from (0, 0) to `to` with 0 ≤ y ≤ x; every turned form is meant too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkShape {
    pub id: String,
    pub to: Step,
    /// Points on the link: the blocking points for the enemy.
    pub between: Vec<Step>,
    /// Must all points between be empty (`true`), or is one enough, the others being enemy stones?
    pub all_open: bool,
    /// Points where an enemy stone peeps.
    pub near: Vec<Step>,
    /// Peeping stones the link bears without a move (when no reading is done).
    pub bears: u8,
    /// Lines of the lower of its two stones on which the link is seen at all.
    pub exists_on: [u8; 2],
    /// Lines, counted from the edge for the lower of its two stones, where the untouched link cannot be cut.
    pub holds_on: [u8; 2],
}

/// A link from a stone on `line` straight to the edge. Steps are (along the edge, line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeLinkShape {
    pub id: String,
    pub line: u8,
    pub near: Vec<Step>,
    pub bears: u8,
    pub holds: bool,
}

/// All shapes, shortest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkShapes {
    pub links: Vec<LinkShape>,
    pub edges: Vec<EdgeLinkShape>,
}

impl LinkShapes {
    /// Reads `[[link]]` and `[[edge]]` tables.
    pub fn parse(text: &str) -> Result<LinkShapes, String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| e.message().to_string())?;
        let entries = |key: &str| table.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let links = entries("link").iter().map(link).collect::<Result<Vec<_>, _>>()?;
        let edges = entries("edge").iter().map(edge).collect::<Result<Vec<_>, _>>()?;
        if links.is_empty() || links.len() > 32 || edges.len() > 8 {
            return Err("there must be 1 to 32 [[link]] and at most 8 [[edge]] shapes".into());
        }
        Ok(LinkShapes { links, edges })
    }
}

fn step(value: &Value) -> Result<Step, String> {
    let bad = || "a step is [across, up] with numbers from -6 to 6".to_string();
    let pair = value.as_array().ok_or_else(bad)?;
    let number =
        |i: usize| pair.get(i).and_then(Value::as_integer).filter(|n| n.abs() <= 6).map(|n| n as i8).ok_or_else(bad);
    Ok((number(0)?, number(1)?))
}

fn steps(table: &Value, key: &str) -> Result<Vec<Step>, String> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().map(step).collect()
}

fn id_of(table: &Value) -> Result<String, String> {
    table.get("id").and_then(Value::as_str).map(str::to_string).ok_or("a link shape needs an id".to_string())
}

fn count(table: &Value, key: &str) -> u8 {
    table.get(key).and_then(Value::as_integer).unwrap_or(0).clamp(0, 25) as u8
}

fn link(table: &Value) -> Result<LinkShape, String> {
    let id = id_of(table)?;
    let to = step(table.get("to").ok_or_else(|| format!("{id}: 'to' is missing"))?)?;
    if to.1 < 0 || to.1 > to.0 {
        return Err(format!("{id}: draw the link with 0 ≤ y ≤ x"));
    }
    let lines = |key: &str, usual: [u8; 2]| match table.get(key).and_then(Value::as_array).map(Vec::as_slice) {
        Some([low, high]) => [low, high].map(|line| line.as_integer().unwrap_or(0).clamp(0, 25) as u8),
        _ => usual,
    };
    Ok(LinkShape {
        to,
        between: steps(table, "between")?,
        all_open: table.get("open").and_then(Value::as_str) != Some("any"),
        near: steps(table, "near")?,
        bears: count(table, "bears"),
        exists_on: lines("exists_on", [1, 25]),
        holds_on: lines("holds_on", [0, 0]),
        id,
    })
}

fn edge(table: &Value) -> Result<EdgeLinkShape, String> {
    let id = id_of(table)?;
    let line = count(table, "line");
    if !(2..=5).contains(&line) {
        return Err(format!("{id}: the line of an edge link is from 2 to 5"));
    }
    let holds = table.get("holds").and_then(Value::as_bool).unwrap_or(false);
    Ok(EdgeLinkShape { line, near: steps(table, "near")?, bears: count(table, "bears"), holds, id })
}
