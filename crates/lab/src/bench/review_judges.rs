//! How far verdicts hold: what a review praises and blames, or what a judge alone would blame, against a file of a strong
//! judge's opinion of the same games.
//!
//! The file has a position a line: `{"id": …, "kind": …, "turn": moves played, "lead": points for Black}`; the id stands in the
//! record's `SO`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use gosedai_engine::players::Limit;
use gosedai_engine::{ApiError, Command as _, Context, files};
use gosedai_records::replay::Overrides;
use gosedai_review::judge::{Judge, Judging, judge_all};
use gosedai_review::verdict::{Expected, Thresholds, weigh};
use gosedai_review::{NamedGame, Prepared, Review, Store};
use serde::Deserialize;
use serde_json::json;

use super::Figures;

/// A blamed move was really wrong if it lost this much, and fine if it lost less than that.
const REAL: f64 = 1.0;
const FINE: f64 = 0.5;
/// Losses that no review should miss.
const GRAVE: f64 = 3.0;
/// A praised move loses less than this.
const PRAISED: f64 = 0.7;
/// Everything is said to such a reader.
const READER: &str = "5d";
/// The judge alone is taken to blame from this loss on.
const ALONE: f64 = 1.5;

const USAGE: &str = "name games and a judge's file: GAMES judged FILE [games N] [visits V] [seconds S] [threads T] \
                     [judge COMMAND] [alone]";

#[derive(Default)]
struct Settings {
    games: Vec<PathBuf>,
    judged: Option<PathBuf>,
    most: Option<usize>,
    limit: Limit,
    threads: Option<usize>,
    judge: Option<String>,
    alone: bool,
}

impl Settings {
    fn read(args: &[String]) -> Result<Settings, ApiError> {
        let mut settings = Settings::default();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let mut next =
                || words.next().ok_or_else(|| ApiError::bad("args", format!("something must follow '{word}'")));
            let number = |text: &String| {
                let value = text.parse::<f64>().ok().filter(|&n| n > 0.0 && n.is_finite());
                value.ok_or_else(|| ApiError::bad("args", format!("a number above 0 must follow '{word}'")))
            };
            match word.as_str() {
                "judged" => settings.judged = Some(PathBuf::from(next()?)),
                "games" => settings.most = Some(number(next()?)? as usize),
                "visits" => settings.limit.playouts = Some(number(next()?)? as u64),
                "seconds" => settings.limit.seconds = Some(number(next()?)?),
                "threads" => settings.threads = Some(number(next()?)? as usize),
                "judge" => settings.judge = Some(next()?.clone()),
                "alone" => settings.alone = true,
                path => settings.games.push(PathBuf::from(path)),
            }
        }
        if settings.games.is_empty() {
            return Err(ApiError::bad("args", USAGE));
        }
        Ok(settings)
    }
}

/// A strong judge's view of a game: its kind, and Black's lead by the number of moves played.
#[derive(Default)]
struct Opinion {
    kind: String,
    leads: BTreeMap<usize, f64>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    kind: String,
    turn: usize,
    lead: f64,
}

fn opinions(path: &Path) -> Result<BTreeMap<String, Opinion>, ApiError> {
    let wrong = |what: &dyn std::fmt::Display| ApiError::failed(format!("{}: {what}", path.display()));
    let file = BufReader::new(File::open(path).map_err(|error| wrong(&error))?);
    let text = BufReader::new(gosedai_records::decompress(file).map_err(|error| wrong(&error))?);
    let mut games: BTreeMap<String, Opinion> = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.map_err(|error| wrong(&error))?;
        let line: Line = serde_json::from_str(&line).map_err(|error| wrong(&format!("line {}: {error}", i + 1)))?;
        let game = games.entry(line.id).or_default();
        game.kind = line.kind;
        game.leads.insert(line.turn, line.lead);
    }
    Ok(games)
}

/// What is said of a move.
struct Said {
    number: usize,
    is_black: bool,
    blamed: bool,
    praised: bool,
    /// It belongs to an exchange, a ko or a standing point that is blamed as one.
    in_blamed_unit: bool,
}

/// What the verdicts on some games were worth.
#[derive(Default)]
struct Tally {
    games: u64,
    moves: u64,
    blamed: u64,
    real: u64,
    fine: u64,
    grave: u64,
    grave_blamed: u64,
    praised: u64,
    praised_rightly: u64,
}

impl Tally {
    fn add(&mut self, said: &Said, loss: f64) {
        self.moves += 1;
        self.blamed += u64::from(said.blamed);
        self.real += u64::from(said.blamed && loss >= REAL);
        self.fine += u64::from(said.blamed && loss < FINE);
        self.grave += u64::from(loss >= GRAVE);
        self.grave_blamed += u64::from((said.blamed || said.in_blamed_unit) && loss >= GRAVE);
        self.praised += u64::from(said.praised);
        self.praised_rightly += u64::from(said.praised && loss < PRAISED);
    }

