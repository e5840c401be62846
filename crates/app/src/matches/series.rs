//! A match: games with alternating colours, programs restarted when they fall over, every game kept.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gosedai_board::{Color, Move, Position, Rng, RuleSet, Size};
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::{ApiError, CancelFlag, Context};
use gosedai_records::replay;
use serde::Serialize;

use super::client::{Client, ClientError};
use super::game::{self, Conditions, Ending};
use super::progress::{Ended, Played};
use super::{statistics, words};

pub struct Settings {
    /// Commands of both programs; the first has black in the first game.
    pub commands: [String; 2],
    pub games: usize,
    /// Number of the first game, from 1: several processes can share a match.
    pub first: usize,
    pub size: Size,
    pub komi: f32,
    pub rules: RuleSet,
    pub seconds: Option<f64>,
    pub patience: f64,
    /// Random moves before the programs take over; the same for each pair of games.
    pub opening: usize,
    pub seed: u64,
    pub sgf: Option<PathBuf>,
    /// Replace records that are not ours.
    pub force: bool,
    pub show_errors: bool,
}

#[derive(Serialize)]
pub struct Report {
    pub games: usize,
    pub wins_a: usize,
    pub wins_b: usize,
    pub draws: usize,
    /// Share of `a`, draws as halves.
    pub rate_a: f64,
    /// 95 % confidence interval of the share (Wilson).
    pub interval: [f64; 2],
    pub wins_a_as_black: usize,
    pub wins_a_as_white: usize,
    pub a: String,
    pub b: String,
    pub faults: Vec<String>,
    /// The match was stopped before its end.
    pub stopped: bool,
    pub results: Vec<Finished>,
}

#[derive(Serialize)]
pub struct Finished {
    pub game: usize,
    /// `a` or `b`.
    pub black: char,
    pub result: String,
    pub moves: usize,
    pub sgf: Option<PathBuf>,
}

/// A program that may have to be started again.
struct Seat {
    words: Vec<String>,
    client: Option<Client>,
    show_errors: bool,
    cancel: CancelFlag,
}

impl Seat {
    fn new(command: &str, field: &str, settings: &Settings, cancel: &CancelFlag) -> Result<Seat, ApiError> {
        let words = words::split(command).ok_or_else(|| {
            ApiError::bad(field, format!("'{command}' is not a command: a quote is open, or it is empty"))
        })?;
        Ok(Seat { words, client: None, show_errors: settings.show_errors, cancel: cancel.clone() })
    }

    fn client(&mut self) -> Result<&mut Client, ClientError> {
        match &mut self.client {
            Some(client) => Ok(client),
            empty => Ok(empty.insert(Client::start(&self.words, self.show_errors, self.cancel.clone())?)),
        }
    }
}

/// Plays the match and tells every game as it ends; a Ctrl-C or the deadline ends it early with what has been played.
pub fn play_series(settings: &Settings, cx: &Context, mut tell: impl FnMut(&Report)) -> Result<Report, ApiError> {
    if let Some(folder) = &settings.sgf {
        std::fs::create_dir_all(folder)
            .map_err(|error| ApiError::failed(format!("cannot make the folder {}: {error}", folder.display())))?;
    }
    let seat = |i: usize, field| Seat::new(&settings.commands[i], field, settings, &cx.cancel);
    let mut seats = [seat(0, "black")?, seat(1, "white")?];
    // A program that cannot even say its name is no opponent: better told now than after a match of forfeits.
    for seat in &mut seats {
        let program = seat.words[0].clone();
        let greeting = seat.client().and_then(|client| client.ask("name", Duration::from_secs(60)));
        greeting.map_err(|error| match error {
            ClientError::Stopped => cx.cancel.why().unwrap_or(ApiError::Cancelled),
            ClientError::Start(..) => ApiError::failed(error),
            error => {
                ApiError::failed(format!("'{program}' does not speak GTP: {error} (--show-errors shows its words)"))
            }
        })?;
    }
    let mut played = match &settings.sgf {
        Some(folder) => Some(Played::open(folder, &key(settings), settings.force)?),
        None => None,
    };
    let mut report = Report {
        games: 0,
        wins_a: 0,
        wins_b: 0,
        draws: 0,
        rate_a: 0.0,
        interval: [0.0, 1.0],
        wins_a_as_black: 0,
        wins_a_as_white: 0,
        a: settings.commands[0].clone(),
        b: settings.commands[1].clone(),
        faults: Vec::new(),
        stopped: false,
        results: Vec::new(),
    };
    let conditions = Conditions { seconds: settings.seconds, patience: Duration::from_secs_f64(settings.patience) };
    for number in settings.first - 1..settings.first - 1 + settings.games {
        cx.report(report.games as u64, settings.games as u64, format!("{} : {}", report.wins_a, report.wins_b));
        let a_is_black = number % 2 == 0;
        if let Some(ended) = played.as_ref().and_then(|played| played.get(number + 1)) {
            count(settings, &mut report, a_is_black, ended);
            continue;
        }
        let mut position = opening(settings, number as u64 / 2);
        let ending = match one_game(&mut seats, a_is_black, &mut position, &conditions) {
            Ok(ending) => ending,
            Err(ClientError::Stopped) => {
                report.stopped = true;
                break;
            }
            Err(error) => return Err(ApiError::failed(error)),
        };
        let ended = Ended::new(number + 1, position.move_number(), &ending);
        write_record(settings, number, a_is_black, &position, &ending)?;
        if let Some(played) = &mut played {
            played.add(&ended)?;
        }
        count(settings, &mut report, a_is_black, &ended);
        tell(&report);
        if let Some((color, _)) = &ending.fault {
            // What state it is in nobody knows.
            seats[usize::from((*color == Color::Black) != a_is_black)].client = None;
        }
    }
    cx.report(report.games as u64, report.games.max(1) as u64, format!("{} : {}", report.wins_a, report.wins_b));
    if let Some(played) = played.filter(|_| !report.stopped) {
        played.remove();
    }
    Ok(report)
}

