//! `cgt`: the calculator for combinatorial games.

use gosedai_cgt::hackenbush::Picture;
use gosedai_cgt::svg::{thermograph_svg, tree_svg};
use gosedai_cgt::text::parse;
use gosedai_cgt::{Arena, Dyadic, Game, Rational, SumSearch, Thermograph};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Command, Context, games};

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Cgt {
    /// Expressions; several are summands of one sum.
    pub expressions: Vec<String>,
    /// Hackenbush pictures, summands as well: stalks (`brr g`) or edges (`0-1b 1-2r`).
    #[serde(default)]
    pub hackenbush: Vec<String>,
    /// Cool by this much first.
    #[serde(default)]
    pub cool: Option<String>,
    /// Then warm (integers stay, other moves are paid so much).
    #[serde(default)]
    pub warm: Option<String>,
    /// Then heat (all numbers stay).
    #[serde(default)]
    pub heat: Option<String>,
    /// Tell what a first move in each summand leads to.
    #[serde(default)]
    pub play: bool,
    /// Compare the value with this one.
    #[serde(default)]
    pub compare: Option<String>,
    /// Include pictures in the answer.
    #[serde(default)]
    pub pictures: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CgtAnswer {
    /// Canonical form with braces and numbers only; how long it would be where it is longer than a million characters.
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
    pub play: Option<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Pictures>,
}

/// Per summand the score reached by beginning there; null where the player has no sensible move (a number).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Play {
    pub left_first: Vec<Option<String>>,
    pub right_first: Vec<Option<String>>,
    /// Indices of the best summands.
    pub best_left: Vec<usize>,
    pub best_right: Vec<usize>,
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

const MOST_SUMMANDS: usize = 40;
/// Characters of a canonical form or a name that is still written out.
const LONGEST: u64 = 1_000_000;

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

    fn run(self, cx: &Context) -> Result<CgtAnswer, ApiError> {
        games::until_asked_to_stop(cx, "expressions", |mut arena| self.calculate(&mut arena, cx))?
    }
}

impl Cgt {
    fn calculate(&self, arena: &mut Arena, cx: &Context) -> Result<CgtAnswer, ApiError> {
        let count = self.expressions.len() + self.hackenbush.len();
        if count == 0 {
            return Err(ApiError::bad("expressions", "give at least one game expression, such as {6|{4|0}}"));
        }
        if count > MOST_SUMMANDS {
            return Err(ApiError::bad("expressions", format!("at most {MOST_SUMMANDS} summands can be added")));
        }
        let mut games = Vec::new();
        for text in &self.expressions {
            let g = parse(arena, text).map_err(|e| ApiError::bad("expressions", format!("'{text}': {e}")))?;
            games.push(self.tempered(arena, g)?);
            cx.report(games.len() as u64, count as u64, "summands");
        }
        for text in &self.hackenbush {
            let picture = Picture::parse(text).and_then(|p| p.value(arena));
            let g = picture.map_err(|e| ApiError::bad("hackenbush", format!("'{text}': {e}")))?;
            games.push(self.tempered(arena, g)?);
        }
        let sum = arena.sum(&games);
        let mut search = SumSearch::new();
        let graph = arena.thermograph(sum);
        let length = arena.form_length(sum);
        let (canonical, value) = match length {
            0..=LONGEST => (arena.form(sum), arena.name(sum)),
            _ => {
                (format!("({length} characters)"), games.iter().map(|&g| arena.name(g)).collect::<Vec<_>>().join(" + "))
            }
        };
        let play = self.play.then(|| Play::of(arena, &mut search, &games));
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
            canonical,
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
            play,
            pictures,
            value,
        })
    }
}

impl Cgt {
    /// Cooled, warmed and heated as asked.
    fn tempered(&self, arena: &mut Arena, g: Game) -> Result<Game, ApiError> {
        let mut g = g;
        type Change = fn(&mut Arena, Game, Dyadic) -> Game;
        let changes: [(&str, &Option<String>, Change); 3] =
            [("cool", &self.cool, Arena::cool), ("warm", &self.warm, Arena::warm), ("heat", &self.heat, Arena::heat)];
        for (field, text, change) in changes {
            if let Some(text) = text {
                g = change(arena, g, degrees(field, text)?);
            }
        }
        Ok(g)
    }
}

fn degrees(field: &str, text: &str) -> Result<Dyadic, ApiError> {
    let bad =
        || ApiError::bad(field, format!("'{text}' is no temperature: write a number from 0 to 1000 such as 2 or 3/2"));
    let t = Rational::parse(text).filter(|t| *t >= Rational::ZERO && *t <= Rational::int(1000)).ok_or_else(bad)?;
    t.to_dyadic().filter(|t| t.exponent() <= 16).ok_or_else(bad)
}

impl Play {
    fn of(arena: &mut Arena, search: &mut SumSearch, games: &[Game]) -> Self {
        let mut side = |left: bool| {
            let scores = search.scores_by_summand(arena, games, left);
            let reached = scores.iter().flatten().copied();
            let best = if left { reached.max() } else { reached.min() };
            let at: Vec<usize> = (0..scores.len()).filter(|&i| scores[i].is_some() && scores[i] == best).collect();
            (scores.into_iter().map(|s| s.map(|s| s.to_string())).collect(), at)
        };
        let ((left_first, best_left), (right_first, best_right)) = (side(true), side(false));
        Play { left_first, right_first, best_left, best_right }
    }
}

#[cfg(test)]
mod tests;
