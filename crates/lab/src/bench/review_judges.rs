//! How far the review's verdicts hold: what `uct` and `puct` call good or a mistake, against a stronger judge. The stronger
//! judge is an external engine where a command is given, else our own network search with twenty times the visits.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gosedai_board::{Color, Move, Position, Rng};
use gosedai_engine::patterns::model_file;
use gosedai_engine::patterns::predict::predict;
use gosedai_engine::players::Limit;
use gosedai_engine::review::judge::{Judged, Judging, judge_outside};
use gosedai_engine::review::verdict::{
    self, Expected, Natural, Thresholds, Verdict, Weighed, is_doubtful, is_promising,
};
use gosedai_engine::review::{External, SECOND_LOOK, SIDE_LOOK};
use gosedai_engine::{ApiError, Context, files};
use gosedai_records::replay::{self, Overrides};
use serde_json::json;

use super::Figures;

/// The stronger judge confirms a good move that costs at most this.
const GOOD_WITHIN: f64 = 1.0;
/// The stronger judge confirms a mistake that costs at least this.
const MISTAKE_FROM: f64 = 1.5;
/// Or one that costs this part of the game.
const DROP_FROM: f64 = 0.03;
/// Losses that no review should miss.
const GRAVE: f64 = 3.0;

/// How much longer the stronger judge looks; where its first look, five times longer, finds nothing it stops there.
const STRONGER: u64 = 20;
const STRONGER_FIRST: u64 = 5;
/// A first look that finds less than this is taken as it is.
const PLAIN: f64 = 1.0;

struct Settings {
    games: Vec<PathBuf>,
    most: usize,
    every: usize,
    visits: u64,
    threads: usize,
    judge: Option<String>,
}

impl Settings {
    fn read(args: &[String]) -> Result<Settings, ApiError> {
        let mut settings = Settings { games: Vec::new(), most: 20, every: 12, visits: 60, threads: 1, judge: None };
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
                "threads" => settings.threads = number()? as usize,
                "judge" => {
                    let command = words.next().ok_or_else(|| ApiError::bad("args", "a command must follow 'judge'"))?;
                    settings.judge = Some(command.clone());
                }
                path => settings.games.push(PathBuf::from(path)),
            }
        }
        match settings.games.is_empty() {
            true => Err(ApiError::bad(
                "args",
                "name games: GAMES [games N] [every K] [visits V] [threads T] [judge COMMAND]",
            )),
            false => Ok(settings),
        }
    }
}

/// What the stronger judge says of a move.
#[derive(Clone, Copy)]
struct Truth {
    loss: f64,
    dropped: f64,
}

/// What one judge's verdicts were worth.
#[derive(Default)]
struct Tally {
    good: [u64; 2],
    mistakes: [u64; 2],
    /// Grave losses that were seen, and those of them that also cost chances and were called mistakes.
    grave_seen: u64,
    grave_blamed: u64,
    loss_gap: f64,
}

impl Tally {
    fn add(&mut self, said: &Weighed, truth: Truth) {
        let (good, mistake) = (is_praised(said), said.is_mistake());
        let lost = truth.loss >= MISTAKE_FROM || truth.dropped >= DROP_FROM;
        self.good[0] += u64::from(good);
        self.good[1] += u64::from(good && truth.loss <= GOOD_WITHIN);
        self.mistakes[0] += u64::from(mistake);
        self.mistakes[1] += u64::from(mistake && lost);
        self.grave_seen += u64::from(truth.loss >= GRAVE && (mistake || said.verdict >= Verdict::Inaccuracy));
        self.grave_blamed += u64::from(truth.is_grave_and_matters() && mistake);
        self.loss_gap += (said.loss - truth.loss).abs();
    }
}

impl Truth {
    fn is_grave_and_matters(self) -> bool {
        self.loss >= GRAVE && self.dropped >= DROP_FROM
    }
}