/// Tells this match from others in the same folder; how many games it has may change.
fn key(settings: &Settings) -> String {
    let Settings { commands, size, komi, rules, seconds, opening, seed, .. } = settings;
    let words =
        serde_json::json!([commands, size.width(), size.height(), komi, rules.to_string(), seconds, opening, seed]);
    format!("gosedai match 1 {} {words}", env!("CARGO_PKG_VERSION"))
}

fn one_game(
    seats: &mut [Seat; 2],
    a_is_black: bool,
    position: &mut Position,
    conditions: &Conditions,
) -> Result<Ending, ClientError> {
    let [a, b] = seats;
    let (a, b) = (a.client()?, b.client()?);
    game::play(if a_is_black { [a, b] } else { [b, a] }, position, conditions)
}

/// The empty board, or a few random moves away from the edge.
fn opening(settings: &Settings, pair: u64) -> Position {
    let mut position = Position::new(settings.size, settings.rules.rules(), settings.komi);
    let mut rng = Rng::new(settings.seed.wrapping_add(pair.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    while position.move_number() < settings.opening {
        let points: Vec<_> = position
            .legal_points()
            .into_iter()
            .filter(|p| p.line(settings.size) > 2 || settings.size.area() < 40)
            .collect();
        if points.is_empty() || position.play(Move::Play(points[rng.below(points.len())])).is_err() {
            break;
        }
    }
    position
}

/// Adds a game to what is known of the match.
fn count(settings: &Settings, report: &mut Report, a_is_black: bool, ended: &Ended) {
    let ending = ended.ending();
    report.games += 1;
    match ending.winner.map(|winner| (winner == Color::Black) == a_is_black) {
        None => report.draws += 1,
        Some(false) => report.wins_b += 1,
        Some(true) => {
            report.wins_a += 1;
            *(if a_is_black { &mut report.wins_a_as_black } else { &mut report.wins_a_as_white }) += 1;
        }
    }
    let points = report.wins_a as f64 + report.draws as f64 / 2.0;
    report.rate_a = points / report.games as f64;
    report.interval = statistics::wilson(points, report.games);
    if let Some((color, reason)) = &ending.fault {
        let name = if (*color == Color::Black) == a_is_black { 'a' } else { 'b' };
        report.faults.push(format!("game {}: {name} ({color}): {reason}", ended.game));
    }
    report.results.push(Finished {
        game: ended.game,
        black: if a_is_black { 'a' } else { 'b' },
        result: ending.result,
        moves: ended.moves,
        sgf: settings.sgf.as_deref().map(|folder| record_in(folder, ended.game)),
    });
}

fn record_in(folder: &Path, game: usize) -> PathBuf {
    folder.join(format!("game-{game:04}.sgf"))
}

fn write_record(
    settings: &Settings,
    number: usize,
    a_is_black: bool,
    position: &Position,
    ending: &Ending,
) -> Result<(), ApiError> {
    let Some(folder) = &settings.sgf else { return Ok(()) };
    let mut game = replay::record_of(position);
    let root = game.root_id();
    let [a, b] = &settings.commands;
    game.set_text(root, "PB", if a_is_black { a } else { b });
    game.set_text(root, "PW", if a_is_black { b } else { a });
    game.set_text(root, "RE", &ending.result);
    game.set_text(root, "RO", &(number + 1).to_string());
    if let Some((_, reason)) = &ending.fault {
        game.set_text(root, "GC", reason);
    }
    let text = keep::marked_sgf(&game.to_sgf()) + "\n";
    Ok(keep::write(&record_in(folder, number + 1), text, Kind::RECORD, settings.force)?)
}
