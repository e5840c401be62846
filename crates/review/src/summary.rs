//! What the games of one player have in common: which faults come again, how much is lost in each phase, and whether that
//! changes with time.

mod page;
mod players;
mod plots;
mod table;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gosedai_board::Color;
use gosedai_engine::ApiError;
use gosedai_engine::keep::{self, Kind as FileKind};
use gosedai_explain::Lexicon;
use gosedai_knowledge::strength::StrengthScale;
use schemars::JsonSchema;
use serde::Serialize;

use super::GameReview;
use super::accuracy::{self, Accuracy, Phase};
use super::data::MoveReview;
use super::practice::Kind;
use super::strength::{self, Strength};

pub use self::players::{names_in, of_player};

/// The form of the data; it changes when a key changes its meaning.
const SCHEMA: &str = "gosedai.review.summary.1";

/// Moves of the player: all of them, those of a game, or those of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Figures {
    pub moves: usize,
    /// Sum of the points lost.
    pub lost: f64,
    /// Points lost a move.
    pub per_move: f64,
    /// Share of the moves that lost less than a point.
    pub within_one: f64,
    /// Moves that are blamed.
    pub faults: usize,
}

impl Figures {
    fn of(moves: &[&MoveReview]) -> Option<Figures> {
        let losses: Vec<f64> = moves.iter().map(|m| m.loss).collect();
        let Accuracy { moves: count, lost, per_move, within_one, .. } = accuracy::of_losses(&losses)?;
        let faults = moves.iter().filter(|m| m.mistake).count();
        Some(Figures { moves: count, lost, per_move, within_one, faults })
    }

    fn by_phase(moves: &[&MoveReview]) -> BTreeMap<Phase, Figures> {
        let of = |phase: Phase| {
            let own: Vec<&MoveReview> = moves.iter().copied().filter(|m| m.phase == phase).collect();
            Figures::of(&own).map(|figures| (phase, figures))
        };
        Phase::ALL.into_iter().filter_map(of).collect()
    }
}

/// Faults of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Faults {
    pub count: usize,
    pub lost: f64,
    /// Games in which they were made.
    pub games: usize,
    pub phases: BTreeMap<Phase, FaultCount>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct FaultCount {
    pub count: usize,
    pub lost: f64,
}

/// A game of the player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayedGame {
    pub title: String,
    pub date: String,
    #[schemars(with = "gosedai_engine::schema::ColorName")]
    pub color: String,
    pub opponent: String,
    pub result: String,
    /// The name of its report in the same folder.
    pub report: Option<String>,
    pub figures: Figures,
    pub phases: BTreeMap<Phase, Figures>,
    /// The same in a line.
    pub text: String,
}

/// The player's games together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Summary {
    pub schema: String,
    /// As the records write the name.
    pub player: String,
    /// Who judged.
    pub judge: String,
    /// In the order of their dates; those without one come last.
    pub games: Vec<PlayedGame>,
    pub figures: Figures,
    pub phases: BTreeMap<Phase, Figures>,
    pub kinds: BTreeMap<Kind, Faults>,
    /// How strong the player is, roughly, by the games that have a scale.
    pub strength: Option<Strength>,
    /// Games named that the player does not play in.
    pub left_out: usize,
    /// False if the review was interrupted: these are the games done.
    pub complete: bool,
    /// What is to be said of it.
    pub text: Vec<String>,
    pub files: Vec<PathBuf>,
}

