//! How far the review's verdicts hold: what `uct` and `puct` call good or a mistake, against a stronger judge. The stronger
//! judge is an external engine where a command is given, else our own network search with twenty times the visits.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gosedai_board::{Color, Move, Position, Rng};
use gosedai_records::replay::{self, Overrides};
use serde_json::json;

use super::Figures;
use crate::patterns::model_file;
use crate::patterns::predict::predict;
use crate::players::Limit;
use crate::review::judge::{Judged, Judging};
use crate::review::verdict::{self, Expected, Natural, Thresholds, Verdict, Weighed};
use crate::{ApiError, Context, files};

/// The stronger judge confirms a good move that costs at most this.
const GOOD_WITHIN: f64 = 1.0;
/// The stronger judge confirms a mistake that costs at least this.
const MISTAKE_FROM: f64 = 1.5;
/// Losses that no review should miss.
const GRAVE: f64 = 3.0;

struct Settings {
    games: Vec<PathBuf>,
    most: usize,
    every: usize,
    visits: u64,
    judge: Option<String>,
}

impl Settings {
    fn read(args: &[String]) -> Result<Settings, ApiError> {
        let mut settings = Settings { games: Vec::new(), most: 20, every: 12, visits: 100, judge: None };
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().and_then(|n| n.parse::<u64>().ok()).filter(|&n| n > 0);
                value.ok_or_else(|| ApiError::bad("args", format!("a number above 0 must follow '{word}'")))
            };
            match word.as_str() {
                "games" => settings.most = number()? as usize,
                "every" => settings.every = number()? as usize,
                "visits" => settings.visits = number()?,
                "judge" => {
                    let command = words.next().ok_or_else(|| ApiError::bad("args", "a command must follow 'judge'"))?;
                    settings.judge = Some(command.clone());
                }
                path => settings.games.push(PathBuf::from(path)),
            }
        }
        match settings.games.is_empty() {
            true => Err(ApiError::bad("args", "name games: GAMES [games N] [every K] [visits V] [judge COMMAND]")),
            false => Ok(settings),
        }
    }
}

/// What one judge's verdicts were worth.
#[derive(Default)]
struct Tally {
    good: [u64; 2],
    mistakes: [u64; 2],
    grave_found: u64,
    loss_gap: f64,
}

impl Tally {
    fn add(&mut self, said: &Weighed, truth: f64) {
        let good = said.purpose.is_some() || said.paper && said.verdict <= Verdict::Good;
        let mistake = said.is_mistake() || said.verdict >= Verdict::Mistake;
        self.good[0] += u64::from(good);
        self.good[1] += u64::from(good && truth <= GOOD_WITHIN);
        self.mistakes[0] += u64::from(mistake);
        self.mistakes[1] += u64::from(mistake && truth >= MISTAKE_FROM);
        self.grave_found += u64::from(truth >= GRAVE && (mistake || said.verdict >= Verdict::Inaccuracy));
        self.loss_gap += (said.loss - truth).abs();
    }
}

/// One move in question: the position before and after it.
struct Case {
    before: Position,
    after: Position,
    color: Color,
    mv: Move,
    expected: Expected,
    /// The move one would expect, where it is another, and the position after it.
    natural: Option<(Move, Position)>,
}