    fn tell(&self) -> serde_json::Value {
        let of = |part: u64, whole: u64| match whole {
            0 => "none".to_string(),
            _ => format!("{part} of {whole} ({:.0} %)", 100.0 * part as f64 / whole as f64),
        };
        json!({
            "games": self.games,
            "moves": self.moves,
            "blamed, lost 1 point or more": of(self.real, self.blamed),
            "blamed, lost less than 0.5": of(self.fine, self.blamed),
            "losses of 3 points blamed": of(self.grave_blamed, self.grave),
            "praised, lost less than 0.7": of(self.praised_rightly, self.praised),
        })
    }
}

pub fn review_judges(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let settings = Settings::read(args)?;
    let judged = settings.judged.as_ref().ok_or_else(|| ApiError::bad("args", USAGE))?;
    let opinions = opinions(judged)?;
    let mut games: Vec<(NamedGame, &Opinion)> = Vec::new();
    for game in files::games(&settings.games) {
        let record = game?.record.game;
        let id = record.root().simple_text("SO").map(|id| id.into_owned()).unwrap_or_default();
        if let Some(opinion) = opinions.get(&id) {
            games.push((NamedGame { name: id, sgf: record.to_sgf() }, opinion));
        }
    }
    if games.is_empty() {
        return Err(ApiError::bad("args", format!("no game's SO stands in {}", judged.display())));
    }
    // of every kind something, whatever the order of the file
    let most = settings.most.unwrap_or(games.len()).min(games.len());
    let chosen: Vec<usize> = (0..most).map(|k| k * games.len() / most).collect();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for (done, &i) in chosen.iter().enumerate() {
        cx.report(done as u64, most as u64, "games reviewed");
        let (game, opinion) = &games[i];
        let said = match if settings.alone { alone(&settings, game, cx) } else { reviewed(&settings, game, cx) } {
            Ok(said) => said,
            // stopped: the games that are done count
            Err(error) if error.is_stop() && done > 0 => break,
            Err(error) => return Err(error),
        };
        for kind in [opinion.kind.as_str(), "all"] {
            let tally = tallies.entry(kind).or_default();
            tally.games += 1;
            for said in &said {
                let (Some(before), Some(after)) =
                    (opinion.leads.get(&(said.number - 1)), opinion.leads.get(&said.number))
                else {
                    continue;
                };
                tally.add(said, if said.is_black { before - after } else { after - before });
            }
        }
    }
    Ok(tallies.iter().map(|(kind, tally)| (kind.to_string(), tally.tell())).collect())
}

/// What a review says, comments aside.
fn reviewed(settings: &Settings, game: &NamedGame, cx: &Context) -> Result<Vec<Said>, ApiError> {
    let request = Review {
        external: settings.judge.clone().map(Into::into),
        playouts: settings.limit.playouts,
        seconds: settings.limit.seconds,
        threads: settings.threads,
        reader: Some(READER.to_string()),
        comments: Some(0),
        ..Review::of(vec![game.clone()])
    };
    let reviewed = request.run(cx)?;
    let units = reviewed.games.first().map(|game| &game.units[..]).unwrap_or_default();
    Ok(reviewed
        .moves
        .iter()
        .map(|m| Said {
            number: m.number,
            is_black: m.color == "black",
            blamed: m.mistake,
            praised: m.purpose.is_some() && !m.mistake,
            in_blamed_unit: units.iter().any(|unit| unit.blamed.is_some() && unit.contains(m.number)),
        })
        .collect())
}

/// What one look at every position would blame.
fn alone(settings: &Settings, game: &NamedGame, cx: &Context) -> Result<Vec<Said>, ApiError> {
    let prepared = Prepared::new(game, Overrides::default())?;
    let judging = Judging {
        engine: settings.judge.clone().map_or_else(|| Judge::BuiltIn("puct".into()), Judge::External),
        limit: settings.limit,
        threads: settings.threads.unwrap_or(1),
        seed: 1,
    };
    let played = |i: usize| prepared.moves.get(i).map(|m| m.1);
    let questions: Vec<_> = prepared.positions.iter().enumerate().map(|(i, p)| (i, p.clone(), played(i))).collect();
    let report = |done| cx.report(done as u64, questions.len() as u64, game.name.as_str());
    let judged = judge_all(&judging, &questions, &Store::nowhere(), &report, cx)?;
    let expected = vec![Expected::default(); prepared.moves.len()];
    let (noise, limits) = (judging.noise(), Thresholds::default());
    let weighed = weigh(&prepared.moves, &judged, &expected, noise, &limits, &|_| true, &BTreeMap::new());
    let said = weighed.iter().map(|m| Said {
        number: m.number,
        is_black: m.color == gosedai_board::Color::Black,
        blamed: m.loss >= ALONE,
        praised: false,
        in_blamed_unit: false,
    });
    Ok(said.collect())
}
