//! `fuseki`: opening evaluation by PON.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gosedai_board::Point;
use gosedai_knowledge::{Knowledge, OpeningBook, Params};
use gosedai_recognition::fuseki::{Fuseki as Evaluator, Method};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::explain::Reason;
use crate::{ApiError, Command, Context, GameInput, files};

/// A profile of ours by its name, or a file of this machine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    Paper,
    Default,
    #[serde(skip)]
    #[schemars(skip)]
    File(String),
}

impl Profile {
    /// As the command line names it.
    pub fn named(name: String) -> Profile {
        match name.as_str() {
            "paper" => Profile::Paper,
            "default" => Profile::Default,
            _ => Profile::File(name),
        }
    }

    fn name(&self) -> &str {
        match self {
            Profile::Paper => "paper",
            Profile::Default => "default",
            Profile::File(file) => file,
        }
    }
}

/// The opening evaluation of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Fuseki {
    #[serde(flatten)]
    pub game: GameInput,
    /// `paper`, `default`, or a file of parameters, which a request cannot name.
    #[serde(default)]
    pub profile: Option<Profile>,
    /// Only these moves, in GTP coordinates.
    #[serde(default)]
    pub candidates: Option<Vec<String>>,
    /// How many candidates to report (10 if absent).
    #[serde(default)]
    pub limit: Option<usize>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Neighbour {
    pub group: usize,
    pub distance: u8,
    pub friend: bool,
    /// What it adds to r (friend) or to s (enemy).
    pub strength: f64,
    /// Size lost to overlap.
    pub overlap: f64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpeningGroupReport {
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    pub stones: Vec<String>,
    #[serde(rename = "S")]
    pub size: f64,
    pub pon: f64,
    pub r: f64,
    pub s: f64,
    pub z: f64,
    /// The overlaps were larger than the size; z was lifted to 0.
    pub z_was_negative: bool,
    pub t: f64,
    pub neighbours: Vec<Neighbour>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpeningCandidate {
    #[serde(rename = "move")]
    pub mv: String,
    pub value: f64,
    pub parts: Vec<(String, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpeningReport {
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub profile: String,
    /// Expected territory of the side to move less the opponent's.
    pub value: f64,
    pub groups: Vec<OpeningGroupReport>,
    pub candidates: Vec<OpeningCandidate>,
}

/// A profile by name, or from a file over the default one; beside `x.toml` its continuations may lie as `x.book.txt`.
pub fn profile(name: Option<&Profile>, knowledge: &Arc<Knowledge>) -> Result<(Params, Arc<OpeningBook>), ApiError> {
    let book = knowledge.fuseki_book.clone();
    match name {
        None | Some(Profile::Default) => Ok((knowledge.fuseki_default.clone(), book)),
        Some(Profile::Paper) => Ok((knowledge.fuseki_paper.clone(), book)),
        Some(Profile::File(file)) => {
            let text = files::text(Path::new(file), files::MOST_TEXT).map_err(|error| {
                ApiError::bad("profile", format!("'{file}' is neither paper, default nor a readable file: {error}"))
            })?;
            let mut params = knowledge.fuseki_default.clone();
            let mut complaints = Vec::new();
            params.add(file, &text, &mut complaints);
            if let Some(complaint) = complaints.first() {
                return Err(ApiError::bad("profile", complaint));
            }
            let beside = book_beside(Path::new(file));
            match files::text(&beside, files::MOST_TEXT) {
                Ok(text) => {
                    let own = OpeningBook::parse(&text)
                        .map_err(|what| ApiError::bad("profile", format!("{}: {what}", beside.display())))?;
                    Ok((params, Arc::new(own)))
                }
                Err(_) => Ok((params, book)),
            }
        }
    }
}

/// Where the continuations of a profile file lie.
pub fn book_beside(profile: &Path) -> PathBuf {
    profile.with_extension("book.txt")
}

fn brief(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

impl Command for Fuseki {
    const NAME: &'static str = "fuseki";
    const ABOUT: &'static str = "opening evaluation by the possible omission number";
    type Response = OpeningReport;

    fn run(self, cx: &Context) -> Result<OpeningReport, ApiError> {
        let loaded = self.game.load()?;
        let position = &loaded.position;
        let knowledge = cx.knowledge()?;
        let (params, book) = profile(self.profile.as_ref(), &knowledge)?;
        let mut evaluator = Evaluator::with_book(knowledge.clone(), &params, book);
        let side = position.to_play();
        let opening = evaluator.evaluate(position.board(), side, side);
        let only: Option<Vec<Point>> = match &self.candidates {
            Some(names) => Some(
                names
                    .iter()
                    .map(|name| position.size().parse_point(name).map_err(|e| ApiError::bad("candidates", e)))
                    .collect::<Result<_, _>>()?,
            ),
            None => None,
        };
        let ranked = evaluator.rank(position, Method::Full, only.as_deref());
        let lexicon = knowledge.lexicon(cx.lang());
        let shown = if only.is_some() { usize::MAX } else { self.limit.unwrap_or(10) };
        let candidates = ranked
            .iter()
            .take(shown)
            .enumerate()
            .map(|(i, candidate)| OpeningCandidate {
                mv: candidate.point.to_string(),
                value: brief(candidate.value),
                parts: candidate.parts.iter().map(|part| (part.name.to_string(), brief(part.value))).collect(),
                // words for the first few; figures for all
                reason: (i < 5 || only.is_some()).then(|| Reason::new(&evaluator.why(position, candidate), lexicon)),
            })
            .collect();
        let groups = opening
            .groups
            .iter()
            .map(|group| OpeningGroupReport {
                color: group.shape.color.to_string(),
                stones: group.shape.stones.iter().map(|p| p.to_string()).collect(),
                size: brief(group.pon.size),
                pon: brief(group.pon.pon),
                r: brief(group.pon.r),
                s: brief(group.pon.s),
                z: brief(group.pon.z),
                z_was_negative: group.pon.z_was_negative,
                t: brief(group.pon.t),
                neighbours: group
                    .pon
                    .influences
                    .iter()
                    .map(|influence| Neighbour {
                        group: influence.group as usize,
                        distance: influence.distance,
                        friend: influence.friend,
                        strength: brief(influence.strength),
                        overlap: brief(influence.overlap),
                    })
                    .collect(),
            })
            .collect();
        Ok(OpeningReport {
            to_play: side.to_string(),
            profile: self.profile.as_ref().unwrap_or(&Profile::Default).name().to_string(),
            value: brief(opening.value),
            groups,
            candidates,
        })
    }
}
