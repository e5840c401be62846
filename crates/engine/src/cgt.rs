//! `cgt`: the calculator for combinatorial games.

use gosedai_cgt::svg::{thermograph_svg, tree_svg};
use gosedai_cgt::text::parse;
use gosedai_cgt::{Arena, Game, Rational, SumSearch, Thermograph};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Command, Context};

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Cgt {
    /// Expressions; several are summands of one sum.
    pub expressions: Vec<String>,
    /// Cool by this much first.
    #[serde(default)]
    pub cool: Option<String>,
    /// Compare the value with this one.
    #[serde(default)]
    pub compare: Option<String>,
    /// Include pictures in the answer.
    #[serde(default)]
    pub pictures: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CgtAnswer {
    /// Canonical form with braces and numbers only.
    pub canonical: String,
    /// Preferred short name.
    pub value: String,
    pub mean: String,
    pub mean_float: f64,
    pub temperature: String,
    pub temperature_float: f64,
    pub left_stop: String,
    pub right_stop: String,
    pub thermograph: Walls,
    pub outcome: String,
    /// For infinitesimals with an integer weight.
    pub atomic_weight: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Pictures>,
}

/// Corners `[t, value]` of the walls for t >= 0; constant above the last one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Walls {
    pub left: Vec<[String; 2]>,
    pub right: Vec<[String; 2]>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Comparison {
    pub with: String,
    /// `<`, `>`, `=` or `||` (confused).
    pub relation: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Pictures {
    pub thermograph: String,
    pub tree: String,
}

/// Summands beyond which the canonical form of a sum is not formed.
const MOST_SUMMANDS: usize = 12;

impl Walls {
    pub fn of(graph: &Thermograph) -> Self {
        let shown = graph.above(Rational::ZERO);
        let wall = |w: &[(Rational, Rational)]| w.iter().map(|c| [c.0.to_string(), c.1.to_string()]).collect();
        Walls { left: wall(&shown.left), right: wall(&shown.right) }
    }
}

impl Command for Cgt {
    const NAME: &'static str = "cgt";
    const ABOUT: &'static str =
        "calculator for combinatorial games: canonical form, mean, temperature, thermograph, outcome";
    type Response = CgtAnswer;

    fn run(self, _cx: &Context) -> Result<CgtAnswer, ApiError> {
        if self.expressions.is_empty() {
            return Err(ApiError::bad("expressions", "give at least one game expression, such as {6|{4|0}}"));
        }
        if self.expressions.len() > MOST_SUMMANDS {
            return Err(ApiError::bad("expressions", format!("at most {MOST_SUMMANDS} summands can be added")));
        }
        let arena = &mut Arena::new();
        let mut games = Vec::new();
        for text in &self.expressions {
            let g = parse(arena, text).map_err(|e| ApiError::bad("expressions", format!("'{text}': {e}")))?;
            games.push(self.cooled(arena, g)?);
        }
        let sum = arena.sum(&games);
        let mut search = SumSearch::new();
        let graph = arena.thermograph(sum);
        let value = arena.name(sum);
        let comparison = match &self.compare {
            None => None,
            Some(text) => {
                let other = parse(arena, text).map_err(|e| ApiError::bad("compare", format!("'{text}': {e}")))?;
                Some(Comparison { with: arena.name(other), relation: arena.relation(sum, other).to_string() })
            }
        };
        let pictures = self
            .pictures
            .then(|| Pictures { thermograph: thermograph_svg(&graph, &value), tree: tree_svg(arena, sum, 80) });
        Ok(CgtAnswer {
            canonical: arena.form(sum),
            mean: graph.mean.to_string(),
            mean_float: graph.mean.to_f64(),
            temperature: graph.temperature.to_string(),
            temperature_float: graph.temperature.to_f64(),
            left_stop: arena.left_stop(sum).to_string(),
            right_stop: arena.right_stop(sum).to_string(),
            thermograph: Walls::of(&graph),
            outcome: search.outcome(arena, &games).to_string(),
            atomic_weight: arena.atomic_weight(&games),
            comparison,
            pictures,
            value,
        })
    }
}

impl Cgt {
    fn cooled(&self, arena: &mut Arena, g: Game) -> Result<Game, ApiError> {
        let Some(text) = &self.cool else {
            return Ok(g);
        };
        let bad = || {
            ApiError::bad("cool", format!("'{text}' is no temperature: write a number from 0 to 1000 such as 2 or 3/2"))
        };
        let t = Rational::parse(text).filter(|t| *t >= Rational::ZERO && *t <= Rational::int(1000)).ok_or_else(bad)?;
        let t = t.to_dyadic().filter(|t| t.exponent() <= 16).ok_or_else(bad)?;
        Ok(arena.cool(g, t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(expressions: &[&str], cool: Option<&str>) -> Result<CgtAnswer, ApiError> {
        let request = Cgt {
            expressions: expressions.iter().map(|s| s.to_string()).collect(),
            cool: cool.map(str::to_string),
            ..Cgt::default()
        };
        request.run(&Context::default())
    }

    #[test]
    fn answers_with_the_keys_of_the_contract() {
        let answer = ask(&["{4|0}", "{6|{4|0}}", "-7"], Some("2")).unwrap();
        assert_eq!((answer.value.as_str(), answer.outcome.as_str()), ("-1^*", "R"));
        assert_eq!(answer.atomic_weight, Some(1));
        let json = serde_json::to_value(&answer).unwrap();
        for key in [
            "canonical",
            "value",
            "mean",
            "temperature",
            "left_stop",
            "right_stop",
            "thermograph",
            "outcome",
            "atomic_weight",
        ] {
            assert!(json.get(key).is_some(), "{key}");
        }
        assert!(ask(&["{4|"], None).is_err());
        assert!(ask(&["1"], Some("1/3")).is_err());
        assert!(ask(&[], None).is_err());
    }
}