fn rounded(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

/// Sums up the player's moves in finished reviews; none without any.
/// `complete` is false if there would have been more.
pub fn of_games(
    player: &str,
    games: &[GameReview],
    left_out: usize,
    complete: bool,
    scale: &StrengthScale,
    lexicon: &Lexicon,
) -> Option<Summary> {
    let mut sides: Vec<(&GameReview, Color)> = Vec::new();
    for game in games.iter().filter(|game| game.complete) {
        let own = Color::BOTH.into_iter().filter(|color| players::is_name(&game.names[color.index()], player));
        sides.extend(own.map(|color| (game, color)));
    }
    // the order of the records decides between games of one day
    sides.sort_by_key(|(game, _)| (game.date.is_empty(), game.date.clone()));
    let sides_moves: Vec<Vec<&MoveReview>> =
        sides.iter().map(|&(game, color)| game.moves.iter().filter(|m| m.color == color.name()).collect()).collect();
    let all: Vec<&MoveReview> = sides_moves.iter().flatten().copied().collect();
    let played = sides.iter().zip(&sides_moves).filter_map(|(&(game, color), moves)| played(game, color, moves));
    let games: Vec<PlayedGame> = played.collect();
    let mut summary = Summary {
        schema: SCHEMA.to_string(),
        player: sides.first().map(|(game, color)| game.names[color.index()].clone())?,
        judge: sides.first().map(|(game, _)| game.judge.clone())?,
        games,
        figures: Figures::of(&all)?,
        phases: Figures::by_phase(&all),
        kinds: kinds(&sides_moves),
        strength: strength(&sides, &sides_moves, scale, lexicon),
        left_out,
        complete,
        text: Vec::new(),
        files: Vec::new(),
    };
    summary.text = words::text(&summary, lexicon);
    summary.games.iter_mut().for_each(|game| game.text = words::of_game(game, lexicon));
    Some(summary)
}

/// By all moves of the games that have a scale.
fn strength(
    sides: &[(&GameReview, Color)],
    moves: &[Vec<&MoveReview>],
    scale: &StrengthScale,
    lexicon: &Lexicon,
) -> Option<Strength> {
    let seen = sides.iter().find_map(|(game, _)| game.strength.first())?.seen;
    let fits = |game: &GameReview| game.strength.iter().any(|side| side.seen == seen);
    let own = sides.iter().zip(moves).filter(|((game, _), _)| fits(game));
    let losses: Vec<f64> = own.flat_map(|(_, moves)| moves.iter().map(|m| m.loss)).collect();
    Some(strength::of(scale, seen, None, &accuracy::of_losses(&losses)?, lexicon))
}

fn played(game: &GameReview, color: Color, moves: &[&MoveReview]) -> Option<PlayedGame> {
    let report = game.files.iter().find(|path| path.extension().is_some_and(|ending| ending == "html"));
    let opponent = if color == Color::Black { &game.white } else { &game.black };
    Some(PlayedGame {
        title: game.title.clone(),
        date: game.date.clone(),
        color: color.name().to_string(),
        opponent: opponent.clone(),
        result: game.result.clone(),
        report: report.and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned()),
        figures: Figures::of(moves)?,
        phases: Figures::by_phase(moves),
        text: String::new(),
    })
}

/// The faults by kind; what was not looked into has no simple reason either.
fn kinds(games: &[Vec<&MoveReview>]) -> BTreeMap<Kind, Faults> {
    let mut found: BTreeMap<Kind, Faults> = BTreeMap::new();
    for moves in games {
        let mut here: Vec<Kind> = Vec::new();
        for m in moves.iter().filter(|m| m.mistake) {
            let kind = m.kind.unwrap_or(Kind::Unexplained);
            let faults = found.entry(kind).or_default();
            let phase = faults.phases.entry(m.phase).or_default();
            (phase.count, phase.lost) = (phase.count + 1, rounded(phase.lost + m.loss));
            (faults.count, faults.lost) = (faults.count + 1, rounded(faults.lost + m.loss));
            if !here.contains(&kind) {
                here.push(kind);
                faults.games += 1;
            }
        }
    }
    found
}

impl Summary {
    /// Kinds of faults, the costliest first.
    fn worst(&self) -> Vec<(Kind, &Faults)> {
        let mut kinds: Vec<(Kind, &Faults)> = self.kinds.iter().map(|(&kind, faults)| (kind, faults)).collect();
        // what has no reason is nothing to practise: it comes last
        let order = |&(kind, faults): &(Kind, &Faults)| (kind == Kind::Unexplained, -(faults.lost * 100.0) as i64);
        kinds.sort_by_key(order);
        kinds
    }
}

/// The page, the table and the data.
fn paths(out: &Path, player: &str) -> [(PathBuf, FileKind); 3] {
    let letters = player.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
    let name: String = letters.flat_map(char::to_lowercase).collect();
    let path = |ending: &str| out.join(format!("summary-{name}.{ending}"));
    [(path("html"), FileKind::PAGE), (path("csv"), FileKind::TABLE), (path("json"), FileKind::TABLE)]
}

/// May the files be written? Asked before the work begins.
pub fn may_write(out: &Path, player: &str, force: bool) -> Result<(), ApiError> {
    for (path, kind) in paths(out, player) {
        keep::may_write(&path, kind, force)?;
    }
    Ok(())
}

pub fn write(summary: &mut Summary, player: &str, out: &Path, lexicon: &Lexicon, force: bool) -> Result<(), ApiError> {
    let paths = paths(out, player);
    summary.files = paths.iter().map(|(path, _)| path.clone()).collect();
    let data = serde_json::to_string_pretty(summary).map_err(ApiError::failed)?;
    let texts = [page::page(summary, lexicon), table::table(summary), data + "\n"];
    for ((path, kind), text) in paths.into_iter().zip(texts) {
        keep::write(&path, text, kind, force)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
