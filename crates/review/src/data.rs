//! A reviewed game as plain data: what every rendering is made from.

use std::path::PathBuf;

use gosedai_explain::Lexicon;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::accuracy::{Accuracy, Phase};
use super::audience::Rank;
use super::chapters::Chapter;
use super::comment::{Comment, ReasonText};
use super::ko::KoStory;
use super::practice::{Kind, Practice};
use super::strength::Strength;
use super::summary::Summary;
use super::units::Unit;
use super::verdict::{Purpose, Verdict};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NamedGame {
    pub name: String,
    pub sgf: String,
}

/// A move of the game with everything found about it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MoveReview {
    pub number: usize,
    #[serde(rename = "move")]
    pub mv: String,
    #[schemars(with = "gosedai_engine::schema::ColorName")]
    pub color: String,
    pub phase: Phase,
    pub search_rank: usize,
    pub predicted_rank: usize,
    /// Probability that prediction gave the move.
    pub predicted_share: f64,
    pub score_before: f64,
    pub score_after: f64,
    pub loss: f64,
    /// For Black.
    pub win_rate_before: f64,
    pub win_rate_after: f64,
    /// Class by points lost.
    pub class: Verdict,
    /// `brilliant`, `good`, `good-bold`, `good-safe`; `blunder`, `mistake`, `inaccuracy`, `slack`; `ko-threat`, `natural`, `sound`.
    pub verdict: String,
    /// Good by the rule of the paper.
    pub good_by_paper: bool,
    pub purpose: Option<Purpose>,
    pub mistake: bool,
    /// A threat in a ko fight.
    #[serde(default)]
    pub ko_threat: bool,
    pub turning: bool,
    /// Who leads from here on, where the lead changes hands.
    #[schemars(with = "Option<gosedai_engine::schema::ColorName>")]
    pub leads: Option<String>,
    /// The mistake after which its side never came back.
    pub decisive: bool,
    /// Looked at for longer; only such moves are praised or blamed.
    pub confirmed: bool,
    /// The judge's best move.
    pub best: Option<String>,
    /// The line that begins with it; of every fault, whether it has a comment or not.
    #[serde(default)]
    pub line: Vec<String>,
    /// What the fault was about, where it was looked into.
    pub kind: Option<Kind>,
    /// The exchange, ko or standing point it belongs to: its place among the `units`, from 0.
    pub unit: Option<usize>,
    pub reasons: Vec<ReasonText>,
    pub comment: Option<Comment>,
}

impl MoveReview {
    /// The word for what kind of move it is.
    pub fn tag(&self, lexicon: &Lexicon) -> String {
        if let Some(purpose) = self.purpose.filter(|_| !self.mistake) {
            let name = match purpose {
                Purpose::Brilliant => "purpose.brilliant",
                Purpose::Bold => "purpose.bold",
                Purpose::Safe => "purpose.safe",
                Purpose::Good => "purpose.good",
            };
            return lexicon.term(name).to_string();
        }
        if self.ko_threat && !self.mistake {
            return lexicon.term("verdict.ko_threat").to_string();
        }
        if self.turning && !self.mistake {
            return lexicon.term("review.turning").to_string();
        }
        let name = match self.class {
            _ if self.decisive => "verdict.losing",
            _ if !self.mistake && self.class >= Verdict::Slack => "verdict.slack",
            Verdict::Excellent => "verdict.excellent",
            Verdict::Good => "verdict.good",
            Verdict::Slack => "verdict.slack",
            Verdict::Inaccuracy => "verdict.inaccuracy",
            Verdict::Mistake => "verdict.mistake",
            Verdict::Blunder => "verdict.blunder",
        };
        lexicon.term(name).to_string()
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GraphPoint {
    pub number: usize,
    /// For Black.
    pub score: f64,
    pub win_rate_black: f64,
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameReview {
    /// What makes two reviews the same: a finished one is not made again.
    pub key: String,
    /// By this the record and the report that belong to it are known; empty if they were not written.
    pub digest: String,
    pub title: String,
    /// With their ranks.
    pub black: String,
    pub white: String,
    /// Black's name and White's as the record writes them; empty where it does not.
    pub names: [String; 2],
    pub event: String,
    pub date: String,
    pub result: String,
    /// A player of ours, or the name that an engine gives itself.
    pub engine: String,
    /// The same in words, with its time a position.
    pub judge: String,
    /// Whom it was written for.
    #[serde(rename = "for")]
    pub reader: Rank,
    pub summary: String,
    pub caveat: String,
    pub lessons: Vec<String>,
    pub moves: Vec<MoveReview>,
    /// Numbers of moves.
    pub good_moves: Vec<usize>,
    pub good_moves_by_paper: Vec<usize>,
    pub mistakes: Vec<usize>,
    pub turning_points: Vec<usize>,
    /// Kos that were fought, each from its first capture to its last.
    pub kos: Vec<KoStory>,
    /// What belongs together and is judged as one: exchanges, kos, points that stand open.
    pub units: Vec<Unit>,
    /// The game told in order.
    pub story: Vec<Chapter>,
    /// What to practise, with problems out of this game.
    pub practice: Practice,
    /// How much each side lost, by phase.
    pub accuracy: Vec<Accuracy>,
    /// The same for the whole game as sentences.
    pub accuracy_lines: Vec<String>,
    /// How strong each side played, roughly; empty where nothing was measured to hold it against.
    pub strength: Vec<Strength>,
    pub graph: Vec<GraphPoint>,
    /// Claims of fact in the comments.
    pub claims: usize,
    /// False if the review was interrupted: the moves are those judged so far.
    pub complete: bool,
    pub files: Vec<PathBuf>,
    #[serde(skip)]
    pub sgf: String,
    #[serde(skip)]
    pub html: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reviewed {
    /// Those of the first game, for callers that review one.
    pub moves: Vec<MoveReview>,
    pub good_moves: Vec<usize>,
    pub mistakes: Vec<usize>,
    /// The annotated record and the report of the first game.
    pub sgf: String,
    pub html: String,
    pub games: Vec<GameReview>,
    /// What the games of one player have in common, where a player was named.
    pub summary: Option<Summary>,
    /// False if the review was interrupted.
    pub complete: bool,
}
