//! What a judge says of the positions of a game: every position by itself, one thread each, with a seed of its own, so
//! that the result does not depend on the number of threads or on where a review was interrupted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gosedai_board::zobrist::splitmix64;
use gosedai_board::{Color, Move, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::external::External;
use super::store::Store;
use super::verdict::Noise;
use gosedai_engine::players::uct::UctPlayer;
use gosedai_engine::players::{self, Analysis, Limit, Player, PlayerOptions};
use gosedai_engine::{ApiError, Context};

/// A candidate as the judge sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Option_ {
    pub mv: String,
    pub rank: usize,
    pub visits: u64,
    /// For the side to move.
    pub win_rate: f64,
    /// For Black.
    pub score: f64,
    pub line: Vec<String>,
}

/// The judge's view of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Judged {
    /// Moves played before.
    pub number: usize,
    /// For the side to move, by the best move.
    pub win_rate: f64,
    /// For Black, by the best move.
    pub score: f64,
    /// The same over everything that was searched. The value of a move is such a mean, too: so this is what the move that
    /// led here is worth, to be held against the best move before it.
    pub mean_win: f64,
    pub mean_score: f64,
    /// The best moves.
    pub top: Vec<Option_>,
    /// The move of the record among them.
    pub played: Option<Option_>,
    /// Its place in the judge's first sight, before any search.
    pub at_first_sight: Option<usize>,
    /// How many moves were ranked.
    pub ranked: usize,
}

impl Judged {
    pub fn best(&self) -> Option<&Option_> {
        self.top.first()
    }
}

/// Who judges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judge {
    /// A player of ours, by its name.
    BuiltIn(String),
    /// The command line of an engine of somebody else.
    External(String),
}

impl Judge {
    pub fn name(&self) -> &str {
        match self {
            Judge::BuiltIn(name) | Judge::External(name) => name,
        }
    }

    /// Does it count playouts?
    pub fn is_uct(&self) -> bool {
        matches!(self, Judge::BuiltIn(name) if name.starts_with("uct"))
    }
}

/// A name that is no player of ours is a command line.
impl From<&str> for Judge {
    fn from(name: &str) -> Judge {
        let make = if players::names().contains(&name) { Judge::BuiltIn } else { Judge::External };
        make(name.to_string())
    }
}

impl std::fmt::Display for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// How positions are judged.
#[derive(Clone, Debug)]
pub struct Judging {
    pub engine: Judge,
    pub limit: Limit,
    pub threads: usize,
    pub seed: u64,
}

impl Judging {
    /// Differences of this judge that mean nothing.
    pub fn noise(&self) -> Noise {
        let (points, chance) = match &self.engine {
            engine if engine.is_uct() => (3.0, 0.05),
            _ if self.is_network() => (1.5, 0.03),
            Judge::BuiltIn(_) => (5.0, 0.1),
            Judge::External(_) => (0.5, 0.02),
        };
        Noise { points, chance }
    }

    /// The same judge with more time.
    pub fn deeper(&self, times: u64) -> Judging {
        let limit = Limit {
            playouts: self.limit.playouts.map(|n| n.saturating_mul(times)),
            seconds: self.limit.seconds.map(|s| s * times as f64),
        };
        Judging { limit, ..self.clone() }
    }

    /// Is it the search with the network?
    pub fn is_network(&self) -> bool {
        matches!(&self.engine, Judge::BuiltIn(name) if name == "puct")
    }

    pub fn is_built_in(&self) -> bool {
        matches!(self.engine, Judge::BuiltIn(_))
    }

    fn player(&self, number: usize, cx: &Context) -> Result<Box<dyn Player>, ApiError> {
        let options = PlayerOptions {
            engine: self.engine.name().to_string(),
            playouts: self.limit.playouts,
            seconds: self.limit.seconds,
            threads: 1,
            seed: splitmix64(self.seed ^ (number as u64) << 20).1,
            ..PlayerOptions::default()
        };
        if self.engine.is_uct() {
            return Ok(Box::new(UctPlayer::ranking_all(&options, cx)?));
        }
        players::create(&options, cx)
    }

    /// One position by itself.
    pub fn judge(&self, position: &Position, played: Option<Move>, cx: &Context) -> Result<Judged, ApiError> {
        let number = position.move_number();
        let analysis = if self.is_built_in() {
            self.player(number, cx)?.analyse(position, &self.limit.into(), cx, &mut |_| true)?
        } else {
            External::start(self.engine.name())?.analyse(position, self.limit)?
        };
        cx.go_on()?;
        Ok(summary(&analysis, number, played))
    }
}