pub fn review_judges(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let settings = Settings::read(args)?;
    let cases = cases(&settings, cx)?;
    if cases.is_empty() {
        return Err(ApiError::bad("args", "there is no game with moves in what was given"));
    }
    let limit = |visits| Limit { playouts: Some(visits), seconds: None };
    let judging = |engine: &str, visits| Judging { engine: engine.into(), limit: limit(visits), threads: 1, seed: 1 };
    let (strong, name) = match &settings.judge {
        Some(command) => (judging(command, 20 * settings.visits), command.clone()),
        None => (judging("puct", 20 * settings.visits), format!("own puct with {} visits", 20 * settings.visits)),
    };
    // a playout of uct costs about a tenth of an evaluation
    let weak = [judging("uct", 10 * settings.visits), judging("puct", settings.visits)];
    let mut tallies = [Tally::default(), Tally::default()];
    let mut grave = 0u64;
    let mut done = 0u64;
    for case in &cases {
        let all = || Ok((weigh(&strong, case, cx)?.loss, [weigh(&weak[0], case, cx)?, weigh(&weak[1], case, cx)?]));
        let (truth, said) = match all() {
            // stopped: the moves that were weighed count
            Err(ApiError::Cancelled) if done > 0 => break,
            result => result?,
        };
        grave += u64::from(truth >= GRAVE);
        for (said, tally) in said.iter().zip(&mut tallies) {
            tally.add(said, truth);
        }
        done += 1;
        cx.report(done, cases.len() as u64, "comparing judges");
    }
    let mut figures = Figures::new();
    figures.insert("stronger judge".into(), json!(name));
    figures.insert("moves".into(), json!(done));
    figures.insert("moves that cost 3 points or more".into(), json!(grave));
    for (judging, tally) in weak.iter().zip(&tallies) {
        let engine = &judging.engine;
        let of = |part: u64, whole: u64| json!(format!("{part} of {whole}"));
        figures.insert(format!("{engine}: good, confirmed"), of(tally.good[1], tally.good[0]));
        figures.insert(format!("{engine}: mistakes, confirmed"), of(tally.mistakes[1], tally.mistakes[0]));
        figures.insert(format!("{engine}: grave mistakes found"), of(tally.grave_found, grave));
        let gap = (tally.loss_gap / done.max(1) as f64 * 100.0).round() / 100.0;
        figures.insert(format!("{engine}: points between its loss and the judge's"), json!(gap));
    }
    Ok(figures)
}

fn weigh(judging: &Judging, case: &Case, cx: &Context) -> Result<Weighed, ApiError> {
    let judged: [Judged; 2] = [judging.judge(&case.before, Some(case.mv), cx)?, judging.judge(&case.after, None, cx)?];
    let mut naturals = BTreeMap::new();
    if let Some((mv, position)) = &case.natural {
        let judged = judging.judge(position, None, cx)?;
        let line = judged.best().map_or_else(Vec::new, |best| best.line.clone());
        naturals.insert(0, Natural { mv: *mv, win_rate: 1.0 - judged.win_rate, score: judged.score, line });
    }
    let (moves, limits) = ([(case.color, case.mv)], Thresholds::default());
    let weighed = verdict::weigh(&moves, &judged, &[case.expected], judging.noise(), &limits, &|_| true, &naturals);
    weighed.into_iter().next().ok_or_else(|| ApiError::failed("a move was not weighed"))
}

fn cases(settings: &Settings, cx: &Context) -> Result<Vec<Case>, ApiError> {
    let model = model_file::model(cx)?;
    let mut cases = Vec::new();
    for (number, game) in files::games(&settings.games).flatten().take(settings.most).enumerate() {
        let record = &game.record.game;
        let line = replay::main_line(record);
        let Ok(played) = replay::moves_along(record, &line) else { continue };
        let Ok(start) = replay::replay(record, &line, Some(0), Overrides::default()) else { continue };
        let mut position = start.position;
        for (i, (_, color, mv)) in played.into_iter().enumerate() {
            position.set_to_play(color);
            let before = position.clone();
            if position.play_as(color, mv).is_err() {
                break;
            }
            let Move::Play(point) = mv else { continue };
            if i < 8 || (i + number) % settings.every != 0 {
                continue;
            }
            let prediction = predict(&model, &before);
            let rank = prediction.rank(point).unwrap_or(prediction.moves.len() + 1);
            let expected = Expected { rank, share: prediction.share(point) };
            let first = prediction.moves.first().map(|m| Move::Play(m.0)).filter(|&first| first != mv);
            let natural = first.and_then(|first| {
                let mut position = before.clone();
                position.play_as(color, first).ok().map(|_| (first, position))
            });
            cases.push(Case { before, after: position.clone(), color, mv, expected, natural });
        }
    }
    // in mixed order, so that a stopped run has something of every game
    let mut rng = Rng::new(1);
    for i in (1..cases.len()).rev() {
        cases.swap(i, rng.below(i + 1));
    }
    Ok(cases)
}
