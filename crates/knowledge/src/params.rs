//! Named parameters with range, unit, meaning and origin.
//!
//! A parameter is a table `[area.name]` with `value` (a number or a list of numbers), `range`, `unit`, `doc.en`,
//! `doc.ja` and `source`.

use crate::snapshot::Complaint;
use gosedai_explain::{Lang, Texts};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// One number, or the entries of a list.
    pub values: Vec<f64>,
    pub is_list: bool,
    pub range: [f64; 2],
    pub unit: String,
    pub doc: Texts,
    pub source: String,
    /// The file it was read from.
    pub file: String,
}

/// All parameters by their full name (`encirclement.order`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    table: BTreeMap<String, Param>,
}

impl Params {
    pub fn get(&self, key: &str) -> Option<&Param> {
        self.table.get(key)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Param)> {
        self.table.iter().map(|(key, param)| (key.as_str(), param))
    }

    /// The value of a parameter that the embedded files define.
    ///
    /// # Panics
    /// If there is none: a wrong name in the program, which the tests find. A user's file can neither remove a parameter nor
    /// make a list of a number.
    #[track_caller]
    pub fn number(&self, key: &str) -> f64 {
        match self.list(key) {
            [value] => *value,
            _ => panic!("the parameter '{key}' is a list"),
        }
    }

    /// The values of a list parameter; panics as `number` does.
    #[track_caller]
    pub fn list(&self, key: &str) -> &[f64] {
        match self.table.get(key) {
            Some(param) => &param.values,
            None => panic!("there is no parameter '{key}'"),
        }
    }

    /// Changes a value; refused outside its range.
    pub fn set(&mut self, key: &str, values: &[f64]) -> Result<(), Complaint> {
        let complain = |text: String| Complaint { file: "parameters".into(), what: text };
        let param = self.table.get_mut(key).ok_or_else(|| complain(format!("there is no parameter '{key}'")))?;
        check_values(values, param.range).map_err(|text| complain(format!("{key}: {text}")))?;
        if !param.is_list && values.len() != 1 {
            return Err(complain(format!("{key} is one number, not a list")));
        }
        param.values = values.to_vec();
        Ok(())
    }

    /// Reads one file over what is known: full definitions, or plain `area.name = value` overrides.
    pub fn add(&mut self, file: &str, text: &str, complaints: &mut Vec<Complaint>) {
        match text.parse::<Table>() {
            Ok(table) => self.walk(file, "", &table, complaints),
            Err(error) => complaints.push(Complaint { file: file.into(), what: error.message().to_string() }),
        }
    }

    fn walk(&mut self, file: &str, prefix: &str, table: &Table, complaints: &mut Vec<Complaint>) {
        for (name, value) in table {
            let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            match value {
                Value::Table(inner) if inner.contains_key("value") => match definition(file, inner) {
                    Ok(param) if self.table.get(&key).is_some_and(|old| old.is_list != param.is_list) => {
                        let what = format!("{key}: a number stays a number, and a list a list");
                        complaints.push(Complaint { file: file.into(), what });
                    }
                    Ok(param) => {
                        self.table.insert(key, param);
                    }
                    Err(what) => complaints.push(Complaint { file: file.into(), what: format!("{key}: {what}") }),
                },
                Value::Table(inner) => self.walk(file, &key, inner, complaints),
                other => {
                    let result =
                        numbers(other).map_err(|what| Complaint { file: file.into(), what: format!("{key}: {what}") });
                    if let Err(complaint) = result.and_then(|(values, _)| self.set(&key, &values)) {
                        complaints.push(Complaint { file: file.into(), what: complaint.what });
                    }
                }
            }
        }
    }
}

fn numbers(value: &Value) -> Result<(Vec<f64>, bool), String> {
    let one = |value: &Value| match value {
        Value::Integer(n) => Ok(*n as f64),
        Value::Float(x) if x.is_finite() => Ok(*x),
        _ => Err("a value must be a number or a list of numbers".to_string()),
    };
    match value {
        Value::Array(items) => Ok((items.iter().map(one).collect::<Result<_, _>>()?, true)),
        single => Ok((vec![one(single)?], false)),
    }
}

fn check_values(values: &[f64], [low, high]: [f64; 2]) -> Result<(), String> {
    match values.iter().find(|&&v| v < low || v > high) {
        Some(v) => Err(format!("{v} is outside {low} to {high}")),
        None => Ok(()),
    }
}

fn definition(file: &str, table: &Table) -> Result<Param, String> {
    let (values, is_list) = numbers(&table["value"])?;
    let range = match table.get("range").map(numbers) {
        Some(Ok((bounds, true))) if bounds.len() == 2 && bounds[0] <= bounds[1] => [bounds[0], bounds[1]],
        _ => return Err("range must be [lowest, highest]".into()),
    };
    check_values(&values, range)?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_string();
    let doc = |lang: Lang| table.get("doc")?.get(lang.code())?.as_str().map(str::to_string);
    Ok(Param {
        values,
        is_list,
        range,
        unit: text(table.get("unit")),
        doc: Texts::each(doc),
        source: text(table.get("source")),
        file: file.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_and_overrides() {
        let mut params = Params::default();
        let mut complaints = Vec::new();
        params.add("a", "[x.y]\nvalue = 4\nrange = [1, 6]\nunit = \"steps\"\ndoc.en = \"n\"\n", &mut complaints);
        params.add("b", "x.y = 5\nx.z = 1\n", &mut complaints);
        params.add("c", "[x]\ny = 9\n", &mut complaints);
        params.add("d", "[x.y]\nvalue = []\nrange = [1, 6]\n", &mut complaints);
        assert_eq!(params.number("x.y"), 5.0);
        let texts: Vec<&str> = complaints.iter().map(|c| c.what.as_str()).collect();
        assert_eq!(
            texts,
            [
                "there is no parameter 'x.z'",
                "x.y: 9 is outside 1 to 6",
                "x.y: a number stays a number, and a list a list"
            ]
        );
    }

    #[test]
    #[should_panic(expected = "there is no parameter 'x.y'")]
    fn a_missing_parameter_is_no_zero() {
        Params::default().number("x.y");
    }
}