fn is_praised(said: &Weighed) -> bool {
    said.purpose.is_some()
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

/// A judge at work; an external engine stays open between positions.
struct Seat {
    judging: Judging,
    external: Option<External>,
}

impl Seat {
    fn new(judging: &Judging) -> Seat {
        Seat { judging: judging.clone(), external: None }
    }

    fn judge(&mut self, times: u64, at: &Position, played: Option<Move>, cx: &Context) -> Result<Judged, ApiError> {
        let judging = self.judging.deeper(times);
        match judging.is_built_in() {
            true => judging.judge(at, played, cx),
            false => judge_outside(&mut self.external, &judging, at, played),
        }
    }

    fn weigh(
        &mut self,
        times: u64,
        case: &Case,
        natural: Option<Natural>,
        confirmed: bool,
        cx: &Context,
    ) -> Result<Weighed, ApiError> {
        let judged = [self.judge(times, &case.before, Some(case.mv), cx)?, self.judge(times, &case.after, None, cx)?];
        let naturals: BTreeMap<usize, Natural> = natural.into_iter().map(|natural| (0, natural)).collect();
        let (moves, limits) = ([(case.color, case.mv)], Thresholds::default());
        let noise = self.judging.noise();
        let weighed = verdict::weigh(&moves, &judged, &[case.expected], noise, &limits, &|_| confirmed, &naturals);
        weighed.into_iter().next().ok_or_else(|| ApiError::failed("a move was not weighed"))
    }

    /// The review's way: a short look, and a longer one where it would praise or blame.
    fn review(&mut self, case: &Case, cx: &Context) -> Result<Weighed, ApiError> {
        let first = self.weigh(1, case, None, false, cx)?;
        let promising = is_promising(&first, self.judging.noise(), &Thresholds::default());
        if !promising && !is_doubtful(&first, self.judging.noise()) {
            return Ok(first);
        }
        let natural = match &case.natural {
            Some((mv, position)) => {
                let judged = self.judge(SIDE_LOOK, position, None, cx)?;
                Some(Natural { mv: *mv, win_rate: 1.0 - judged.win_rate, score: judged.score, line: Vec::new() })
            }
            None => None,
        };
        self.weigh(SECOND_LOOK, case, natural, true, cx)
    }

    /// The stronger judge's opinion. A move that is neither praised nor blamed and looks plain at first gets no longer look.
    fn truth(&mut self, case: &Case, said: &[Weighed], cx: &Context) -> Result<Truth, ApiError> {
        let mut weighed = self.weigh(STRONGER_FIRST, case, None, true, cx)?;
        let is_plain = weighed.loss < PLAIN && weighed.dropped() < DROP_FROM;
        if !is_plain || said.iter().any(|said| is_praised(said) || said.is_mistake()) {
            weighed = self.weigh(STRONGER, case, None, true, cx)?;
        }
        let is_best = weighed.search_rank == 1;
        Ok(Truth { loss: weighed.loss, dropped: if is_best { 0.0 } else { weighed.dropped() } })
    }
}

pub fn review_judges(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let settings = Settings::read(args)?;
    let cases = cases(&settings, cx)?;
    if cases.is_empty() {
        return Err(ApiError::bad("args", "there is no game with moves in what was given"));
    }
    let limit = |visits| Limit { playouts: Some(visits), seconds: None };
    let judging = |engine: &str, visits| Judging { engine: engine.into(), limit: limit(visits), threads: 1, seed: 1 };
    let strong = judging(settings.judge.as_deref().unwrap_or("puct"), settings.visits);
    let visits = STRONGER * settings.visits;
    let name = settings.judge.clone().unwrap_or_else(|| format!("own puct with {visits} visits"));
    // a playout of uct costs about a tenth of an evaluation
    let weak = [judging("uct", 10 * settings.visits), judging("puct", settings.visits)];
    let compared = compare(&strong, &weak, &cases, settings.threads, cx)?;
    let mut tallies = [Tally::default(), Tally::default()];
    for (truth, said) in &compared {
        for (said, tally) in said.iter().zip(&mut tallies) {
            tally.add(said, *truth);
        }
    }
    let count = |wanted: &dyn Fn(Truth) -> bool| compared.iter().filter(|(truth, _)| wanted(*truth)).count() as u64;
    let (grave, matter) = (count(&|truth| truth.loss >= GRAVE), count(&Truth::is_grave_and_matters));
    let done = compared.len();
    let mut figures = Figures::new();
    figures.insert("stronger judge".into(), json!(name));
    figures.insert("moves".into(), json!(done));
    figures.insert("moves that cost 3 points or more".into(), json!(grave));
    figures.insert("those of them that cost 3 % or more, too".into(), json!(matter));
    for (judging, tally) in weak.iter().zip(&tallies) {
        let engine = &judging.engine;
        let of = |part: u64, whole: u64| json!(format!("{part} of {whole}"));
        figures.insert(format!("{engine}: good, confirmed"), of(tally.good[1], tally.good[0]));
        figures.insert(format!("{engine}: mistakes, confirmed"), of(tally.mistakes[1], tally.mistakes[0]));
        figures.insert(format!("{engine}: losses of 3 points seen"), of(tally.grave_seen, grave));
        figures.insert(format!("{engine}: those that matter, called mistakes"), of(tally.grave_blamed, matter));
        let gap = (tally.loss_gap / done.max(1) as f64 * 100.0).round() / 100.0;
        figures.insert(format!("{engine}: points between its loss and the judge's"), json!(gap));
    }
    Ok(figures)
}

type Compared = (Truth, [Weighed; 2]);

/// All judges on all moves, a move a thread; stopped, the moves that were weighed count.
fn compare(
    strong: &Judging,
    weak: &[Judging; 2],
    cases: &[Case],
    threads: usize,
    cx: &Context,
) -> Result<Vec<Compared>, ApiError> {
    let next = AtomicUsize::new(0);
    let compared: Mutex<Vec<Compared>> = Mutex::new(Vec::new());
    let work = || -> Result<(), ApiError> {
        let [mut strong, mut uct, mut puct] = [strong, &weak[0], &weak[1]].map(Seat::new);
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let said = [uct.review(case, cx)?, puct.review(case, cx)?];
            let truth = strong.truth(case, &said, cx)?;
            if let Ok(mut compared) = compared.lock() {
                compared.push((truth, said));
                cx.report(compared.len() as u64, cases.len() as u64, "comparing judges");
            }
        }
        Ok(())
    };
    let ended: Vec<Result<(), ApiError>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads.clamp(1, 64)).map(|_| scope.spawn(work)).collect();
        let broke = |_| Err(ApiError::failed("a judging thread broke down"));
        running.into_iter().map(|thread| thread.join().unwrap_or_else(broke)).collect()
    });
    let compared = compared.into_inner().map_err(|_| ApiError::failed("a judging thread broke down"))?;
    for end in ended {
        match end {
            Err(error) if error.is_stop() && !compared.is_empty() => {}
            end => end?,
        }
    }
    Ok(compared)
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