/// Keeps what a review needs of an analysis.
pub fn summary(analysis: &Analysis, number: usize, played: Option<Move>) -> Judged {
    let own_score = analysis.score.unwrap_or(0.0);
    let option = |(i, info): (usize, &players::MoveInfo)| Option_ {
        mv: info.mv.to_string(),
        rank: i + 1,
        visits: info.visits,
        win_rate: round(info.win_rate, 4),
        score: round(info.score.unwrap_or(own_score), 2),
        line: line_of(info),
    };
    let top: Vec<Option_> = analysis.moves.iter().enumerate().take(6).map(option).collect();
    let played = played.and_then(|mv| analysis.moves.iter().enumerate().find(|(_, info)| info.mv == mv));
    let before = |own: f64| analysis.moves.iter().filter(|info| info.prior > own).count();
    let at_first_sight = played.map(|(_, own)| before(own.prior) + 1);
    let played = played.map(option);
    let (mean_win, mean_score) = (round(analysis.win_rate, 4), round(own_score, 2));
    let (win_rate, score) = top.first().map_or((mean_win, mean_score), |best| (best.win_rate, best.score));
    Judged { number, win_rate, score, mean_win, mean_score, top, played, at_first_sight, ranked: analysis.moves.len() }
}

/// The line of a move; the move alone where an engine tells no more.
fn line_of(info: &players::MoveInfo) -> Vec<String> {
    let line: Vec<String> = info.pv.iter().take(8).map(ToString::to_string).collect();
    if line.is_empty() { vec![info.mv.to_string()] } else { line }
}

pub fn round(x: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (x * unit).round() / unit
}

/// A position to judge: the name its result is stored under, the position, and the move played in it.
pub type Question = (usize, Position, Option<Move>);

/// Judges positions, those the store already has excepted, on several threads, one position each.
pub fn judge_all(
    judging: &Judging,
    questions: &[Question],
    store: &Store,
    progress: &dyn Fn(usize),
    cx: &Context,
) -> Result<Vec<Judged>, ApiError> {
    let known: Vec<Option<Judged>> = questions.iter().map(|q| store.get(q.0)).collect();
    let todo: Vec<usize> = (0..questions.len()).filter(|&i| known[i].is_none()).collect();
    let results: Mutex<Vec<Option<Judged>>> = Mutex::new(known);
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(questions.len() - todo.len());
    let failure: Mutex<Option<ApiError>> = Mutex::new(None);
    let (finished, news) = std::sync::mpsc::channel();
    let work = |finished: std::sync::mpsc::Sender<usize>| {
        let mut external = None;
        loop {
            let Some(&i) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let (name, position, played) = &questions[i];
            let judged = cx.go_on().and_then(|()| match judging.is_built_in() {
                true => judging.judge(position, *played, cx),
                false => judge_outside(&mut external, judging, position, *played),
            });
            let stopped = failure.lock().is_ok_and(|failure| failure.is_some());
            match judged.and_then(|judged| store.add(*name, &judged).map(|()| judged)) {
                Ok(judged) => {
                    if let Ok(mut results) = results.lock() {
                        results[i] = Some(judged);
                    }
                    let _ = finished.send(done.fetch_add(1, Ordering::Relaxed) + 1);
                    if stopped {
                        return;
                    }
                }
                Err(error) => {
                    if let Ok(mut failure) = failure.lock() {
                        failure.get_or_insert(error);
                    }
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let spawn = |_| {
            let finished = finished.clone();
            scope.spawn(move || work(finished))
        };
        let threads: Vec<_> = (0..judging.threads.clamp(1, 64).min(todo.len())).map(spawn).collect();
        drop(finished);
        while let Ok(count) = news.recv() {
            progress(count);
        }
        threads.into_iter().for_each(|thread| gosedai_memory::joined(thread.join()));
    });
    if let Some(error) = failure.into_inner().ok().flatten() {
        return Err(error);
    }
    let results = results.into_inner().map_err(|_| ApiError::failed("a judging thread broke down"))?;
    results.into_iter().map(|judged| judged.ok_or_else(|| cx.cancel.why().unwrap_or(ApiError::Cancelled))).collect()
}

/// External engines stay open between positions of a thread.
pub fn judge_outside(
    engine: &mut Option<External>,
    judging: &Judging,
    position: &Position,
    played: Option<Move>,
) -> Result<Judged, ApiError> {
    let engine = match engine {
        Some(engine) => engine,
        None => engine.insert(External::start(judging.engine.name())?),
    };
    Ok(summary(&engine.analyse(position, judging.limit)?, position.move_number(), played))
}

/// The sign that turns Black's points into the mover's.
pub fn sign(color: Color) -> f64 {
    f64::from(color.sign())
}
