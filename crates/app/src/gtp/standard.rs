//! The protocol's own commands: administration, play, time.

use std::io::Write;
use std::time::Instant;

use gosedai_board::{Color, Move};
use gosedai_engine::numbers;
use gosedai_engine::players::{Act, Choice};

use super::clock::Settings;
use super::{Answer, ILLEGAL, Reply, SYNTAX, Session, TABLES, Table, color_of, move_of, number_of};

pub const COMMANDS: Table = &[
    ("protocol_version", |_, _| Answer::text(2)),
    ("name", |s, _| Answer::text(s.name.as_deref().unwrap_or("Gosedai"))),
    ("version", |s, _| match &s.version {
        Some(version) => Answer::text(version),
        None => Answer::text(format!("{} ({})", env!("CARGO_PKG_VERSION"), s.player.name())),
    }),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("help", list_commands),
    ("quit", |_, _| Ok(Answer::Quit)),
    ("komi", komi),
    ("get_komi", |s, _| Answer::text(s.position.komi())),
    ("play", play),
    ("black", |s, args| play_color(s, Color::Black, args)),
    ("white", |s, args| play_color(s, Color::White, args)),
    ("genmove", genmove),
    ("kgs-genmove_cleanup", genmove),
    ("kgs-game_over", |_, _| Answer::empty()),
    ("reg_genmove", reg_genmove),
    ("undo", undo),
    ("gg-undo", undo),
    ("move_history", move_history),
    ("last_move", last_move),
    ("time_settings", time_settings),
    ("kgs-time_settings", kgs_time_settings),
    ("kata-time_settings", kgs_time_settings),
    ("time_left", time_left),
    ("cputime", |s, _| Answer::text(format!("{:.3}", process_seconds(s)))),
    ("showboard", showboard),
    ("echo", |_, args| Answer::text(args.join(" "))),
    ("echo_err", echo_err),
    ("set_random_seed", set_random_seed),
    ("get_random_seed", |s, _| Answer::text(s.options.seed)),
];

fn known_command(_: &mut Session, args: &[&str]) -> Reply {
    let name = args.first().copied().unwrap_or("");
    Answer::text(TABLES.iter().flat_map(|table| table.iter()).any(|(known, _)| *known == name))
}

fn list_commands(_: &mut Session, _: &[&str]) -> Reply {
    let mut names: Vec<&str> = TABLES.iter().flat_map(|table| table.iter()).map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    Answer::text(names.join("\n"))
}

fn komi(session: &mut Session, args: &[&str]) -> Reply {
    let komi = numbers::komi("komi", number_of(args.first())?).map_err(|error| error.to_string())?;
    session.position.set_komi(komi);
    session.player.reset();
    Answer::empty()
}

fn play(session: &mut Session, args: &[&str]) -> Reply {
    let color = color_of(args.first())?;
    play_color(session, color, args.get(1..).unwrap_or(&[]))
}

fn play_color(session: &mut Session, color: Color, args: &[&str]) -> Reply {
    let mv = move_of(args.first())?;
    session.position.play_as(color, mv).map_err(|_| ILLEGAL.to_owned())?;
    Answer::empty()
}

/// Lets the player choose and plays what it chose.
fn genmove(session: &mut Session, args: &[&str]) -> Reply {
    let color = color_of(args.first())?;
    let started = Instant::now();
    let choice = choose(session, color)?;
    if let Act::Play(mv) = choice.act {
        super::comments::comment(session, mv, &choice);
    }
    let text = match choice.act {
        Act::Resign => "resign".to_owned(),
        Act::Play(mv) => {
            session
                .position
                .play_as(color, mv)
                .map_err(|error| format!("the player chose an illegal move: {error}"))?;
            mv.to_string()
        }
    };
    session.clock.spend(color, started.elapsed().as_secs_f64());
    Answer::text(text)
}

/// The move without playing it, and never a resignation (GNU Go).
pub(super) fn reg_genmove(session: &mut Session, args: &[&str]) -> Reply {
    let color = color_of(args.first())?;
    match decide(session, color)? {
        Act::Resign => Answer::text(Move::Pass),
        Act::Play(mv) => Answer::text(mv),
    }
}

pub(super) fn decide(session: &mut Session, color: Color) -> Result<Act, String> {
    choose(session, color).map(|choice| choice.act)
}

fn choose(session: &mut Session, color: Color) -> Result<Choice, String> {
    let position = session.position_for(color);
    let limit = session.limit(color);
    session.player.choose(&position, limit, &session.context).map_err(|error| error.to_string())
}

fn undo(session: &mut Session, args: &[&str]) -> Reply {
    let count: usize = if args.is_empty() { 1 } else { number_of(args.first())? };
    if count > session.position.move_number() {
        return Err("cannot undo".to_owned());
    }
    for _ in 0..count {
        session.position.undo();
    }
    session.player.reset();
    Answer::empty()
}

