//! `ko`: what the named kos are worth under each model of who has the threats.

use gosedai_cgt::ko::{KoClass, KoError, KoModel, approach_ko, classify, simple_ko_between, two_stage_ko_in};
use gosedai_cgt::svg::thermograph_svg;
use gosedai_cgt::text::parse;
use gosedai_cgt::{Arena, Rational, Thermograph};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cgt::Walls;
use crate::{ApiError, Command, Context, games};

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Ko {
    /// `simple`, `two-stage` or `approach`.
    pub kind: String,
    /// Moves Black must make before he can win an approach ko, 1 to 8.
    #[serde(default)]
    pub approach: Option<u32>,
    /// The result if Black wins the ko: a number, or for a simple ko any game (`{9|7}`: a move is left there).
    pub black_wins: String,
    /// The result if White does, likewise.
    pub white_wins: String,
    /// Include pictures in the answer.
    #[serde(default)]
    pub pictures: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KoAnswer {
    pub kind: String,
    pub swing: String,
    /// Each position of the ko.
    pub positions: Vec<KoPosition>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KoPosition {
    /// `Kb` (Black took last), `Ka` (White took last); `B`, `K`, `E` of a two-stage ko.
    pub name: String,
    /// `placid` (the same whoever is komaster), `active` (the temperature differs) or `hyperactive` (the mean differs).
    pub class: &'static str,
    pub models: Vec<KoUnder>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KoUnder {
    /// `nte`, `komaster-black` or `komaster-white`.
    pub model: &'static str,
    pub mean: String,
    /// What one move gains.
    pub temperature: String,
    /// The same as a share of the swing: 1/3, 1/4, 1/5, 1/8, 1/13 …
    pub share: String,
    pub thermograph: Walls,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

const MODELS: [(KoModel, &str); 3] =
    [(KoModel::Neutral, "nte"), (KoModel::BlackKomaster, "komaster-black"), (KoModel::WhiteKomaster, "komaster-white")];

impl Command for Ko {
    const NAME: &'static str = "ko";
    const ABOUT: &'static str = "worth of simple, two-stage and approach kos under each model of ko threats";
    type Response = KoAnswer;

    fn run(self, cx: &Context) -> Result<KoAnswer, ApiError> {
        let is_small = |x: &Rational| *x >= Rational::int(-100_000) && *x <= Rational::int(100_000);
        let wins = [self.black_wins.as_str(), self.white_wins.as_str()];
        if self.kind == "simple" && wins.iter().any(|text| Rational::parse(text).is_none()) && self.approach.is_none() {
            return self.between_games(cx);
        }
        let number = |field: &str, text: &str| {
            Rational::parse(text).filter(is_small).ok_or_else(|| {
                ApiError::bad(
                    field,
                    format!("'{text}' is no number: write points such as 12 or 3/2, or {{9|7}} in a simple ko"),
                )
            })
        };
        let (c, f) = (number("black_wins", &self.black_wins)?, number("white_wins", &self.white_wins)?);
        let approach = match (self.kind.as_str(), self.approach) {
            ("simple" | "two-stage", None) => 0,
            ("approach", Some(n)) if n > 0 => n,
            ("approach", _) => {
                return Err(ApiError::bad("approach", "say how many approach moves Black needs, 1 to 8"));
            }
            ("simple" | "two-stage", Some(_)) => {
                return Err(ApiError::bad("approach", "only an approach ko has approach moves"));
            }
            (other, _) => {
                return Err(ApiError::bad("kind", format!("'{other}' is no ko: write simple, two-stage or approach")));
            }
        };
        let names: &[&str] = if self.kind == "two-stage" { &["B", "K", "E"] } else { &["Kb", "Ka"] };
        let solve = |model: KoModel| -> Result<Vec<Thermograph>, KoError> {
            Ok(match self.kind.as_str() {
                "two-stage" => two_stage_ko_in(c, f, model)?.to_vec(),
                _ => {
                    let pair = approach_ko(approach, c, f, model)?;
                    vec![pair.black_took, pair.white_took]
                }
            })
        };
        let mut graphs = Vec::new();
        for (model, _) in MODELS {
            graphs.push(solve(model).map_err(|e| ApiError::bad("black_wins", e))?);
        }
        Ok(self.answer(names, &graphs, c - f))
    }
}

impl Ko {
    /// A simple ko with games at its ends.
    fn between_games(self, cx: &Context) -> Result<KoAnswer, ApiError> {
        let fields = [("black_wins", &self.black_wins), ("white_wins", &self.white_wins)];
        let found = games::until_asked_to_stop(cx, "black_wins", |mut arena| {
            let mut ends = [Arena::ZERO; 2];
            for (end, (field, text)) in ends.iter_mut().zip(fields) {
                *end = parse(&mut arena, text).map_err(|error| ApiError::bad(field, error))?;
            }
            let mut graphs = Vec::new();
            for (model, _) in MODELS {
                let pair = simple_ko_between(&mut arena, ends[0], ends[1], model);
                let pair = pair.map_err(|error| ApiError::bad("black_wins", error))?;
                graphs.push(vec![pair.black_took, pair.white_took]);
            }
            let [won, lost] = ends.map(|end| arena.thermograph(end).mean);
            Ok::<_, ApiError>((graphs, won - lost))
        })?;
        let (graphs, swing) = found?;
        Ok(self.answer(&["Kb", "Ka"], &graphs, swing))
    }

    /// From the thermographs of each position under each model.
    fn answer(self, names: &[&str], graphs: &[Vec<Thermograph>], swing: Rational) -> KoAnswer {
        let positions = names.iter().enumerate().map(|(i, name)| KoPosition {
            name: name.to_string(),
            class: match classify(&graphs[1][i], &graphs[2][i]) {
                KoClass::Placid => "placid",
                KoClass::Active => "active",
                KoClass::Hyperactive => "hyperactive",
            },
            models: (0..MODELS.len()).map(|m| under(MODELS[m].1, name, &graphs[m][i], swing, self.pictures)).collect(),
        });
        KoAnswer { positions: positions.collect(), swing: swing.to_string(), kind: self.kind }
    }
}

fn under(model: &'static str, name: &str, graph: &Thermograph, swing: Rational, pictures: bool) -> KoUnder {
    KoUnder {
        model,
        mean: graph.mean.to_string(),
        temperature: graph.temperature.to_string(),
        share: (graph.temperature / swing).to_string(),
        thermograph: Walls::of(graph),
        picture: pictures.then(|| thermograph_svg(graph, &format!("{name}, {model}"))),
    }
}

#[cfg(test)]
mod tests;
