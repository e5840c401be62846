//! A scale of strength: what players of known kinds lose, as the judges of reviews see it.

use toml::{Table, Value};

/// What a side loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Points a move.
    pub per_move: f64,
    /// Share of the moves that lost less than one.
    pub within_one: f64,
}

/// Players of a known kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    pub id: String,
    /// Where they stand on the scale.
    pub place: f64,
    /// As a strong engine sees them, and as the built-in network does.
    pub strong: Losses,
    pub network: Losses,
}

/// The scale.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthScale {
    /// Weakest first, two at least.
    pub anchors: Vec<Anchor>,
    /// How far one side of one game is usually from its kind, and how many moves it has.
    pub spread: f64,
    pub side_moves: f64,
    /// Of fewer moves nothing is said.
    pub least_moves: usize,
}

impl StrengthScale {
    /// Reads `spread`, `side_moves`, `least_moves` and the `[[anchor]]` tables.
    pub fn parse(text: &str) -> Result<StrengthScale, String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| e.message().to_string())?;
        let top = Value::Table(table);
        let anchors = top.get("anchor").and_then(Value::as_array).into_iter().flatten();
        let anchors = anchors.map(anchor).collect::<Result<Vec<_>, _>>()?;
        let rises = |pair: &[Anchor]| {
            let is_better = |a: Losses, b: Losses| a.per_move > b.per_move && a.within_one < b.within_one;
            let [weak, strong] = pair else { return false };
            weak.place < strong.place
                && is_better(weak.strong, strong.strong)
                && is_better(weak.network, strong.network)
        };
        if anchors.len() < 2 || !anchors.windows(2).all(rises) {
            return Err("there must be two [[anchor]] at least, each stronger than the one before".into());
        }
        Ok(StrengthScale {
            anchors,
            spread: positive(&top, "spread")?,
            side_moves: positive(&top, "side_moves")?,
            least_moves: positive(&top, "least_moves")? as usize,
        })
    }
}

fn number(table: &Value, key: &str) -> Result<f64, String> {
    let value = table.get(key);
    let found = value.and_then(|value| value.as_float().or_else(|| value.as_integer().map(|n| n as f64)));
    found.filter(|n| n.is_finite()).ok_or_else(|| format!("'{key}' must be a number"))
}

fn positive(table: &Value, key: &str) -> Result<f64, String> {
    number(table, key).and_then(|n| if n > 0.0 { Ok(n) } else { Err(format!("'{key}' must be more than 0")) })
}

fn losses(table: &Value, key: &str) -> Result<Losses, String> {
    let own = table.get(key).ok_or_else(|| format!("an anchor needs '{key}'"))?;
    let within_one = positive(own, "within")?;
    if within_one >= 1.0 {
        return Err("'within' is a share below 1".into());
    }
    Ok(Losses { per_move: positive(own, "loss")?, within_one })
}

fn anchor(table: &Value) -> Result<Anchor, String> {
    let id = table.get("id").and_then(Value::as_str).ok_or("an anchor needs an id")?;
    Ok(Anchor {
        id: id.to_string(),
        place: number(table, "place")?,
        strong: losses(table, "strong")?,
        network: losses(table, "network")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_scale_is_sound_and_others_are_told_what_is_wrong() {
        let text = include_str!("../../../knowledge/strength.toml");
        let scale = StrengthScale::parse(text).unwrap();
        assert_eq!((scale.anchors[0].id.as_str(), scale.anchors[1].place), ("gnugo", 100.0));
        for (from, to, told) in [
            ("place = 100", "place = 0", "stronger than the one before"),
            ("within = 0.848", "within = 1.5", "share below 1"),
            ("loss = 2.41", "loss = -1", "more than 0"),
            ("side_moves = 108", "", "'side_moves' must be a number"),
        ] {
            let error = StrengthScale::parse(&text.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