/// Newest first, as GNU Go and GoGui have it.
fn move_history(session: &mut Session, _: &[&str]) -> Reply {
    let moves: Vec<String> = session.position.moves().rev().map(|(color, mv)| format!("{color} {mv}")).collect();
    Answer::text(moves.join("\n"))
}

fn last_move(session: &mut Session, _: &[&str]) -> Reply {
    let (color, mv) = session.position.last_move().ok_or("no previous move known")?;
    Answer::text(format!("{color} {mv}"))
}

fn seconds_of(word: Option<&&str>) -> Result<f64, String> {
    numbers::clock("seconds", number_of(word)?).map_err(|error| error.to_string())
}

/// Less than nothing stands for no bound.
fn bound_of(word: Option<&&str>) -> Result<Option<f64>, String> {
    match number_of::<f64>(word)? {
        seconds if seconds < 0.0 => Ok(None),
        _ => seconds_of(word).map(Some),
    }
}

/// Byo-yomi time without stones means no limit; all zero means as fast as can be.
fn time_settings(session: &mut Session, args: &[&str]) -> Reply {
    let (main, period, stones) = (seconds_of(args.first())?, seconds_of(args.get(1))?, number_of(args.get(2))?);
    let unlimited = period > 0.0 && stones == 0;
    session.clock.set((!unlimited).then_some(Settings { main, period, stones, ..Settings::default() }));
    Answer::empty()
}

fn kgs_time_settings(session: &mut Session, args: &[&str]) -> Reply {
    let settings = match args.first().copied() {
        Some("none") => None,
        Some("absolute") => Some(Settings { main: seconds_of(args.get(1))?, ..Settings::default() }),
        // Japanese byo-yomi: every period is for one move, and stays.
        Some("byoyomi") => {
            let (main, period) = (seconds_of(args.get(1))?, seconds_of(args.get(2))?);
            Some(Settings { main, period, stones: 1, ..Settings::default() })
        }
        Some("canadian") => {
            let (main, period) = (seconds_of(args.get(1))?, seconds_of(args.get(2))?);
            Some(Settings { main, period, stones: number_of(args.get(3))?, ..Settings::default() })
        }
        Some(kind @ ("fischer" | "fischer-capped")) => {
            let (main, increment) = (seconds_of(args.get(1))?, seconds_of(args.get(2))?);
            let (mut cap, mut longest_move) = (None, None);
            if kind == "fischer-capped" {
                (cap, longest_move) = (bound_of(args.get(3))?, bound_of(args.get(4))?);
            }
            Some(Settings { main, increment, cap, longest_move, ..Settings::default() })
        }
        _ => return Err(SYNTAX.to_owned()),
    };
    session.clock.set(settings);
    Answer::empty()
}

fn time_left(session: &mut Session, args: &[&str]) -> Reply {
    let (color, seconds, stones) = (color_of(args.first())?, number_of::<f64>(args.get(1))?, number_of(args.get(2))?);
    // a clock that has run out may be told as less than nothing
    let seconds = numbers::clock("seconds", if seconds < 0.0 { 0.0 } else { seconds }).map_err(|e| e.to_string())?;
    session.clock.set_left(color, seconds, stones);
    Answer::empty()
}

/// Processor time of the process, or time since the start where the system does not tell.
fn process_seconds(session: &Session) -> f64 {
    let ticks = std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // Fields are counted after the name in parentheses, which may hold blanks.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
    });
    match ticks {
        Some(ticks) => ticks / 100.0,
        None => session.started.elapsed().as_secs_f64(),
    }
}

fn showboard(session: &mut Session, _: &[&str]) -> Reply {
    let position = &session.position;
    let board = position.board();
    let mut text = format!("\n{}", gosedai_board::diagram::render(board));
    text.push_str(&format!("{} to play, move {}", position.to_play(), position.move_number() + 1));
    if let Some((color, mv)) = position.last_move() {
        text.push_str(&format!(", last {color} {mv}"));
    }
    if let Some(ko) = board.ko(position.to_play()) {
        text.push_str(&format!(", ko at {ko}"));
    }
    let (by_black, by_white) = (board.captured(Color::White), board.captured(Color::Black));
    text.push_str(&format!("\nprisoners: black has {by_black}, white has {by_white}"));
    text.push_str(&format!("\nrules {}, komi {}", position.rules().set(), position.komi()));
    Answer::text(text)
}

fn echo_err(_: &mut Session, args: &[&str]) -> Reply {
    let text = args.join(" ");
    // nobody may be listening there
    let _ = writeln!(std::io::stderr(), "{text}");
    Answer::text(text)
}

fn set_random_seed(session: &mut Session, args: &[&str]) -> Reply {
    let options = gosedai_engine::players::PlayerOptions { seed: number_of(args.first())?, ..session.options.clone() };
    session.player = gosedai_engine::players::create(&options, &session.context).map_err(|error| error.to_string())?;
    session.options = options;
    Answer::empty()
}
