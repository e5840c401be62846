//! `review`: the moments of a game that matter, explained.
//!
//! A judge (our search, the network, or an external engine) values every position; prediction tells how easy each move was to
//! see; both together find good moves, mistakes and turning points. Reading proves what the commented moves do.

pub mod comment;
mod external;
pub mod facts;
mod html;
pub mod judge;
mod sgf_out;
mod store;
mod svg;
pub mod verdict;

use std::path::{Path, PathBuf};

use gosedai_board::{Color, Move, Position, RuleSet};
use gosedai_explain::{Arg, Evidence, Lexicon};
use gosedai_reading::{Budget, Reader};
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{GameTree, NodeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::comment::{Comment, Commentator, ReasonText, Subject};
use self::judge::{Judged, Judging, judge_all};
use self::store::Store;
pub use self::verdict::{Expected, Purpose, Thresholds, Verdict, Weighed};
use crate::patterns::{model_file, predict::predict};
use crate::players::{Limit, Thinker};
use crate::{ApiError, Command, Context};

/// Playouts for every position when no limit is given.
const USUAL_PLAYOUTS: u64 = 1_200;
/// Nodes that one question to the reader may cost.
const READING_NODES: u64 = 1_500;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Review {
    /// One record as SGF text.
    #[serde(default)]
    pub sgf: Option<String>,
    /// Or several, with a name for each.
    #[serde(default)]
    pub games: Vec<NamedGame>,
    /// Folder for annotated SGF, HTML and JSON; none: only the answer. Not for requests from outside the program.
    #[serde(skip)]
    pub out: Option<PathBuf>,
    /// A built-in player; the strongest if absent.
    #[serde(default)]
    pub engine: Option<String>,
    /// Command line of an external engine instead. Not for requests from outside the program.
    #[serde(skip)]
    pub external: Option<String>,
    #[serde(default)]
    pub playouts: Option<u64>,
    #[serde(default)]
    pub seconds: Option<f64>,
    #[serde(default)]
    pub threads: Option<usize>,
    #[serde(default)]
    pub seed: Option<u64>,
    /// At most this many comments a game (default 20).
    #[serde(default)]
    pub comments: Option<usize>,
    /// Comment these moves whatever they are.
    #[serde(default)]
    pub always: Vec<usize>,
    #[serde(default)]
    pub thresholds: Option<Thresholds>,
    #[serde(default)]
    pub rules: Option<String>,
    #[serde(default)]
    pub komi: Option<f32>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NamedGame {
    pub name: String,
    pub sgf: String,
}

/// A move of the game with everything found about it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveReview {
    pub number: usize,
    #[serde(rename = "move")]
    pub mv: String,
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
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
    /// `brilliant`, `good`, `good-bold`, `good-safe`; `blunder`, `mistake`, `inaccuracy`, `slack`; `natural`, `sound`.
    pub verdict: &'static str,
    /// Good by the rule of the paper.
    pub good_by_paper: bool,
    pub purpose: Option<Purpose>,
    pub mistake: bool,
    pub turning: bool,
    /// The judge's best move.
    pub best: Option<String>,
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
        if self.turning && !self.mistake {
            return lexicon.term("review.turning").to_string();
        }
        let name = match self.class {
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

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct GraphPoint {
    pub number: usize,
    /// For Black.
    pub score: f64,
    pub win_rate_black: f64,
}

/// A reviewed game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameReview {
    pub title: String,
    pub black: String,
    pub white: String,
    pub event: String,
    pub date: String,
    pub result: String,
    pub engine: String,
    pub summary: String,
    pub caveat: String,
    pub lessons: Vec<String>,
    pub moves: Vec<MoveReview>,
    /// Numbers of moves.
    pub good_moves: Vec<usize>,
    pub good_moves_by_paper: Vec<usize>,
    pub mistakes: Vec<usize>,
    pub turning_points: Vec<usize>,
    pub graph: Vec<GraphPoint>,
    /// Claims of fact in the comments.
    pub claims: usize,
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
}

impl Command for Review {
    const NAME: &'static str = "review";
    const ABOUT: &'static str = "finds and explains good moves, mistakes and turning points of a game";
    type Response = Reviewed;

    fn run(self, cx: &Context) -> Result<Reviewed, ApiError> {
        let own = self.sgf.iter().map(|sgf| NamedGame { name: "game".to_string(), sgf: sgf.clone() });
        let named: Vec<NamedGame> = own.chain(self.games.iter().cloned()).collect();
        if named.is_empty() {
            return Err(ApiError::bad("games", "name a game to review"));
        }
        if let Some(engine) = self.engine.as_deref().filter(|engine| !crate::players::names().contains(engine)) {
            let all = crate::players::names().join(", ");
            return Err(ApiError::bad("engine", format!("there is no engine '{engine}': choose one of {all}")));
        }
        if let Some(out) = &self.out {
            std::fs::create_dir_all(out)
                .map_err(|error| ApiError::failed(format!("cannot make the folder {}: {error}", out.display())))?;
        }
        let games: Vec<GameReview> = named.iter().map(|game| self.one(game, cx)).collect::<Result<_, ApiError>>()?;
        let first = &games[0];
        Ok(Reviewed {
            moves: first.moves.clone(),
            good_moves: first.good_moves.clone(),
            mistakes: first.mistakes.clone(),
            sgf: first.sgf.clone(),
            html: first.html.clone(),
            games,
        })
    }
}

/// A game ready to be judged.
struct Prepared {
    record: GameTree,
    nodes: Vec<NodeId>,
    moves: Vec<(Color, Move)>,
    /// Before each move, and after the last.
    positions: Vec<Position>,
}

impl Review {
    fn judging(&self) -> Judging {
        let strongest = if crate::players::names().contains(&"puct") { "puct" } else { "uct" };
        let engine = self.external.clone().or(self.engine.clone()).unwrap_or_else(|| strongest.to_string());
        let mut limit = Limit { playouts: self.playouts, seconds: self.seconds };
        if limit.playouts.is_none() && limit.seconds.is_none() {
            // the network needs far fewer visits than playouts
            limit.playouts = Some(if engine.starts_with("uct") { USUAL_PLAYOUTS } else { 60 });
        }
        let threads = self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
        Judging { engine, limit, threads, seed: self.seed.unwrap_or(1) }
    }

    fn prepare(&self, game: &NamedGame) -> Result<Prepared, ApiError> {
        let named = |error: &dyn std::fmt::Display| ApiError::bad("sgf", format!("{}: {error}", game.name));
        let record = gosedai_records::parse_first(&game.sgf, gosedai_records::Mode::Lenient).map_err(|e| named(&e))?;
        let rules: Option<RuleSet> = match self.rules.as_deref() {
            Some(text) => Some(text.parse().map_err(|e| ApiError::bad("rules", e))?),
            None => None,
        };
        let overrides = Overrides { rules, komi: self.komi };
        let line = replay::main_line(&record);
        let played = replay::moves_along(&record, &line).map_err(|e| named(&e))?;
        if played.is_empty() {
            return Err(ApiError::failed(format!("{}: there are no moves to review", game.name)));
        }
        let mut position = replay::replay(&record, &line, Some(0), overrides).map_err(|e| named(&e))?.position;
        let mut positions = vec![position.clone()];
        for (i, &(_, color, mv)) in played.iter().enumerate() {
            position.set_to_play(color);
            if let Some(last) = positions.last_mut() {
                last.set_to_play(color);
            }
            position.play(mv).map_err(|error| named(&format!("move {}: {error}", i + 1)))?;
            positions.push(position.clone());
        }
        let nodes = played.iter().map(|m| m.0).collect();
        let moves = played.iter().map(|&(_, color, mv)| (color, mv)).collect();
        Ok(Prepared { record, nodes, moves, positions })
    }

    fn one(&self, game: &NamedGame, cx: &Context) -> Result<GameReview, ApiError> {
        let mut prepared = self.prepare(game)?;
        let judging = self.judging();
        let stem = Path::new(&game.name).file_stem().map_or("game".into(), |stem| stem.to_string_lossy().into_owned());
        let store = match &self.out {
            Some(out) => Store::open(&out.join(format!("{stem}.review-in-progress")), &self.key(&prepared, &judging))?,
            None => Store::nowhere(),
        };
        let asked: Vec<(Position, Option<Move>)> = prepared
            .positions
            .iter()
            .enumerate()
            .map(|(i, position)| (position.clone(), prepared.moves.get(i).map(|m| m.1)))
            .collect();
        let judged = judge_all(&judging, &asked, &store, &stem, cx)?;
        let model = model_file::model(cx)?;
        let predictions: Vec<_> = prepared.positions.iter().map(|position| predict(&model, position)).collect();
        let expected: Vec<Expected> = prepared
            .moves
            .iter()
            .zip(&predictions)
            .map(|(&(_, mv), prediction)| match mv {
                Move::Play(point) => Expected {
                    rank: prediction.rank(point).unwrap_or(prediction.moves.len() + 1),
                    share: prediction.share(point),
                },
                Move::Pass => Expected { rank: prediction.moves.len() + 1, share: 0.0 },
            })
            .collect();
        let limits = self.thresholds.unwrap_or_default();
        let weighed = verdict::weigh(&prepared.moves, &judged, &expected, judging.noise(), &limits);
        let chosen = self.choose(&weighed);
        let passed = self.judge_passes(&chosen, &prepared, &judging, &asked, cx)?;
        let knowledge = cx.knowledge()?;
        let lexicon = knowledge.lexicon(cx.lang());
        let mut commentator = Commentator {
            lexicon,
            reader: Reader::new(Budget::nodes(READING_NODES)),
            thinker: Thinker::new(knowledge.clone(), cx)?,
            noise: judging.noise(),
            used: Default::default(),
        };
        let mut comments: Vec<Option<Comment>> = vec![None; weighed.len()];
        for (&i, passed) in chosen.iter().zip(&passed) {
            cx.go_on()?;
            let subject = Subject {
                before: &prepared.positions[i],
                weighed: &weighed[i],
                judged: &judged[i],
                passed: passed.as_ref(),
                expected: &|mv| mv.point().map_or(0.0, |point| predictions[i].share(point)),
            };
            comments[i] = Some(commentator.comment(&subject));
        }
        let mut review = assemble(&stem, &prepared, &judging, &judged, &weighed, comments, lexicon);
        let nodes = std::mem::take(&mut prepared.nodes);
        sgf_out::annotate(&mut prepared.record, &nodes, &review, prepared.positions[0].size());
        review.sgf = prepared.record.to_sgf();
        review.html = html::report(&review, &prepared.positions, lexicon);
        if let Some(out) = &self.out {
            write_files(&mut review, out, &stem)?;
            store.remove();
        }
        Ok(review)
    }

    /// What makes two reviews the same.
    fn key(&self, prepared: &Prepared, judging: &Judging) -> String {
        let last = prepared.positions.last().map_or(0, |position| position.board().hash());
        let komi = prepared.positions[0].komi();
        format!(
            "gosedai review 1 {} {:?} {:?} {} {} {last:x} {komi}",
            judging.engine,
            judging.limit.playouts,
            judging.limit.seconds,
            judging.seed,
            prepared.moves.len()
        )
    }

    /// Which moves are worth a comment: mistakes by what they cost, good moves by how surprising they are, turning points.
    fn choose(&self, weighed: &[Weighed]) -> Vec<usize> {
        let most = self.comments.unwrap_or(20);
        let mut ranked: Vec<(f64, usize)> = weighed
            .iter()
            .enumerate()
            .filter_map(|(i, m)| {
                let surprise = -m.expected.share.max(1e-4).log2();
                let weight = if self.always.contains(&m.number) {
                    f64::INFINITY
                } else if m.is_mistake() {
                    m.loss.min(30.0) + 20.0 * (m.win_before - m.win_after)
                } else if m.purpose.is_some() {
                    surprise + if m.purpose == Some(Purpose::Brilliant) { 8.0 } else { 0.0 }
                } else if m.turning {
                    10.0
                } else {
                    return None;
                };
                Some((weight, i))
            })
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.truncate(most.max(self.always.len()));
        let mut chosen: Vec<usize> = ranked.into_iter().map(|(_, i)| i).collect();
        chosen.sort_unstable();
        chosen
    }

    /// The positions after the chosen moves with the opponent passing: what is threatened.
    fn judge_passes(
        &self,
        chosen: &[usize],
        prepared: &Prepared,
        judging: &Judging,
        _asked: &[(Position, Option<Move>)],
        cx: &Context,
    ) -> Result<Vec<Option<Judged>>, ApiError> {
        let after: Vec<Option<Position>> = chosen
            .iter()
            .map(|&i| {
                let mut position = prepared.positions[i + 1].clone();
                position.set_to_play(prepared.moves[i].0.opponent());
                position.play(Move::Pass).ok()?;
                Some(position)
            })
            .collect();
        let asked: Vec<(Position, Option<Move>)> = after.iter().flatten().map(|p| (p.clone(), None)).collect();
        let mut judged = judge_all(judging, &asked, &Store::nowhere(), "threats", cx)?.into_iter();
        Ok(after.iter().map(|position| position.as_ref().and_then(|_| judged.next())).collect())
    }
}

/// A chance of the mover as Black's.
fn for_black(chance: f64, mover: Color) -> f64 {
    let chance = if mover == Color::Black { chance } else { 1.0 - chance };
    (chance * 1e4).round() / 1e4
}

fn assemble(
    stem: &str,
    prepared: &Prepared,
    judging: &Judging,
    judged: &[Judged],
    weighed: &[Weighed],
    comments: Vec<Option<Comment>>,
    lexicon: &Lexicon,
) -> GameReview {
    let info = prepared.record.info();
    let text = |value: Option<String>| value.unwrap_or_default();
    let side = |side: gosedai_records::Side| {
        let rank = side.rank.map(|rank| format!(" {rank}")).unwrap_or_default();
        format!("{}{rank}", side.name.unwrap_or_else(|| "?".into()))
    };
    let claims = comments.iter().flatten().map(|comment| comment.claims.len()).sum();
    let moves: Vec<MoveReview> = weighed
        .iter()
        .zip(comments)
        .enumerate()
        .map(|(i, (m, comment))| MoveReview {
            number: m.number,
            mv: m.mv.to_string(),
            color: m.color.to_string(),
            search_rank: m.search_rank,
            predicted_rank: m.expected.rank,
            predicted_share: (m.expected.share * 1e5).round() / 1e5,
            score_before: m.score_before,
            score_after: m.score_after,
            loss: (m.loss * 100.0).round() / 100.0,
            win_rate_before: for_black(m.win_before, m.color),
            win_rate_after: for_black(m.win_after, m.color),
            class: m.verdict,
            verdict: m.word(),
            good_by_paper: m.paper,
            purpose: m.purpose,
            mistake: m.is_mistake(),
            turning: m.turning,
            best: judged[i].best().map(|best| best.mv.clone()),
            reasons: comment.as_ref().map(|comment| comment.reasons.clone()).unwrap_or_default(),
            comment,
        })
        .collect();
    let numbers = |keep: &dyn Fn(&MoveReview) -> bool| -> Vec<usize> {
        moves.iter().filter(|m| keep(m)).map(|m| m.number).collect()
    };
    let good_moves = numbers(&|m| m.purpose.is_some());
    let mistakes = numbers(&|m| m.mistake);
    let summary = Evidence::new("review.summary")
        .arg("moves", moves.len())
        .arg("engine", Arg::Text(judging.engine.clone()))
        .arg("mistakes", mistakes.len())
        .arg("good", good_moves.len());
    let lessons = Color::BOTH
        .into_iter()
        .filter_map(|color| {
            let lost: Vec<&MoveReview> = moves.iter().filter(|m| m.mistake && m.color == color.name()).collect();
            let loss: f64 = lost.iter().map(|m| m.loss).sum();
            (!lost.is_empty()).then(|| {
                let evidence = Evidence::new("review.loss_of");
                lexicon.sentence(&evidence.arg("color", color).arg("loss", loss).arg("count", lost.len()))
            })
        })
        .collect();
    let graph = judged
        .iter()
        .enumerate()
        .map(|(i, position)| {
            let black = prepared.positions[i].to_play() == Color::Black;
            let win_rate_black = if black { position.win_rate } else { 1.0 - position.win_rate };
            GraphPoint { number: i, score: position.score, win_rate_black }
        })
        .collect();
    GameReview {
        title: info.game_name.clone().or(info.event.clone()).unwrap_or_else(|| stem.to_string()),
        black: side(info.black),
        white: side(info.white),
        event: text(info.event),
        date: text(prepared.record.root().simple_text("DT").map(|t| t.into_owned())),
        result: text(prepared.record.root().simple_text("RE").map(|t| t.into_owned())),
        engine: judging.engine.clone(),
        summary: lexicon.sentence(&summary),
        caveat: lexicon.sentence(&Evidence::new("review.noise").arg("noise", judging.noise())),
        lessons,
        good_moves,
        good_moves_by_paper: numbers(&|m| m.good_by_paper),
        mistakes,
        turning_points: numbers(&|m| m.turning),
        moves,
        graph,
        claims,
        files: Vec::new(),
        sgf: String::new(),
        html: String::new(),
    }
}

fn write_files(review: &mut GameReview, out: &Path, stem: &str) -> Result<(), ApiError> {
    let paths = ["sgf", "html", "json"].map(|ending| out.join(format!("{stem}.review.{ending}")));
    review.files = paths.to_vec();
    let data = serde_json::to_string_pretty(review).map_err(ApiError::failed)?;
    for (path, text) in paths.iter().zip([&review.sgf, &review.html, &data]) {
        std::fs::write(path, text)
            .map_err(|error| ApiError::failed(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(())
}
